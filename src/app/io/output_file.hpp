// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes files; every error shows.
 */

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "file_descriptor.hpp"
#include "temporary_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Standard output, a pipe, a device, or a regular file that appears when it is complete.
 *
 * What is handed over in one call of write() is never torn apart between two writes of the system, unless the system
 * takes only a part of it.
 */
class output_file
{
public:
    //!\brief Writes to standard output.
    static output_file standard_output();

    /*!\brief Writes to a file.
     * \param path      Where to. A pipe or a device is written directly; so is a descriptor such as /dev/fd/3, from where
     *                  it stands. Of a link, what it leads to is replaced.
     * \param temporary Holds what is written until the file is complete; must live longer than this object.
     * \throws output_error
     */
    static output_file create(std::filesystem::path const & path, temporary_file & temporary);

    //!\throws output_error
    void write(std::string_view text);

    //!\brief Hands everything to the system. \throws output_error
    void flush();

    //!\brief Closes the file and gives it its name. \throws output_error
    void finish();

private:
    output_file(std::string name, file_descriptor file, temporary_file * temporary);

    [[noreturn]] void fail(int error_number) const;

    std::string name_;
    file_descriptor file_;
    temporary_file * temporary_; //!< Null where the output is written directly.
    std::string buffer_{};
};

} // namespace seqan3_gpulcs::app
