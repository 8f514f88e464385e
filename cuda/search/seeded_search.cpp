// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/search/seeded_request.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "cuda/search/search_pipeline.hpp"
#include "src/verification/match_verifier.hpp"
#include "src/verification/primer_verifier.hpp"
#include "src/verification/seed_length.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The first position of a walk takes some passes for itself; a walk should have several times as many.
constexpr double passes_of_walk{8};

// So many walks may follow one another in the same place: it evens out how long they take.
constexpr std::uint64_t most_turns{2};

// More patterns than that are not searched at once: so many ends may be found.
constexpr std::uint64_t most_patterns{1024};

// Where walks do not have to wait for their finds, so many patterns make launches long enough.
constexpr std::uint64_t patterns_of_matches{64};

//!\brief Primers: a walk for each piece.
class primer_job
{
public:
    using finder_t = verification::primer_verifier;
    using walk_t = verification::primer_scan;

    // What is found anywhere shows that a primer is longer.
    static constexpr bool needs_all_ends{false};

    primer_job(verification::primer_request const & request,
               verification::seed_length const & choice,
               std::vector<verification::scan_range> const & ranges) noexcept :
        request_{request},
        choice_{choice},
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

    finder_t make_finder() const noexcept
    {
        return {request_, choice_};
    }

    walk_t make_walk(std::size_t const number) const noexcept
    {
        return walk_t{ranges_[number]};
    }

    bool next_pattern(finder_t & finder, std::size_t const number, walk_t & walk) const
    {
        if (request_.is_open(ranges_[number]) && finder.next_pattern(walk))
            return true;
        request_.finish(ranges_[number], walk.found());
        return false;
    }

    double rate(std::uint64_t const pattern_size) const noexcept
    {
        return request_.hits().rate(pattern_size);
    }

private:
    verification::primer_request const & request_;
    verification::seed_length const & choice_;
    std::vector<verification::scan_range> const & ranges_;
};

//!\brief Matches: a walk for each group of primers.
class match_job
{
public:
    using finder_t = verification::match_verifier;
    using walk_t = verification::match_scan;

    // The first match is wanted.
    static constexpr bool needs_all_ends{true};

    match_job(verification::match_request const & request, std::size_t const begin, std::size_t const end) noexcept :
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

    finder_t make_finder() const noexcept
    {
        return finder_t{request_};
    }

    walk_t make_walk(std::size_t const number) const noexcept
    {
        return {request_.longest(begin_ + number), request_.matches(begin_ + number)};
    }

    bool next_pattern(finder_t & finder, std::size_t const number, walk_t & walk) const
    {
        if (finder.next_pattern(walk))
            return true;
        request_.finish(begin_ + number);
        return false;
    }

    // Most primers are found seldom; where others are found too often, parts become smaller.
    double rate(std::uint64_t) const noexcept
    {
        return 0;
    }

private:
    verification::match_request const & request_;
    std::size_t begin_; // The group of the first scan.
    std::size_t end_;
};

//!\brief A text, and where it is.
struct placed_text
{
    placed_text(verification::background_text const & letters, search_team const & team) :
        space{team.contexts.lend(team.device)}
    {
        if (device_text::bytes(letters) > free_device_bytes() / 2)
            team.contexts.release_idle(team.device);
        free_bytes = free_device_bytes();
        text.emplace(letters, *space, free_bytes / 2);
    }

    // The letters that each of so many sets may search at a time.
    std::uint64_t letters_of_batch(std::uint64_t const pattern_size,
                                   std::uint64_t const patterns,
                                   std::uint64_t const sets) const noexcept
    {
        std::uint64_t const letters = letters_of_filter_launch(pattern_size, patterns, space->limits.multiprocessors);
        if (text->is_on_device())
            return letters;
        std::uint64_t const words = free_bytes / sizeof(std::uint64_t) / (2 * sets);
        return std::min(letters, letters_per_text_word * std::max<std::uint64_t>(1, words));
    }

    // The multiprocessors for each thread that has walks.
    unsigned
    multiprocessors(std::uint64_t const walks, std::uint64_t const walks_of_set, unsigned const threads) const noexcept
    {
        std::uint64_t const team = std::clamp<std::uint64_t>((walks + (walks_of_set - 1)) / walks_of_set, 1, threads);
        return std::max(1u, space->limits.multiprocessors / static_cast<unsigned>(team));
    }

    stream_context_pool::lease space;
    std::uint64_t free_bytes{};
    std::optional<device_text> text{};
};

// Copied for the first search.
placed_text const & place(verification::background_text const & text, search_team const & team)
{
    return text.form<placed_text>(
        [&]()
        {
            return std::make_shared<placed_text>(text, team);
        });
}

} // namespace

primer::statistics find_primers(verification::primer_request const & request, search_team const & team)
{
    unsigned const threads = team.threads;
    placed_text const & placed = place(request.text(), team);
    unsigned const multiprocessors = std::max(1u, placed.space->limits.multiprocessors / threads);
    verification::seed_length const choice{request.hits(),
                                           [&](std::uint64_t const size)
                                           {
                                               return time_of_filter(size, multiprocessors);
                                           }};

    // As many walks as keep the device busy, if there are positions enough for them.
    std::uint64_t const pattern_size = choice.rare_size();
    std::uint64_t const sets = std::uint64_t{sets_of_thread} * threads;
    auto const least_piece = static_cast<std::uint64_t>(passes_of_walk * choice.positions_of_pass());
    std::uint64_t const most_walks =
        std::min(most_patterns,
                 patterns_for_filter(pattern_size, request.options().differences, placed.text->size(), multiprocessors));
    std::uint64_t const walks_of_set =
        std::clamp<std::uint64_t>(request.positions() / (sets * least_piece),
                                  std::min<std::uint64_t>(plan_search_kernel(pattern_size).patterns, most_walks),
                                  most_walks);
    std::uint64_t const turns =
        std::clamp<std::uint64_t>(request.positions() / (sets * walks_of_set * least_piece), 1, most_turns);
    std::vector<verification::scan_range> const ranges =
        request.cut(std::max(least_piece, request.positions() / (sets * walks_of_set * turns) + 1));

    primer_job const job{request, choice, ranges};
    shared_walks<primer_job> shared{.job = job,
                                    .text = *placed.text,
                                    .walks_of_set = walks_of_set,
                                    .letters_of_batch = placed.letters_of_batch(pattern_size, walks_of_set, sets),
                                    .multiprocessors = placed.multiprocessors(ranges.size(), walks_of_set, threads)};
    primer::statistics done = run_walks(shared, team);
    done.transfer_seconds += placed.text->transfer_seconds();
    done.device_bytes += placed.space->bytes();
    return done;
}

void find_matches(verification::match_request const & request,
                  std::size_t const begin,
                  std::size_t const end,
                  search_team const & team)
{
    unsigned const threads = team.threads;
    placed_text const & placed = place(request.text(), team);
    std::uint64_t const pattern_size = request.pattern_size(begin);
    std::uint64_t const groups = end - begin;
    std::uint64_t const sets = std::uint64_t{sets_of_thread} * threads;
    std::uint64_t const walks_of_set =
        std::clamp<std::uint64_t>(groups / sets, plan_search_kernel(pattern_size).patterns, patterns_of_matches);

    match_job const job{request, begin, end};
    shared_walks<match_job> shared{.job = job,
                                   .text = *placed.text,
                                   .walks_of_set = walks_of_set,
                                   .letters_of_batch = placed.letters_of_batch(pattern_size, walks_of_set, sets),
                                   .multiprocessors = placed.multiprocessors(groups, walks_of_set, threads)};
    run_walks(shared, team);
}

} // namespace seqan3_gpulcs::cuda
