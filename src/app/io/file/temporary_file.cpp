// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/file/temporary_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

#include <seqan3_gpulcs/exception.hpp>

#include "src/app/app_error.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Whether a path is a mount point, even the bind mount of a single file, as containers have, on the file system of its folder.
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

constexpr std::string_view name_end{".tmp"};

// An id that differs between machines, empty if unknown: on a shared file system, locks of one machine may not be visible to others.
std::string machine()
{
    constexpr std::size_t enough{13};
    std::ifstream file{"/proc/sys/kernel/random/boot_id"};
    std::string id{};
    file >> id;
    return id.substr(0, enough);
}

// Locks a file. Its owner holds the lock until the file has its place. The system releases it when the process ends, however it ends.
bool lock(file_descriptor const & file) noexcept
{
    return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
}

// Whether the path still leads to the open file.
bool is_at(std::filesystem::path const & path, file_descriptor const & file) noexcept
{
    struct stat opened
    {};
    struct stat current
    {};
    return ::fstat(file.number(), &opened) == 0 && ::lstat(path.c_str(), &current) == 0
        && opened.st_dev == current.st_dev && opened.st_ino == current.st_ino;
}

// Locks a new file. Returns whether another process takes it for a left one and removes it: it may, as long as there is no lock.
bool is_being_removed(file_descriptor const & file) noexcept
{
    struct stat status
    {};
    bool const is_locked_by_another = !lock(file) && errno == EWOULDBLOCK;
    return is_locked_by_another || (::fstat(file.number(), &status) == 0 && status.st_nlink == 0);
}

// Opens a file for locking. Some file systems lock only files that are open for writing, but a umask may forbid the owner to write.
int open_for_lock(std::filesystem::path const & path) noexcept
{
    constexpr int flags{O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC};
    int const number = ::open(path.c_str(), O_WRONLY | flags);
    return number < 0 && errno == EACCES ? ::open(path.c_str(), O_RDONLY | flags) : number;
}

// Removes the files that processes of this machine have left that were killed. Between opening a file and locking it, its owner may
// have moved it, and another process may have created a file of that name; afterwards, only the holder of the lock may do so.
void remove_stale_files(std::filesystem::path const & folder, std::string const & name_begin)
{
    std::error_code error{};
    auto const end = std::filesystem::directory_iterator{};
    for (auto at = std::filesystem::directory_iterator{folder, error}; !error && at != end; at.increment(error))
    {
        auto const & path = at->path();
        std::string const name = path.filename().native();
        if (!name.starts_with(name_begin) || !name.ends_with(name_end))
            continue;
        file_descriptor const file{open_for_lock(path)};
        if (file.number() >= 0 && lock(file) && is_at(path, file))
            ::unlink(path.c_str());
    }
}

} // namespace

file_descriptor temporary_file::create_for(std::filesystem::path const & target)
{
    std::scoped_lock const lock{mutex_};
    throw_if_abandoned();

    struct stat old
    {};
    bool const exists = ::stat(target.c_str(), &old) == 0;
    target_ = target;

    file_descriptor file = create_in(target.parent_path(), exists ? 0600 : 0666);
    if (file.number() >= 0)
    {
        overwrites_ = exists && (is_mount_point(target) || !take_owner_and_mode(file, old));
        return file;
    }

    int const error = errno;
    bool const is_write_protected = error == EACCES || error == EPERM || error == EROFS;
    if (!exists || !is_write_protected)
        throw output_error{"Cannot create a file next to " + in_quotes(target.native()) + " (" + system_message(error)
                           + "); choose a folder that exists and that you may write to."};

    std::error_code problem{};
    auto const other_folder = std::filesystem::temp_directory_path(problem);
    if (!problem)
        file = create_in(other_folder, 0600);
    if (file.number() < 0)
        throw output_error{"Cannot create a file next to " + in_quotes(target.native()) + " (" + system_message(error)
                           + "), nor in the folder for temporary files; choose a folder that you may write to, or set "
                             "TMPDIR to one."};
    overwrites_ = true;
    return file;
}

// On failure, the descriptor has no number, and errno says why.
file_descriptor temporary_file::create_in(std::filesystem::path const & folder, ::mode_t const mode)
{
    std::string const id = machine();
    std::string const name_begin = ".gpulcs-" + id + '-';
    if (!id.empty())
        remove_stale_files(folder.empty() ? "." : folder, name_begin);

    // Unlike mkstemp(), this respects the umask. The number is random, as processes in containers may have the same process id.
    std::random_device random{};
    while (true)
    {
        auto const number = std::uint64_t{random()} << 32 | random();
        auto path = folder / (name_begin + std::to_string(::getpid()) + "-" + std::to_string(number)).append(name_end);
        file_descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)};
        if (file.number() < 0 && errno != EEXIST)
            return file;
        if (file.number() < 0 || is_being_removed(file))
            continue;
        path_ = std::move(path);
        lock_ = file_descriptor{::fcntl(file.number(), F_DUPFD_CLOEXEC, 0)};
        return file;
    }
}

void temporary_file::replace_target()
{
    std::scoped_lock const lock{mutex_};
    throw_if_abandoned();

    bool const is_done = overwrites_ ? copy_to_target() : std::rename(path_.c_str(), target_.c_str()) == 0;
    if (!is_done)
    {
        std::string const problem = system_message(errno);
        auto const kept = keep();
        bool const is_in_same_folder = kept.parent_path() == target_.parent_path();
        throw output_error{"Cannot replace " + in_quotes(target_.native()) + " (" + problem
                           + "); the complete output is in " + (is_in_same_folder ? "the same folder, in " : "")
                           + in_quotes(is_in_same_folder ? kept.filename().native() : kept.native())
                           + ": move it yourself."};
    }
    if (overwrites_)
        ::unlink(path_.c_str());
    path_.clear();
}

// Gives the file a name under which no other process removes it.
std::filesystem::path temporary_file::keep()
{
    auto const path = std::exchange(path_, {});
    std::filesystem::path kept{};
    // An empty file holds the name: not every file system can rename without replacing.
    for (unsigned attempt = 0;; ++attempt)
    {
        kept = std::filesystem::path{path}.replace_extension((attempt == 0 ? "" : '.' + std::to_string(attempt))
                                                             + ".kept");
        file_descriptor const place{::open(kept.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
        if (place.number() >= 0 || errno != EEXIST)
            break;
    }
    return std::rename(path.c_str(), kept.c_str()) == 0 ? kept : path;
}

void temporary_file::sync_target() const
{
    auto const folder = target_.has_parent_path() ? target_.parent_path() : std::filesystem::path{"."};
    for (std::filesystem::path const & path : {target_, folder})
    {
        file_descriptor const file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
        // Files that may be written, but not read, are left to the system.
        if (file.number() >= 0 && !sync(file))
            throw output_error{"Cannot write " + in_quotes(target_.native()) + " to the disk (" + system_message(errno)
                               + "); check the disk."};
    }
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

std::filesystem::path temporary_file::unfinished() const
{
    std::scoped_lock const lock{mutex_};
    return path_.empty() ? std::filesystem::path{} : target_;
}

void temporary_file::throw_if_abandoned() const
{
    if (abandoned_)
        throw operation_stopped{"The program was stopped before its output was complete."};
}

} // namespace seqan3_gpulcs::app
