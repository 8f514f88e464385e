// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds the first record of a file.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/line_follower.hpp"
#include "src/app/io/file/input_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The beginning of a file.
struct file_beginning
{
    std::optional<record_format> format{}; //!< None if the file has no record.
    std::uint64_t blank_lines{};           //!< The number of lines before the first record.
    std::string bytes{};                   //!< The bytes that have been read, from the first record on.
};

/*!\brief Recognises a file of alignments, which others confuse with one of sequences or of pairs.
 * \param start The first bytes of the file, decompressed; seven tell SAM.
 * \returns Its format: SAM with a header, BAM or CRAM; empty if it is something else.
 */
std::string_view alignment_format(std::string_view start) noexcept;

/*!\brief Skips blank lines, and finds the first record of a file.
 * \param file        The file.
 * \param letters     The alphabet.
 * \param buffer_size The maximum number of bytes to read at a time.
 * \throws input_error if the file has another format.
 */
file_beginning find_first_record(input_file & file, alphabet const & letters, std::size_t buffer_size);

} // namespace seqan3_gpulcs::app
