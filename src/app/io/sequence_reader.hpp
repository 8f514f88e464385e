// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads FASTA and FASTQ.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/io/alphabet.hpp"
#include "src/app/io/input_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A sequence and its id.
struct sequence_record
{
    std::string id{};                    //!< The header up to the first white space.
    std::vector<std::uint8_t> letters{}; //!< Characters of the reader's alphabet.
};

/*!\brief Reads the records of a FASTA or FASTQ file one by one; the first byte tells the format.
 *
 * Blank lines between records and white space at the end of lines are skipped, unless the white space is a letter of the
 * alphabet. Letters and qualities may span several lines of any length. An id is the header up to the first white space,
 * at most 1 MiB; control characters in it become `\x1B` and the like, and the rest of the header is skipped. Only the id
 * and the letters of one record are kept in memory. A line of letters or qualities may contain at most 256 KiB of white
 * space in a row.
 */
class sequence_reader
{
public:
    //!\throws input_error if the file cannot be read.
    sequence_reader(std::string const & path, alphabet const & letters);

    /*!\brief Reads the next record into the given one, whose memory is reused.
     * \returns Whether there was one.
     * \throws input_error with the line and the record at which the file is invalid.
     */
    bool next(sequence_record & record);

private:
    //!\brief A part of a line, without the end of the line. A short line usually is a single part.
    struct line_part
    {
        std::span<char const> text{};
        bool begins_line{};
        bool ends_line{true};
        bool follows_skipped_blanks{}; //!< Whether it follows more white space than fits into the buffer.

        //!\brief Whether this part begins a line, with this byte.
        bool begins_with(char const byte) const noexcept
        {
            return begins_line && !text.empty() && text.front() == byte;
        }
    };

    bool next_part();
    bool scan_part();
    void refill();
    std::span<char const> without_trailing_blanks(std::span<char const> text) const noexcept;

    bool find_header();
    void check_marker(char marker);
    void read_header(std::string & id);
    void read_fasta_letters(sequence_record & record);
    void read_fastq_letters(sequence_record & record);
    void skip_line();
    void skip_qualities(sequence_record const & record);
    void append_letters(sequence_record & record);

    [[noreturn]] void fail(std::string const & problem) const;
    [[noreturn]] void fail_in_record(std::string_view id, std::string const & problem) const;

    input_file file_;
    alphabet const & alphabet_;

    std::vector<char> buffer_;
    std::size_t begin_{}; //!< The unread part of the buffer.
    std::size_t end_{};
    bool at_end_{};         //!< Whether the buffer ends with the end of the file.
    bool skipped_blanks_{}; //!< Whether a buffer full of white space was dropped.

    line_part part_{};
    bool part_is_unread_{}; //!< Whether next_part() returns the same part again.
    std::uint64_t line_{};  //!< The number of the current line, from 1.

    char marker_{};         //!< '>' for FASTA, '@' for FASTQ, 0 before the first record.
    std::string last_id_{}; //!< The id of the previous record.
};

} // namespace seqan3_gpulcs::app
