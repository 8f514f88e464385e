// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that finds where patterns are similar to a text.
 *
 * A lane holds the columns of one long pattern or of some short ones in registers, and runs along a stretch of the
 * text. Where a pattern has more rows than that, it does so once for each strip of rows, and keeps the steps between
 * strips in memory.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/intrinsics.cuh"
#include "cuda/search/distance_column.cuh"
#include "cuda/search/search_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Reports the hits of a pattern in a word of the text.
 * \param arguments The arguments of the launch.
 * \param word      The word of the text.
 * \param pattern   The number of the pattern.
 * \param found     A bit for each of its letters, the first one on top.
 */
__device__ inline void report_ends(search_arguments const & arguments,
                                   std::uint64_t const word,
                                   std::uint64_t const pattern,
                                   std::uint32_t found)
{
    std::uint64_t const begin = arguments.text_begin + word * letters_per_text_word;
    if (begin >= arguments.text_end)
        return;
    if (std::uint64_t const remaining = arguments.text_end - begin; remaining < letters_per_text_word)
        found &= ~(~0u >> remaining);

    unsigned long long place = atomicAdd(arguments.count, static_cast<unsigned long long>(__popc(found)));
    for (; found != 0 && place < arguments.max_hits; ++place)
    {
        auto const column = static_cast<unsigned>(__clz(static_cast<int>(found)));
        found &= ~(0x8000'0000u >> column);
        arguments.hits[place] = pattern << end_bits | (begin + column + 1);
    }
}

/*!\brief A lane that runs along a stretch of the text.
 * \tparam words      The words of a pattern.
 * \tparam patterns   The patterns of a group.
 * \tparam is_strip   Whether the words are only a part of the pattern's.
 * \tparam class_bits The bits of a letter of the text: 2 for a class, 4 for a set of classes.
 */
template <unsigned words, unsigned patterns, bool is_strip, unsigned class_bits>
class search_lane
{
public:
    //!\brief The quads of the match vectors of a strip.
    static constexpr unsigned quads{quad_count(words * patterns)};

    //!\brief The bytes of the match vectors of a quad.
    static constexpr unsigned quad_bytes{letter_count(class_bits) * words_per_quad * 4};

    //!\brief The bytes of the match vectors of a strip.
    static constexpr unsigned match_bytes{quads * quad_bytes};

    /*!\brief Starts.
     * \param arguments The arguments of the launch.
     * \param match     The match vectors in shared memory.
     * \param group     The group.
     * \param stretch   The stretch.
     */
    __device__ __forceinline__ search_lane(search_arguments const & arguments,
                                           shared_address const match,
                                           unsigned const group,
                                           unsigned const stretch) :
        arguments_{arguments},
        match_{match},
        group_{group},
        first_word_{std::uint64_t{stretch} * arguments.stretch_words}
    {}

    //!\brief Runs a strip of the patterns along the stretch.
    __device__ __forceinline__ void run(unsigned const strip)
    {
        bool const is_last = !is_strip || strip + 1 == arguments_.strips;
        start_columns(strip);

        std::uint64_t const * const text = arguments_.text + first_word_ * parts;
        std::uint64_t const last_word = arguments_.text_words - 1 - first_word_;
        unsigned const threads = gridDim.x * search_block_threads;
        std::size_t carries = blockIdx.x * search_block_threads + threadIdx.x;
        letters_t next = load(text);
#pragma unroll 1
        for (unsigned step = 0; step < arguments_.steps; ++step)
        {
            letters_t const letters = next;
            next = load(text + (step < last_word ? step + 1 : last_word) * parts);
            if constexpr (is_strip)
            {
                up_ = strip == 0 ? 0 : arguments_.carries[carries];
                down_ = strip == 0 ? 0 : arguments_.carries[carries + threads];
            }
            compute_step(letters);
            if constexpr (is_strip)
            {
                if (!is_last)
                {
                    arguments_.carries[carries] = ups_;
                    arguments_.carries[carries + threads] = downs_;
                }
                carries += 2 * std::size_t{threads};
            }
            if (is_last)
                report(step);
        }
    }

private:
    // A text word, in parts of 64 bits.
    static constexpr unsigned parts{class_bits / 2};
    struct letters_t
    {
        std::uint64_t part[parts];
    };

    // The letters of half a part.
    static constexpr unsigned half_letters{32 / class_bits};

    // The columns that are unrolled; the code should stay in the instruction cache.
    static constexpr unsigned short_unrolled{words * patterns <= 8 ? 16 : words * patterns <= 16 ? 8 : 4};
    static constexpr unsigned unrolled{short_unrolled < half_letters ? short_unrolled : half_letters};

    // The letters of a pattern are in the last rows of all strips; the rows above them are free.
    __device__ __forceinline__ void start_columns(unsigned const strip)
    {
#pragma unroll
        for (unsigned i = 0; i < patterns; ++i)
        {
            std::int32_t const distance = arguments_.distance[group_ * patterns + i];
            auto const rows = static_cast<std::int32_t>((arguments_.strips - strip) * words * 32);
            columns_[i].start(rows - distance - arguments_.differences, distance);
        }
    }

    // The match vectors of a letter; the first quad is loaded already.
    __device__ __forceinline__ static void load_matches(std::uint32_t (&to)[quads * words_per_quad],
                                                        shared_address const from)
    {
#pragma unroll
        for (unsigned quad = 0; quad < quads; ++quad)
            load_shared<words_per_quad>(to + quad * words_per_quad, from + quad * quad_bytes);
    }

    __device__ __forceinline__ static letters_t load(std::uint64_t const * const from)
    {
        letters_t letters;
#pragma unroll
        for (unsigned i = 0; i < parts; ++i)
            letters.part[i] = from[i];
        return letters;
    }

    __device__ __forceinline__ void compute_step(letters_t const & letters)
    {
#pragma unroll 1
        for (unsigned half = 0; half < 2 * parts; ++half)
        {
            std::uint64_t const part = half < 2 ? letters.part[0] : letters.part[parts - 1];
            auto of_half = static_cast<std::uint32_t>(half % 2 == 0 ? part : part >> 32);
#pragma unroll 1
            for (unsigned first = 0; first < half_letters; first += unrolled)
            {
                std::uint32_t codes[8 / class_bits];
                split_codes(of_half, codes);
#pragma unroll
                for (unsigned i = 0; i < unrolled; ++i)
                    compute_column(match_ + (codes[i % (8 / class_bits)] >> (i / (8 / class_bits) * 8) & 0xffu));
                of_half >>= class_bits * unrolled % 32;
            }
        }
    }

    // A code in each byte, shifted to the place where it counts 16 times.
    __device__ __forceinline__ static void split_codes(std::uint32_t const letters, std::uint32_t (&codes)[4])
    {
        codes[0] = letters << 4 & 0x3030'3030u;
        codes[1] = letters << 2 & 0x3030'3030u;
        codes[2] = letters & 0x3030'3030u;
        codes[3] = letters >> 2 & 0x3030'3030u;
    }

    __device__ __forceinline__ static void split_codes(std::uint32_t const letters, std::uint32_t (&codes)[2])
    {
        codes[0] = letters << 4 & 0xf0f0'f0f0u;
        codes[1] = letters & 0xf0f0'f0f0u;
    }

    __device__ __forceinline__ void compute_column(shared_address const match)
    {
        std::uint32_t equal[quads * words_per_quad];
        load_matches(equal, match);
#pragma unroll
        for (unsigned i = 0; i < patterns; ++i)
        {
            std::uint32_t up = is_strip ? up_ : 0;
            std::uint32_t down = is_strip ? down_ : 0;
            columns_[i].step(equal + i * words, up, down);
            // Is it less than k?
            found_[i] = __funnelshift_l(static_cast<std::uint32_t>(columns_[i].distance), found_[i], 1);
            if constexpr (is_strip)
            {
                up_ <<= 1;
                down_ <<= 1;
                ups_ = __funnelshift_l(up, ups_, 1);
                downs_ = __funnelshift_l(down, downs_, 1);
            }
        }
    }

    // The first column of a step is the top bit.
    __device__ __forceinline__ void report(unsigned const step)
    {
#pragma unroll
        for (unsigned i = 0; i < patterns; ++i)
            if (found_[i] != 0)
                report_ends(arguments_, first_word_ + step, group_ * patterns + i, found_[i]);
    }

    search_arguments const & arguments_;
    shared_address const match_;
    unsigned const group_;
    std::uint64_t const first_word_;
    distance_column<words> columns_[patterns];
    std::uint32_t found_[patterns]{};
    // Steps of the rows above and of the last row: the current column in the top bit, the previous one in the bottom
    // bit.
    std::uint32_t up_{};
    std::uint32_t down_{};
    std::uint32_t ups_{};
    std::uint32_t downs_{};
};

/*!\brief The kernel. Launched with any number of blocks.
 *
 * Each block takes some stretches and one group after the other. Where patterns have several strips, it may be asked to stop.
 */
template <unsigned words, unsigned patterns, bool is_strip, unsigned class_bits>
__global__ void __launch_bounds__(search_block_threads, 4)
    search_kernel(__grid_constant__ search_arguments const arguments)
{
    using lane_t = search_lane<words, patterns, is_strip, class_bits>;
    constexpr unsigned match_words = lane_t::match_bytes / 4;

    auto * const match = reinterpret_cast<std::uint32_t *>(shared_memory());
    unsigned const blocks = (arguments.stretches + (search_block_threads - 1)) / search_block_threads;
    std::uint64_t const tasks = std::uint64_t{blocks} * arguments.groups;
    for (std::uint64_t task = blockIdx.x; task < tasks; task += gridDim.x)
    {
        auto const group = static_cast<unsigned>(task / blocks);
        auto const stretch = static_cast<unsigned>(task % blocks) * search_block_threads + threadIdx.x;
        lane_t lane{arguments, address_of(shared_memory()), group, stretch};
        for (unsigned strip = 0; strip < (is_strip ? arguments.strips : 1); ++strip)
        {
            __syncthreads();
            for (unsigned i = threadIdx.x; i < match_words; i += search_block_threads)
                match[i] = arguments.match[(std::size_t{group} * arguments.strips + strip) * match_words + i];
            if constexpr (is_strip)
                if (threadIdx.x == 0)
                    match[match_words] = load_from_host(arguments.stop);
            __syncthreads();
            if constexpr (is_strip)
                if (match[match_words] != 0)
                    return;
            if (stretch < arguments.stretches)
                lane.run(strip);
        }
    }
}

} // namespace seqan3_gpulcs::cuda
