// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/search/search_plan.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using util::ceil_div;

// The lanes that keep a multiprocessor busy: four warps per scheduler.
constexpr std::uint64_t lanes_per_multiprocessor{512};

// Longer stretches save nothing.
constexpr std::uint64_t max_stretch_words{256};

// The ratio of a stretch to the overlap that its lane reads past it; with this one, little is computed twice.
constexpr std::uint64_t good_stretch{4};

// The intended time of a launch that has the device for itself.
constexpr double launch_nanoseconds{4e6};

// The words that a lane reads past its stretch: a match of p letters has at most p + k - 1 letters of the text.
constexpr std::uint64_t overlap_words(std::uint64_t const pattern_size, std::uint64_t const differences) noexcept
{
    return ceil_div<std::uint64_t>(pattern_size + differences, letters_per_text_word);
}

constexpr unsigned strip_count(search_kernel_shape const & shape, std::uint64_t const pattern_size) noexcept
{
    return static_cast<unsigned>(ceil_div(pattern_size, std::uint64_t{shape.words} * 32));
}

} // namespace

search_kernel_shape plan_search_kernel(std::uint64_t const pattern_size, unsigned const class_bits) noexcept
{
    std::span<search_kernel_shape const> shapes{search_kernel_shapes};
    if (class_bits != 2)
        shapes = set_search_kernel_shapes;
    return *std::ranges::find_if(shapes,
                                 [pattern_size](search_kernel_shape const & shape)
                                 {
                                     return shape.is_strip || pattern_size <= shape.words * 32;
                                 });
}

search_plan plan_search(std::uint64_t const pattern_size,
                        std::uint64_t const patterns,
                        std::uint64_t const differences,
                        searched_part const & part,
                        std::uint64_t const blocks) noexcept
{
    search_plan plan{.shape = plan_search_kernel(pattern_size, part.class_bits)};
    plan.class_bits = part.class_bits;
    plan.strips = strip_count(plan.shape, pattern_size);
    plan.groups = static_cast<unsigned>(ceil_div<std::uint64_t>(patterns, plan.shape.patterns));

    std::uint64_t const overlap = overlap_words(pattern_size, differences);
    std::uint64_t const words = ceil_div<std::uint64_t>(part.letters, letters_per_text_word);
    std::uint64_t const lanes = std::max<std::uint64_t>(blocks / plan.groups, 1) * search_block_threads;
    std::uint64_t const stretch_words =
        std::clamp(ceil_div(words, lanes), overlap, std::max(overlap, max_stretch_words));
    plan.stretch_words = static_cast<unsigned>(stretch_words);
    plan.stretches = static_cast<unsigned>(ceil_div(words, stretch_words));
    plan.steps = static_cast<unsigned>(stretch_words + overlap);
    return plan;
}

std::uint64_t patterns_per_search(std::uint64_t const pattern_size,
                                  std::uint64_t const differences,
                                  std::uint64_t const text_size,
                                  unsigned const multiprocessors) noexcept
{
    search_kernel_shape const shape = plan_search_kernel(pattern_size);
    std::uint64_t const stretch_words = good_stretch * overlap_words(pattern_size, differences);
    std::uint64_t const stretches = ceil_div(text_size, stretch_words * letters_per_text_word);
    return shape.patterns * ceil_div(multiprocessors * lanes_per_multiprocessor, std::max<std::uint64_t>(stretches, 1));
}

std::uint64_t letters_per_launch(std::uint64_t const pattern_size,
                                 std::uint64_t const patterns,
                                 plan::device_costs const & device) noexcept
{
    double const of_letter = search_time(pattern_size, device) * static_cast<double>(patterns);
    auto const letters = static_cast<std::uint64_t>(std::clamp(launch_nanoseconds / of_letter, 1.0, 1e14));
    return ceil_div(std::max(letters, 2 * pattern_size * search_block_threads), std::uint64_t{letters_per_text_word})
         * letters_per_text_word;
}

double search_time(std::uint64_t const pattern_size, plan::device_costs const & device) noexcept
{
    search_kernel_shape const shape = plan_search_kernel(pattern_size);
    double const instructions = strip_count(shape, pattern_size) * search_instructions(shape) / shape.patterns;
    return 1e9 * instructions / device.lane_instructions_per_second;
}

} // namespace seqan3_gpulcs::cuda
