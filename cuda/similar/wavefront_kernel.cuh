// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that compares pairs by their furthest-reaching points, each with a block.
 *
 * Each thread finds points from their neighbours. The points of an indel distance lie on every second diagonal, and those of the next
 * distance on the others: so one array has both. The points of an edit distance lie on all diagonals, and two arrays take turns.
 *
 * A thread compares a word of codes itself; where all letters match, which is so on few diagonals, the lanes of its warp compare the
 * next words together.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/intrinsics.cuh"
#include "cuda/similar/wavefront_arguments.hpp"
#include "src/plan/metric.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief A block that compares pairs.
 * \tparam metric_t   The metric, a seqan3_gpulcs::plan::metric_constant.
 * \tparam bits       The width of a code.
 */
template <typename metric_t, unsigned bits>
class wavefront_block
{
public:
    __device__ __forceinline__ wavefront_block(wavefront_arguments const & arguments, std::byte * const shared) :
        arguments_{arguments},
        shared_{reinterpret_cast<int *>(shared)},
        lane_{static_cast<int>(threadIdx.x % warp_threads)},
        warp_{static_cast<int>(threadIdx.x / warp_threads)},
        warps_{static_cast<int>(blockDim.x / warp_threads)}
    {}

    //!\brief Takes pairs until all have been taken, or the host asks to stop.
    __device__ __forceinline__ void run()
    {
        while (true)
        {
            if (threadIdx.x == 0)
                shared_[0] = static_cast<int>(take_pair());
            // There is another barrier before the next pair is taken.
            __syncthreads();
            auto const index = static_cast<unsigned>(shared_[0]);
            if (index >= arguments_.pair_count)
                return;
            wavefront_value const found = compare(arguments_.pairs[index]);
            if (threadIdx.x == 0)
                arguments_.values[index] = found;
        }
    }

private:
    // The row on a diagonal that nothing has reached.
    static constexpr int unreached{-(1 << 28)};

    // From this distance on, and from this part of the maximum on, it polls whether to give up. The optimism factor says how much more
    // similar than so far a pair may turn out to be.
    static constexpr int min_asked_distance{8};
    static constexpr int asked_part{12};
    static constexpr float optimism{1.1f};
    static constexpr int max_distances_per_poll{256};

    static constexpr int letters_per_word{32 / bits};

    // The distance between neighbouring diagonals of a distance.
    static constexpr int spacing{static_cast<int>(metric_t::spacing)};
    static constexpr int arrays{static_cast<int>(wavefront_arrays(metric_t::spacing))};

    // Returns the number of the next pair; too large if all have been taken.
    __device__ __forceinline__ unsigned take_pair() const
    {
        wavefront_counters & counters = *arguments_.counters;
        unsigned const index = atomicAdd(&counters.next_pair, 1u);
        if (index % arguments_.pairs_per_poll == 0 && load_from_host(&arguments_.signals->stop) != 0)
            store_relaxed(&counters.stop, 1u);
        return load_relaxed(&counters.stop) != 0 ? arguments_.pair_count : index;
    }

    __device__ __forceinline__ wavefront_value compare(wavefront_pair const & pair)
    {
        wavefront_sequence const first = arguments_.sequences[pair.first];
        wavefront_sequence const second = arguments_.sequences[pair.second];
        first_ = reinterpret_cast<std::uint32_t const *>(arguments_.codes + first.at);
        second_ = reinterpret_cast<std::uint32_t const *>(arguments_.codes + second.at);
        rows_ = static_cast<int>(first.size);
        columns_ = static_cast<int>(second.size);
        max_distance_ = static_cast<int>(pair.max_distance);
        // Diagonal k has k more columns than rows.
        end_ = columns_ - rows_;
        int const first_diagonal = -(max_distance_ - end_) / 2 - 1;
        int const size = max_distance_ + 3;
        before_ = shared_ + (1 + max_wavefront_threads / warp_threads) - first_diagonal;
        now_ = before_ + (arrays - 1) * size;
        for (int i = static_cast<int>(threadIdx.x); i < arrays * size; i += static_cast<int>(blockDim.x))
            // One step before the start.
            before_[first_diagonal + i] = first_diagonal + i == -1 ? 0 : unreached;
        __syncthreads();
        return find_end(pair.gives_up != 0);
    }

    __device__ __forceinline__ wavefront_value find_end(bool const gives_up)
    {
        unsigned points = 0;
        int next_poll = max_distance_ / asked_part + 1;
        next_poll = next_poll < min_asked_distance ? min_asked_distance : next_poll;
        next_poll = gives_up ? next_poll : max_distance_ + 1;
        for (int distance = 0;; ++distance, exchange_arrays())
        {
            // The remaining distance must suffice to come to the diagonal of the end.
            int const remaining = max_distance_ - distance;
            int const first = -distance > end_ - remaining ? -distance : end_ - remaining;
            int const last = distance < end_ + remaining ? distance : end_ + remaining;
            int const progress = advance(first, last);
            points += static_cast<unsigned>((last - first) / spacing + 1);
            __syncthreads();
            // The points of the next distance are on the other diagonals, or in the other array.
            if ((distance - end_) % spacing == 0 && first <= end_ && end_ <= last && now_[end_] >= rows_)
                return {static_cast<std::uint32_t>(distance), points};
            if (distance == max_distance_)
                return {wavefront_value::no_distance, points};
            if (distance == next_poll)
            {
                next_poll += distance < max_distances_per_poll ? distance : max_distances_per_poll;
                if (!is_promising(distance, progress))
                    return {wavefront_value::given_up, points};
            }
        }
    }

    __device__ __forceinline__ void exchange_arrays()
    {
        if constexpr (arrays == 2)
        {
            int * const written = now_;
            now_ = before_;
            before_ = written;
        }
    }

    // Finds the points of a distance; returns the largest sum of a row and a column that this thread has seen.
    __device__ __forceinline__ int advance(int const first, int const last)
    {
        int progress = 0;
        constexpr int warp_diagonals = spacing * static_cast<int>(warp_threads);
        for (int begin = first + warp_diagonals * warp_; begin <= last; begin += warp_diagonals * warps_)
        {
            int const diagonal = begin + spacing * lane_;
            bool const is_there = diagonal <= last;
            int row = unreached;
            if (is_there)
                row = find_start(diagonal);
            row = follow_matches(row, diagonal);
            if (!is_there)
                continue;
            now_[diagonal] = row;
            int const sum = 2 * row - excess(row, diagonal) + diagonal;
            progress = sum > progress ? sum : progress;
        }
        return progress;
    }

    // The row where the matches of a point begin.
    __device__ __forceinline__ int find_start(int const diagonal) const
    {
        int const right = before_[diagonal - 1];
        int const down = before_[diagonal + 1] + 1;
        int const row = down > right ? down : right;
        if constexpr (arrays == 1)
            return row;
        else
        {
            int const substitution = before_[diagonal] + 1;
            return substitution > row ? substitution : row;
        }
    }

    // Twice the letters by which a point is past the end.
    __device__ __forceinline__ int excess(int const row, int const diagonal) const
    {
        int const remaining = max_matches(row, diagonal);
        return remaining < 0 ? -2 * remaining : 0;
    }

    // The number of letters from a point on to the end of a sequence.
    __device__ __forceinline__ int max_matches(int const row, int const diagonal) const
    {
        int const remaining_rows = rows_ - row;
        int const remaining_columns = columns_ - diagonal - row;
        return remaining_rows < remaining_columns ? remaining_rows : remaining_columns;
    }

    // 32 bits of codes from a letter on. The word after them must be there.
    __device__ __forceinline__ static std::uint32_t load_codes(std::uint32_t const * const codes, int const letter)
    {
        unsigned const bit = static_cast<unsigned>(letter % letters_per_word) * bits;
        std::uint32_t const * const word = codes + letter / letters_per_word;
        return static_cast<std::uint32_t>((std::uint64_t{word[1]} << 32 | word[0]) >> bit);
    }

    // The number of letters that match from a point on, at most those of a word.
    __device__ __forceinline__ int count_matches(int const row, int const diagonal) const
    {
        int const max_count = row < 0 ? 0 : max_matches(row, diagonal);
        if (max_count <= 0)
            return 0;
        std::uint32_t const different = load_codes(first_, row) ^ load_codes(second_, row + diagonal);
        int const matches =
            different == 0 ? letters_per_word : (__ffs(static_cast<int>(different)) - 1) / static_cast<int>(bits);
        return matches < max_count ? matches : max_count;
    }

    // The row up to which letters match. All lanes of the warp must call it.
    __device__ __forceinline__ int follow_matches(int row, int const diagonal) const
    {
        int const count = count_matches(row, diagonal);
        row += count;
        unsigned remaining = __ballot_sync(whole_warp, count == letters_per_word);
        while (remaining != 0)
        {
            int const source = __ffs(static_cast<int>(remaining)) - 1;
            remaining &= remaining - 1;
            int const reached =
                follow_together(__shfl_sync(whole_warp, row, source), __shfl_sync(whole_warp, diagonal, source));
            row = lane_ == source ? reached : row;
        }
        return row;
    }

    // Follows the matches of one point with the whole warp: each lane compares a word.
    __device__ __forceinline__ int follow_together(int row, int const diagonal) const
    {
        while (true)
        {
            int const count = count_matches(row + lane_ * letters_per_word, diagonal);
            unsigned const ends = __ballot_sync(whole_warp, count != letters_per_word);
            if (ends != 0)
            {
                int const last = __ffs(static_cast<int>(ends)) - 1;
                return row + last * letters_per_word + __shfl_sync(whole_warp, count, last);
            }
            row += static_cast<int>(warp_threads) * letters_per_word;
        }
    }

    // Whether the furthest point, given that of this thread, has nearly come as far as it must if differences are spread evenly.
    __device__ __forceinline__ bool is_promising(int const distance, int progress) const
    {
        for (unsigned delta = warp_threads / 2; delta != 0; delta /= 2)
        {
            int const other = __shfl_down_sync(whole_warp, progress, delta);
            progress = other > progress ? other : progress;
        }
        int * const of_warps = shared_ + 1;
        if (lane_ == 0)
            of_warps[warp_] = progress;
        __syncthreads();
        for (int i = 0; i < warps_; ++i)
            progress = i == 0 || of_warps[i] > progress ? of_warps[i] : progress;
        return optimism * static_cast<float>(progress) * static_cast<float>(max_distance_)
            >= static_cast<float>(distance) * (static_cast<float>(rows_) + static_cast<float>(columns_));
    }

    wavefront_arguments const & arguments_;
    int * const shared_;
    int const lane_;
    int const warp_;
    int const warps_;
    std::uint32_t const * first_{};
    std::uint32_t const * second_{};
    int rows_{};
    int columns_{};
    int end_{}; // The diagonal of the last cell.
    int max_distance_{};
    int * before_{}; // The furthest row on each diagonal, for the distance before.
    int * now_{};    // The furthest row for this distance; the same array if there is one.
};

//!\brief The kernel, for any number of blocks of whole warps.
template <typename metric_t, unsigned bits>
__global__ void __launch_bounds__(max_wavefront_threads)
    wavefront_kernel(__grid_constant__ wavefront_arguments const arguments)
{
    wavefront_block<metric_t, bits>{arguments, shared_memory()}.run();
}

} // namespace seqan3_gpulcs::cuda
