// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pairs whose matrix is one tile.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "cuda/traceback/launch_tracebacks.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The maximum number of columns of a tile: each warp keeps V at all of them. For longer pairs, strips are faster.
inline constexpr std::uint64_t max_tile_columns{2048};

//!\brief The shared memory of a warp that every device has.
inline constexpr std::uint64_t max_match_bytes{48 * 1024};

//!\brief The words of rows that a lane needs for a matrix of one tile, 0 if it is none. Constant time.
constexpr unsigned tile_words(alignment::sequence_pair const & pair) noexcept
{
    if (pair.second.size() > max_tile_columns)
        return 0;
    for (unsigned const words : traceback_words)
        if (pair.first.size() <= std::uint64_t{words} * 32 * warp_threads)
            return traceback_match_bytes(words, pair.second.letters().size()) <= max_match_bytes ? words : 0;
    return 0;
}

} // namespace seqan3_gpulcs::cuda
