// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/file/raw_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <utility>

#include <sys/stat.h>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

constexpr std::size_t buffer_size{std::size_t{1} << 17};

// The time after which a thread that waits for a pipe polls whether it should end.
constexpr int poll_milliseconds{100};

int open_for_reading(std::string const & path) noexcept
{
    return path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

} // namespace

std::string input_name(std::string const & path)
{
    return path == "-" ? "standard input" : in_quotes(path);
}

raw_file::raw_file(std::string const & path, std::stop_token stop) :
    name_{input_name(path)},
    stop_{std::move(stop)},
    file_{open_for_reading(path)}
{
    if (file_.number() < 0)
        fail("cannot be opened (" + system_message(errno) + "); check its name and permissions");

    struct stat status
    {};
    is_regular_ = ::fstat(file_.number(), &status) == 0 && S_ISREG(status.st_mode);
    // Standard input has no positions of its own: other processes may share and move its offset.
    has_positions_ = is_regular_ && path != "-";
    size_ = is_regular_ ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::span<char const> raw_file::fill(std::size_t const wanted)
{
    if (end_ - begin_ < wanted)
    {
        std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                  buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
                  buffer_.begin());
        end_ -= std::exchange(begin_, 0);
        buffer_.resize(std::max({buffer_.size(), buffer_size, wanted}));
        while (end_ < wanted)
        {
            std::size_t const count = read_some(std::span{buffer_}.subspan(end_));
            if (count == 0)
                break;
            end_ += count;
        }
    }
    return {buffer_.data() + begin_, end_ - begin_};
}

std::size_t raw_file::read(std::span<char> const bytes)
{
    if (begin_ == end_)
        return read_some(bytes);

    std::size_t const count = std::min(bytes.size(), end_ - begin_);
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), count, bytes.begin());
    take(count);
    return count;
}

std::size_t raw_file::read_some(std::span<char> const bytes)
{
    while (is_regular_ || wait_for_bytes())
    {
        ssize_t const count = ::read(file_.number(), bytes.data(), bytes.size());
        if (count >= 0)
        {
            position_ += static_cast<std::uint64_t>(count);
            return static_cast<std::size_t>(count);
        }
        if (errno != EINTR && errno != EAGAIN)
            fail_to_read(errno);
    }
    return 0;
}

void raw_file::read_at(std::uint64_t const position, std::span<char> const bytes, std::size_t & size) const
{
    size = 0;
    while (size < bytes.size())
    {
        ssize_t const count =
            ::pread(file_.number(), bytes.data() + size, bytes.size() - size, static_cast<off_t>(position + size));
        if (count == 0)
            break;
        if (count > 0)
            size += static_cast<std::size_t>(count);
        else if (errno != EINTR)
            fail_to_read(errno);
    }
}

// Waits for bytes, an error or the end of the file. Returns false if the thread should end.
bool raw_file::wait_for_bytes() const
{
    while (!stop_.stop_requested())
    {
        pollfd waiting{.fd = file_.number(), .events = POLLIN, .revents = 0};
        if (::poll(&waiting, 1, stop_.stop_possible() ? poll_milliseconds : -1) != 0)
            return true;
    }
    return false;
}

void raw_file::fail_to_read(int const error) const
{
    fail("cannot be read (" + system_message(error) + ")");
}

void raw_file::fail(std::string const & problem) const
{
    throw input_error{"The input " + name_ + " " + problem + "."};
}

} // namespace seqan3_gpulcs::app
