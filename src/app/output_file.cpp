// SPDX-License-Identifier: BSD-3-Clause

#include "output_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <utility>

#include "app_error.hpp"
#include "readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::size_t buffer_size{std::size_t{1} << 16};

// Whether a folder is one in which the system shows open files as links.
bool shows_descriptors(std::filesystem::path const & folder)
{
    std::error_code ignored{};
    auto const name = std::filesystem::canonical(folder.empty() ? "." : folder, ignored);
    return name.filename() == "fd" && name.begin() != name.end() && *std::next(name.begin()) == "proc";
}

// Follows links, also one that leads to a file that is not there yet. Nothing where they lead to a descriptor, such as
// /dev/fd/3: that is an open file, and must be written to, whatever its name is.
std::optional<std::filesystem::path> without_links(std::filesystem::path path)
{
    // The limit of the system.
    constexpr int most_links{40};

    std::error_code ignored{};
    for (int i = 0; i < most_links && std::filesystem::is_symlink(path, ignored); ++i)
    {
        if (shows_descriptors(path.parent_path()))
            return std::nullopt;
        // An absolute target takes the place of the whole path.
        path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
    }
    return path;
}

[[noreturn]] void fail_to_open(std::filesystem::path const & path, int const error_number)
{
    throw output_error{"Cannot write to " + in_quotes(path.native()) + " (" + system_message(error_number)
                       + "); choose another name."};
}

} // namespace

output_file::output_file(std::string name, file_descriptor file, temporary_file * const temporary) :
    name_{std::move(name)},
    file_{std::move(file)},
    temporary_{temporary}
{}

output_file output_file::standard_output()
{
    return {"standard output", file_descriptor{STDOUT_FILENO}, nullptr};
}

output_file output_file::create(std::filesystem::path const & path, temporary_file & temporary)
{
    std::error_code error{};
    auto const status = std::filesystem::status(path, error);

    // Something else is wrong than that there is no file.
    if (status.type() == std::filesystem::file_type::none)
        fail_to_open(path, error.value());
    if (std::filesystem::is_directory(status))
        fail_to_open(path, EISDIR);

    auto const target = without_links(path);
    if (std::filesystem::exists(status) && (!std::filesystem::is_regular_file(status) || !target))
    {
        // What stands already in the file of a descriptor is not ours.
        int const append = std::filesystem::is_regular_file(status) ? O_APPEND : 0;
        file_descriptor file{::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | append)};
        if (file.number() < 0)
            fail_to_open(path, errno);
        return {in_quotes(path.native()), std::move(file), nullptr};
    }

    // Renaming would replace a file that must not be written to.
    if (std::filesystem::exists(status) && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
        fail_to_open(path, errno);

    return {in_quotes(path.native()), temporary.create_beside(target.value_or(path)), &temporary};
}

void output_file::write(std::string_view const text)
{
    if (buffer_.size() + text.size() > buffer_size)
        flush();
    buffer_ += text;
}

void output_file::flush()
{
    std::string_view rest{buffer_};
    while (!rest.empty())
    {
        ssize_t const count = ::write(file_.number(), rest.data(), rest.size());
        if (count >= 0)
        {
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
        else if (errno == EAGAIN)
        {
            pollfd waiting{.fd = file_.number(), .events = POLLOUT, .revents = 0};
            ::poll(&waiting, 1, -1);
        }
        else if (errno != EINTR)
        {
            fail(errno);
        }
    }
    buffer_.clear();
}

void output_file::finish()
{
    flush();
    if (!file_.close())
        fail(errno);
    if (temporary_ != nullptr)
        temporary_->replace_target();
}

void output_file::fail(int const error_number) const
{
    throw output_error{"Cannot write to " + name_ + " (" + system_message(error_number)
                       + "); make sure that there is space and that the reader, if it is a pipe, stays."};
}

} // namespace seqan3_gpulcs::app
