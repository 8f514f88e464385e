// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/pattern_seeds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "src/scan/text_index.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// So many bits of information a seed needs more for each edit: about as many words are similar to it.
constexpr double bits_of_edit{6.5};

// The information of a letter depends on its classes. A letter that matches no class counts like one that matches a single class.
constexpr std::array<double, 16> bits_of_classes = []()
{
    constexpr double of_three{0.41503749927884376}; // 2 - log2(3)
    constexpr double by_count[]{2, 2, 1, of_three, 0};
    std::array<double, 16> bits{};
    for (unsigned classes = 0; classes < bits.size(); ++classes)
        bits[classes] = by_count[std::popcount(classes)];
    return bits;
}();

double bits_of(std::uint8_t const classes) noexcept
{
    return bits_of_classes[classes % bits_of_classes.size()];
}

/* How often some letters of a seed are found with so many edits. estimate_chance() counts words twice that two edits make, and those in
 * which an edit changes nothing: of the words of 5 to 12 letters with one or two edits, there are 0.5 to 0.75 times as many.
 */
double chance_of_words(std::span<std::uint8_t const> const letters, std::uint64_t const edits) noexcept
{
    constexpr double share_of_edit{0.7};
    double const chance = estimate_chance(letters, edits) * std::pow(share_of_edit, static_cast<double>(edits));
    return std::min(chance, 1.0);
}

} // namespace

double estimate_chance(std::span<std::uint8_t const> const letters, std::uint64_t const edits) noexcept
{
    double chance = 0;
    for (std::uint8_t const classes : letters)
        chance -= bits_of(classes);
    for (std::uint64_t i = 0; i < edits; ++i)
        chance += 3 + std::log2(static_cast<double>(letters.size() - i) / static_cast<double>(i + 1));
    return std::exp2(chance);
}

std::vector<pattern_seed>
cut_seeds(std::span<std::uint8_t const> const classes, std::uint64_t const max_edits, std::uint64_t const count)
{
    double all_bits = 0;
    for (std::uint8_t const each : classes)
        all_bits += bits_of(each);
    double const bits_without_edits =
        (all_bits - bits_of_edit * static_cast<double>(max_edits + 1 - count)) / static_cast<double>(count);
    if (bits_without_edits < 2)
        return {};

    std::vector<pattern_seed> seeds{};
    double bits = 0;
    double wanted = 0;
    for (std::uint64_t i = 0, next = 0; i < count; ++i)
    {
        std::uint64_t const edits = (max_edits + count - i) / count - 1;
        wanted += bits_without_edits + bits_of_edit * static_cast<double>(edits);
        while (next < classes.size() && bits_of(classes[next]) == 0)
            ++next;
        pattern_seed seed{.begin = next, .max_edits = edits};
        // The last seed has all that is left, whatever rounding did.
        for (; next < classes.size() && (bits < wanted - 0.5 || i + 1 == count); ++next)
        {
            bits += bits_of(classes[next]);
            if (bits_of(classes[next]) != 0)
                seed.size = next + 1 - seed.begin;
        }
        if (seed.size <= edits)
            return {};
        seeds.push_back(seed);
    }
    return seeds;
}

lookup_steps expect_steps(std::span<std::uint8_t const> const classes,
                          std::uint64_t const max_edits,
                          std::span<pattern_seed const> const seeds,
                          std::uint64_t const text_size) noexcept
{
    auto const letters = static_cast<double>(text_size);
    auto const parts = static_cast<double>(text_size / max_index_part + 1);
    lookup_steps steps{};
    for (pattern_seed const & seed : seeds)
    {
        auto const of_seed = classes.subspan(seed.begin, seed.size);
        std::uint64_t const known = std::min(seed.size, index_letters);
        double const chance = chance_of_words(of_seed.first(known), seed.max_edits);
        double const words = std::exp2(2.0 * static_cast<double>(known)) * chance;
        steps.listed += text_size <= max_kept_index ? words : words * parts;
        steps.words += words * parts;
        steps.compared += letters * chance;
        steps.extended += letters * chance_of_words(of_seed, seed.max_edits);
    }
    steps.verified = is_extended(classes.size(), max_edits)
                       ? letters * std::min(estimate_chance(classes, max_edits), 1.0)
                       : steps.extended;
    return steps;
}

} // namespace seqan3_gpulcs::scan
