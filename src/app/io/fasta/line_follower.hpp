// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Tells what each line of a FASTA or FASTQ file is.
 */

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace seqan3_gpulcs::app
{

//!\brief The format of a file: the first byte of its headers.
enum class record_format : char
{
    fasta = '>',
    fastq = '@'
};

//!\brief The kind of a line.
enum class line_kind : std::uint8_t
{
    blank, //!< A blank line between records of FASTQ.
    header,
    letters,   //!< A line of letters; in FASTA also a blank line.
    separator, //!< A line of FASTQ that begins with '+'.
    qualities,
    invalid
};

/*!\brief Follows the lines of a file, from the first header on, and tells what each of them is.
 *
 * In FASTQ, qualities may begin with any character, and letters and qualities may span several lines: a record ends
 * when it has as many qualities as letters. A line may come in several parts; how it is cut does not matter.
 *
 * An object is small; a copy goes on from the same line.
 */
class line_follower
{
public:
    //!\brief Begins a FASTA file.
    line_follower() = default;

    /*!\brief Begins before the first line.
     * \param format         The format.
     * \param marker_allowed Whether a line of letters may begin like a header of FASTQ.
     */
    line_follower(record_format const format, bool const marker_allowed) noexcept :
        format_{format},
        marker_allowed_{marker_allowed}
    {}

    record_format format() const noexcept
    {
        return format_;
    }

    /*!\brief Takes the next line, or the next part of it.
     * \param text The part, without white space at its end.
     * \param ends Whether the line ends there.
     * \returns The kind of the line. If it is invalid, problem() tells why, and nothing else may follow.
     */
    line_kind next(std::string_view text, bool ends);

    //!\brief Whether there was a part of a line that does not end there.
    bool is_inside_line() const noexcept
    {
        return inside_line_;
    }

    //!\brief Whether this is a header or separator, which may have any amount of white space.
    bool allows_blanks() const noexcept
    {
        return inside_line_ && (line_ == line_kind::header || line_ == line_kind::separator);
    }

    //!\brief Whether a text that comes next begins a header.
    bool begins_header(std::string_view const text) const noexcept
    {
        return !inside_line_ && find_kind(text) == line_kind::header;
    }

    //!\brief Why the last line is invalid: what its record does wrong.
    std::string problem() const;

    //!\brief Why the file must not end here: what the last record does wrong; empty if it may.
    std::string end_problem() const;

private:
    line_kind find_kind(std::string_view text) const noexcept;
    line_kind end_line() noexcept;
    std::string counts(std::uint64_t qualities) const;

    record_format format_{record_format::fasta};
    bool marker_allowed_{};
    bool inside_line_{};
    line_kind line_{};                     // The last line.
    line_kind expected_{line_kind::blank}; // FASTQ: the next line, unless it begins with a marker.
    char first_byte_{};                    // The first byte of the current line of FASTQ.
    std::uint64_t line_size_{};            // The bytes of the current line of FASTQ.
    std::uint64_t letters_{};              // The number of letters in this record.
    std::uint64_t qualities_{};            // The number of qualities in the lines before the current one.
};

} // namespace seqan3_gpulcs::app
