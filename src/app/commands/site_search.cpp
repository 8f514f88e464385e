// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/site_search.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "src/app/app_error.hpp"
#include "src/app/commands/site_options.hpp"
#include "src/app/progress_bar.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Both strands of the sequences count.
double count_cells(std::size_t const primers, std::span<packing::packed_sequence_view const> const sequences)
{
    double letters = 0;
    for (packing::packed_sequence_view const & each : sequences)
        letters += static_cast<double>(each.size());
    return 2 * static_cast<double>(primers) * letters;
}

} // namespace

primer_set::primer_set(std::vector<named_primer> primers) : primers_{std::move(primers)}
{
    for (named_primer const & each : primers_)
        packed_.push_back(packing::pack(each.letters));
    views_.assign(packed_.begin(), packed_.end());
}

site_search::site_search(primer_set const & primers,
                         primer_inputs const & inputs,
                         primer_options const & options,
                         library & calls) :
    primers_{primers},
    options_{options},
    calls_{calls},
    wanted_{make_site_options(options)},
    sequences_{packed_views(inputs.records())},
    cells_total_{count_cells(primers.size(), sequences_)}
{}

std::optional<std::vector<primer::site>> site_search::next(std::stop_token const & stop, step_times & times)
{
    if (done_ == sequences_.size())
        return std::nullopt;

    std::size_t const first = done_;
    auto const sequences = std::span{sequences_}.subspan(first, count_next());
    std::vector<primer::site> sites = times.sites.measure(
        [&]()
        {
            return find(sequences, stop, times);
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

// With a memory limit, for some primers at a time: how many sites there are is not known before.
std::vector<primer::site> site_search::find(std::span<packing::packed_sequence_view const> const sequences,
                                            std::stop_token const & stop,
                                            step_times & times)
{
    constexpr std::size_t limited_primers{64};
    std::vector<primer::site> sites{};
    for (std::size_t first = 0; first < primers_.size();)
    {
        auto group = primers_.letters().subspan(first);
        if (options_.memory_limit)
            group = group.first(std::min(group.size(), limited_primers));
        check_memory(sequences, sites.size());
        auto found = find_group(group, sequences, stop, times);
        for (primer::site & each : found)
            each.primer += first;
        first += group.size();
        if (sites.empty())
            sites = std::move(found);
        else
            sites.insert(sites.end(), found.begin(), found.end());
    }
    check_memory(sequences, sites.size());
    return sites;
}

std::vector<primer::site> site_search::find_group(std::span<packing::packed_sequence_view const> const primers,
                                                  std::span<packing::packed_sequence_view const> const sequences,
                                                  std::stop_token const & stop,
                                                  step_times & times)
{
    progress_bar bar{cells_total_};
    bar.begin_at(cells_done_);
    plan::execution execution{options_.execution};
    execution.stop = stop;
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_done_ + progress.cells_done);
    };

    primer::statistics statistics{};
    auto sites = calls_.find_sites(primers, sequences, wanted_, execution, statistics);
    times.transfer += statistics.transfer_seconds;
    times.kernel += statistics.kernel_seconds;
    times.device_memory = std::max(times.device_memory, statistics.device_bytes);
    times.backends.insert(statistics.backend);
    cells_done_ += count_cells(primers.size(), sequences);
    return sites;
}

// The number of sequences to search at a time: enough for all threads or a device.
std::size_t site_search::count_next() const noexcept
{
    constexpr std::uint64_t wanted_letters{std::uint64_t{1} << 26};
    std::uint64_t letters = 0;
    std::size_t count = 0;
    while (done_ + count < sequences_.size() && letters < wanted_letters)
        letters += sequences_[done_ + count++].size();
    return count;
}

// While sites are found, others are being written, and a list of sites that grows is in memory twice.
void site_search::check_memory(std::span<packing::packed_sequence_view const> const sequences,
                               std::size_t const sites) const
{
    std::uint64_t needed = sizeof(primer::site) * (2 * std::uint64_t{sites} + sites_before_);
    for (packing::packed_sequence_view const & each : sequences)
        needed += each.size();
    if (options_.memory_limit && needed > *options_.memory_limit)
        throw limit_error{"Finding sites needs at least " + std::to_string(needed)
                          + " bytes in addition to the input; raise --memory, or allow fewer edits."};
}

} // namespace seqan3_gpulcs::app
