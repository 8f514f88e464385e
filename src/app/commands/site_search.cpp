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
    cells_per_letter_{2 * static_cast<double>(primers.size())},
    cells_total_{count_letters(inputs.records()) * cells_per_letter_}
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
    for (packing::packed_sequence_view const & each : sequences)
        cells_done_ += static_cast<double>(each.size()) * cells_per_letter_;

    check_memory(sites.size());
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

std::vector<primer::site> site_search::find(std::span<packing::packed_sequence_view const> const sequences,
                                            std::stop_token const & stop,
                                            step_times & times) const
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
    auto sites = calls_.find_sites(primers_.letters(), sequences, wanted_, execution, statistics);
    times.transfer += statistics.transfer_seconds;
    times.kernel += statistics.kernel_seconds;
    times.device_memory = std::max(times.device_memory, statistics.device_bytes);
    times.backends.insert(statistics.backend);
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

// How many sites there are is not known before. The next sequences may well have as many.
void site_search::check_memory(std::size_t const sites) const
{
    std::uint64_t const needed = std::uint64_t{sizeof(primer::site)} * sites;
    if (options_.memory_limit && needed > *options_.memory_limit)
        throw limit_error{"The " + std::to_string(sites) + " sites in some sequences take " + std::to_string(needed)
                          + " bytes; raise --memory, or allow fewer edits."};
}

} // namespace seqan3_gpulcs::app
