// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The kernel that runs strips of rows along the columns, each held by a warp.
 *
 * Lane l of a warp has `words` words of V in registers: the rows below those of lane l - 1. It works on units of
 * columns, and is one unit behind lane l - 1, from which it gets the carries of a unit in one word by shuffle. The
 * first lane gets them from the last one of the strip above through global memory. The launch is persistent: a warp takes
 * the next strip as soon as it is done with one. Strips are taken in order, and a strip waits for nothing but the one
 * above it, which runs or is done; so nothing can deadlock, however few warps are resident.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda/recurrence/lcs_step.cuh"
#include "cuda/recurrence/match_vectors.cuh"
#include "cuda/runtime/intrinsics.cuh"
#include "cuda/strip/strip_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The unsigned integer that holds the codes of a unit.
template <unsigned bits>
using codes_t =
    std::conditional_t<(bits > 32), std::uint64_t, std::conditional_t<(bits > 16), std::uint32_t, std::uint16_t>>;

/*!\brief A warp at work on strips.
 * \tparam words        The words of V that a lane holds.
 * \tparam unit_columns The columns after which a lane hands its carries to the next one: 8, 16 or 32.
 * \tparam bits         The width of a code of the text.
 */
template <unsigned words, unsigned unit_columns, unsigned bits>
class strip_warp
{
public:
    static_assert(block_columns % unit_columns == 0 && unit_columns * bits <= 64);
    static_assert((warp_threads - 1) * sizeof(codes_t<unit_columns * bits>) <= text_margin * sizeof(std::uint64_t)
                  && 2 * block_columns * bits <= text_margin * 64);

    __device__ __forceinline__
    strip_warp(strip_matrix const & matrix, strip_launch const & launch, std::byte * const match, unsigned const lane) :
        matrix_{matrix},
        launch_{launch},
        match_{match},
        match_addresses_{first_match_addresses<words>(match, lane)},
        lane_{static_cast<int>(lane)}
    {}

    /*!\brief Runs a strip.
     * \param strip  Its number in the matrix.
     * \param number Its number in the launch.
     * \returns false if the host asked to stop.
     */
    __device__ __forceinline__ bool run(unsigned const strip, unsigned const number)
    {
        number_ = number;
        std::uint64_t const first_of_strip = std::uint64_t{strip} * (words * warp_threads);
        auto const lane = static_cast<unsigned>(lane_);
        build_match_vectors<words>(match_, matrix_.rows, first_of_strip, matrix_.letters, lane);

        std::uint64_t const first_word = first_of_strip + lane * words;
        load_vertical(first_word);
        start_keeping(first_word);
        if (!run_along_columns(strip, first_word))
            return false;
        store_vertical(first_word);
        return true;
    }

private:
    using unit_codes = codes_t<unit_columns * bits>;

    static constexpr int last_lane{static_cast<int>(warp_threads) - 1};
    static constexpr int units_per_block{static_cast<int>(block_columns / unit_columns)};

    // The last lane is done with a block after this unit of a block of the first lane.
    static constexpr int last_unit{(units_per_block - 1 + last_lane) % units_per_block};

    // From this step on, all lanes have a unit; rounded up to whole blocks of lane 0. The last lane hands over block b in the
    // steps from first_whole + b * units_per_block on.
    static constexpr int first_whole{(last_lane + units_per_block - 1) / units_per_block * units_per_block};

    // So many columns are unrolled; the code should stay in the instruction cache.
    static constexpr unsigned unrolled{unit_columns * words <= 256 ? unit_columns : words <= 16 ? 16 : 8};

    // How often, in steps, a warp looks whether it should stop, and says how far it is.
    static constexpr int steps_between_checks{2048};

    static constexpr int never{-1};

    // How often, in turns of a waiting loop.
    static constexpr unsigned turns_between_checks{256};

    __device__ __forceinline__ unit_codes const * text() const
    {
        return static_cast<unit_codes const *>(matrix_.text);
    }

    // Loads the match words of a column of the unit at hand.
    __device__ __forceinline__ void load_column(unit_codes const codes, unsigned const column)
    {
        constexpr unsigned codes_per_word = 32 / bits;
        auto const word = static_cast<std::uint32_t>(codes >> (column / codes_per_word * 32 % (8 * sizeof(codes))));
        load_match_words<words, bits>(match_words_, match_addresses_, word, column % codes_per_word);
    }

    __device__ __forceinline__ void start_unit(unit_codes const codes)
    {
        codes_ = codes;
        load_column(codes, 0);
    }

    __device__ __forceinline__ void load_vertical(std::uint64_t const word)
    {
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
            v_[i] = matrix_.resumes ? matrix_.vertical[word + i] : ~0u;
    }

    __device__ __forceinline__ void store_vertical(std::uint64_t const word)
    {
        unsigned increments = 0;
#pragma unroll
        for (unsigned i = 0; i < words; ++i)
            increments += static_cast<unsigned>(__popc(~v_[i]));
        for (unsigned distance = warp_threads / 2; distance != 0; distance /= 2)
            increments += __shfl_down_sync(whole_warp, increments, distance);
        if (lane_ == 0)
            atomicAdd(matrix_.increments, static_cast<unsigned long long>(increments));

        if (matrix_.vertical)
        {
#pragma unroll
            for (unsigned i = 0; i < words; ++i)
                matrix_.vertical[word + i] = v_[i];
        }
    }

    // Where the first column is kept, and after which step.
    __device__ __forceinline__ void start_keeping(std::uint64_t const first_word)
    {
        kept_checkpoints const & kept = matrix_.kept;
        keep_step_ = never;
        if (!kept.columns)
            return;

        kept_column_ = kept.columns + first_word;
        columns_left_ = kept.column_count;
        if (columns_left_ != 0)
            keep_step_ = static_cast<int>(kept.column_spacing / unit_columns) - 1 + lane_;
    }

    __device__ __forceinline__ void keep_column(int const step)
    {
        if (step != keep_step_)
            return;

#pragma unroll
        for (unsigned i = 0; i < words; ++i)
            kept_column_[i] = v_[i];
        kept_column_ += matrix_.kept.column_words;
        --columns_left_;
        keep_step_ =
            columns_left_ == 0 ? never : keep_step_ + static_cast<int>(matrix_.kept.column_spacing / unit_columns);
    }

    // The buffer with which the strips below so many ones get their carries.
    __device__ __forceinline__ hand_over_word * hand_over_below(unsigned const strips, int const blocks) const
    {
        kept_checkpoints const & kept = matrix_.kept;
        if (kept.columns && strips != 0 && strips != matrix_.strips && strips % kept.strip_spacing == 0)
            return kept.rows + (strips / kept.strip_spacing - 1) * kept.row_blocks;
        return matrix_.hand_over + std::size_t{(strips + 1) % 2} * static_cast<unsigned>(blocks);
    }

    /*!\brief Computes the unit of columns that start_unit() has started.
     * \param carries_in The carries from the rows above, that of the first column highest of all bits.
     * \param valid      Where `masked`: bit 31 - c says whether column c exists; if not it changes nothing.
     * \returns The carries to the rows below, that of the last column lowest.
     *
     * The match words of the next column are always loaded before those at hand are used.
     */
    template <bool masked>
    __device__ __forceinline__ std::uint32_t compute_unit(std::uint32_t carries_in,
                                                          [[maybe_unused]] std::uint32_t valid = ~0u)
    {
        constexpr unsigned at_once = masked && unrolled > 4 ? 4 : unrolled;
        unit_codes codes = codes_;
        std::uint32_t carries_out = 0;
#pragma unroll 1
        for (unsigned first = 0; first < unit_columns; first += at_once)
        {
#pragma unroll
            for (unsigned c = 0; c < at_once; ++c)
            {
                std::uint32_t m[words];
#pragma unroll
                for (unsigned i = 0; i < words; ++i)
                    m[i] = match_words_[i];
                if constexpr (masked)
                {
                    auto const mask = static_cast<std::uint32_t>(static_cast<std::int32_t>(valid << c) >> 31);
#pragma unroll
                    for (unsigned i = 0; i < words; ++i)
                        m[i] &= mask;
                }
                if (c + 1 < at_once || at_once < unit_columns)
                    load_column(codes, c + 1);
                column_step<words>(v_, m, carries_in, carries_out);
            }
            if constexpr (at_once < unit_columns)
                codes = static_cast<unit_codes>(codes >> (at_once * bits));
            if constexpr (masked)
                valid <<= at_once;
        }
        return carries_out;
    }

    // Which columns of a unit exist, for compute_unit.
    __device__ __forceinline__ std::uint32_t valid_columns(int const unit) const
    {
        auto const begin = static_cast<std::int64_t>(unit) * unit_columns;
        auto const left = static_cast<std::int64_t>(matrix_.columns) - begin;
        if (unit < 0 || left <= 0)
            return 0;
        constexpr std::uint32_t whole = ~std::uint32_t{0} << (block_columns - unit_columns);
        return left >= unit_columns ? whole : ~(~std::uint32_t{0} >> left);
    }

    /*!\brief Waits until the strip above has handed over a block, or the host asks to stop.
     *
     * Lane 0 alone asks again, and has the answer. If all lanes asked, the loads of some hundred warps that wait would hold up
     * what they wait for: the launch would take several times as long.
     */
    __device__ __forceinline__ void
    wait_for(hand_over_word & handed_over, hand_over_word const * const address, unsigned const strip)
    {
        auto const waits = [&]()
        {
            return static_cast<unsigned>(handed_over >> 32) != strip;
        };
        // All lanes look first: then the warp stays together where nobody waits.
        if (waits())
        {
            if (lane_ == 0)
            {
                for (unsigned turn = 1; waits() && stop_ == 0; ++turn)
                {
                    if (turn % turns_between_checks == 0)
                        look_for_stop();
                    handed_over = load_relaxed(address);
                }
            }
        }
        __syncwarp();
    }

    /*!\brief The steps of whole blocks of lane 0.
     * \tparam special    Whether some lanes have no unit yet: what they compute is dropped; or some come to a column that is
     *                    kept.
     * \param step        The first step.
     * \param end         The step behind the last one.
     * \param strip       The number of the strip.
     * \param from_above  Where the carries from the strip above come from: the block of the first step.
     * \param to_below    Where those to the strip below go: the block that the last lane has done next.
     * \param first_word  The first word of the lane in `vertical`.
     * \param handed_over The block of the first step, as far as it is known.
     * \param carries     Those of the last units, the latest one lowest.
     */
    template <bool special>
    __device__ __forceinline__ void run_blocks(int step,
                                               int const end,
                                               unsigned const strip,
                                               hand_over_word const * from_above,
                                               hand_over_word * to_below,
                                               std::uint64_t const first_word,
                                               hand_over_word & handed_over,
                                               std::uint32_t & carries)
    {
        hand_over_word const tag_below = std::uint64_t{strip + 1} << 32;

        // What comes next is on its way while a block is computed; before the begin and behind the end there is something
        // that nobody uses.
        unit_codes const * next = text() + (step + 1 - lane_);
        unit_codes coming_codes[units_per_block];
#pragma unroll
        for (int i = 0; i < units_per_block; ++i)
            coming_codes[i] = next[i];

#pragma unroll 1
        for (; step < end; step += units_per_block)
        {
            wait_for(handed_over, from_above, strip);
            auto const carries_above = static_cast<std::uint32_t>(handed_over);

#pragma unroll
            for (int i = 0; i < units_per_block; ++i)
            {
                std::uint32_t carries_in = __shfl_up_sync(whole_warp, carries, 1) << (block_columns - unit_columns);
                if (lane_ == 0)
                    carries_in = carries_above << (static_cast<unsigned>(i) * unit_columns);

                // Not sooner: what was there would have to be moved, which waits for what is to come.
                if (i == 0)
                    handed_over = load_relaxed(++from_above);

                std::uint32_t const unit_carries = compute_unit<false>(carries_in);
                carries = append_unit(carries, unit_carries);
                start_unit(coming_codes[i]);
                coming_codes[i] = next[i + units_per_block];

                if constexpr (special)
                {
                    if (step + i < lane_)
                        load_vertical(first_word);
                    keep_column(step + i);
                }
                if (i == last_unit)
                {
                    if (lane_ == last_lane && (!special || step >= first_whole))
                        store_relaxed(to_below, tag_below | carries);
                    ++to_below;
                }
            }
            next += units_per_block;
        }
    }

    /*!\brief Runs a strip from the first to the last column.
     * \param strip      The number of the strip.
     * \param first_word The first word of the lane in `vertical`.
     * \returns false if the host asked to stop.
     *
     * In a step each lane computes a unit; lane 0 the unit with the number of the step. In most steps all lanes have a
     * whole unit or none yet; then the steps of a block of lane 0 are done at once. At the end, where some lanes have the
     * last unit or no more, steps go one by one and the masked way.
     */
    __device__ __forceinline__ bool run_along_columns(unsigned const strip, std::uint64_t const first_word)
    {
        int const blocks = static_cast<int>((matrix_.columns + block_columns - 1) / block_columns);
        int const units = blocks * units_per_block;
        int const steps = units + last_lane;
        int const end_whole = static_cast<int>(matrix_.columns / block_columns) * units_per_block;

        // Lane 0 is done with a column that is kept at the end of the block of this step, and then the others, one by one.
        int const keeping_steps = static_cast<int>(matrix_.kept.column_spacing / unit_columns);
        int keeping_begin = matrix_.kept.columns ? keeping_steps - units_per_block : never;

        hand_over_word const * const from_above = hand_over_below(strip, blocks);
        hand_over_word * const to_below = hand_over_below(strip + 1, blocks);

        hand_over_word handed_over = load_relaxed(from_above);
        std::uint32_t carries = 0;
        start_unit(text()[-lane_]);

        int checked_at = 0;
        for (int step = 0; step < steps;)
        {
            hand_over_word const * const above = from_above + step / units_per_block;
            if (step < end_whole)
            {
                hand_over_word * const below = to_below + (step - first_whole) / units_per_block;
                bool const is_special = step < first_whole || step == keeping_begin;
                int end = step < first_whole ? first_whole : keeping_begin + units_per_block + first_whole;
                if (is_special)
                {
                    end = end < end_whole ? end : end_whole;
                    run_blocks<true>(step, end, strip, above, below, first_word, handed_over, carries);
                    if (step == keeping_begin)
                        keeping_begin += keeping_steps;
                }
                else
                {
                    end = step + steps_between_checks < end_whole ? step + steps_between_checks : end_whole;
                    end = step < keeping_begin && keeping_begin < end ? keeping_begin : end;
                    run_blocks<false>(step, end, strip, above, below, first_word, handed_over, carries);
                }
                step = end;
            }
            else
            {
                int const unit_in_block = step % units_per_block;
                std::uint32_t carries_in = __shfl_up_sync(whole_warp, carries, 1) << (block_columns - unit_columns);
                if (step < units)
                {
                    if (unit_in_block == 0)
                        wait_for(handed_over, above, strip);
                    if (lane_ == 0)
                        carries_in = static_cast<std::uint32_t>(handed_over)
                                  << (static_cast<unsigned>(unit_in_block) * unit_columns);
                    if (unit_in_block == units_per_block - 1)
                        handed_over = load_relaxed(above + 1);
                }

                int const unit = step - lane_;
                unit_codes const next_codes = text()[unit + 1 < units ? unit + 1 : units - 1];
                std::uint32_t const valid = valid_columns(unit);
                std::uint32_t const unit_carries = compute_unit<true>(carries_in & valid, valid);
                carries = append_unit(carries, unit_carries);
                start_unit(next_codes);

                keep_column(step);
                if (lane_ == last_lane && unit_in_block == last_unit && unit >= 0)
                    store_relaxed(to_below + unit / units_per_block, (std::uint64_t{strip + 1} << 32) | carries);
                ++step;
            }

            if (step - checked_at >= steps_between_checks || step == steps)
            {
                if (lane_ == 0)
                {
                    look_for_stop();
                    report_steps(static_cast<unsigned>(step - checked_at));
                }
                if (__shfl_sync(whole_warp, stop_, 0) != 0)
                    return false;
                checked_at = step;
            }
        }
        return true;
    }

    // Some warps ask the host, and tell the others. With one matrix, one of their strips always runs; with several, the last warps
    // may have to come to the end of theirs.
    __device__ __forceinline__ void look_for_stop()
    {
        stop_ |= load_relaxed(&launch_.counters->stop);
        if ((launch_.strips - 1 - number_) % launch_.strips_of_messenger == 0
            && load_from_host(&launch_.box->stop) != 0)
        {
            stop_ = 1;
            store_relaxed(&launch_.counters->stop, 1u);
        }
    }

    // The host sees the sum; what two warps store in the wrong order, the next one mends.
    __device__ __forceinline__ void report_steps(unsigned const steps) const
    {
        unsigned long long const before = atomicAdd(&launch_.counters->steps, static_cast<unsigned long long>(steps));
        store_to_host(&launch_.box->steps_done, before + steps);
    }

    __device__ __forceinline__ static std::uint32_t append_unit(std::uint32_t const carries, std::uint32_t const unit)
    {
        return units_per_block == 1 ? unit : carries << (unit_columns % block_columns) | unit;
    }

    strip_matrix const & matrix_;
    strip_launch const & launch_;
    std::byte * const match_;
    match_addresses const match_addresses_;
    int const lane_;
    unsigned number_{}; // Of the strip in the launch.
    unsigned stop_{};   // Whether the host was seen to ask for it, by lane 0.
    int keep_step_{never};
    unsigned columns_left_{};
    std::uint32_t * kept_column_{};
    std::uint32_t v_[words];
    std::uint32_t match_words_[words];
    unit_codes codes_{};
};

//!\brief Takes the next strip of a launch. All lanes of the warp must call.
__device__ __forceinline__ unsigned take_strip(strip_launch const & launch, unsigned const lane)
{
    unsigned number = 0;
    if (lane == 0)
        number = atomicAdd(&launch.counters->next_strip, 1u);
    return __shfl_sync(whole_warp, number, 0);
}

/*!\brief The kernel for one matrix; shared memory holds the match vectors of each warp of the block.
 *
 * Launched with as many warps as there are strips at most, in blocks of up to four, one for each multiprocessor. The bounds
 * say that a thread may have 128 registers; a compiler that is not told would spare some and spill others.
 */
template <unsigned words, unsigned unit_columns, unsigned bits>
__global__ void __launch_bounds__(128, 4) strip_kernel(__grid_constant__ strip_arguments const arguments)
{
    unsigned const warp = threadIdx.x / warp_threads;
    unsigned const lane = threadIdx.x % warp_threads;
    std::byte * const match = shared_memory() + warp * (arguments.matrix.letters * match_row_bytes<words>);
    strip_warp<words, unit_columns, bits> at_work{arguments.matrix, arguments.launch, match, lane};
    for (;;)
    {
        unsigned const strip = take_strip(arguments.launch, lane);
        if (strip >= arguments.launch.strips || !at_work.run(strip, strip))
            return;
    }
}

//!\brief The same for several matrices.
template <unsigned words, unsigned unit_columns, unsigned bits>
__global__ void __launch_bounds__(128, 4) strip_batch_kernel(__grid_constant__ strip_batch_arguments const arguments)
{
    unsigned const warp = threadIdx.x / warp_threads;
    unsigned const lane = threadIdx.x % warp_threads;
    std::byte * const match = shared_memory() + warp * (arguments.most_letters * match_row_bytes<words>);
    for (;;)
    {
        unsigned const number = take_strip(arguments.launch, lane);
        if (number >= arguments.launch.strips)
            return;

        auto const [matrix, strip] = arguments.strips[number];
        strip_warp<words, unit_columns, bits> at_work{arguments.matrices[matrix], arguments.launch, match, lane};
        if (!at_work.run(strip, number))
            return;
    }
}

} // namespace seqan3_gpulcs::cuda
