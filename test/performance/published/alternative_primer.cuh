// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The alternative solution for k-difference primers with optimizations 3 and 4, and, where they are chosen, 5 and 6.
 *
 * A block computes the matrix L of a position: L[d, e] is the highest row with e differences on diagonal d of the conventional
 * solution's D, where columns are ahead of rows by d (section 2).
 */

#pragma once

#include <cstddef>

#include "performance/published/primer_block.cuh"
#include "performance/published/primer_methods.hpp"

namespace published
{

//!\brief What a launch of the alternative solution computes.
struct alternative_launch : primer_launch
{
    int target_letters{}; //!< How many letters from a position on are prefetched.
};

//!\brief The letters of the target that are prefetched (section 4.2): c k, rounded up to a multiple of the threads.
constexpr std::uint64_t prefetched_letters(alternative_tuning const & tuning, std::uint64_t const differences) noexcept
{
    return (tuning.factor * differences + tuning.threads - 1) / tuning.threads * tuning.threads;
}

//!\brief The shared memory of a block that prefetches all it can.
constexpr std::size_t
alternative_shared_bytes(std::size_t const threads, std::size_t const letters, std::size_t const differences) noexcept
{
    return (threads + 2 * (threads + 2) + 4 * differences) * sizeof(int) + letters + (letters + threads);
}

//!\brief A block that computes the matrix L of a position, tile by tile.
template <prefetched letters>
class alternative_block
{
public:
    __device__ __forceinline__ alternative_block(alternative_launch const & launch, std::byte * const shared) :
        target_{launch.target + launch.first_position + blockIdx.x},
        background_{launch.background},
        rows_{launch.target_size - launch.first_position - static_cast<int>(blockIdx.x)},
        columns_{launch.background_size},
        differences_{launch.differences},
        thread_{static_cast<int>(threadIdx.x)},
        threads_{static_cast<int>(blockDim.x)},
        target_letters_{launch.target_letters},
        background_letters_{target_letters_ + threads_},
        values_{reinterpret_cast<int *>(shared)},
        before_{values_ + threads_},
        now_{before_ + threads_ + 2},
        left_tile_{now_ + threads_ + 2},
        this_tile_{left_tile_ + 2 * differences_},
        near_target_{reinterpret_cast<char *>(this_tile_ + 2 * differences_)},
        near_background_{near_target_ + target_letters_}
    {}

    //!\brief Returns the letters of the longest prefix with k - 1 differences (figure 2b).
    __device__ __forceinline__ int find_prefix()
    {
        prefetch_first();
        start_left_tile();
        // Figure 6b: parallelograms of as many diagonals as threads. With each difference, they begin a diagonal earlier, because a
        // cell needs one of the next diagonal. The last one has diagonal n - 1 with k - 1 differences.
        for (tile_ = 0; tile_ < columns_ + differences_ - 1; tile_ += threads_)
        {
            compute_tile();
            prefetch_next();
            int * const done = this_tile_;
            this_tile_ = left_tile_;
            left_tile_ = done;
        }
        return block_maximum(longest_, values_);
    }

private:
    // The row before any difference, and on diagonals past the last column: as Landau and Vishkin begin; the paper does not say.
    static constexpr int unreached{-1};

    // The diagonals before the first tile: as many letters of the target without a counterpart as there are differences.
    __device__ __forceinline__ void start_left_tile()
    {
        for (int i = thread_; i < 2 * differences_; i += threads_)
            left_tile_[i] = i / 2;
    }

    // Optimizations 5, once for all tiles, and 6 (section 4.2).
    __device__ __forceinline__ void prefetch_first()
    {
        if constexpr (letters != prefetched::none)
            for (int i = thread_; i < target_letters_ && i < rows_; i += threads_)
                near_target_[i] = target_[i];
        if constexpr (letters == prefetched::both)
            for (int i = thread_; i < background_letters_ && i < columns_; i += threads_)
                near_background_[i] = background_[i];
    }

    // Optimization 6: before each tile, as many letters as threads take the place of those that no tile needs any more.
    __device__ __forceinline__ void prefetch_next()
    {
        if constexpr (letters == prefetched::both)
        {
            int const column = tile_ + background_letters_ + thread_;
            if (column < columns_)
                near_background_[first_letter_ + thread_] = background_[column];
            first_letter_ += threads_;
            if (first_letter_ == background_letters_)
                first_letter_ = 0;
        }
    }

    // Computes a tile column by column, a thread for each of its diagonals (section 4). There are two columns of L (section 3).
    // Before the cells of the threads, they have the last two of the tile to the left.
    __device__ __forceinline__ void compute_tile()
    {
        int row = unreached;
        before_[thread_ + 2] = unreached;
        if (thread_ < 2)
            before_[thread_] = unreached;
        __syncthreads();
        for (int e = 0; e < differences_; ++e)
        {
            int const diagonal = tile_ + thread_ - e;
            row = diagonal < columns_ ? follow_matches(find_start(row), diagonal) : unreached;
            now_[thread_ + 2] = row;
            if (thread_ < 2)
                now_[thread_] = left_tile_[2 * e + thread_];
            // What the next tile needs: O(k), in shared memory (section 4.1).
            if (thread_ >= threads_ - 2)
                this_tile_[2 * e + thread_ - (threads_ - 2)] = row;
            __syncthreads();
            int * const written = now_;
            now_ = before_;
            before_ = written;
        }
        longest_ = row > longest_ ? row : longest_;
    }

    // The row from which matches are followed. The cell of the next diagonal is the thread's own of the column before.
    __device__ __forceinline__ int find_start(int const next_diagonal) const
    {
        int const inserted = before_[thread_];
        int const replaced = before_[thread_ + 1] + 1;
        int const deleted = next_diagonal + 1;
        int row = inserted > replaced ? inserted : replaced;
        row = deleted > row ? deleted : row;
        return row < rows_ ? row : rows_;
    }

    __device__ __forceinline__ int follow_matches(int row, int const diagonal) const
    {
        while (row < rows_ && row + diagonal < columns_ && target_letter(row) == background_letter(row + diagonal))
            ++row;
        return row;
    }

    // Where a letter was not prefetched, global memory is read (section 4.2).
    __device__ __forceinline__ char target_letter(int const row) const
    {
        if constexpr (letters != prefetched::none)
            if (row < target_letters_)
                return near_target_[row];
        return target_[row];
    }

    __device__ __forceinline__ char background_letter(int const column) const
    {
        if constexpr (letters == prefetched::both)
        {
            // Not negative: a cell is at least as many rows down as it has differences.
            int const ahead = column - tile_;
            if (ahead < background_letters_)
            {
                int const letter = first_letter_ + ahead;
                return near_background_[letter < background_letters_ ? letter : letter - background_letters_];
            }
        }
        return background_[column];
    }

    char const * const target_;
    char const * const background_;
    int const rows_;
    int const columns_;
    int const differences_;
    int const thread_;
    int const threads_;
    int const target_letters_;
    int const background_letters_;
    int * const values_;
    int * before_;
    int * now_;
    int * left_tile_; // For each number of differences, the last two cells of the tile to the left.
    int * this_tile_; // The same of this one.
    char * const near_target_;
    char * const near_background_; // A ring.

    int tile_{};         // Its first diagonal without differences, which is also its first column.
    int first_letter_{}; // Where the ring begins.
    int longest_{};
};

//!\brief The alternative solution.
template <prefetched letters>
__global__ void alternative_primers(alternative_launch const launch)
{
    alternative_block<letters> block{launch, seqan3_gpulcs::cuda::shared_memory()};
    int const prefix = block.find_prefix();
    if (threadIdx.x == 0)
        launch.prefixes[blockIdx.x] = prefix;
}

} // namespace published
