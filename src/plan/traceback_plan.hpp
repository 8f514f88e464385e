// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which checkpoints a traceback keeps, and which tiles it computes again: decided from lengths and memory alone.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace seqan3_gpulcs::plan
{

//!\brief The rows of a strip without vectors: what a thread keeps in registers while it runs along the columns.
//!       Checkpoints are kept at multiples of it.
inline constexpr std::uint64_t strip_rows{256};

//!\brief The columns that share one word of horizontal increments.
inline constexpr std::uint64_t block_columns{64};

//!\brief The 64-bit words of the widest vectors that the CPU's kernels use.
inline constexpr unsigned max_lanes{8};

//!\brief The distances between the checkpoints of one level of a traceback.
struct checkpoint_grid
{
    std::uint64_t row_spacing{};    //!< A multiple of seqan3_gpulcs::plan::strip_rows.
    std::uint64_t column_spacing{}; //!< A multiple of seqan3_gpulcs::plan::block_columns.

    //!\brief Compares both.
    friend bool operator==(checkpoint_grid const &, checkpoint_grid const &) = default;
};

/*!\brief How a longest common subsequence itself is found.
 *
 * The forward pass keeps the vertical increments of every `column_spacing`-th column and the horizontal increments of
 * every `row_spacing`-th row. The traceback computes only the tiles on its path again, each from the checkpoints at its
 * left and upper border: with K x K tiles about 2/K of the matrix. A tile of at most `tile_bytes` keeps the increments
 * of all its columns; a larger one is divided again, by the next level.
 */
struct subsequence_plan
{
    std::vector<checkpoint_grid> levels{}; //!< Outermost first; empty if the whole matrix is one tile.
    std::uint64_t tile_bytes{};            //!< The memory of the columns that the largest tile keeps.
    std::uint64_t bytes{};                 //!< The maximum that checkpoints and tiles take at a time.
    unsigned threads{1};                   //!< The threads that work on the pair.
    std::size_t prefetched_tiles{};        //!< The tiles that threads compute before the traceback reaches them.

    //!\brief Whether a region of the matrix is small enough to keep all its columns.
    bool is_tile(std::uint64_t rows, std::uint64_t columns) const noexcept;
};

/*!\brief Plans the subsequence of one pair.
 * \param rows         The length of the first sequence.
 * \param columns      The length of the second sequence.
 * \param memory_limit The maximum of `bytes` in the plan.
 * \param threads      The available threads, at least 1.
 * \throws seqan3_gpulcs::memory_limit_too_small, which names the smallest limit that suffices.
 *
 * Logarithmic in the lengths, which must be less than 2^56.
 */
subsequence_plan
plan_subsequence(std::uint64_t rows, std::uint64_t columns, std::uint64_t memory_limit, unsigned threads);

/*!\brief Plans the traceback through a matrix whose checkpoints exist already.
 * \param grid         Where they are.
 * \param rows         The length of the first sequence.
 * \param columns      The length of the second sequence.
 * \param memory_limit The maximum of `bytes` in the plan.
 * \param threads      The available threads, at least 1.
 * \throws seqan3_gpulcs::memory_limit_too_small, which names the smallest limit that suffices.
 *
 * Logarithmic in the spacing of the grid.
 */
subsequence_plan plan_traceback(checkpoint_grid const & grid,
                                std::uint64_t rows,
                                std::uint64_t columns,
                                std::uint64_t memory_limit,
                                unsigned threads);

} // namespace seqan3_gpulcs::plan
