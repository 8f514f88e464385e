// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the steps of a traceback.
 */

#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

//!\brief The kind of the last step of a path.
enum class path_step : std::uint8_t
{
    diagonal, //!< A letter of both.
    up,       //!< A letter of the rows alone.
    left      //!< A letter of the columns alone.
};

//!\brief The way of a path through a window: rows of a word, and a column for each lane, the last one first.
struct window_path
{
    unsigned rows; //!< The rows above the path.
    unsigned at;   //!< The lane of its column.
    unsigned end;  //!< One past the last lane that it may leave to the left; for LCS the lane before the window.
};

/*!\brief Collects the steps from a cell to the one before it on the path, and writes them word by word.
 *
 * A step has two bits: 0 goes both ways, two different letters; 1 goes up, a letter of the rows alone; 2 goes left, a letter of the columns
 * alone; 3 goes both ways, a letter of both. The first step is the lowest. All lanes of a warp do the same, and one of them writes.
 */
class step_writer
{
public:
    //!\brief Writes from `to` on.
    __device__ __forceinline__ step_writer(std::uint64_t * const to, bool const writes) :
        begin_{reinterpret_cast<std::uint32_t *>(to)},
        next_{begin_},
        writes_{writes}
    {}

    //!\brief Adds steps up, then steps to the left, and maybe a diagonal step.
    __device__ __forceinline__ void add(unsigned const ups, unsigned const lefts, bool const has_diagonal)
    {
        if (ups + lefts >= steps_per_word - 1)
        {
            add_run(up_steps, ups);
            add_run(left_steps, lefts);
            append(has_diagonal ? 3 : 0, 2 * has_diagonal);
            return;
        }
        // The differences of powers of two are ones from one to the other.
        std::uint32_t const left_begin = 1u << 2 * ups;
        std::uint32_t const left_end = left_begin << 2 * lefts;
        std::uint32_t const end = left_end << 2 * has_diagonal;
        append(((left_begin - 1) & up_steps) | ((end - left_begin) & left_steps) | (has_diagonal ? left_end : 0),
               2 * (ups + lefts + has_diagonal));
    }

    /*!\brief Adds diagonal steps.
     * \param matches Bit i says whether step i goes to equal letters.
     * \param count   The number of steps, at most 32.
     */
    __device__ __forceinline__ void add_diagonals(std::uint32_t const matches, unsigned const count)
    {
        unsigned const first = count < steps_per_word ? count : steps_per_word;
        append(spread(matches, first), 2 * first);
        if (count > steps_per_word)
            append(spread(matches >> steps_per_word, count - steps_per_word), 2 * (count - steps_per_word));
    }

    //!\brief Adds the steps along a border to the first cell: any number of steps up, then to the left.
    __device__ __forceinline__ void add_rest(unsigned const ups, unsigned const lefts)
    {
        add_run(up_steps, ups);
        add_run(left_steps, lefts);
    }

    //!\brief Writes the last word of 64 bits. Returns the number of steps.
    __device__ __forceinline__ std::uint32_t finish()
    {
        auto const words = static_cast<std::uint32_t>(next_ - begin_);
        if (writes_ && used_ != 0)
            *next_ = value_;
        // The upper half.
        if (writes_ && (words + (used_ != 0)) % 2 != 0)
            next_[used_ != 0] = 0;
        return words * steps_per_word + used_ / 2;
    }

private:
    static constexpr unsigned steps_per_word{16};
    static constexpr std::uint32_t up_steps{0x5555'5555};
    static constexpr std::uint32_t left_steps{0xAAAA'AAAA};

    // Each of the lowest bits twice.
    __device__ __forceinline__ static std::uint32_t spread(std::uint32_t bits, unsigned const count)
    {
        bits &= (1u << count) - 1;
        bits = (bits | bits << 8) & 0x00ff'00ff;
        bits = (bits | bits << 4) & 0x0f0f'0f0f;
        bits = (bits | bits << 2) & 0x3333'3333;
        bits = (bits | bits << 1) & 0x5555'5555;
        return bits * 3;
    }

    __device__ __forceinline__ void add_run(std::uint32_t const steps, unsigned count)
    {
#pragma unroll 1
        for (; count >= steps_per_word; count -= steps_per_word)
            append(steps, 32);
        append(steps & ((1u << 2 * count) - 1), 2 * count);
    }

    // Appends steps that take at most a word.
    __device__ __forceinline__ void append(std::uint32_t const steps, unsigned const bits)
    {
        value_ |= steps << used_;
        std::uint32_t const rest = steps >> 1 >> (31 - used_);
        used_ += bits;
        if (used_ < 32)
            return;
        if (writes_)
            *next_ = value_;
        ++next_;
        value_ = rest;
        used_ -= 32;
    }

    std::uint32_t * begin_;
    std::uint32_t * next_;
    std::uint32_t value_{};
    unsigned used_{}; // The bits of the value; less than 32.
    bool writes_;
};

} // namespace seqan3_gpulcs::cuda
