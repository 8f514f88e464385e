// SPDX-License-Identifier: BSD-3-Clause

#include "src/primer/prepared_texts.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/packing/letter_kinds.hpp"
#include "src/primer/letter_name.hpp"
#include "src/scan/nucleotide_sets.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

// A sequence may list letters that it does not have. Linear; only asked before an error.
bool occurs(std::uint8_t const letter, packing::packed_sequence_view const & sequence) noexcept
{
    for (std::uint64_t i = 0; i < sequence.size(); ++i)
        if (sequence[i] == letter)
            return true;
    return false;
}

} // namespace

void check_options(options const & wanted)
{
    if (wanted.differences == 0)
        throw invalid_option{"The number of differences of a primer must be at least 1."};
    if (wanted.unknown.any() && wanted.meanings)
        throw invalid_option{
            "Letters are unknown if they do not stand for one base, so there may be unknown letters or the "
            "meanings of letters; give one of the two."};
    if (wanted.meanings && std::ranges::max(*wanted.meanings) > 15)
        throw invalid_option{"A letter stands for some of four bases, a bit for each; its meaning is at most 15."};
    if (wanted.max_length < wanted.min_length)
        throw invalid_option{"The maximum length of primers is less than the minimum length; swap the two."};
}

void check_match_options(options const & wanted)
{
    if (wanted.differences == 0 || wanted.min_length != 0 || wanted.complement)
        throw invalid_option{
            "Matches are there for primers of at least 1 difference, without a minimum length and without "
            "complements; find the primers with such options."};
}

void check_letters(std::span<target const> const targets,
                   std::span<packing::packed_sequence_view const> const backgrounds,
                   options const & wanted)
{
    packing::packed_sequence_view first{};
    auto const check_kind = [&](packing::packed_sequence_view const & sequence)
    {
        packing::check_same_kind(first, sequence);
        if (first.empty())
            first = sequence;
    };
    for (target const & each : targets)
        check_kind(each.sequence);
    for (packing::packed_sequence_view const & background : backgrounds)
        check_kind(background);

    if (!first.empty() && first.kind() == packing::letter_kind::rank
        && (wanted.unknown.any() || wanted.meanings || wanted.complement))
        throw invalid_option{"Unknown letters, meanings and complements are of characters, but the letters of the "
                             "sequences are ranks; pack the sequences from an alphabet with characters."};

    if (!wanted.complement)
        return;
    auto const has_complement = [&](std::uint8_t const letter)
    {
        std::uint8_t const other = (*wanted.complement)[letter];
        return (*wanted.complement)[other] == letter
            && (!wanted.meanings || (*wanted.meanings)[other] == scan::complement_set((*wanted.meanings)[letter]));
    };
    for (packing::packed_sequence_view const & background : backgrounds)
    {
        // An empty sequence may list letters nevertheless.
        if (background.empty())
            continue;
        for (std::uint8_t const letter : background.letters())
            if (scan::letter_codes::is_known(letter, wanted) && !has_complement(letter) && occurs(letter, background))
                throw invalid_option{"The complements of the options are not those of letter " + letter_name(letter)
                                     + " of a background; there is one for DNA and another one for RNA, and what has "
                                       "no complement is an unknown letter."};
    }
}

bool mean_the_same(options const & left, options const & right) noexcept
{
    return left.unknown == right.unknown && left.meanings == right.meanings && left.complement == right.complement;
}

bool prepared_background::has_codes(scan::letter_codes const & wanted) const noexcept
{
    return codes.have_meanings() == wanted.have_meanings() && std::ranges::equal(codes.letters(), wanted.letters());
}

std::shared_ptr<prepared_background const> prepare_background(scan::background_cuts const & cuts,
                                                              scan::letter_codes const & codes,
                                                              options const & wanted,
                                                              runtime::task_control & control,
                                                              unsigned const threads)
{
    return std::shared_ptr<prepared_background const>{
        new prepared_background{codes, {cuts, codes, wanted, control, threads}}};
}

prepared_texts::prepared_texts(std::span<target const> const targets_,
                               std::span<packing::packed_sequence_view const> const backgrounds,
                               options const & wanted,
                               runtime::task_control & control,
                               unsigned const threads)
{
    scan::background_cuts const cuts{backgrounds, wanted, control, threads};
    scan::letter_codes const codes{targets_, cuts, wanted};
    *this = {targets_, codes, prepare_background(cuts, codes, wanted, control, threads), wanted, control};
}

prepared_texts::prepared_texts(std::span<target const> const targets_,
                               scan::letter_codes const & codes,
                               std::shared_ptr<prepared_background const> background_,
                               options const & wanted,
                               runtime::task_control & control) :
    background{std::move(background_)}
{
    targets.reserve(targets_.size());
    for (target const & each : targets_)
        targets.emplace_back(each, codes, wanted, control);
}

} // namespace seqan3_gpulcs::primer
