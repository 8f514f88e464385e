// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/search/seeded_search.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/runtime/architectures.hpp"
#include "cuda/search/search_pipeline.hpp"
#include "cuda/search/tuning_search.hpp"
#include "src/plan/offload_policy.hpp"
#include "src/scan/scan_jobs.hpp"
#include "src/scan/seed_length.hpp"
#include "src/scan/verification_costs.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

static_assert(scan::device_lanes == warp_threads);

// The first position of a scan takes some passes of its own; a scan should have several times as many passes.
constexpr double passes_per_scan{8};

// The scans that one place takes in turn: several even out the time that each takes.
constexpr std::uint64_t usual_turns{2};
constexpr std::uint64_t max_turns{4};

// At least 1 / busy_part of the scans that keep the device busy without computing much twice are searched at a time, rather than in turn.
constexpr std::uint64_t busy_part{2};

// The letters of a pattern that the smallest kernel takes.
constexpr std::uint64_t site_word_size{32 * search_kernel_shapes[0].words};

// The maximum number of patterns that are searched at once: each may be found in many places.
constexpr std::uint64_t max_patterns{1024};

// Scans of one pattern need not wait for their candidates; this many patterns make launches long enough. Longer ones make them
// longer, and need more room for hits.
constexpr std::uint64_t max_scans_of_one(std::uint64_t const pattern_size) noexcept
{
    return std::clamp<std::uint64_t>((std::uint64_t{1} << 18) / pattern_size, 4, 64);
}

// The maximum size of the parts in which a text goes to the device: pinned memory has two of them for each thread.
constexpr std::uint64_t max_staged_bytes{std::uint64_t{1} << 23};

void check_pattern_size(std::uint64_t const size)
{
    if (size > scan::max_device_pattern)
        throw backend_unavailable{"Finding these primers, or their matches, takes a search for " + std::to_string(size)
                                  + " letters at once, and a CUDA device searches for at most "
                                  + std::to_string(scan::max_device_pattern) + ". Choose the backend cpu or auto."};
}

double seconds_of(scan::wanted_primers const & wanted, plan::device_costs const & costs) noexcept
{
    return plan::primer_seconds(wanted.request.positions(), wanted.request.text().size(), costs);
}

double seconds_of(scan::wanted_matches const & wanted, plan::device_costs const & costs) noexcept
{
    return plan::pattern_seconds(wanted.end - wanted.begin,
                                 wanted.request.pattern_size(wanted.begin),
                                 wanted.request.text().size(),
                                 costs);
}

double seconds_of(scan::wanted_sites const & wanted, plan::device_costs const & costs) noexcept
{
    return plan::pattern_seconds(wanted.request.patterns().size(),
                                 wanted.request.max_pattern_size(site_word_size),
                                 wanted.request.text().size(),
                                 costs);
}

// Half of the memory is for searches.
bool fits_on_current_device(scan::background_text const & letters)
{
    return device_text::bytes(letters) <= free_device_bytes() / 2;
}

//!\brief A text, and where it is: on a device, the current one, if it fits.
struct placed_text
{
    placed_text(scan::background_text const & letters, unsigned const device, stream_context_pool & contexts) :
        context{contexts.lend(device)}
    {
        // It may stay for long, without what others have left there.
        context->release_others<search_buffers>();
        if (!fits_on_current_device(letters))
            contexts.release_idle(device);
        text.emplace(letters, *context, free_device_bytes() / 2);
    }

    // The letters that each set of scans may search at a time.
    std::uint64_t
    max_part_letters(std::uint64_t const pattern_size, std::uint64_t const patterns, std::uint64_t const sets) const
    {
        std::uint64_t const letters = letters_per_launch(pattern_size, patterns, context->limits.costs());
        if (text->is_on_device())
            return letters;
        std::uint64_t const bytes = std::min(free_device_bytes() / (2 * sets), max_staged_bytes);
        std::uint64_t const words = bytes / (text->parts_per_word() * sizeof(std::uint64_t));
        return std::min(letters, letters_per_text_word * std::max<std::uint64_t>(1, words));
    }

    // The multiprocessors for each launch, if some threads have scans.
    unsigned multiprocessors(std::uint64_t const threads, search_team const & team) const noexcept
    {
        auto const of_device = static_cast<unsigned>(util::ceil_div<std::uint64_t>(threads, team.devices.size()));
        return std::max(1u, context->limits.multiprocessors / std::min(of_device, launches_at_once));
    }

    stream_context_pool::lease context;
    std::optional<device_text> text{};
};

/* A text on some devices, each of which gets a copy when it is first asked for, and again if there was no room before.
 *
 * Thread safety: all functions may be called concurrently.
 */
class placed_texts
{
public:
    placed_texts(scan::background_text const & letters, stream_context_pool & contexts) noexcept :
        letters_{letters},
        contexts_{contexts}
    {}

    struct found
    {
        std::shared_ptr<placed_text const> text{};
        bool is_new{};
    };

    // The device must be the current one.
    found on(unsigned const device)
    {
        copy & own = find(device);
        std::scoped_lock const lock{own.mutex};
        bool const is_new = !own.text || (!own.text->text->is_on_device() && fits_on_current_device(letters_));
        if (is_new)
            own.text = std::make_shared<placed_text const>(letters_, device, contexts_);
        return {own.text, is_new};
    }

private:
    struct copy
    {
        std::mutex mutex{};
        std::shared_ptr<placed_text const> text{};
    };

    copy & find(unsigned const device)
    {
        std::scoped_lock const lock{mutex_};
        return copies_[device];
    }

    scan::background_text const & letters_;
    stream_context_pool & contexts_;
    std::mutex mutex_{};
    std::map<unsigned, copy> copies_{};
};

/* The copies of a text that a call uses.
 *
 * Thread safety: on() may be called concurrently.
 */
class used_texts
{
public:
    explicit used_texts(std::shared_ptr<placed_texts> all) noexcept : all_{std::move(all)}
    {}

    // The device must be the current one.
    placed_text const & on(unsigned const device)
    {
        placed_texts::found const found = all_->on(device);
        std::scoped_lock const lock{mutex_};
        if (found.is_new)
            transfer_seconds_ += found.text->text->transfer_seconds();
        used_.push_back(found.text);
        return *found.text;
    }

    // The memory of the copies, and the time of those that are new.
    void add_statistics(primer::statistics & statistics) const
    {
        statistics.transfer_seconds += transfer_seconds_;
        for (std::shared_ptr<placed_text const> const & text : std::set(used_.begin(), used_.end()))
            statistics.device_bytes += text->context->bytes();
    }

private:
    std::shared_ptr<placed_texts> all_;
    std::mutex mutex_{};
    std::vector<std::shared_ptr<placed_text const>> used_{};
    double transfer_seconds_{};
};

// Runs all scans of a job; each device has its own plan.
template <typename job_t>
primer::statistics run_scans(job_t & job,
                             std::uint64_t const pattern_size,
                             std::uint64_t const scans_per_set,
                             search_team const & team,
                             used_texts & texts)
{
    search_pipeline<job_t> shared{.job = job, .scans_per_set = scans_per_set};
    std::uint64_t const threads =
        std::clamp<std::uint64_t>(util::ceil_div<std::uint64_t>(job.size(), scans_per_set), 1, team.threads);
    std::uint64_t const sets = std::uint64_t{sets_per_thread} * team.threads_per_device();
    return run_pipeline(shared,
                        team,
                        [&](unsigned const device)
                        {
                            placed_text const & placed = texts.on(device);
                            return search_place{.text = *placed.text,
                                                .max_part_letters =
                                                    placed.max_part_letters(pattern_size, scans_per_set, sets),
                                                .multiprocessors = placed.multiprocessors(threads, team)};
                        });
}

primer::statistics find(scan::wanted_primers const & wanted, search_team const & team, used_texts & texts)
{
    scan::primer_request const & request = wanted.request;
    // The scans are cut for the first device; all devices take as many as they can.
    unsigned const threads = team.threads;
    placed_text const & placed = texts.on(team.devices.front());
    device_limits of_thread = placed.context->limits;
    of_thread.multiprocessors = std::max(1u, of_thread.multiprocessors / team.threads_per_device());
    scan::seed_length const seed_length{request.hits(),
                                        scan::searched_by::device,
                                        [&](std::uint64_t const size)
                                        {
                                            return search_time(size, of_thread.costs());
                                        }};

    // The scans at a time should keep the device busy, but each needs enough positions.
    std::uint64_t const pattern_size = seed_length.rare_size();
    std::uint64_t const sets = std::uint64_t{sets_per_thread} * threads;
    auto const min_range = static_cast<std::uint64_t>(passes_per_scan * seed_length.positions_per_pass());
    std::uint64_t const max_scans = std::min(max_patterns,
                                             patterns_per_search(pattern_size,
                                                                 request.options().differences,
                                                                 placed.text->size(),
                                                                 placed.multiprocessors(threads, team)));
    std::uint64_t const all_scans = request.positions() / (sets * min_range);
    std::uint64_t const scans_per_set =
        std::clamp(std::max(all_scans / usual_turns, std::min(all_scans, max_scans / busy_part)),
                   std::min<std::uint64_t>(plan_search_kernel(pattern_size).patterns, max_scans),
                   max_scans);
    std::uint64_t const turns =
        std::clamp<std::uint64_t>(request.positions() / (sets * scans_per_set * min_range), 1, max_turns);
    std::vector<scan::scan_range> const ranges =
        request.cut(std::max(min_range, request.positions() / (sets * scans_per_set * turns) + 1));

    scan::primer_job const job{request, seed_length, ranges};
    return run_scans(job, pattern_size, scans_per_set, team, texts);
}

primer::statistics find(scan::wanted_matches const & wanted, search_team const & team, used_texts & texts)
{
    scan::match_job const job{wanted};
    std::uint64_t const pattern_size = wanted.request.pattern_size(wanted.begin);
    std::uint64_t const sets = std::uint64_t{sets_per_thread} * team.threads;
    std::uint64_t const scans_per_set = std::clamp<std::uint64_t>(job.size() / sets,
                                                                  plan_search_kernel(pattern_size).patterns,
                                                                  max_scans_of_one(pattern_size));
    return run_scans(job, pattern_size, scans_per_set, team, texts);
}

primer::statistics find(scan::wanted_sites const & wanted, search_team const & team, used_texts & texts)
{
    // Threads find the sites of some patterns while the device searches for others.
    scan::site_job job{wanted.request, site_word_size, {{0, wanted.request.text().size()}}, 1};
    std::uint64_t const pattern_size = wanted.request.max_pattern_size(site_word_size);
    std::uint64_t const group = plan_search_kernel(pattern_size).patterns;
    std::uint64_t const sets = std::uint64_t{sets_per_thread} * team.threads;
    std::uint64_t const scans_per_set =
        std::min(group * util::ceil_div<std::uint64_t>(job.size(), group * sets), max_scans_of_one(pattern_size));
    primer::statistics const done = run_scans(job, pattern_size, scans_per_set, team, texts);
    wanted.sites = job.take_sites();
    return done;
}

// Searches do not make room while they run; those for very many differences take some hundred megabytes.
void make_room(unsigned const device, scan::background_text const & text, stream_context_pool & contexts)
{
    constexpr std::uint64_t usual_bytes{std::uint64_t{1} << 29};
    scoped_device const current{device};
    if (free_device_bytes() < device_text::bytes(text) + usual_bytes)
        contexts.release_idle(device);
}

} // namespace

double scan_seconds(scan::request const & request, plan::device_costs const & costs) noexcept
{
    return std::visit(
        [&](auto const & wanted)
        {
            return seconds_of(wanted, costs);
        },
        request.wanted);
}

// The text is copied for its first search. After a failure the CPU may take over: what the text holds of the device is given back.
primer::statistics scan_text(scan::request const & request, search_team const & team)
{
    check_pattern_size(request.max_pattern_size);
    scan::background_text const & text = request.text;
    for (unsigned const device : team.devices)
        make_room(device, text, team.contexts);
    auto const placed = text.form<placed_texts>(
        [&]()
        {
            return std::make_shared<placed_texts>(text, team.contexts);
        });
    try
    {
        used_texts texts{placed};
        primer::statistics done = std::visit(
            [&](auto const & wanted)
            {
                return find(wanted, team, texts);
            },
            request.wanted);
        texts.add_statistics(done);
        return done;
    }
    catch (device_error const &)
    {
        text.drop_form(placed);
        throw;
    }
}

} // namespace seqan3_gpulcs::cuda
