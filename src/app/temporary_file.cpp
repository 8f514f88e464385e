// SPDX-License-Identifier: BSD-3-Clause

#include "temporary_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <utility>

#include <sys/sendfile.h>
#include <sys/stat.h>

#include <seqan3_gpulcs/exception.hpp>

#include "app_error.hpp"
#include "readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Also where it is on the same file system as its folder: a container's bind mount of a single file.
bool is_mount_point(std::filesystem::path const & path) noexcept
{
    struct statx status
    {};
    return ::statx(AT_FDCWD, path.c_str(), 0, 0, &status) == 0 && (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

bool take_owner_and_mode(file_descriptor const & file, struct stat const & status) noexcept
{
    return ::fchown(file.number(), status.st_uid, status.st_gid) == 0
        && ::fchmod(file.number(), status.st_mode & ALLPERMS) == 0;
}

} // namespace

file_descriptor temporary_file::create_beside(std::filesystem::path const & target)
{
    std::scoped_lock const lock{mutex_};
    throw_if_abandoned();

    struct stat old
    {};
    bool const is_there = ::stat(target.c_str(), &old) == 0;

    // Unlike mkstemp(), this leaves the mode of a new file to the umask.
    for (unsigned attempt = 0;; ++attempt)
    {
        auto path =
            target.parent_path() / (".gpulcs-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp");
        file_descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, is_there ? 0600 : 0666)};
        if (file.number() >= 0)
        {
            path_ = std::move(path);
            target_ = target;
            writes_over_ = is_there && (is_mount_point(target) || !take_owner_and_mode(file, old));
            return file;
        }

        if (errno != EEXIST)
            throw output_error{"Cannot create a file beside " + in_quotes(target.native()) + " ("
                               + system_message(errno) + "); choose a folder that exists and that you may write to."};
    }
}

void temporary_file::replace_target()
{
    std::scoped_lock const lock{mutex_};
    throw_if_abandoned();

    bool const is_done = writes_over_ ? copy_to_target() : std::rename(path_.c_str(), target_.c_str()) == 0;
    if (!is_done)
    {
        std::string const problem = system_message(errno);
        throw output_error{"Cannot replace " + in_quotes(target_.native()) + " (" + problem
                           + "); the complete output is in the same folder, in "
                           + in_quotes(std::exchange(path_, {}).filename().native()) + ": move it yourself."};
    }
    if (writes_over_)
        ::unlink(path_.c_str());
    path_.clear();
}

bool temporary_file::copy_to_target() const noexcept
{
    constexpr std::size_t max_bytes{std::size_t{1} << 30};

    file_descriptor const from{::open(path_.c_str(), O_RDONLY | O_CLOEXEC)};
    file_descriptor to{::open(target_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)};
    if (from.number() < 0 || to.number() < 0)
        return false;

    ssize_t count{1};
    while (count > 0 || (count < 0 && errno == EINTR))
        count = ::sendfile(to.number(), from.number(), nullptr, max_bytes);
    return count == 0 && to.close();
}

void temporary_file::abandon() noexcept
{
    std::scoped_lock const lock{mutex_};
    abandoned_ = true;
    if (!path_.empty())
        ::unlink(path_.c_str());
    path_.clear();
}

void temporary_file::throw_if_abandoned() const
{
    if (abandoned_)
        throw operation_stopped{"The program was stopped before its output was complete."};
}

} // namespace seqan3_gpulcs::app
