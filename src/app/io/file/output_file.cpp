// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/file/output_file.hpp"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <poll.h>
#include <utility>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::size_t buffer_size{std::size_t{1} << 16};

// Whether a path is in one of the folders that show the descriptors of this process, which its threads share.
bool is_descriptor(std::filesystem::path const & path)
{
    std::error_code ignored{};
    auto const folder = std::filesystem::canonical(path.parent_path(), ignored);
    auto const process = std::filesystem::canonical("/proc/self", ignored);
    return folder == process / "fd"
        || (folder.filename() == "fd" && folder.parent_path().parent_path() == process / "task");
}

// Follows links, even to a file that does not exist yet; but not links that stand for a descriptor.
std::filesystem::path without_links(std::filesystem::path path)
{
    // The maximum number of links that the system follows.
    constexpr int max_links{40};

    std::error_code ignored{};
    for (int i = 0; i < max_links && !is_descriptor(path) && std::filesystem::is_symlink(path, ignored); ++i)
    {
        // An absolute target replaces the whole path.
        path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
    }
    return path;
}

[[noreturn]] void fail_to_open(std::filesystem::path const & path, int const error_number)
{
    throw output_error{"Cannot write to " + in_quotes(path.native()) + " (" + system_message(error_number)
                       + "); choose another name."};
}

// Duplicates the descriptor that a path stands for. Opening the path instead would start at its beginning, and overwrite.
file_descriptor duplicate(std::filesystem::path const & descriptor, std::filesystem::path const & path)
{
    std::string const name{descriptor.filename().native()};
    int number{-1};
    auto const * const name_end = name.data() + name.size();
    auto const [number_end, error] = std::from_chars(name.data(), name_end, number);
    if (error != std::errc{} || number_end != name_end)
        fail_to_open(path, ENOENT);

    int const flags = ::fcntl(number, F_GETFL);
    if (flags != -1 && (flags & O_ACCMODE) == O_RDONLY)
        throw output_error{"Cannot write to " + in_quotes(path.native())
                           + " (it is open for reading only); open it for writing, or choose another name."};
    file_descriptor file{::fcntl(number, F_DUPFD_CLOEXEC, 0)};
    if (file.number() < 0)
        fail_to_open(path, errno);
    return file;
}

// Tells the user how to avoid an error of writing.
std::string_view advice(int const error_number) noexcept
{
    switch (error_number)
    {
    case ENOSPC:
    case EDQUOT:
        return "make room, or choose another disk";
    case EFBIG:
        return "raise the limit on the size of files (ulimit -f), or choose another disk";
    case EPIPE:
        return "the reader of the pipe has to run until the end";
    case EBADF:
        return "open it for writing";
    default:
        return "check the disk or device, or choose another one";
    }
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
    auto const target = without_links(path);
    if (is_descriptor(target))
        return {in_quotes(path.native()), duplicate(target, path), nullptr};

    std::error_code error{};
    auto const status = std::filesystem::status(path, error);

    // The status cannot be read for another reason than a missing file.
    if (status.type() == std::filesystem::file_type::none)
        fail_to_open(path, error.value());
    if (std::filesystem::is_directory(status))
        fail_to_open(path, EISDIR);

    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        file_descriptor file{::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY)};
        if (file.number() < 0)
            fail_to_open(path, errno);
        return {in_quotes(path.native()), std::move(file), nullptr};
    }

    // Renaming would replace a file that must not be written to.
    if (std::filesystem::exists(status) && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
        fail_to_open(path, errno);

    return {in_quotes(path.native()), temporary.create_for(target), &temporary};
}

output_file output_file::append(std::filesystem::path const & path)
{
    file_descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)};
    if (file.number() < 0)
        fail_to_open(path, errno);
    return {in_quotes(path.native()), std::move(file), nullptr};
}

void output_file::write(std::string_view const text)
{
    if (buffer_.size() + text.size() > buffer_size)
        flush();
    if (text.size() > buffer_size)
        pass_on(text);
    else
        buffer_ += text;
}

void output_file::flush()
{
    pass_on(buffer_);
    buffer_.clear();
}

void output_file::pass_on(std::string_view rest)
{
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
}

void output_file::finish(bool const on_disk)
{
    flush();
    if (on_disk && !sync(file_))
        fail(errno);
    if (!file_.close())
        fail(errno);
    if (temporary_ == nullptr)
        return;
    temporary_->replace_target();
    if (on_disk)
        temporary_->sync_target();
}

void output_file::fail(int const error_number) const
{
    if (error_number == EPIPE && file_.number() == STDOUT_FILENO)
        throw reader_gone{};
    throw output_error{"Cannot write to " + name_ + " (" + system_message(error_number) + "); "
                       + std::string{advice(error_number)} + '.'};
}

} // namespace seqan3_gpulcs::app
