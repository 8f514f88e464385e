// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Cuts text at the ends of lines.
 */

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/line_follower.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Where a block begins.
struct line_position
{
    line_follower lines{};         //!< Has followed the lines before it.
    bool begins_line{true};        //!< Whether the first line begins in this block.
    bool follows_skipped_blanks{}; //!< Whether it follows more white space than a line may contain.
};

//!\brief Consecutive bytes of a file. The memory is reused.
struct text_block
{
    std::vector<char> buffer{}; //!< Where the bytes are.
    std::size_t begin{};
    std::size_t end{};
    bool is_last{};     //!< Whether nothing follows: the file ends,
    bool is_complete{}; //!< and not because it cannot be read any further.
    line_position start{};

    //!\brief Where a part of the file of this size can be stored; sets `begin`.
    std::span<char> make_room(std::size_t size);

    //!\brief The bytes.
    std::string_view text() const noexcept
    {
        return {buffer.data() + begin, end - begin};
    }
};

/*!\brief Moves what follows the last line of each block to the next block, and tells each where in a record it begins.
 *
 * A line that is longer than a block is cut in the middle, but neither in an id nor in white space.
 */
class line_cutter
{
public:
    /*!\brief Begins with some bytes of the file.
     * \param letters The alphabet.
     * \param format  The format of the file.
     * \param first   The bytes before the first block, from the first header on.
     */
    line_cutter(alphabet const & letters, record_format format, std::string_view first);

    //!\brief Cuts the next block of the file.
    void cut(text_block & block);

private:
    std::size_t find_end(std::string_view text);
    void follow(std::string_view lines);

    std::array<bool, 256> blanks_;
    std::string rest_;    //!< The bytes between two blocks.
    line_position next_;  //!< Where the next block begins.
    bool is_valid_{true}; //!< Whether every line so far is.
};

} // namespace seqan3_gpulcs::app
