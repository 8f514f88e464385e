// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What will be computed where: decided from the lengths and the memory alone, before anything is computed.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::plan
{

//!\brief The number of rows of a strip without vectors: what a thread keeps in registers while it runs along the columns.
//!       Checkpoints are kept at multiples of it.
inline constexpr std::uint64_t strip_rows{256};

//!\brief The number of columns that share one word of horizontal increments.
inline constexpr std::uint64_t block_columns{64};

//!\brief The most pairs that should be computed with one call: enough for all threads to have work.
inline constexpr std::uint64_t batch_pairs{4096};

//!\brief With so many letters a call has enough pairs, too: the runs of all alignments must fit into memory.
inline constexpr std::uint64_t batch_letters{std::uint64_t{1} << 25};

//!\brief The CPU threads that an execution may use: one for each core unless it says otherwise. Constant time.
unsigned threads_at_hand(execution const & execution) noexcept;

/*!\brief How many threads are worth their while for a matrix: each needs a strip, and enough cells. Constant time.
 * \param rows    The number of rows.
 * \param columns The number of columns.
 * \param threads The threads at hand.
 */
unsigned useful_threads(std::uint64_t rows, std::uint64_t columns, unsigned threads) noexcept;

/*!\brief How many threads are worth their while for pairs that are shared out among them. Constant time.
 * \param pairs   The number of pairs.
 * \param cells   The cells of all of them.
 * \param threads The threads at hand.
 */
unsigned useful_threads_for_pairs(std::uint64_t pairs, double cells, unsigned threads) noexcept;

/*!\brief A pair, or many short ones, of so many cells for each thread of the CPU go to a CUDA device, if the CUDA run-time has started already.
 *
 * Measured with an H200: 16,000 letters against as many take it about 0.3 ms, and a thread with AVX-512 as long.
 */
inline constexpr double device_cells{2.5e8};

/*!\brief The same if the subsequence itself is wanted: the way back is the CPU's, and small pairs with all of its threads on
 *        each are slower than one pair a thread.
 */
inline constexpr double device_subsequence_cells{4e9};

//!\brief The same if the run-time must be started first, which takes about 0.2 s.
inline constexpr double device_start_cells{5e10};

/*!\brief Whether a pair, or many short ones, are worth a CUDA device. Constant time.
 * \param cells       The cells of the pair, or of all pairs.
 * \param threads     The threads of the CPU that would compute them otherwise.
 * \param has_started Whether the CUDA run-time has started.
 * \param with_runs   Whether the subsequence itself is wanted.
 */
bool pays_on_device(double cells, unsigned threads, bool has_started, bool with_runs = false) noexcept;

/*!\brief Whether work of another kind is worth a CUDA device. Constant time.
 * \param seconds     What the CPU would take for it.
 * \param has_started Whether the CUDA run-time has started.
 */
bool seconds_pay_on_device(double seconds, bool has_started) noexcept;

/*!\brief How the length of a longest common subsequence is computed.
 *
 * The rows of the matrix belong to one sequence, the columns to the other. Threads share the work by strips of rows.
 */
struct length_plan
{
    bool second_is_rows{}; //!< Whether the rows belong to the second sequence.
    unsigned threads{1};   //!< The threads that work on the pair.
};

/*!\brief Plans the length of one pair. Constant time.
 * \param rows    The length of the first sequence.
 * \param columns The length of the second sequence.
 * \param threads The threads at hand; at least 1.
 */
length_plan plan_length(std::uint64_t rows, std::uint64_t columns, unsigned threads) noexcept;

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
 * every `row_spacing`-th row. The way back computes only the tiles on its path again, each from the checkpoints at its
 * left and upper border: with K x K tiles about 2/K of the matrix. A tile of at most `tile_bytes` keeps the increments
 * of all its columns; a larger one is divided again, by the next level.
 */
struct subsequence_plan
{
    std::vector<checkpoint_grid> levels{}; //!< Outermost first; empty if the whole matrix is one tile.
    std::uint64_t tile_bytes{};            //!< The memory of the columns that the largest tile keeps.
    std::uint64_t bytes{};                 //!< The most that checkpoints and tiles take at a time.
    unsigned threads{1};                   //!< The threads that work on the pair.
    std::size_t tiles_ahead{};             //!< The tiles that threads compute before the way back is there.

    //!\brief Whether a part of the matrix is small enough to keep all its columns.
    bool is_tile(std::uint64_t rows, std::uint64_t columns) const noexcept;
};

/*!\brief Plans the subsequence of one pair.
 * \param rows         The length of the first sequence.
 * \param columns      The length of the second sequence.
 * \param memory_limit What `bytes` of the plan may be.
 * \param threads      The threads at hand; at least 1.
 * \throws seqan3_gpulcs::memory_limit_too_small with the least limit that would do.
 *
 * Logarithmic in the lengths, which must be less than 2^56.
 */
subsequence_plan
plan_subsequence(std::uint64_t rows, std::uint64_t columns, std::uint64_t memory_limit, unsigned threads);

/*!\brief Plans the way back through a matrix whose checkpoints are there already.
 * \param grid         Where they are.
 * \param rows         The length of the first sequence.
 * \param columns      The length of the second sequence.
 * \param memory_limit What `bytes` of the plan may be.
 * \param threads      The threads at hand; at least 1.
 * \throws seqan3_gpulcs::memory_limit_too_small with the least limit that would do.
 *
 * Logarithmic in the spacing of the grid.
 */
subsequence_plan plan_way_back(checkpoint_grid const & grid,
                               std::uint64_t rows,
                               std::uint64_t columns,
                               std::uint64_t memory_limit,
                               unsigned threads);

/*!\brief The least memory limit for which seqan3_gpulcs::plan::plan_subsequence finds a plan: about (m + n) / 2 bytes.
 *
 * Logarithmic in the lengths, which must be less than 2^56.
 */
std::uint64_t least_memory(std::uint64_t rows, std::uint64_t columns) noexcept;

} // namespace seqan3_gpulcs::plan
