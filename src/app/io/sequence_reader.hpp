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

#include "alphabet.hpp"
#include "input_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A sequence and its name.
struct sequence_record
{
    std::string id{};                    //!< The header up to the first white space.
    std::vector<std::uint8_t> letters{}; //!< Characters of the reader's alphabet.
};

/*!\brief Reads the records of a FASTA or FASTQ file one by one; which of the two it is, the first byte says.
 *
 * Blank lines between records, and white space at the end of a line, are skipped; but white space that is a letter of
 * the alphabet counts. Letters and qualities may go over several lines. Lines may be of any length: memory is
 * needed for the letters of one record and its id, which is at most 1 MiB long; its control bytes become `\x1B` and the
 * like. What follows the id in a header is not kept. Inside of a line of letters or qualities there may be at most 256 KiB
 * of white space in a row.
 */
class sequence_reader
{
public:
    //!\throws input_error if the file cannot be read.
    sequence_reader(std::string const & path, alphabet const & letters);

    /*!\brief Reads the next record into the given one, whose memory is used again.
     * \returns Whether there was one.
     * \throws input_error with the line and the record where the file is not what it should be.
     */
    bool next(sequence_record & record);

private:
    //!\brief A part of a line, without the end of the line. A short line usually is a single piece.
    struct line_piece
    {
        std::span<char const> text{};
        bool begins_line{};
        bool ends_line{true};
        bool follows_skipped_blanks{}; //!< Whether more white space is in front of it than the buffer takes.

        //!\brief Whether this is the beginning of a line whose first byte is the given one.
        bool begins_with(char const byte) const noexcept
        {
            return begins_line && !text.empty() && text.front() == byte;
        }
    };

    bool next_piece();
    bool scan_piece();
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
    bool at_end_{};         //!< Whether the file has nothing behind the buffer.
    bool skipped_blanks_{}; //!< Whether the buffer was full of blanks, which were given up.

    line_piece piece_{};
    bool piece_is_unread_{}; //!< Whether next_piece() hands out the same piece again.
    std::uint64_t line_{};   //!< The number of the line of the piece, from 1.

    char marker_{};         //!< '>' for FASTA, '@' for FASTQ, 0 before the first record.
    std::string last_id_{}; //!< Of the record before.
};

} // namespace seqan3_gpulcs::app
