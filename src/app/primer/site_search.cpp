// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/site_search.hpp"

#include <algorithm>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>

#include "src/app/app_error.hpp"
#include "src/app/primer/site_options.hpp"
#include "src/app/progress_bar.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The letters that are searched at a time: enough for all threads or a device.
constexpr std::uint64_t letters_at_a_time{std::uint64_t{1} << 26};

std::uint64_t count_letters(std::span<packing::packed_sequence_view const> const sequences) noexcept
{
    std::uint64_t letters = 0;
    for (packing::packed_sequence_view const & each : sequences)
        letters += each.size();
    return letters;
}

std::uint64_t longest_sequence(std::span<packing::packed_sequence_view const> const sequences)
{
    auto const size = [](packing::packed_sequence_view const & each)
    {
        return each.size();
    };
    return std::ranges::max(sequences | std::views::transform(size));
}

// The cells for progress; both strands of the sequences count.
double count_cells(std::size_t const primers, std::span<packing::packed_sequence_view const> const sequences)
{
    return 2 * static_cast<double>(primers) * static_cast<double>(count_letters(sequences));
}

} // namespace

primer_set::primer_set(std::vector<named_primer> primers) : primers_{std::move(primers)}
{
    for (named_primer const & each : primers_)
        packed_.push_back(packing::pack(each.letters));
    views_.assign(packed_.begin(), packed_.end());
}

void check_site_memory(primer_inputs const & inputs, primer_options const & options)
{
    auto const sequences = packed_views(inputs.records());
    std::uint64_t const needed =
        std::max(longest_sequence(sequences), std::min(count_letters(sequences), letters_at_a_time));
    if (options.memory_limit && needed > *options.memory_limit)
        throw limit_error{
            "Finding sites needs at least " + std::to_string(needed)
            + " bytes in addition to the input and the sites; raise --memory, or give shorter sequences."};
}

site_search::site_search(primer_set const & primers, primer_inputs const & inputs, primer_options const & options) :
    primers_{primers},
    options_{options},
    wanted_{make_site_options(options)},
    sequences_{packed_views(inputs.records())},
    cells_total_{count_cells(primers.size(), sequences_)}
{}

std::optional<std::vector<primer::site>> site_search::next(step_times & times)
{
    if (done_ == sequences_.size())
        return std::nullopt;

    std::size_t const first = done_;
    auto const sequences = std::span{sequences_}.subspan(first, count_next());
    std::vector<primer::site> sites = times.sites.measure(
        [&]()
        {
            return find(sequences, times);
        });
    done_ += sequences.size();
    sites_before_ = sites.size();
    for (primer::site & each : sites)
        each.sequence += first;
    std::ranges::sort(sites,
                      {},
                      [](primer::site const & each)
                      {
                          return std::tie(each.sequence, each.begin, each.end, each.strand, each.primer);
                      });
    return sites;
}

// Finds the sites of all primers. With a memory limit, some primers are searched at a time, as the number of sites is not known before.
std::vector<primer::site> site_search::find(std::span<packing::packed_sequence_view const> const sequences,
                                            step_times & times)
{
    constexpr std::size_t limited_primers{64};
    std::vector<primer::site> sites{};
    for (std::size_t first = 0; first < primers_.size();)
    {
        auto group = primers_.letters().subspan(first);
        if (options_.memory_limit)
            group = group.first(std::min(group.size(), limited_primers));
        auto found = find_group(group, sequences, times);
        for (primer::site & each : found)
            each.primer += first;
        first += group.size();
        if (sites.empty())
            sites = std::move(found);
        else
            sites.insert(sites.end(), found.begin(), found.end());
        check_memory(sequences, sites.size(), first);
    }
    return sites;
}

std::vector<primer::site> site_search::find_group(std::span<packing::packed_sequence_view const> const primers,
                                                  std::span<packing::packed_sequence_view const> const sequences,
                                                  step_times & times)
{
    progress_bar bar{cells_total_, cells_done_};
    primer::statistics statistics{};
    auto sites = primer::find_sites(primers, sequences, wanted_, bar.watch(options_.execution, times), &statistics);
    times.add(statistics);
    cells_done_ += count_cells(primers.size(), sequences);
    return sites;
}

// The number of sequences to search at a time.
std::size_t site_search::count_next() const noexcept
{
    std::uint64_t letters = 0;
    std::size_t count = 0;
    while (done_ + count < sequences_.size() && letters < letters_at_a_time)
        letters += sequences_[done_ + count++].size();
    return count;
}

// Checks the memory of sites. While some are found, others are being written, and a growing list of sites is in memory twice.
void site_search::check_memory(std::span<packing::packed_sequence_view const> const sequences,
                               std::size_t const sites,
                               std::size_t const primers_done) const
{
    std::uint64_t const letters = count_letters(sequences);
    std::uint64_t const needed = sizeof(primer::site) * (2 * std::uint64_t{sites} + sites_before_) + letters;
    if (!options_.memory_limit || needed <= *options_.memory_limit)
        return;
    std::uint64_t const expected = expected_memory(letters, sites, primers_done);
    bool const is_all = primers_done == primers_.size() && sequences.size() == sequences_.size();
    throw limit_error{
        "Finding sites needs at least " + std::to_string(needed) + " bytes in addition to the input"
        + (is_all ? "" : ", and about " + std::to_string(std::max(needed, expected)) + " for all primers and sequences")
        + "; raise --memory to that, or allow fewer edits."};
}

// Estimates the bytes needed for all primers and sequences from the sites found so far.
std::uint64_t
site_search::expected_memory(std::uint64_t const letters, std::size_t const sites, std::size_t const primers_done) const
{
    // Primers differ in their numbers of sites, so those searched first may have fewer than the average.
    constexpr double margin{1.25};
    std::uint64_t const total = count_letters(sequences_);
    std::uint64_t const most_letters = std::min(total, letters_at_a_time + longest_sequence(sequences_));
    bool const has_parts = letters != total;
    double const of_all_primers =
        static_cast<double>(sites) / static_cast<double>(primers_done) * static_cast<double>(primers_.size());
    double const most_sites = of_all_primers * static_cast<double>(most_letters) / static_cast<double>(letters);
    return most_letters + static_cast<std::uint64_t>(margin * most_sites * (has_parts ? 3 : 2)) * sizeof(primer::site);
}

} // namespace seqan3_gpulcs::app
