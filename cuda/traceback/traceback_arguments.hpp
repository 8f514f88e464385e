// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The arguments of a kernel that computes tracebacks.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/free_ends.hpp>

#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/host_signals.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief What is found of a pair beside its steps; a word for the copy to the host.
struct alignas(std::uint64_t) traceback_summary
{
    std::uint32_t steps;         //!< The steps; where they are not wanted, the distance.
    std::uint16_t rows_after;    //!< The rows after the end of the path.
    std::uint16_t columns_after; //!< The columns after it.
};

//!\brief A pair whose alignment is wanted.
struct traceback_pair
{
    std::uint64_t const * row_codes; //!< The packed codes of the rows.
    std::uint64_t const * text;      //!< The packed codes of the columns.
    //!\brief The code in the text of each letter of the rows; `letters` if it has none.
    std::uint8_t const * text_code;
    std::uint32_t const *
        kept_columns; //!< The state at the columns that were kept, see seqan3_gpulcs::cuda::traceback_grid.
    std::uint64_t const * kept_rows; //!< The carries at the rows that were kept.
    std::uint64_t kept_column_words; //!< The words from one kept column to the next one.
    std::uint64_t kept_row_words;    //!< The words from one kept row to the next one.
    std::uint64_t * steps;           //!< Receives the steps.
    traceback_summary * summary;     //!< Receives the number of steps and where the path ends.
    std::uint32_t rows;              //!< The number of rows.
    std::uint32_t columns;           //!< The number of columns.
    std::uint16_t letters;           //!< The number of different letters of the text.
    std::uint8_t row_bits;           //!< The width of a code of the rows: 2, 4 or 8.
    std::uint8_t text_bits;          //!< The width of a code of the columns.
};

/*!\brief The cut of matrices into tiles, the same for all matrices of a launch.
 *
 * The k-th column that was kept is the one after (k + 1) * column_spacing columns, the k-th row the one after
 * (k + 1) * row_spacing rows; as strip kernels keep them. A matrix of one tile needs neither.
 */
struct traceback_grid
{
    unsigned row_spacing{}; //!< The rows of a tile: 1024 for each word that a lane holds.
    unsigned
        column_spacing{}; //!< The columns of a tile, a multiple of 32; for matrices of one tile, at least their columns.
};

//!\brief The columns after which a lane hands its carries to the next one.
inline constexpr unsigned traceback_unit_columns{8};

/*!\brief The words of 32 bits in which a warp keeps all columns of a tile.
 * \param words        The words of rows that a lane holds.
 * \param kept_words   The words that are kept for each of these words.
 * \param tile_columns The columns.
 *
 * A row of them is what all lanes have at the same time, and each lane is a unit later than the one before. The first word of a lane is the
 * one before the first column.
 */
constexpr std::uint64_t
traceback_scratch_words(unsigned const words, unsigned const kept_words, std::uint64_t const tile_columns) noexcept
{
    std::uint64_t const units = (tile_columns + traceback_unit_columns - 1) / traceback_unit_columns;
    return ((units + warp_threads - 1) * traceback_unit_columns + 1) * words * kept_words * warp_threads;
}

//!\brief The shared memory in which a warp has match vectors.
constexpr std::uint64_t traceback_match_bytes(unsigned const words, std::uint64_t const letters) noexcept
{
    return letters * words * warp_threads * sizeof(std::uint32_t);
}

//!\brief The state shared by the warps of a launch; in device memory, all zeros at first.
struct traceback_counters
{
    unsigned next_pair; //!< The pair that is taken next.
    unsigned stop;      //!< Not zero if a warp has seen that the host asks the launch to end early.
};

//!\brief One of this many pairs makes its warp poll the host.
inline constexpr unsigned pairs_per_poll{64};

//!\brief The arguments of a launch.
struct traceback_arguments
{
    traceback_pair const * pairs;  //!< The pairs; the longest should come first.
    unsigned pair_count;           //!< The number of pairs.
    traceback_counters * counters; //!< The counters of the launch.
    host_signals * signals;        //!< The signals from the host.
    traceback_grid grid;           //!< The cut of the matrices.
    std::uint32_t * scratch;       //!< See traceback_scratch_words(), for each warp.
    std::uint64_t scratch_words;   //!< The words from one warp to the next one.
    alignment::free_ends ends;     //!< The free ends of edit distances; then each matrix is one tile.
    bool prefers_last_end;         //!< Whether the last one of several ends is chosen.
    bool with_path;                //!< Whether steps are wanted; if not, each matrix is one tile.
};

} // namespace seqan3_gpulcs::cuda
