// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/search/seeded_search.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "cuda/search/search_pipeline.hpp"
#include "cuda/search/site_job.hpp"
#include "src/scan/match_verifier.hpp"
#include "src/scan/primer_verifier.hpp"
#include "src/scan/seed_length.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The first position of a scan takes some passes of its own; a scan should have several times as many passes.
constexpr double passes_per_scan{8};

// How many scans one place takes in turn: it evens out how long they take.
constexpr std::uint64_t usual_turns{2};
constexpr std::uint64_t max_turns{4};

// At least this part of the scans that keep the device busy without computing much twice are searched at a time, rather than in turn.
constexpr std::uint64_t busy_part{2};

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

//!\brief Primers: a scan for each range.
class primer_job
{
public:
    using verifier_t = scan::primer_verifier;
    using scan_t = scan::primer_scan;

    // Any candidate shows that a primer is longer.
    static constexpr bool needs_all_ends{false};

    primer_job(scan::primer_request const & request,
               scan::seed_length const & seed_length,
               std::vector<scan::scan_range> const & ranges) noexcept :
        request_{request},
        seed_length_{seed_length},
        ranges_{ranges}
    {}

    std::size_t size() const noexcept
    {
        return ranges_.size();
    }

    runtime::task_control & control() const noexcept
    {
        return request_.control();
    }

    std::uint64_t differences() const noexcept
    {
        return request_.options().differences;
    }

    verifier_t make_verifier() const noexcept
    {
        return {request_, seed_length_};
    }

    scan_t make_scan(std::size_t const number) const noexcept
    {
        return scan_t{ranges_[number]};
    }

    bool next_pattern(verifier_t & verifier, std::size_t const number, scan_t & scan) const
    {
        if (request_.is_open(ranges_[number]) && verifier.next_pattern(scan))
            return true;
        request_.finish(ranges_[number], scan.found());
        return false;
    }

    double rate(std::uint64_t const pattern_size) const noexcept
    {
        return request_.hits().rate(pattern_size);
    }

private:
    scan::primer_request const & request_;
    scan::seed_length const & seed_length_;
    std::vector<scan::scan_range> const & ranges_;
};

//!\brief Matches: a scan for each group of primers.
class match_job
{
public:
    using verifier_t = scan::match_verifier;
    using scan_t = scan::match_scan;

    // The first match is wanted.
    static constexpr bool needs_all_ends{true};

    match_job(scan::match_request const & request, std::size_t const begin, std::size_t const end) noexcept :
        request_{request},
        begin_{begin},
        end_{end}
    {}

    std::size_t size() const noexcept
    {
        return end_ - begin_;
    }

    runtime::task_control & control() const noexcept
    {
        return request_.control();
    }

    // Matches have k.
    std::uint64_t differences() const noexcept
    {
        return request_.differences() + 1;
    }

    verifier_t make_verifier() const noexcept
    {
        return verifier_t{request_};
    }

    scan_t make_scan(std::size_t const number) const noexcept
    {
        return {request_.longest(begin_ + number), request_.matches(begin_ + number)};
    }

    bool next_pattern(verifier_t & verifier, std::size_t const number, scan_t & scan) const
    {
        if (verifier.next_pattern(scan))
            return true;
        request_.finish(begin_ + number);
        return false;
    }

    // Most primers are found rarely; where others are found too often, parts become smaller.
    double rate(std::uint64_t) const noexcept
    {
        return 0;
    }

private:
    scan::match_request const & request_;
    std::size_t begin_; // The group of the first scan.
    std::size_t end_;
};

//!\brief A text, and where it is: on a device, the current one, if it fits.
struct placed_text
{
    placed_text(scan::background_text const & letters, unsigned const device, stream_context_pool & contexts) :
        context{contexts.lend(device)}
    {
        if (device_text::bytes(letters) > free_device_bytes() / 2)
            contexts.release_idle(device);
        text.emplace(letters, *context, free_device_bytes() / 2);
    }

    // The letters that each set of scans may search at a time.
    std::uint64_t
    max_part_letters(std::uint64_t const pattern_size, std::uint64_t const patterns, std::uint64_t const sets) const
    {
        std::uint64_t const letters = letters_per_launch(pattern_size, patterns, context->limits.multiprocessors);
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

/* A text on some devices, each of which gets a copy when it is first asked for.
 *
 * Thread safety: on() may be called concurrently.
 */
class placed_texts
{
public:
    placed_texts(scan::background_text const & letters, stream_context_pool & contexts) noexcept :
        letters_{letters},
        contexts_{contexts}
    {}

    // The device must be the current one.
    placed_text const & on(unsigned const device)
    {
        copy & own = find(device);
        std::scoped_lock const lock{own.mutex};
        if (!own.text)
            own.text.emplace(letters_, device, contexts_);
        return *own.text;
    }

    // The time and the memory that all copies took.
    void add_statistics(primer::statistics & statistics) const
    {
        for (auto const & [device, own] : copies_)
            if (own.text)
            {
                statistics.transfer_seconds += own.text->text->transfer_seconds();
                statistics.device_bytes += own.text->context->bytes();
            }
    }

private:
    struct copy
    {
        std::mutex mutex{};
        std::optional<placed_text> text{};
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

/* Searches a text, which is copied for the first search. After a failure the CPU may take over: what the text holds of the
 * device is given back.
 */
template <typename search_t>
auto search_placed(scan::background_text const & text, search_team const & team, search_t const & search)
{
    try
    {
        return search(text.form<placed_texts>(
            [&]()
            {
                return std::make_shared<placed_texts>(text, team.contexts);
            }));
    }
    catch (...)
    {
        text.drop_form<placed_texts>();
        throw;
    }
}

// Runs all scans of a job; each device has its own plan.
template <typename job_t>
primer::statistics run_scans(job_t const & job,
                             std::uint64_t const pattern_size,
                             std::uint64_t const scans_per_set,
                             search_team const & team,
                             placed_texts & texts)
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

primer::statistics search_primers(scan::primer_request const & request, search_team const & team, placed_texts & texts)
{
    // The scans are cut for the first device; all devices take as many as they can.
    unsigned const threads = team.threads;
    placed_text const & placed = texts.on(team.devices.front());
    unsigned const of_thread = std::max(1u, placed.context->limits.multiprocessors / team.threads_per_device());
    scan::seed_length const seed_length{request.hits(),
                                        scan::searched_by::device,
                                        [&](std::uint64_t const size)
                                        {
                                            return search_time(size, of_thread);
                                        }};

    // As many scans as keep the device busy, if there are enough positions for them.
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

    primer_job const job{request, seed_length, ranges};
    primer::statistics done = run_scans(job, pattern_size, scans_per_set, team, texts);
    texts.add_statistics(done);
    return done;
}

void search_matches(scan::match_request const & request,
                    std::size_t const begin,
                    std::size_t const end,
                    search_team const & team,
                    placed_texts & texts)
{
    std::uint64_t const pattern_size = request.pattern_size(begin);
    std::uint64_t const groups = end - begin;
    std::uint64_t const sets = std::uint64_t{sets_per_thread} * team.threads;
    std::uint64_t const scans_per_set = std::clamp<std::uint64_t>(groups / sets,
                                                                  plan_search_kernel(pattern_size).patterns,
                                                                  max_scans_of_one(pattern_size));

    match_job const job{request, begin, end};
    run_scans(job, pattern_size, scans_per_set, team, texts);
}

} // namespace

primer::statistics find_primers(scan::primer_request const & request, search_team const & team)
{
    return search_placed(request.text(),
                         team,
                         [&](placed_texts & texts)
                         {
                             return search_primers(request, team, texts);
                         });
}

void find_matches(scan::match_request const & request,
                  std::size_t const begin,
                  std::size_t const end,
                  search_team const & team)
{
    search_placed(request.text(),
                  team,
                  [&](placed_texts & texts)
                  {
                      search_matches(request, begin, end, team, texts);
                  });
}

std::vector<primer::site>
find_sites(scan::site_request const & request, search_team const & team, primer::statistics & statistics)
{
    std::vector<std::vector<primer::site>> sites(request.patterns().size());
    site_job const job{request, sites};
    std::uint64_t const pattern_size = request.max_pattern_size(site_word_size);
    std::uint64_t const group = plan_search_kernel(pattern_size).patterns;
    std::uint64_t const sets = std::uint64_t{sets_per_thread} * team.threads;
    std::uint64_t const scans_per_set =
        std::min(group * util::ceil_div<std::uint64_t>(job.size(), group * sets), max_scans_of_one(pattern_size));
    statistics = search_placed(request.text(),
                               team,
                               [&](placed_texts & texts)
                               {
                                   primer::statistics done = run_scans(job, pattern_size, scans_per_set, team, texts);
                                   texts.add_statistics(done);
                                   return done;
                               });

    return scan::gather_sites(std::move(sites));
}

} // namespace seqan3_gpulcs::cuda
