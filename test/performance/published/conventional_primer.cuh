// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The conventional solution for k-difference primers with optimizations 1, 3, 4 and 5.
 *
 * A block computes the matrix D of a position: D[i, j] is the smallest number of differences between the first i letters from
 * the position on and any substring of the background that ends with letter j (section 2).
 */

#pragma once

#include <cstddef>

#include "performance/published/primer_block.cuh"

namespace published
{

//!\brief What a launch of the conventional solution computes.
struct conventional_launch : primer_launch
{
    int * last_rows{}; //!< For each block a row of its matrix, of as many cells as the background has letters.
};

//!\brief The shared memory of a block.
constexpr std::size_t conventional_shared_bytes(unsigned const threads) noexcept
{
    return threads * (4 * sizeof(int) + sizeof(char));
}

//!\brief A block that computes the matrix D of a position, tile by tile.
class conventional_block
{
public:
    __device__ __forceinline__ conventional_block(conventional_launch const & launch, std::byte * const shared) :
        target_{launch.target + launch.first_position + blockIdx.x},
        background_{launch.background},
        last_row_{launch.last_rows + std::size_t{blockIdx.x} * static_cast<std::size_t>(launch.background_size)},
        rows_{launch.target_size - launch.first_position - static_cast<int>(blockIdx.x)},
        columns_{launch.background_size},
        wanted_{launch.differences - 1},
        thread_{static_cast<int>(threadIdx.x)},
        threads_{static_cast<int>(blockDim.x)},
        values_{reinterpret_cast<int *>(shared)},
        before_{values_ + threads_},
        now_{before_ + threads_},
        above_{now_ + threads_},
        letters_{reinterpret_cast<char *>(above_ + threads_)}
    {}

    //!\brief Returns the letters of the longest prefix with k - 1 differences (figure 2a).
    __device__ __forceinline__ int find_prefix()
    {
        // Figure 6a: tiles of as many rows as threads, and of all columns.
        for (int tile = 0; tile < rows_; tile += threads_)
        {
            // Optimization 5: exactly the letters of the tile's rows.
            if (tile + thread_ < rows_)
                letters_[thread_] = target_[tile + thread_];
            __syncthreads();
            compute_tile(tile);
            // Optimization 1, as section 4.1 applies it: no row further down has fewer differences than the last one of a tile.
            if (thread_ == threads_ - 1)
                values_[0] = smallest_;
            __syncthreads();
            if (values_[0] > wanted_)
                break;
        }
        __syncthreads();
        return block_maximum(longest_, values_);
    }

private:
    // Computes a tile antidiagonal by antidiagonal, a thread for each of its rows (section 4).
    __device__ __forceinline__ void compute_tile(int const tile)
    {
        row_ = tile + thread_ + 1;
        is_row_ = row_ <= rows_;
        letter_ = is_row_ ? letters_[thread_] : '\0';
        // D[i, 0] = i: no letter of the background.
        left_ = row_;
        corner_ = row_ - 1;
        smallest_ = row_;
        if (is_row_ && row_ == wanted_)
            longest_ = row_;

        int const steps = columns_ + threads_ - 1;
        for (int first = 0; first < steps; first += threads_)
        {
            // How the row above the tile is read, the paper leaves open. Here, all threads read a part of it at once.
            if (first + thread_ < columns_)
                above_[thread_] = tile == 0 ? 0 : last_row_[first + thread_];
            __syncthreads();
            int const end = steps < first + threads_ ? steps : first + threads_;
            for (int step = first; step < end; ++step)
            {
                compute_cell(step - thread_, thread_ == 0 ? above_[step - first] : before_[thread_ - 1]);
                __syncthreads();
                int * const written = now_;
                now_ = before_;
                before_ = written;
            }
        }
    }

    __device__ __forceinline__ void compute_cell(int const column, int const up)
    {
        if (!is_row_ || column < 0 || column >= columns_)
            return;
        int const replaced = corner_ + (letter_ == background_[column] ? 0 : 1);
        int const gap = (left_ < up ? left_ : up) + 1;
        left_ = replaced < gap ? replaced : gap;
        corner_ = up;
        now_[thread_] = left_;
        if (left_ == wanted_)
            longest_ = row_;
        if (thread_ == threads_ - 1)
        {
            // What the next tile needs: O(n), in global memory (section 4.1).
            last_row_[column] = left_;
            smallest_ = left_ < smallest_ ? left_ : smallest_;
        }
    }

    char const * const target_;
    char const * const background_;
    int * const last_row_;
    int const rows_;
    int const columns_;
    int const wanted_; // k - 1.
    int const thread_;
    int const threads_;
    int * const values_;
    // Of the three antidiagonals of section 3, a thread needs the cell of its neighbour, in before_; its own it has in registers.
    int * before_;
    int * now_;
    int * const above_; // A part of the last row of the tile above.
    char * const letters_;

    int row_{};
    bool is_row_{};
    char letter_{};
    int left_{};
    int corner_{}; // The cell above the one to the left.
    int smallest_{};
    int longest_{};
};

//!\brief The conventional solution.
__global__ void conventional_primers(conventional_launch const launch)
{
    conventional_block block{launch, seqan3_gpulcs::cuda::shared_memory()};
    int const prefix = block.find_prefix();
    if (threadIdx.x == 0)
        launch.prefixes[blockIdx.x] = prefix;
}

} // namespace published
