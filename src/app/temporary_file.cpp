// SPDX-License-Identifier: BSD-3-Clause

#include "temporary_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <string>

#include <seqan3_gpulcs/exception.hpp>

#include "app_error.hpp"
#include "readable.hpp"

namespace seqan3_gpulcs::app
{

file_descriptor temporary_file::create_beside(std::filesystem::path const & target)
{
    std::scoped_lock const lock{mutex_};
    throw_if_abandoned();

    // Unlike mkstemp(), this leaves the mode to the umask.
    for (unsigned attempt = 0;; ++attempt)
    {
        auto path =
            target.parent_path() / (".gpulcs-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp");
        file_descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
        if (file.number() >= 0)
        {
            path_ = std::move(path);
            target_ = target;
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

    if (std::rename(path_.c_str(), target_.c_str()) != 0)
        throw output_error{"Cannot replace " + in_quotes(target_.native()) + " (" + system_message(errno)
                           + "); choose another name."};
    path_.clear();
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
