// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The arguments of a kernel that walks back through matrices.
 */

#pragma once

#include <cstdint>

#include "cuda/runtime/architectures.hpp"
#include "cuda/runtime/host_signals.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A pair whose alignment is wanted.
struct walk_pair
{
    std::uint64_t const * row_codes; //!< The packed codes of the rows.
    std::uint64_t const * text;      //!< The packed codes of the columns.
    //!\brief For each code of the rows that of the same letter in the text, or `letters`.
    std::uint8_t const * text_code;
    std::uint32_t const *
        kept_columns;                //!< The state at the columns that were kept, see seqan3_gpulcs::cuda::walk_grid.
    std::uint64_t const * kept_rows; //!< The carries at the rows that were kept.
    std::uint64_t kept_column_words; //!< The words from one kept column to the next one.
    std::uint64_t kept_row_words;    //!< The words from one kept row to the next one.
    std::uint64_t * steps;           //!< Receives the steps.
    std::uint64_t * step_count;      //!< Receives their number.
    std::uint32_t rows;              //!< The number of rows.
    std::uint32_t columns;           //!< The number of columns.
    std::uint16_t letters;           //!< The number of different letters of the text.
    std::uint8_t row_bits;           //!< The width of a code of the rows: 2, 4 or 8.
    std::uint8_t text_bits;          //!< The same of the columns.
};

/*!\brief How matrices are cut into tiles, all those of a launch in the same way.
 *
 * The k-th column that was kept is the one after (k + 1) * column_spacing columns, the k-th row the one after
 * (k + 1) * row_spacing rows; as strip kernels keep them. A matrix of one tile needs neither.
 */
struct walk_grid
{
    unsigned row_spacing{}; //!< The rows of a tile: 1024 for each word that a lane holds.
    unsigned
        column_spacing{}; //!< The columns of a tile, a multiple of 32; for matrices of one tile, at least their columns.
};

//!\brief The columns after which a lane hands its carries to the next one.
inline constexpr unsigned walk_unit_columns{8};

/*!\brief The words of 32 bits in which a warp keeps all columns of a tile.
 * \param words        The words of rows that a lane holds.
 * \param kept_words   Those that are kept for each of them.
 * \param tile_columns The columns.
 *
 * A row of them is what all lanes have at the same time, and each lane is a unit later than the one before. The first of a lane
 * is the one before the first column.
 */
constexpr std::uint64_t
walk_scratch_words(unsigned const words, unsigned const kept_words, std::uint64_t const tile_columns) noexcept
{
    std::uint64_t const units = (tile_columns + walk_unit_columns - 1) / walk_unit_columns;
    return ((units + warp_threads - 1) * walk_unit_columns + 1) * words * kept_words * warp_threads;
}

//!\brief The shared memory in which a warp has match vectors.
constexpr std::uint64_t walk_match_bytes(unsigned const words, std::uint64_t const letters) noexcept
{
    return letters * words * warp_threads * sizeof(std::uint32_t);
}

//!\brief The state shared by the warps of a launch; in device memory, all zeros at first.
struct walk_counters
{
    unsigned next_pair; //!< The pair that is taken next.
    unsigned stop;      //!< Not zero if a warp has seen that the host asks the launch to end early.
};

//!\brief One of this many pairs makes its warp poll the host.
inline constexpr unsigned pairs_per_poll{64};

//!\brief The arguments of a launch.
struct walk_arguments
{
    walk_pair const * pairs;     //!< The pairs; the longest should come first.
    unsigned pair_count;         //!< Their number.
    walk_counters * counters;    //!< See there.
    host_signals * signals;      //!< See there.
    walk_grid grid;              //!< See there.
    std::uint32_t * scratch;     //!< See walk_scratch_words(), for each warp.
    std::uint64_t scratch_words; //!< The words from one warp to the next one.
};

} // namespace seqan3_gpulcs::cuda
