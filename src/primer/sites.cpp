// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/backend/rank_calls.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/primer/call_arguments.hpp"
#include "src/primer/letter_name.hpp"
#include "src/primer/prepared_sequences.hpp"
#include "src/primer/site_check.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/nucleotide_sets.hpp"
#include "src/scan/request.hpp"
#include "src/scan/site_aligner.hpp"
#include "src/scan/site_text.hpp"

namespace seqan3_gpulcs::primer
{

namespace
{

void check_options(site_options const & options)
{
    if (options.three_prime_letters == 0)
        throw invalid_option{"The 3' end of a primer has at least 1 letter; three_prime_letters is 0."};
}

// The sets of bases of a primer's letters.
std::vector<std::uint8_t>
read_primer(packing::packed_sequence_view const & primer, std::string const & name, site_options const & options)
{
    if (primer.empty())
        throw invalid_option{name + " has no letters; leave it out."};
    if (primer.kind() == packing::letter_kind::rank)
        throw invalid_option{name + " has ranks instead of characters; pack it from an alphabet of nucleotides."};
    if (options.max_edits >= primer.size())
        throw invalid_option{
            name + " may have as many edits as letters, or more, so it is similar to everything; allow fewer than "
            + std::to_string(primer.size()) + "."};

    std::array<std::uint8_t, 256> const sets = iupac_nucleotides();
    std::vector<std::uint8_t> letters(primer.size());
    packing::unpack(primer, 0, letters);
    for (std::uint8_t & letter : letters)
    {
        std::uint8_t const set = sets[letter];
        if (set == 0)
            throw invalid_option{name + " has the letter " + letter_name(letter)
                                 + "; only the letters of IUPAC's code for nucleotides are known."};
        letter = set;
    }
    return letters;
}

void check_sequence(packing::packed_sequence_view const & sequence)
{
    if (!sequence.empty() && sequence.kind() == packing::letter_kind::rank)
        throw invalid_option{"Sequences to search must have characters, but the letters of one are ranks; pack it from "
                             "an alphabet of nucleotides."};
}

// The sets of bases of a site's letters, on its strand.
std::vector<std::uint8_t> read_site(packing::packed_sequence_view const & sequence, site const & place)
{
    std::array<std::uint8_t, 256> const sets = iupac_nucleotides();
    std::vector<std::uint8_t> letters(place.end - place.begin);
    packing::unpack(sequence, place.begin, letters);
    for (std::uint8_t & letter : letters)
        letter = sets[letter];
    if (place.strand == strand::reverse)
        scan::reverse_complement(letters);
    return letters;
}

// Sorts sites that come in the order of primers.
void sort_sites(std::span<site> const sites,
                std::uint64_t const primers,
                runtime::task_control & control,
                unsigned const threads)
{
    std::vector<std::uint64_t> ends(primers); // One past the sites of each primer, found before threads move any.
    for (std::uint64_t primer = 0; primer < primers; ++primer)
        ends[primer] =
            static_cast<std::uint64_t>(std::ranges::upper_bound(sites, primer, {}, &site::primer) - sites.begin());
    runtime::parallel_for(control,
                          threads,
                          primers,
                          [&]()
                          {
                              return [&](std::size_t const primer)
                              {
                                  std::uint64_t const begin = primer == 0 ? 0 : ends[primer - 1];
                                  std::ranges::sort(
                                      sites.subspan(begin, ends[primer] - begin),
                                      {},
                                      [](site const & each)
                                      {
                                          return std::tuple{each.sequence, each.begin, each.end, each.strand};
                                      });
                              };
                          });
}

} // namespace

std::vector<std::vector<std::uint8_t>> check_sites(std::span<packing::packed_sequence_view const> const primers,
                                                   std::span<packing::packed_sequence_view const> const sequences,
                                                   site_options const & options)
{
    check_options(options);
    std::vector<std::vector<std::uint8_t>> letters{};
    for (std::size_t i = 0; i < primers.size(); ++i)
        letters.push_back(read_primer(primers[i], "The primer at index " + std::to_string(i), options));
    for (packing::packed_sequence_view const & sequence : sequences)
        check_sequence(sequence);
    return letters;
}

double site_cells(std::span<packing::packed_sequence_view const> const primers,
                  std::span<packing::packed_sequence_view const> const sequences,
                  site_options const & options) noexcept
{
    double letters = 0;
    for (packing::packed_sequence_view const & sequence : sequences)
        letters += static_cast<double>(sequence.size());
    return letters * static_cast<double>(primers.size()) * (options.both_strands ? 2 : 1);
}

namespace
{

/* Finds sites, given how the text is prepared.
 * \param prepare Called with the control and the number of threads; returns a pointer to the text.
 */
template <typename prepare_t>
std::vector<site> find_sites(std::span<packing::packed_sequence_view const> const primers,
                             std::span<packing::packed_sequence_view const> const sequences,
                             call_arguments<site_options> const & call,
                             prepare_t const & prepare)
{
    auto const & [options, execution, statistics] = call;
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return ranks->find_sites(primers, sequences, options, backend::without_ranks(execution), statistics);
    std::vector<std::vector<std::uint8_t>> const letters = check_sites(primers, sequences, options);
    // An unavailable backend is reported first.
    backend::backend_interface const & backend = dispatch::find_backend(execution);
    runtime::task_control control{execution, site_cells(primers, sequences, options)};
    control.check();
    unsigned const threads = plan::available_threads(execution);
    auto const text = prepare(control, threads);
    scan::site_request const request{letters, *text, options, control};

    primer::statistics done{};
    std::vector<site> sites{};
    if (request.text().size() != 0 && !request.patterns().empty())
        done = backend.scan(scan::wanted_sites{request, sites}, execution);
    sort_sites(sites, primers.size(), control, threads);
    if (statistics)
        *statistics = done;
    control.report_done();
    return sites;
}

} // namespace

std::vector<site> find_sites(std::span<packing::packed_sequence_view const> const primers,
                             std::span<packing::packed_sequence_view const> const sequences,
                             site_options const & options,
                             plan::execution const & execution,
                             statistics * const statistics)
{
    auto const prepare = [&](runtime::task_control & control, unsigned const threads)
    {
        return std::make_unique<scan::site_text const>(sequences, options, control, threads);
    };
    return find_sites(primers, sequences, {options, execution, statistics}, prepare);
}

std::vector<site> find_sites(std::span<packing::packed_sequence_view const> const primers,
                             prepared_sequences const & sequences,
                             site_options const & options,
                             plan::execution const & execution,
                             statistics * const statistics)
{
    prepared_sequences::state const & known = sequences.known();
    auto const prepare = [&](runtime::task_control & control, unsigned const threads)
    {
        return known.site_text(options, control, threads);
    };
    return find_sites(primers, known.views(), {options, execution, statistics}, prepare);
}

std::vector<site> find_sites(std::string_view const primer,
                             std::string_view const sequence,
                             site_options const & options,
                             plan::execution const & execution)
{
    packing::packed_sequence const packed_primer = packing::pack(primer);
    packing::packed_sequence const packed_sequence = packing::pack(sequence, plan::available_threads(execution));
    packing::packed_sequence_view const primer_view{packed_primer};
    packing::packed_sequence_view const sequence_view{packed_sequence};
    return find_sites({&primer_view, 1}, {&sequence_view, 1}, options, execution);
}

alignment::path align_site(packing::packed_sequence_view const & primer,
                           packing::packed_sequence_view const & sequence,
                           site const & site,
                           site_options const & options)
{
    check_options(options);
    // The number of edits is known, and the band need not be wider.
    site_options exact{options};
    exact.max_edits = std::min(options.max_edits, site.edits);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    scan::site_aligner aligner{read_primer(primer, "The primer", options), exact, control};
    check_sequence(sequence);
    if (site.begin > site.end || site.end > sequence.size())
        throw invalid_option{"The site ends after the sequence; pass the sequence in which it was found."};

    std::vector<std::uint8_t> const letters = read_site(sequence, site);
    auto const found = aligner.align(letters, exact.max_edits);
    if (found.edits > exact.max_edits || found.three_prime_edits > site.three_prime_edits
        || found.letters != letters.size())
        throw invalid_option{"This is no site of the primer; pass one that was found for this primer and this sequence "
                             "with the same options."};
    return aligner.make_path();
}

} // namespace seqan3_gpulcs::primer
