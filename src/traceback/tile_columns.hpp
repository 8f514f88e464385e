// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief All columns of a tile, for its traceback.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/recurrence/kept_columns.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::traceback
{

//!\brief The borders of a tile, or of more rows and columns than it has.
struct tile_borders
{
    std::span<std::uint64_t const> left{}; //!< The state words of the column before it.
    std::span<std::uint64_t const> top{};  //!< The carry words of the row above it.
};

/*!\brief The words that a recurrence keeps of all columns of a tile; for longest common subsequences V, also that of the left border.
 *
 * Tiles with many rows are computed with vectors, if there is memory for the columns that only some lanes have.
 */
class tile_columns
{
public:
    //!\brief Without memory.
    tile_columns() = default;

    //!\brief Allocates memory for one tile at a time.
    explicit tile_columns(std::uint64_t const bytes) :
        size_{bytes / sizeof(std::uint64_t)},
        memory_{std::make_unique_for_overwrite<cpu::aligned_words[]>(size_ / cpu::max_lanes + 1)}
    {}

    //!\brief Whether it has memory.
    explicit operator bool() const noexcept
    {
        return memory_ != nullptr;
    }

    /*!\brief Computes a tile.
     * \tparam recurrence_t The recurrence; tile_columns.cpp has an instance of each.
     * \param pair    The sequences.
     * \param codes   The common codes of the sequences.
     * \param part    The tile; plan::tile_bytes of its size must fit into the memory.
     * \param borders The borders of the tile.
     * \param control Stop.
     *
     * Afterwards vertical() and horizontal() are the other borders, unless they are empty.
     */
    template <cpu::recurrence recurrence_t>
    void compute(alignment::sequence_pair const & pair,
                 packing::pair_codes const & codes,
                 plan::matrix_region const & part,
                 tile_borders const & borders,
                 runtime::task_control & control);

    //!\brief The state words of the last column; empty where vectors computed the tile.
    std::span<std::uint64_t const> vertical() const noexcept
    {
        return vertical_;
    }

    //!\brief The carry words of the last row; empty where vectors computed the tile.
    std::span<std::uint64_t const> horizontal() const noexcept
    {
        return horizontal_;
    }

    //!\brief The columns, until the next tile is computed.
    cpu::kept_columns kept() const noexcept
    {
        return {words(), word_offsets_, distance_, word_distance_};
    }

private:
    std::uint64_t * words() const noexcept
    {
        return memory_[0].words.data();
    }

    template <cpu::recurrence recurrence_t>
    bool compute_vectors(alignment::sequence_pair const & pair,
                         packing::pair_codes const & codes,
                         plan::matrix_region const & part,
                         std::span<std::uint64_t const> left);

    std::uint64_t size_{};
    std::unique_ptr<cpu::aligned_words[]> memory_{};
    std::size_t distance_{};
    std::size_t word_distance_{};
    std::vector<std::size_t> word_offsets_{};
    std::vector<std::uint64_t> vertical_{};
    std::vector<std::uint64_t> horizontal_{};
};

} // namespace seqan3_gpulcs::traceback
