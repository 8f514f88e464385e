// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Parses FASTA and FASTQ, and packs the letters.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/line_cutter.hpp"
#include "src/app/io/fasta/line_follower.hpp"
#include "src/app/io/fasta/packed_block.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Parses blocks of FASTA or FASTQ, in any order, and packs the letters.
 *
 * Blank lines of FASTA, blank lines between records of FASTQ, and white space at the end of lines are skipped, unless the white
 * space is a letter of the alphabet. An id is the header up to the first white space, at most 1 MiB; control characters in it
 * become `\x1B` and the like.
 */
class record_parser
{
public:
    /*!\param letters         The alphabet, which must live longer than this object.
     * \param keeps_qualities Whether blocks get the qualities of FASTQ.
     */
    record_parser(alphabet const & letters, bool keeps_qualities);

    /*!\brief Parses a block.
     * \param text   The block; the file before it is valid.
     * \param packed An empty block, to which the records are added; its problem is set if the text is not valid.
     */
    void parse(text_block const & text, packed_block & packed);

private:
    // The rest of the text, which is not parsed yet.
    struct position
    {
        std::string_view text{};
        bool begins_line{};   // Whether a line begins there.
        std::uint64_t line{}; // The number of lines that begin before.
    };

    void parse_lines(text_block const & text, packed_block & packed, block_builder & builder);
    void check_end();
    std::string_view next_line() noexcept;
    void parse_header(std::string_view line, bool is_whole, block_builder & builder);
    void add_lines();
    void add_letters(std::string_view line);
    void finish_letters(packed_block & packed, block_builder & builder);
    std::span<std::uint8_t const> map_letters();
    [[noreturn]] void fail_at_letter();
    void check_blanks(std::string_view line) const;
    block_problem record_problem(std::string sentence) const;

    alphabet const & alphabet_;
    bool keeps_qualities_;
    std::array<bool, 256> blanks_;
    bool has_blank_letters_; // Whether carriage returns are letters.

    position here_{};
    line_follower lines_{};
    bool has_header_{}; // Whether the record begins in this block.
    std::string id_{};  // Its id, if it does.

    std::string_view letters_{}; // The letters of the record: in the text, or gathered from several lines.
    position letters_begin_{};   // The position where these letters begin.
    std::string gathered_{};
    std::vector<std::uint8_t> mapped_{};
};

} // namespace seqan3_gpulcs::app
