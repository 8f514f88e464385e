// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the steps of a traceback.
 */

#pragma once

#include <cstdint>

#include "cuda/runtime/intrinsics.cuh"

namespace seqan3_gpulcs::cuda
{

//!\brief A step from a cell of the matrix to the one before it on the path, two bits; 0 is none.
enum class walk_step : unsigned
{
    up = 1,      //!< A letter of the rows alone.
    left = 2,    //!< A letter of the columns alone.
    diagonal = 3 //!< A letter of both.
};

//!\brief Collects steps until a word is full, the first step lowest. All lanes of a warp do the same, and one of them writes.
class step_writer
{
public:
    //!\brief Writes from `to` on.
    __device__ __forceinline__ step_writer(std::uint64_t * const to, bool const writes) :
        begin_{to},
        next_{to},
        writes_{writes}
    {}

    //!\brief Adds steps up, then steps to the left, then maybe a diagonal one; at most 32 of a kind.
    __device__ __forceinline__ void add(unsigned const ups, unsigned const lefts, bool const has_diagonal)
    {
        if (ups + lefts < steps_per_word)
        {
            std::uint64_t const codes = codes_of(walk_step::up, ups) | codes_of(walk_step::left, lefts) << 2 * ups
                                      | (has_diagonal ? std::uint64_t{3} : 0) << 2 * (ups + lefts);
            append(codes, ups + lefts + has_diagonal);
            return;
        }
        append(codes_of(walk_step::up, ups), ups);
        append(codes_of(walk_step::left, lefts), lefts);
        append(has_diagonal ? 3 : 0, has_diagonal);
    }

    //!\brief Adds any number of equal steps.
    __device__ __forceinline__ void add_run(walk_step const step, unsigned count)
    {
        while (count != 0)
        {
            unsigned const now = count < steps_per_word ? count : steps_per_word;
            append(codes_of(step, now), now);
            count -= now;
        }
    }

    //!\brief Writes the last word, and the number of steps.
    __device__ __forceinline__ void finish(std::uint64_t * const count)
    {
        if (!writes_)
            return;
        if (used_ != 0)
            *next_ = value_;
        *count = static_cast<std::uint64_t>(next_ - begin_) * steps_per_word + used_ / 2;
    }

private:
    static constexpr unsigned steps_per_word{32};

    // At most 32 steps.
    __device__ __forceinline__ static std::uint64_t codes_of(walk_step const step, unsigned const count)
    {
        std::uint64_t const all = static_cast<unsigned>(step) * 0x5555'5555'5555'5555u;
        return count == steps_per_word ? all : all & ((std::uint64_t{1} << 2 * count) - 1);
    }

    __device__ __forceinline__ void append(std::uint64_t const codes, unsigned const count)
    {
        value_ |= codes << used_;
        std::uint64_t const rest = codes >> 1 >> (63 - used_);
        used_ += 2 * count;
        if (used_ < 64)
            return;
        if (writes_)
            *next_ = value_;
        ++next_;
        value_ = rest;
        used_ -= 64;
    }

    std::uint64_t * begin_;
    std::uint64_t * next_;
    std::uint64_t value_{};
    unsigned used_{}; // The bits of the value; less than 64.
    bool writes_;
};

} // namespace seqan3_gpulcs::cuda
