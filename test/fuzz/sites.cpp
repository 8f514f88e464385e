// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites of primers, their alignments, and products, beside the plain way.
 */

#include <algorithm>
#include <tuple>

#include <reference/site_reference.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/products.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "fuzz/execution.hpp"
#include "fuzz/targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Primers, and what else there is in between, as the input says.
std::string take_sequence(fuzz::input & from, std::vector<std::string> const & primers)
{
    std::string text = fuzz::take_text(from, 40, from.flag() ? "ACGT" : "ACGTNRYUacgtn");
    for (std::uint64_t pieces = from.number(6); pieces != 0; --pieces)
    {
        std::string piece = primers[from.number(primers.size() - 1)];
        for (std::uint64_t edits = from.number(4); edits != 0 && !piece.empty(); --edits)
        {
            std::size_t const at = from.number(piece.size() - 1);
            std::uint64_t const kind = from.number(2);
            if (kind != 0)
                piece.erase(at, 1);
            if (kind != 1)
                piece.insert(at, 1, "ACGTN"[from.number(4)]);
        }
        text += from.flag() ? reference::reverse_complement_of(piece) : piece;
        text += fuzz::take_text(from, 20, "ACGT");
        if (from.number(7) == 0)
            text += std::string(from.number(14), from.flag() ? 'N' : 'n');
        if (from.number(7) == 0)
            text += "nX-"[from.number(2)];
    }
    return text;
}

std::vector<packing::packed_sequence> pack_all(std::vector<std::string> const & texts)
{
    std::vector<packing::packed_sequence> packed{};
    for (std::string const & text : texts)
        packed.push_back(packing::pack(text));
    return packed;
}

reference::site_rules take_rules(fuzz::input & from)
{
    reference::site_rules rules{.max_edits = from.number(4)};
    rules.both_strands = from.flag();
    rules.mismatches_only = from.flag();
    rules.cuts_at_ambiguous = from.flag();
    rules.last_letters = 1 + from.number(30);
    if (from.flag())
        rules.max_last = from.number(4);
    return rules;
}

void check_products(fuzz::input & from, std::vector<primer::site> const & sites)
{
    std::uint64_t const min = from.number(100);
    std::uint64_t const max = min + from.number(400);
    std::vector<primer::product> expected{};
    for (std::uint64_t i = 0; i < sites.size(); ++i)
        for (std::uint64_t j = 0; j < sites.size(); ++j)
        {
            primer::site const & forward = sites[i];
            primer::site const & reverse = sites[j];
            if (forward.strand == primer::strand::forward && reverse.strand == primer::strand::reverse
                && forward.sequence == reverse.sequence && forward.begin <= reverse.begin && forward.end <= reverse.end
                && reverse.end - forward.begin >= min && reverse.end - forward.begin <= max)
                expected.push_back({i, j, forward.begin, reverse.end});
        }
    std::ranges::sort(expected,
                      {},
                      [&](primer::product const & one)
                      {
                          return std::tuple{sites[one.forward].sequence, one.begin, one.forward, one.end, one.reverse};
                      });
    fuzz::require(primer::find_products(sites, min, max) == expected, "the products");
}

void check_sites(fuzz::input & from,
                 std::vector<std::string> const & primers,
                 std::vector<std::string> const & sequences,
                 reference::site_rules const & rules)
{
    primer::site_options const options{.max_edits = rules.max_edits,
                                       .both_strands = rules.both_strands,
                                       .mismatches_only = rules.mismatches_only,
                                       .cuts_at_ambiguous = rules.cuts_at_ambiguous,
                                       .three_prime_letters = rules.last_letters,
                                       .max_three_prime_edits = rules.max_last};
    auto const packed_primers = pack_all(primers);
    auto const packed_sequences = pack_all(sequences);
    std::vector<packing::packed_sequence_view> const primer_views{packed_primers.begin(), packed_primers.end()};
    std::vector<packing::packed_sequence_view> const sequence_views{packed_sequences.begin(), packed_sequences.end()};
    bool const is_valid = std::ranges::all_of(primers,
                                              [&](std::string const & primer)
                                              {
                                                  return primer.size() > rules.max_edits;
                                              });
    std::vector<primer::site> found{};
    try
    {
        found = primer::find_sites(primer_views, sequence_views, options, fuzz::take_execution(from));
    }
    catch (invalid_option const &)
    {
        fuzz::require(!is_valid, "valid options that are refused");
        return;
    }
    fuzz::require(is_valid, "invalid options");

    auto const expected = reference::find_sites(primers, sequences, rules);
    fuzz::require(found.size() == expected.size(), "the number of sites");
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        reference::site const & wanted = expected[i];
        primer::site const wanted_site{wanted.primer,
                                       wanted.sequence,
                                       wanted.begin,
                                       wanted.end,
                                       wanted.is_reverse ? primer::strand::reverse : primer::strand::forward,
                                       wanted.edits,
                                       wanted.last_edits};
        fuzz::require(found[i] == wanted_site, "a site");
        auto const path =
            primer::align_site(packed_primers[wanted.primer], packed_sequences[wanted.sequence], found[i], options);
        fuzz::require(alignment::to_cigar(path) == wanted.cigar, "the alignment of a site");
    }
    check_products(from, found);
}

} // namespace

void fuzz::find_sites(input & from)
{
    reference::site_rules const rules = take_rules(from);
    std::vector<std::string> primers{};
    for (std::uint64_t count = from.number(2); primers.size() <= count;)
        primers.push_back(
            fuzz::take_text(from, from.flag() ? 30 : 90, from.flag() ? "ACGT" : "ACGTacgtRYSWKMBDHVNUryn"));
    std::vector<std::string> sequences{};
    for (std::uint64_t count = from.number(2); sequences.size() <= count;)
        sequences.push_back(take_sequence(from, primers));
    check_sites(from, primers, sequences, rules);
}
