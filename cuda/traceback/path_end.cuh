// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The best cell of a border, in which an alignment with free ends ends.
 */

#pragma once

#include <cstdint>

#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

//!\brief The cell in which an alignment ends.
struct path_end
{
    unsigned row;      //!< The letters of the rows before it.
    unsigned column;   //!< The letters of the columns before it.
    unsigned distance; //!< Its distance.
};

//!\brief Of the cells of a border that a lane has seen, the one with the smallest distance: the first or the last of several.
class best_cell
{
public:
    //!\brief The largest number of a cell.
    static constexpr unsigned max_index{4095};

    //!\brief Without a cell.
    __device__ __forceinline__ explicit best_cell(bool const prefers_last) : order_{prefers_last ? max_index : 0}
    {}

    //!\brief Adds a cell, given how many cells of the border are before it.
    __device__ __forceinline__ void add(std::int32_t const distance, unsigned const index)
    {
        std::uint32_t const key = static_cast<std::uint32_t>(distance) * (max_index + 1) | (index ^ order_);
        best_ = key < best_ ? key : best_;
    }

    //!\brief The best cell of all lanes.
    __device__ __forceinline__ void join_lanes(unsigned const lane)
    {
#pragma unroll
        for (unsigned distance = warp_threads / 2; distance != 0; distance /= 2)
        {
            std::uint32_t const other = __shfl_sync(whole_warp, best_, static_cast<int>(lane ^ distance));
            best_ = other < best_ ? other : best_;
        }
    }

    //!\brief The best cell of another lane.
    __device__ __forceinline__ best_cell of_lane(unsigned const lane) const
    {
        best_cell other{*this};
        other.best_ = __shfl_sync(whole_warp, best_, static_cast<int>(lane));
        return other;
    }

    __device__ __forceinline__ unsigned distance() const
    {
        return best_ / (max_index + 1);
    }

    __device__ __forceinline__ unsigned index() const
    {
        return (best_ & max_index) ^ order_;
    }

private:
    // The distance above the number of the cell, which is exchanged for its complement where the last one is best.
    std::uint32_t best_{~0u};
    std::uint32_t order_;
};

} // namespace seqan3_gpulcs::cuda
