// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Rows in the lanes of vectors, on their way along the columns.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/recurrence/lcs_vector.hpp"
#include "src/cpu/strip/matrix_region.hpp"
#include "src/packing/pair_codes.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief A lane is a block behind the one above it: with fewer blocks most lanes would wait most of the time.
inline constexpr std::uint64_t least_lane_blocks{8};

//!\brief With fewer lanes, the carry flag is faster than vectors are.
inline constexpr unsigned least_lanes{4};

//!\brief The codes of the columns of a part as vectors want them: lane l is l blocks behind lane 0.
class column_planes
{
public:
    column_planes(packing::packed_sequence_view const & sequence,
                  packing::pair_codes const & codes,
                  matrix_region const & part,
                  unsigned planes,
                  unsigned lanes);

    //!\brief For the step in which lane 0 is at this block.
    std::uint64_t const * of_step(std::uint64_t const step, unsigned const plane) const noexcept
    {
        return words_.data() + plane * distance_ + (lanes_ - 1 + blocks_ - 1 - step);
    }

    /*!\brief Which columns exist in the blocks that the lanes are at.
     * \returns Whether that is all of them.
     */
    bool find_valid(std::uint64_t step, aligned_words & valid) const noexcept;

private:
    std::uint64_t columns_;
    std::uint64_t blocks_;
    unsigned lanes_;
    std::uint64_t distance_;
    std::vector<std::uint64_t> words_;
};

/*!\brief Some words of rows in each lane, the lanes one below the other.
 *
 * In a step each lane computes a block; lane 0 that with the number of the step, the next one that before. What comes out
 * of the rows of a lane goes into those of the next one in the next step.
 */
class vector_strip
{
public:
    vector_strip() = default;
    vector_strip(vector_strip const &) = delete;
    vector_strip & operator=(vector_strip const &) = delete;

    /*!\brief Begins at the first column.
     * \param sequence  The sequence of the rows.
     * \param codes     The codes of both.
     * \param first_row The first row, a multiple of 64.
     * \param vertical  V at the left border, from the first row on; behind its end there are rows of no use.
     * \param words     The words of each lane.
     * \param planes    The number of planes.
     * \param kernel    What computes it; its lanes must be those of the columns.
     */
    void load(packing::packed_sequence_view const & sequence,
              packing::pair_codes const & codes,
              std::uint64_t first_row,
              std::span<std::uint64_t const> vertical,
              std::size_t words,
              unsigned planes,
              lane_kernel const & kernel);

    /*!\brief Computes a step.
     * \param columns The columns.
     * \param step    The number of the step.
     * \param above   The increments above the block of lane 0; 0 if there is none.
     * \param kept    Where V of all columns goes; null if it is not kept.
     */
    void compute(column_planes const & columns, std::uint64_t step, std::uint64_t above, std::uint64_t * kept);

    //!\brief The increments below the block that a lane has computed.
    std::uint64_t below(unsigned const lane) const noexcept
    {
        return horizontal_.words[lane];
    }

    //!\brief V, in the order of lane_block.
    std::span<std::uint64_t const> vertical() const noexcept
    {
        return {block_.vertical, block_.words * kernel_.lanes};
    }

    //!\brief Copies V of a lane.
    void copy_lane(unsigned lane, std::uint64_t * to) const noexcept;

private:
    lane_kernel kernel_{};
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint8_t> rare_words_{};
    aligned_words horizontal_{};
    aligned_words valid_{};
    lane_block block_{};
};

} // namespace seqan3_gpulcs::cpu
