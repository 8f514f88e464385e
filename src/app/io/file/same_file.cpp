// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/file/same_file.hpp"

#include <unistd.h>

#include <sys/stat.h>

namespace seqan3_gpulcs::app
{

std::string input_path(std::string const & input)
{
    return input == "-" ? "/dev/stdin" : input;
}

bool is_same_file(std::string const & left, std::string const & right) noexcept
{
    struct stat left_status
    {};
    struct stat right_status
    {};
    return ::stat(left.c_str(), &left_status) == 0 && ::stat(right.c_str(), &right_status) == 0
        && left_status.st_dev == right_status.st_dev && left_status.st_ino == right_status.st_ino
        && !S_ISCHR(left_status.st_mode);
}

bool is_same_input(std::string const & left, std::string const & right) noexcept
{
    // A pipe has no offset.
    bool const starts_later = (left == "-" || right == "-") && ::lseek(STDIN_FILENO, 0, SEEK_CUR) > 0;
    return !starts_later && is_same_file(input_path(left), input_path(right));
}

} // namespace seqan3_gpulcs::app
