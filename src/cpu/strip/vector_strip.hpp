// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Rows in the lanes of vectors, computed along the columns.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/packing/bit_planes.hpp"
#include "src/plan/matrix_region.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief Each lane runs one block after the lane above it: with fewer blocks, most lanes would be idle most of the
//!       time.
inline constexpr std::uint64_t min_vector_blocks{8};

/*!\brief If there are fewer lanes, words of registers are faster than vectors are.
 *
 * On 64-bit ARM, two lanes are worth it for edit distances: see plan::all_metric_costs.
 */
constexpr unsigned min_lanes([[maybe_unused]] plan::metric const metric) noexcept
{
#if defined(__aarch64__)
    return metric == plan::metric::edit ? 2 : 4;
#else
    return 4;
#endif
}

//!\brief The codes of the columns of a part as vectors need them: lane l runs l blocks after lane 0.
class column_planes
{
public:
    //!\brief Splits the columns of a part.
    column_planes(packing::recoded_sequence const & columns,
                  plan::matrix_region const & part,
                  unsigned planes,
                  unsigned lanes);

    //!\brief A plane for the step in which lane 0 is at this block.
    std::uint64_t const * step_words(std::uint64_t const step, unsigned const plane) const noexcept
    {
        return words_.data() + plane * distance_ + (lanes_ - 1 + blocks_ - 1 - step);
    }

    /*!\brief Finds the columns that are computed in the current blocks of the lanes.
     * \param blocks The blocks that are computed.
     * \returns Whether all columns are.
     */
    bool find_valid(plan::interval const & blocks, std::uint64_t step, aligned_words & valid) const noexcept;

    //!\brief The interval of all blocks.
    plan::interval blocks() const noexcept
    {
        return {0, blocks_};
    }

private:
    std::uint64_t columns_;
    std::uint64_t blocks_;
    unsigned lanes_;
    std::uint64_t distance_;
    std::vector<std::uint64_t> words_;
};

/*!\brief A strip with some words of rows in each lane, the lanes one below the other.
 * \tparam recurrence_t The recurrence; vector_strip.cpp has an instance of each.
 *
 * Every lane computes a block in each step: lane 0 the block with the number of the step, each other lane the one before that of the lane
 * above. The carries below the rows of a lane go into those of the next lane in the next step.
 */
template <recurrence recurrence_t>
class vector_strip
{
public:
    //!\brief Has no rows yet. The lanes of the kernel must be those of the columns.
    vector_strip(vector_kernel const & kernel, unsigned const planes) noexcept : kernel_{kernel}, planes_{planes}
    {}

    vector_strip(vector_strip const &) = delete;
    vector_strip & operator=(vector_strip const &) = delete;

    /*!\brief Takes rows, and begins at the first column.
     * \param rows      The sequence of the rows, and its codes.
     * \param first_row The first row, a multiple of 64.
     * \param vertical  The state at the left border, from the first row on; lanes have unused rows past its end.
     * \param words     The words of rows of each lane.
     */
    void load(packing::recoded_sequence const & rows,
              std::uint64_t first_row,
              std::span<std::uint64_t const> vertical,
              std::size_t words);

    /*!\brief Computes a step.
     * \param columns The columns.
     * \param step    The number of the step.
     * \param above   The carries above the block of lane 0; null if there is no such block.
     * \param kept    The place for what is kept of each column; null if nothing is.
     */
    void compute(column_planes const & columns, std::uint64_t step, std::uint64_t const * above, std::uint64_t * kept);

    //!\brief Chooses the blocks that are computed, instead of all of them: steps begin with the number of the first one.
    void choose_blocks(plan::interval const & blocks) noexcept
    {
        blocks_ = blocks;
    }

    //!\brief Copies the carries below the block that a lane has computed.
    void copy_below(unsigned const lane, std::uint64_t * const to) const noexcept
    {
        for (unsigned i = 0; i < recurrence_t::carry_words; ++i)
            to[i] = horizontal_[i].words[lane];
    }

    //!\brief The state, in the order of vector_block.
    std::span<std::uint64_t const> vertical() const noexcept
    {
        return {block_.vertical, block_.words * recurrence_t::state_words * kernel_.lanes};
    }

    //!\brief Copies the state of as many rows as there is room for, from the first one on.
    void copy_state(std::span<std::uint64_t> to) const noexcept;

    //!\brief Copies the state of a lane.
    void copy_lane(unsigned lane, std::uint64_t * to) const noexcept;

private:
    vector_kernel kernel_;
    unsigned planes_;
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint8_t> rare_words_{};
    std::array<aligned_words, recurrence_t::carry_words> horizontal_{};
    aligned_words valid_{};
    std::optional<plan::interval> blocks_{};
    vector_block block_{};
};

} // namespace seqan3_gpulcs::cpu
