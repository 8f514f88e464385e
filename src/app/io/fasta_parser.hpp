// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Parses FASTA and packs its letters.
 */

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/io/alphabet.hpp"
#include "src/app/io/line_cutter.hpp"
#include "src/app/io/packed_block.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Parses blocks of FASTA, in any order, and packs the letters.
 *
 * Blank lines and white space at the end of lines are skipped, unless the white space is a letter of the alphabet. An id is
 * the header up to the first white space, at most 1 MiB; control characters in it become `\x1B` and the like.
 */
class fasta_parser
{
public:
    //!\param letters The alphabet, which must live longer than this object.
    explicit fasta_parser(alphabet const & letters);

    /*!\brief Parses a block.
     * \param text   The block; the file before it is valid.
     * \param packed An empty block, to which the records are added; its problem is set if the text is not valid.
     */
    void parse(text_block const & text, packed_block & packed);

private:
    void parse_records(text_block const & text, packed_block & packed, block_builder & builder);
    void parse_header(block_builder & builder);
    void parse_letters(block_builder & builder, text_block const * cut_line = nullptr);
    std::string_view next_line() noexcept;
    std::string_view gather_lines(bool is_in_line);
    [[noreturn]] void fail_at_letter();

    alphabet const & alphabet_;
    std::array<bool, 256> blanks_;

    std::string_view rest_{}; // What is left to parse.
    bool rest_begins_line_{}; // Whether a line begins there,
    std::uint64_t line_{};    // and how many began before.
    bool has_header_{};       // Whether the record begins in this block,
    std::string id_{};        // with this id.
    std::string gathered_{};  // The letters of several lines.
    std::vector<std::uint8_t> letters_{};
};

} // namespace seqan3_gpulcs::app
