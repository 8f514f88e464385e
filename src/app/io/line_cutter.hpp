// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Cuts text at the ends of lines.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/app/io/alphabet.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What a line that is cut is.
enum class line_kind : std::uint8_t
{
    any,    //!< A whole line; its first byte tells.
    header, //!< The rest of a header.
    letters //!< The rest of a line of letters.
};

//!\brief Consecutive bytes of a FASTA file. The memory is reused.
struct text_block
{
    std::vector<char> buffer{}; //!< Where the bytes are.
    std::size_t begin{};
    std::size_t end{};
    bool is_last{}; //!< Whether the file ends with this block.

    bool begins_line{true};               //!< Whether the first line begins in this block.
    line_kind first_line{line_kind::any}; //!< What the first line is.
    bool follows_skipped_blanks{};        //!< Whether it follows more white space than a line may contain.

    //!\brief Where a part of the file of this size can be stored; sets `begin`.
    std::span<char> make_room(std::size_t size);

    //!\brief The bytes.
    std::string_view text() const noexcept
    {
        return {buffer.data() + begin, end - begin};
    }
};

/*!\brief Moves what follows the last line of each block to the next block.
 *
 * A line that is longer than a block is cut in the middle, but neither in an id nor in white space.
 */
class line_cutter
{
public:
    /*!\brief Begins with some bytes of the file.
     * \param letters The alphabet.
     * \param first   The bytes before the first block.
     */
    line_cutter(alphabet const & letters, std::string_view first);

    //!\brief Cuts the next block of the file.
    void cut(text_block & block);

private:
    std::size_t find_end(text_block & block);

    std::array<bool, 256> blanks_;
    std::string rest_; //!< The bytes between two blocks.
    bool begins_line_{true};
    line_kind first_line_{line_kind::any};
    bool follows_skipped_blanks_{};
};

} // namespace seqan3_gpulcs::app
