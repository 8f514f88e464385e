// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites that the library finds, beside those of the plain way.
 */

#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "random_sequence.hpp"
#include "site_reference.hpp"
#include "strings.hpp"

namespace reference
{

//!\brief The options of the library for some rules.
inline seqan3_gpulcs::primer::site_options options_of(site_rules const & rules)
{
    return {.max_edits = rules.max_edits,
            .both_strands = rules.both_strands,
            .mismatches_only = rules.mismatches_only,
            .cuts_at_ambiguous = rules.cuts_at_ambiguous,
            .three_prime_letters = rules.last_letters,
            .max_three_prime_edits = rules.max_last};
}

//!\brief Packs strings.
inline std::vector<seqan3_gpulcs::packing::packed_sequence> pack_all(std::vector<std::string> const & texts)
{
    std::vector<seqan3_gpulcs::packing::packed_sequence> packed{};
    for (std::string const & text : texts)
        packed.push_back(seqan3_gpulcs::packing::pack(text));
    return packed;
}

//!\brief Views of packed sequences.
inline std::vector<seqan3_gpulcs::packing::packed_sequence_view>
views_of(std::vector<seqan3_gpulcs::packing::packed_sequence> const & packed)
{
    return {packed.begin(), packed.end()};
}

//!\brief Finds sites, and compares them and their alignments with those of the plain way.
inline void expect_sites(std::vector<std::string> const & primers,
                         std::vector<std::string> const & sequences,
                         site_rules const & rules,
                         seqan3_gpulcs::plan::execution const & execution = {})
{
    using namespace seqan3_gpulcs;
    auto const packed_primers = pack_all(primers);
    auto const packed_sequences = pack_all(sequences);
    primer::site_options const options = options_of(rules);
    std::vector<primer::site> const found =
        primer::find_sites(views_of(packed_primers), views_of(packed_sequences), options, execution);
    std::vector<site> const expected = find_sites(primers, sequences, rules);

    auto const describe = [&](std::size_t const primer, std::size_t const sequence)
    {
        return primers[primer] + " in " + sequences[sequence].substr(0, 300)
             + ", k = " + std::to_string(rules.max_edits) + ", " + std::to_string(rules.last_letters) + ":"
             + std::to_string(rules.max_last) + (rules.mismatches_only ? ", mismatches only" : "");
    };
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
    {
        site const & wanted = expected[i];
        primer::site const wanted_site{wanted.primer,
                                       wanted.sequence,
                                       wanted.begin,
                                       wanted.end,
                                       wanted.is_reverse ? primer::strand::reverse : primer::strand::forward,
                                       wanted.edits,
                                       wanted.last_edits};
        ASSERT_EQ(found[i].primer, wanted.primer) << i;
        ASSERT_EQ(found[i].sequence, wanted.sequence) << i;
        ASSERT_EQ(found[i].begin, wanted.begin) << describe(wanted.primer, wanted.sequence);
        ASSERT_EQ(found[i].end, wanted.end) << describe(wanted.primer, wanted.sequence);
        ASSERT_TRUE(found[i] == wanted_site) << describe(wanted.primer, wanted.sequence);
        alignment::path const path =
            primer::align_site(packed_primers[wanted.primer], packed_sequences[wanted.sequence], found[i], options);
        ASSERT_EQ(alignment::to_cigar(path), wanted.cigar) << describe(wanted.primer, wanted.sequence);
    }
    ASSERT_EQ(found.size(), expected.size()) << describe(0, 0);
}

//!\brief A copy with some letters replaced, left out or doubled.
inline std::string mutated_text(std::mt19937_64 & generator,
                                std::string const & text,
                                std::size_t const edits,
                                std::string const & letters)
{
    std::string copy{text};
    for (std::size_t i = 0; i < edits && !copy.empty(); ++i)
    {
        std::size_t const at = random_size(generator, copy.size() - 1);
        char const letter = letters[random_size(generator, letters.size() - 1)];
        switch (random_size(generator, 2))
        {
        case 0:
            copy[at] = letter;
            break;
        case 1:
            copy.erase(at, 1);
            break;
        default:
            copy.insert(at, 1, letter);
        }
    }
    return copy;
}

/*!\brief A text with copies of primers, some of their reverse complements, and gaps.
 * \param generator The source of randomness.
 * \param primers   The primers.
 * \param pieces    The number of copies.
 * \param edits     The maximum number of edits of a copy.
 * \param letters   Those in between.
 */
inline std::string text_with_copies(std::mt19937_64 & generator,
                                    std::vector<std::string> const & primers,
                                    std::size_t const pieces,
                                    std::size_t const edits,
                                    std::string const & letters)
{
    std::string text{};
    for (std::size_t i = 0; i < pieces; ++i)
    {
        text += random_text(generator, random_size(generator, 20), letters);
        std::string const & primer = primers[random_size(generator, primers.size() - 1)];
        std::string const copy = mutated_text(generator, primer, random_size(generator, edits), letters);
        text += random_size(generator, 1) == 0 ? copy : reverse_complement_of(copy);
        if (random_size(generator, 7) == 0)
            text += std::string(8 + random_size(generator, 4), 'N');
        if (random_size(generator, 9) == 0)
            text += "-";
    }
    return text;
}

} // namespace reference
