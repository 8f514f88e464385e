// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Owns a file descriptor.
 */

#pragma once

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace seqan3_gpulcs::app
{

//!\brief Owns a file descriptor and closes it; a negative number means none.
class file_descriptor
{
public:
    explicit file_descriptor(int const number) noexcept : number_{number}
    {}

    file_descriptor(file_descriptor && other) noexcept : number_{std::exchange(other.number_, -1)}
    {}

    file_descriptor & operator=(file_descriptor && other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }

    ~file_descriptor()
    {
        close();
    }

    //!\brief The number, for system calls.
    int number() const noexcept
    {
        return number_;
    }

    //!\brief Closes it now. \returns Whether that succeeded.
    bool close() noexcept
    {
        int const number = std::exchange(number_, -1);
        return number < 0 || ::close(number) == 0;
    }

private:
    int number_;
};

//!\brief Returns when everything is on the disk, if there is one. \returns Whether that succeeded.
inline bool sync(file_descriptor const & file) noexcept
{
    return ::fsync(file.number()) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

} // namespace seqan3_gpulcs::app
