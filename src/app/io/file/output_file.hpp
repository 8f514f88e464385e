// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes files, and reports every error.
 */

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "src/app/io/file/file_descriptor.hpp"
#include "src/app/io/file/temporary_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Standard output, a pipe, a device, or a regular file that appears when it is complete.
 *
 * The text of one call of write() is passed to the system in one piece, unless the system accepts only a part of it.
 */
class output_file
{
public:
    //!\brief Writes to standard output.
    static output_file standard_output();

    /*!\brief Writes to a file.
     * \param path      The path. Pipes and devices are written directly, and so are descriptors such as /dev/fd/3, from
     *                  their current position. Links are followed.
     * \param temporary Holds the content until the file is complete; must live longer than this object.
     * \throws output_error
     */
    static output_file create(std::filesystem::path const & path, temporary_file & temporary);

    /*!\brief Writes to the end of a regular file, which is created if there is none.
     * \param path The path. The file keeps its name, whether it is complete or not.
     * \throws output_error
     */
    static output_file append(std::filesystem::path const & path);

    //!\throws output_error
    void write(std::string_view text);

    //!\brief Passes everything to the system. \throws output_error
    void flush();

    /*!\brief Closes the file, and moves it to its path.
     * \param on_disk Whether to return only when it is on the disk.
     * \throws output_error
     */
    void finish(bool on_disk = false);

private:
    output_file(std::string name, file_descriptor file, temporary_file * temporary);

    void pass_on(std::string_view rest);
    [[noreturn]] void fail(int error_number) const;

    std::string name_;
    file_descriptor file_;
    temporary_file * temporary_; //!< Null if the output is written directly.
    std::string buffer_{};
};

} // namespace seqan3_gpulcs::app
