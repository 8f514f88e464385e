// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Primers, their matches, and those that targets have in common, beside the plain way.
 */

#include <cctype>
#include <set>

#include <reference/letter_set_reference.hpp>
#include <reference/primer_reference.hpp>

#include <seqan3_gpulcs/primer/common.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "fuzz/execution.hpp"
#include "fuzz/targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Numbers as letters: 4 is unknown, and 3 - x the complement of x.
constexpr std::uint8_t unknown{4};
constexpr std::size_t max_size{180};

std::array<std::uint8_t, 256> complements()
{
    std::array<std::uint8_t, 256> complement{};
    for (std::uint8_t letter = 0; letter < 4; ++letter)
        complement[letter] = static_cast<std::uint8_t>(3 - letter);
    return complement;
}

fuzz::letters reverse_complement(fuzz::letters const & strand)
{
    fuzz::letters complement{strand.rbegin(), strand.rend()};
    for (std::uint8_t & letter : complement)
        letter = letter == unknown ? unknown : static_cast<std::uint8_t>(3 - letter);
    return complement;
}

struct packed_sequences
{
    explicit packed_sequences(reference::letter_sequences const & sequences)
    {
        for (fuzz::letters const & sequence : sequences)
            packed.push_back(packing::pack(sequence));
        views.assign(packed.begin(), packed.end());
    }

    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

// One or more, the later ones mostly similar to the ones before.
reference::letter_sequences
take_sequences(fuzz::input & from, std::size_t const count, fuzz::letters const & like, std::size_t const largest)
{
    reference::letter_sequences taken{};
    while (taken.size() < count)
    {
        taken.push_back(fuzz::take_related(from, taken.empty() ? like : taken.back(), largest, 4));
        for (std::uint64_t gaps = from.number(15) / 13; gaps != 0 && !taken.back().empty(); --gaps)
            taken.back()[from.number(taken.back().size() - 1)] = unknown;
    }
    return taken;
}

// What limits make of the shortest primers, where so many known letters follow the positions.
void limit_lengths(std::vector<std::uint64_t> & lengths,
                   std::vector<std::uint64_t> const & known,
                   primer::options const & options)
{
    for (std::size_t i = 0; i < lengths.size(); ++i)
    {
        std::uint64_t & length = lengths[i];
        if (length == 0)
            continue;
        length = std::max(length, options.min_length);
        if (length > options.max_length || length > known[i])
            length = 0;
    }
}

void take_limits(fuzz::input & from, primer::options & options)
{
    options.differences = 1 + from.number(5);
    if (from.flag())
        options.min_length = from.number(40);
    if (from.flag())
        options.max_length = options.min_length + from.number(60);
}

// Lengths at some positions of a target.
void check_lengths(fuzz::input & from,
                   packing::packed_sequence const & target,
                   packed_sequences const & backgrounds,
                   primer::options const & options,
                   std::vector<std::uint64_t> const & expected)
{
    std::uint64_t const begin = from.flag() ? from.number(target.size()) : 0;
    std::uint64_t const end = from.flag() ? begin + from.number(60) : target.size();
    primer::target const positions{target, begin, end};
    auto const found = primer::compute({&positions, 1}, backgrounds.views, options, fuzz::take_execution(from)).front();
    fuzz::require(found.size() == positions.positions(), "the number of positions");
    for (std::size_t i = 0; i < found.size(); ++i)
        fuzz::require(found[i] == expected[begin + i], "the length of a primer");
}

void check_primers(fuzz::input & from)
{
    primer::options options{};
    take_limits(from, options);
    options.unknown.set(unknown);
    fuzz::letters const ancestor = fuzz::take_letters(from, max_size, 4);
    fuzz::letters const target = take_sequences(from, 1, ancestor, max_size).front();
    reference::letter_sequences backgrounds = take_sequences(from, from.number(3), ancestor, max_size);
    packed_sequences const packed{backgrounds};
    if (from.flag())
    {
        options.complement = complements();
        for (std::size_t i = packed.views.size(); i-- > 0;)
            backgrounds.push_back(reverse_complement(backgrounds[i]));
    }

    auto expected =
        reference::primer_lengths(target, backgrounds, static_cast<std::uint32_t>(options.differences), unknown);
    std::vector<std::uint64_t> known{};
    for (auto letter = target.begin(); letter != target.end(); ++letter)
        known.push_back(static_cast<std::uint64_t>(std::find(letter, target.end(), unknown) - letter));
    limit_lengths(expected, known, options);
    check_lengths(from, packing::pack(target), packed, options, expected);
}

// Letters that may be any of several bases.
void check_ambiguous(fuzz::input & from)
{
    primer::options options{};
    take_limits(from, options);
    options.meanings = primer::iupac_nucleotides();
    std::string const target = fuzz::take_text(from, max_size, from.flag() ? "ACGT" : "ACGTACGTACGTNR-");
    std::vector<std::string> backgrounds{};
    for (std::uint64_t count = from.number(2); backgrounds.size() <= count;)
        backgrounds.push_back(from.flag() ? target : fuzz::take_text(from, max_size, "ACGTACGTACGTNRYSWKMBDHVU-"));
    for (std::uint64_t changes = from.number(7); changes != 0; --changes)
        if (std::string & text = backgrounds[from.number(backgrounds.size() - 1)]; !text.empty())
            text.insert(from.number(text.size()), from.number(12), "NRACGTY-"[from.number(7)]);
    bool const both_strands = from.flag();
    if (both_strands)
    {
        options.complement = primer::complement_of_dna();
        for (std::string & text : backgrounds)
            std::ranges::replace(text, 'U', 'T');
    }

    std::vector<packing::packed_sequence> packed{};
    for (std::string text : backgrounds)
    {
        // Lower case means the same.
        if (from.flag())
            for (char & letter : text)
                letter = static_cast<char>(std::tolower(letter));
        packed.push_back(packing::pack(text));
    }
    std::vector<packing::packed_sequence_view> const views{packed.begin(), packed.end()};
    auto expected = reference::ambiguous_primer_lengths(target,
                                                        reference::cut_at_gaps(backgrounds, both_strands),
                                                        static_cast<std::uint32_t>(options.differences));
    std::vector<std::uint64_t> known(target.size());
    for (std::size_t i = target.size(); i-- > 0;)
        if (reference::bases_of(target[i]).size() == 1)
            known[i] = 1 + (i + 1 < target.size() ? known[i + 1] : 0);
    limit_lengths(expected, known, options);
    packing::packed_sequence const packed_target = packing::pack(target);
    primer::target const whole{packed_target};
    fuzz::require(primer::compute({&whole, 1}, views, options, fuzz::take_execution(from)).front() == expected,
                  "the lengths of primers beside ambiguous letters");
}

void check_matches(fuzz::input & from)
{
    primer::options options{.differences = 1 + from.number(4)};
    options.unknown.set(unknown);
    fuzz::letters const ancestor = fuzz::take_letters(from, 50, 4);
    auto const sequences = take_sequences(from, 2, ancestor, 50);
    packed_sequences const packed{sequences};
    primer::target const whole{packed.views[0]};
    auto const differences = static_cast<std::uint32_t>(options.differences);
    auto const found = primer::compute_with_matches(whole, packed.views[1], options, fuzz::take_execution(from));
    fuzz::require(found.lengths == reference::primer_lengths(sequences[0], {sequences[1]}, differences, unknown),
                  "the lengths of primers with matches");
    for (std::size_t i = 0; i < found.lengths.size(); ++i)
    {
        reference::substring expected{};
        auto const begin = sequences[0].begin() + static_cast<std::ptrdiff_t>(i);
        if (found.lengths[i] != primer::no_primer)
            expected = reference::first_match(begin,
                                              begin + static_cast<std::ptrdiff_t>(found.lengths[i]),
                                              sequences[1],
                                              differences,
                                              unknown);
        fuzz::require(found.matches[i] == primer::match{expected.begin, expected.end}, "a match");
    }
}

bool occurs(fuzz::letters const & primer, reference::letter_sequences const & texts, std::uint64_t const max_edits)
{
    return std::ranges::any_of(reference::cut_at(texts, unknown),
                               [&](fuzz::letters const & text)
                               {
                                   auto const distances = reference::end_distances(primer.begin(), primer.end(), text);
                                   return *std::min_element(distances.begin(), distances.end()) <= max_edits;
                               });
}

// Whether the primer of a target is in all targets, and in none of the earlier ones as it is.
bool is_common(fuzz::letters const & primer,
               std::size_t const target,
               reference::letter_sequences const & targets,
               primer::common_options const & options)
{
    for (std::size_t other = 0; other < targets.size(); ++other)
    {
        reference::letter_sequences texts{targets[other]};
        if (options.complement)
            texts.push_back(reverse_complement(targets[other]));
        if (!occurs(primer, texts, options.max_edits) || (other < target && occurs(primer, texts, 0)))
            return false;
    }
    return true;
}

void check_common(fuzz::input & from)
{
    primer::common_options options{.max_edits = from.number(4)};
    options.unknown.set(unknown);
    fuzz::letters const ancestor = fuzz::take_letters(from, max_size, 4);
    auto const targets = take_sequences(from, 1 + from.number(3), ancestor, max_size);
    if (from.flag())
        options.complement = complements();
    // Any lengths of known letters will do; ends of primers never decrease.
    std::uint64_t const length = options.max_edits + 1 + from.number(25);
    std::vector<std::vector<std::uint64_t>> lengths{};
    for (fuzz::letters const & target : targets)
    {
        auto & of_target = lengths.emplace_back();
        for (auto letter = target.begin(); letter != target.end(); ++letter)
            of_target.push_back(
                std::find(letter, target.end(), unknown) - letter >= static_cast<std::ptrdiff_t>(length) ? length : 0);
    }
    packed_sequences const packed{targets};
    auto found = lengths;
    primer::keep_common(packed.views, found, options, fuzz::take_execution(from));
    for (std::size_t i = 0; i < targets.size(); ++i)
        for (std::size_t position = 0; position < targets[i].size(); ++position)
        {
            auto const begin = targets[i].begin() + static_cast<std::ptrdiff_t>(position);
            bool const remains = lengths[i][position] != 0
                              && is_common({begin, begin + static_cast<std::ptrdiff_t>(length)}, i, targets, options);
            fuzz::require(found[i][position] == (remains ? length : 0), "a common primer");
        }

    // Primers at other positions would be dropped.
    auto const ranges =
        primer::find_new_positions(packed.views, length + from.number(3), options, fuzz::take_execution(from));
    for (std::size_t i = 0; i < targets.size(); ++i)
    {
        std::vector<bool> is_new(targets[i].size());
        for (primer::target const & range : ranges.at(i))
            std::fill_n(is_new.begin() + static_cast<std::ptrdiff_t>(range.begin), range.positions(), true);
        for (std::size_t position = 0; position < targets[i].size(); ++position)
            fuzz::require(is_new[position] || found[i][position] == 0 || i == 0, "a position that is left out");
    }
}

} // namespace

void fuzz::find_primers(input & from)
{
    switch (from.number(4))
    {
    case 0:
    case 1:
        check_primers(from);
        break;
    case 2:
        check_ambiguous(from);
        break;
    case 3:
        check_matches(from);
        break;
    default:
        check_common(from);
    }
}
