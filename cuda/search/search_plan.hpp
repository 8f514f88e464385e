// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Plans of searches for patterns in a text.
 */

#pragma once

#include <cstdint>

#include "cuda/runtime/device_limits.hpp"
#include "cuda/search/search_arguments.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A plan to search some patterns in a part of a text.
struct search_plan
{
    search_kernel_shape shape{}; //!< The kernel.
    unsigned strips{};           //!< The strips of a pattern.
    unsigned groups{};           //!< The groups of patterns.
    unsigned stretches{};        //!< The stretches of the text.
    unsigned stretch_words{};    //!< The words of a stretch.
    unsigned steps{};            //!< The words that a lane reads.
    unsigned class_bits{2};      //!< The bits of a letter of the text.

    //!\brief The words of the match vectors.
    std::uint64_t match_words() const noexcept
    {
        return std::uint64_t{groups} * group_match_words(shape.words * shape.patterns, strips, class_bits);
    }

    //!\brief The words of carries of a block of threads, if there are several strips.
    std::uint64_t block_carries() const noexcept
    {
        return std::uint64_t{search_block_threads} * steps * 2;
    }

    //!\brief The number of tasks: blocks of stretches, for each group.
    std::uint64_t tasks() const noexcept
    {
        return std::uint64_t{groups} * util::ceil_div(stretches, search_block_threads);
    }
};

//!\brief The kernel for patterns of up to this many letters, at least one, in a text whose letters have 2 or 4 bits.
search_kernel_shape plan_search_kernel(std::uint64_t pattern_size, unsigned class_bits = 2) noexcept;

//!\brief A part of a text.
struct searched_part
{
    std::uint64_t letters{}; //!< The number of letters; at least 1.
    unsigned class_bits{2};  //!< The bits of a letter.
};

/*!\brief Plans a launch.
 * \param pattern_size The letters of the longest pattern; at least 1.
 * \param patterns     The number of patterns; at least 1.
 * \param differences  k.
 * \param part         The part of the text.
 * \param blocks       The blocks of threads that run at a time; at least 1. All of them should be busy to the end.
 *
 * Constant time.
 */
search_plan plan_search(std::uint64_t pattern_size,
                        std::uint64_t patterns,
                        std::uint64_t differences,
                        searched_part const & part,
                        std::uint64_t blocks) noexcept;

/*!\brief The number of patterns of a length that keep some multiprocessors busy when searched in the whole text.
 *
 * If there are fewer, the stretches of the lanes are so short that much is computed twice.
 */
std::uint64_t patterns_per_search(std::uint64_t pattern_size,
                                  std::uint64_t differences,
                                  std::uint64_t text_size,
                                  unsigned multiprocessors) noexcept;

/*!\brief The letters of a text in which some patterns are searched at a time: a launch should take a few milliseconds. Long patterns take
 *        longer, because a block of threads should have a stretch for each of them.
 *
 * A multiple of letters_per_text_word.
 */
std::uint64_t
letters_per_launch(std::uint64_t pattern_size, std::uint64_t patterns, plan::device_costs const & device) noexcept;

//!\brief The approximate nanoseconds that a device takes per letter of the text for a pattern of this length.
double search_time(std::uint64_t pattern_size, plan::device_costs const & device) noexcept;

} // namespace seqan3_gpulcs::cuda
