// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The costs of the steps of finding primers. They affect the time, never a result.
 */

#pragma once

#include <algorithm>
#include <cstdint>

#include "src/cpu/search/anchored_distances.hpp"
#include "src/cpu/search/approximate_search.hpp"
#include "src/cpu/search/suffix_distances.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/scan/edit_automaton.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief A pass of the CPU takes no longer for so many letters of a pattern than for fewer.
inline constexpr std::uint64_t cpu_word_size{16};

//!\brief The nanoseconds of a pass of the CPU per letter of the text, with AVX-512 as all times here.
inline double cpu_pass_time(std::uint64_t const pattern_size) noexcept
{
    cpu::search_shape const shape = cpu::shape_for_pattern(pattern_size);
    return 1e9 * static_cast<double>(shape.bits * shape.words) / plan::describe_host(1, 512).searched_cells_per_second;
}

/*!\brief The maximum number of letters of a pattern that a device searches; the CPU searches longer ones.
 *
 * A lane reads up to four times as much text as such a pattern has, strip by strip, and is stopped only between strips, which take
 * some tenths of a second.
 */
inline constexpr std::uint64_t max_device_pattern{1 << 16};

//!\brief The lanes of a device that go through the text side by side.
inline constexpr std::uint64_t device_lanes{32};

/*!\brief The maximum number of letters of a pattern that a device searches faster than a CPU: longer ones leave fewer stretches of
 *        the text than a warp has lanes. At most max_device_pattern.
 */
constexpr std::uint64_t max_fast_pattern(std::uint64_t const text_size) noexcept
{
    // A stretch has at least the letters of a match, up to twice those of the pattern.
    constexpr std::uint64_t always_fast{4096};
    return std::clamp(text_size / (2 * device_lanes), always_fast, max_device_pattern);
}

//!\brief The nanoseconds of collecting a candidate; measured.
inline constexpr double collection_time{75};

//!\brief The nanoseconds of verifying one candidate alone, with k differences; measured.
constexpr double verification_time(std::uint64_t const differences) noexcept
{
    auto const k = static_cast<double>(differences);
    return 40 + 3 * k * k;
}

//!\brief The nanoseconds of one pass over a text with some suffixes of a pattern; measured with AVX-512.
inline double
suffix_time(std::uint64_t const pattern_size, std::uint64_t const suffixes, std::uint64_t const text_size) noexcept
{
    return 200 + 2.8 * cpu::suffix_distances::steps(pattern_size, suffixes, text_size);
}

//!\brief The nanoseconds of comparing as many texts as there are lanes with a pattern that ends with them; measured with AVX-512.
inline double anchored_time(std::uint64_t const pattern_size, std::uint64_t const differences) noexcept
{
    return 400 + 4.5 * cpu::anchored_distances::steps(pattern_size, differences);
}

/*!\brief Nanoseconds of steps without vectors, beside times that were measured with AVX-512.
 *
 * Where a search takes longer, with other vectors, such steps count less than there.
 */
inline double scalar_time(double const nanoseconds) noexcept
{
    return nanoseconds * plan::this_host(1).vector_share;
}

/*!\brief The nanoseconds of a thread for an index of a text, as scalar_time() counts them.
 *
 * Half of what `site_benchmark` takes on a virtual AMD EPYC (AVX2), where a search takes 1.4 times what is assumed here, and memory is slow.
 */
inline double index_time(std::uint64_t const text_size) noexcept
{
    return scalar_time(10 * static_cast<double>(text_size));
}

//!\brief The nanoseconds that a pattern takes beside its search, or beside looking it up.
inline constexpr double pattern_time{4000};

//!\brief Numbers of the steps of looking up a pattern in an index: what is expected, or was done.
struct lookup_steps
{
    double listed{};   //!< Words that may begin a seed, each time that they are found.
    double words{};    //!< The same, for each part of the text in which they are looked up.
    double compared{}; //!< Places of these words, from which on the letters of the seed are compared.
    double extended{}; //!< Places of the seed, from which on the letters of the pattern are compared.
    double verified{}; //!< Places at which the pattern is verified.
};

//!\brief The maximum number of edits of a pattern that is_extended().
inline constexpr std::uint64_t max_extended_edits{7};

//!\brief Whether a pattern is compared with the letters around a seed, before it is verified: it has few letters and edits.
constexpr bool is_extended(std::uint64_t const pattern_size, std::uint64_t const max_edits) noexcept
{
    return pattern_size <= max_automaton_letters && max_edits <= max_extended_edits;
}

//!\brief The nanoseconds of looking up a pattern, as scalar_time() counts them; half of what the same benchmark takes.
inline double
lookup_time(lookup_steps const & steps, std::uint64_t const pattern_size, std::uint64_t const max_edits) noexcept
{
    constexpr double listing_time{20};
    constexpr double word_time{20};
    constexpr double comparison_time{20};
    constexpr double extension_time{60};
    constexpr double step_time{2.5};
    auto const verification_steps = static_cast<double>((pattern_size + 63) / 64 * (pattern_size + 3 * max_edits));
    return scalar_time(steps.listed * listing_time + steps.words * word_time + steps.compared * comparison_time
                       + (is_extended(pattern_size, max_edits) ? steps.extended * extension_time : 0)
                       + steps.verified * verification_steps * step_time);
}

//!\brief If the places of a pattern take longer than this, as in repeats, it is searched instead.
inline double max_lookup_time(double const search_time) noexcept
{
    constexpr double times{4};
    return times * (pattern_time + search_time);
}

} // namespace seqan3_gpulcs::scan
