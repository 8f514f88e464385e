// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The choice of checkpoints and of the tiles that a traceback computes again: decided from lengths and memory alone.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"

namespace seqan3_gpulcs::plan
{

//!\brief The rows of a strip without vectors: what a thread keeps in registers while it runs along the columns.
//!       Checkpoints are kept at multiples of it.
inline constexpr std::uint64_t strip_rows{256};

//!\brief The columns that share one word of horizontal increments.
inline constexpr std::uint64_t cpu_block_columns{64};

//!\brief The 64-bit words of the widest vectors that the CPU's kernels use.
inline constexpr unsigned max_lanes{8};

//!\brief The distances between the checkpoints of one level of a traceback.
struct checkpoint_grid
{
    std::uint64_t row_spacing{};    //!< A multiple of seqan3_gpulcs::plan::strip_rows.
    std::uint64_t column_spacing{}; //!< A multiple of seqan3_gpulcs::plan::cpu_block_columns.

    //!\brief Compares both.
    friend bool operator==(checkpoint_grid const &, checkpoint_grid const &) = default;
};

/*!\brief The plan of an alignment.
 *
 * The forward pass keeps the vertical differences of every `column_spacing`-th column and the horizontal differences of
 * every `row_spacing`-th row. The traceback computes only the tiles on its path again, each from the checkpoints at its
 * left and upper border: with K x K tiles about 2/K of the matrix. A tile of at most `tile_bytes` keeps
 * all its columns; a larger one is divided again, by the next level.
 */
struct subsequence_plan
{
    std::vector<checkpoint_grid> levels{}; //!< Outermost first; empty if the whole matrix is one tile.
    std::uint64_t tile_bytes{};            //!< The memory of the columns that the largest tile keeps.
    std::uint64_t bytes{};                 //!< The maximum that checkpoints and tiles take at a time.
    unsigned threads{1};                   //!< The threads that work on the pair.
    std::size_t prefetched_tiles{};        //!< The tiles that threads compute before the traceback reaches them.
    unsigned words{1};                     //!< The words that are kept for 64 rows of a column: see plan::kept_words.

    //!\brief Whether a region of the matrix is small enough to keep all its columns.
    bool is_tile(std::uint64_t rows, std::uint64_t columns) const noexcept;
};

/*!\brief Plans the alignment of one pair.
 * \param wanted       The metric and the wanted alignment.
 * \param size         The lengths of both sequences, less than 2^56.
 * \param memory_limit The maximum of `bytes` in the plan.
 * \param threads      The available threads, at least 1.
 * \throws seqan3_gpulcs::memory_limit_too_small, which names the smallest limit that suffices.
 *
 * Logarithmic in the lengths.
 */
subsequence_plan
plan_alignment(comparison const & wanted, matrix_cell const & size, std::uint64_t memory_limit, unsigned threads);

//!\brief The smallest memory limit with which an alignment can be found. It never decreases as a sequence grows.
std::uint64_t min_memory(comparison const & wanted, matrix_cell const & size) noexcept;

/*!\brief Throws if a memory limit is too small for an alignment.
 * \throws seqan3_gpulcs::memory_limit_too_small; the message names the smallest sufficient limit.
 *
 * The parameters of plan_alignment().
 */
void check_memory_limit(comparison const & wanted, matrix_cell const & size, std::uint64_t memory_limit);

/*!\brief Plans the traceback of an alignment through a matrix whose checkpoints exist already.
 * \param grid         The distances of the checkpoints.
 *
 * The other parameters are those of plan_alignment().
 */
subsequence_plan plan_traceback(comparison const & wanted,
                                checkpoint_grid const & grid,
                                matrix_cell const & size,
                                std::uint64_t memory_limit,
                                unsigned threads);

} // namespace seqan3_gpulcs::plan
