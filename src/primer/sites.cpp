// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/dispatch/find_backend.hpp"
#include "src/primer/letter_name.hpp"
#include "src/primer/site_check.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/without_progress.hpp"
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

// Finds the sites of primers, whose letters have been checked, in a text.
std::vector<site> search_text(scan::site_request const & request,
                              std::uint64_t const primers,
                              plan::execution const & execution,
                              statistics * const statistics)
{
    primer::statistics done{};
    std::vector<site> sites{};
    if (request.text().size() != 0 && !request.patterns().empty())
        done = dispatch::find_backend(execution).scan(scan::wanted_sites{request, sites}, execution);
    sort_sites(sites, primers, request.control(), plan::available_threads(execution));
    if (statistics)
        *statistics = done;
    request.control().report_done();
    return sites;
}

} // namespace

std::vector<site> find_sites(std::span<packing::packed_sequence_view const> const primers,
                             std::span<packing::packed_sequence_view const> const sequences,
                             site_options const & options,
                             plan::execution const & execution,
                             statistics * const statistics)
{
    std::vector<std::vector<std::uint8_t>> const letters = check_sites(primers, sequences, options);
    // An unavailable backend is reported first.
    static_cast<void>(dispatch::find_backend(execution));
    runtime::task_control control{execution, site_cells(primers, sequences, options)};
    control.check();
    scan::site_text const text{sequences, options, control, plan::available_threads(execution)};
    return search_text({letters, text, options, control}, primers.size(), execution, statistics);
}

struct prepared_sequences::state
{
    state(packing::packed_set own,
          std::span<packing::packed_sequence_view const> const sequences,
          site_options const & options,
          plan::execution const & execution) :
        owned{std::move(own)},
        views{sequences},
        cuts_at_ambiguous{options.cuts_at_ambiguous}
    {
        for (packing::packed_sequence_view const & sequence : views)
            check_sequence(sequence);
        plan::execution const silent = runtime::without_progress(execution);
        runtime::task_control control{silent, 0};
        control.check();
        text.emplace(views, options, control, plan::available_threads(execution));
    }

    packing::packed_set owned;
    std::span<packing::packed_sequence_view const> views;
    bool cuts_at_ambiguous;
    std::optional<scan::site_text> text{};
};

prepared_sequences::prepared_sequences(packing::packed_set sequences,
                                       site_options const & options,
                                       plan::execution const & execution)
{
    // Moving the set leaves its views where they are.
    std::span<packing::packed_sequence_view const> const views = sequences.views();
    state_ = std::make_unique<state>(std::move(sequences), views, options, execution);
}

prepared_sequences::prepared_sequences(std::span<packing::packed_sequence_view const> const sequences,
                                       site_options const & options,
                                       plan::execution const & execution) :
    state_{std::make_unique<state>(packing::packed_set{}, sequences, options, execution)}
{}

prepared_sequences::prepared_sequences(prepared_sequences &&) noexcept = default;

prepared_sequences & prepared_sequences::operator=(prepared_sequences &&) noexcept = default;

prepared_sequences::~prepared_sequences() = default;

std::span<packing::packed_sequence_view const> prepared_sequences::views() const noexcept
{
    return state_->views;
}

std::vector<site> find_sites(std::span<packing::packed_sequence_view const> const primers,
                             prepared_sequences const & sequences,
                             site_options const & options,
                             plan::execution const & execution,
                             statistics * const statistics)
{
    prepared_sequences::state const & prepared = *sequences.state_;
    std::vector<std::vector<std::uint8_t>> const letters = check_sites(primers, {}, options);
    if (options.cuts_at_ambiguous != prepared.cuts_at_ambiguous)
        throw invalid_option{
            "The options say something else about ambiguous letters than those with which the sequences were "
            "prepared; prepare them with cuts_at_ambiguous as it is wanted."};
    // A device gives the text a form of its own, which belongs to one call.
    if (dispatch::may_choose_device(execution))
        return find_sites(primers, prepared.views, options, execution, statistics);
    static_cast<void>(dispatch::find_backend(execution));
    runtime::task_control control{execution, site_cells(primers, prepared.views, options)};
    control.check();
    return search_text({letters, *prepared.text, options, control}, primers.size(), execution, statistics);
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

    std::array<std::uint8_t, 256> const sets = iupac_nucleotides();
    std::vector<std::uint8_t> letters(site.end - site.begin);
    packing::unpack(sequence, site.begin, letters);
    for (std::uint8_t & letter : letters)
        letter = sets[letter];
    if (site.strand == strand::reverse)
        scan::reverse_complement(letters);
    auto const found = aligner.align(letters, exact.max_edits);
    if (found.edits > exact.max_edits || found.three_prime_edits > site.three_prime_edits
        || found.letters != letters.size())
        throw invalid_option{"This is no site of the primer; pass one that was found for this primer and this sequence "
                             "with the same options."};
    return aligner.make_path();
}

} // namespace seqan3_gpulcs::primer
