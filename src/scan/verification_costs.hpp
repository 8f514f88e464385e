// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The costs of the steps of finding primers. They affect the time, never a result.
 */

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "src/cpu/search/anchored_distances.hpp"
#include "src/cpu/search/approximate_search.hpp"
#include "src/cpu/search/suffix_distances.hpp"
#include "src/plan/hardware_costs.hpp"

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

//!\brief The nanoseconds of a thread for each letter of a text of which it makes an index of seeds; measured.
inline constexpr double index_time{20};

//!\brief With so few patterns, an index takes longer than searching them.
inline constexpr std::uint64_t min_seeded_patterns{16};

//!\brief The nanoseconds that a pattern takes beside its search, or beside looking it up.
inline constexpr double pattern_time{4000};

//!\brief A pattern whose seeds may be looked up in an index of a text.
struct seeded_search
{
    std::uint64_t pattern_size{};
    std::uint64_t seed_size{};
    std::uint64_t max_edits{};
    std::uint64_t text_size{};
    std::uint64_t ambiguous{}; //!< The letters of the text that are sets of bases: the pattern is verified at all.
    double search_time{};      //!< The nanoseconds of searching the pattern instead.
};

//!\brief The nanoseconds of comparing a pattern with places where the first letters of seeds occur, and verifying those of whole seeds; measured.
inline double places_time(seeded_search const & search, double const compared, double const verified) noexcept
{
    constexpr double comparison_time{4};
    constexpr double step_time{2.5};
    std::uint64_t const steps = (search.pattern_size + 63) / 64 * (search.pattern_size + 3 * search.max_edits);
    return compared * comparison_time + verified * static_cast<double>(steps) * step_time;
}

//!\brief The nanoseconds of looking up the seeds of a pattern, and of the places where they occur in random letters.
inline double seeded_time(seeded_search const & search) noexcept
{
    constexpr double lookup_time{60};
    // An index of a part knows the places of so many letters.
    constexpr std::uint64_t part_letters{std::uint64_t{1} << 20};
    constexpr std::uint64_t known_letters{10};

    auto const seeds = static_cast<double>(search.max_edits + 1);
    auto const letters = static_cast<double>(search.text_size);
    auto const parts = static_cast<double>(search.text_size / part_letters + 1);
    auto const chance_of = [](std::uint64_t const size)
    {
        return std::exp2(-2 * static_cast<double>(size));
    };
    double const compared = seeds * letters * chance_of(std::min(search.seed_size, known_letters));
    double const verified = seeds * letters * chance_of(search.seed_size) + static_cast<double>(search.ambiguous);
    return pattern_time + parts * seeds * lookup_time + places_time(search, compared, verified);
}

//!\brief If the places of a pattern take longer, as in repeats, it is searched instead.
inline double max_places_time(seeded_search const & search) noexcept
{
    constexpr double times{4};
    return times * (pattern_time + search.search_time);
}

} // namespace seqan3_gpulcs::scan
