// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/wavefront.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "src/packing/code_width.hpp"
#include "src/packing/comparable_pair.hpp"
#include "src/plan/metric.hpp"
#include "src/runtime/stop_poll.hpp"
#include "src/similar/frontier.hpp"
#include "src/similar/level_walker.hpp"
#include "src/traceback/path_steps.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

// The pass polls whether to give up from this part of the worth distance on, but not before there are some edits to judge by: for short
// pairs, a larger part.
constexpr std::int64_t asked_part{12};
constexpr std::int64_t asked_part_of_short_pairs{6};
constexpr std::int64_t min_asked_distance{16};
constexpr std::int64_t max_first_distance{32};

// No pair has so many letters.
constexpr std::uint64_t never_given_up{std::uint64_t{1} << 60};

// The optimism factor: the pass goes on while the projected distance is below this factor times the limit.
constexpr double optimism{1.1};

// From this part of the worth distance on, the last half of the distance is projected, too; with more optimism, as there are gaps.
constexpr std::int64_t stuck_part{3};
constexpr double stuck_optimism{1.5};

// The maximum number of distances between two polls of the progress.
constexpr std::int64_t distances_per_poll{256};

// The first distance from which the rest is guessed, and the points that a guess keeps now and then.
constexpr std::int64_t min_guessed_distance{256};
constexpr std::int64_t guess_size{64};
constexpr std::int64_t max_guess_size{128};

// The steps of which paths consist, as codes of alignment::path.
enum class step_code : std::uint8_t
{
    substitution = 0,
    down = 1,
    right = 2
};

// The steps by which the path comes to each point.
template <typename metric_t>
class wavefront_sources
{
public:
    // The memory of the levels, without that of the words.
    static std::uint64_t level_bytes(std::int64_t const max_distance) noexcept
    {
        return (static_cast<std::uint64_t>(max_distance) + 1) * sizeof(level_words);
    }

    void reserve_levels(std::int64_t const max_distance)
    {
        levels_.reserve(static_cast<std::size_t>(max_distance) + 1);
    }

    // Makes room for the words of the next level, if all words then take at most some memory; returns whether they do.
    bool reserve_words(std::int64_t const size, std::uint64_t const max_bytes)
    {
        std::uint64_t const words = words_of(size);
        bool const has_room = words <= remaining_;
        // Less memory may be left for words than when the block was taken.
        if (bytes_ + (has_room ? 0 : 8 * words) > max_bytes)
            return false;
        if (has_room)
            return true;
        remaining_ = std::max(words, std::min(std::clamp(bytes_ / 8, min_block, max_block), (max_bytes - bytes_) / 8));
        bytes_ += 8 * remaining_;
        next_ = blocks_.emplace_back(std::make_unique_for_overwrite<std::uint64_t[]>(remaining_)).get();
        return true;
    }

    // The words of the next level, for which there is room.
    std::uint64_t * add_level(std::int64_t const first, std::int64_t const size)
    {
        std::uint64_t const words = words_of(size);
        remaining_ -= words;
        levels_.push_back({next_, first});
        return std::exchange(next_, next_ + words);
    }

    step_code at(std::size_t const level, std::int64_t const diagonal) const noexcept
    {
        auto const [words, first] = levels_[level];
        auto const point = static_cast<std::uint64_t>(diagonal - first) / metric_t::spacing;
        std::uint64_t const * const planes = words + point / 64 * metric_t::planes;
        if (planes[0] >> point % 64 & 1)
            return step_code::down;
        if (metric_t::planes == 1 || (planes[metric_t::planes - 1] >> point % 64 & 1))
            return step_code::right;
        return step_code::substitution;
    }

    // The memory of the words.
    std::uint64_t bytes() const noexcept
    {
        return bytes_;
    }

private:
    struct level_words
    {
        std::uint64_t const * words;
        std::int64_t first; // The first diagonal.
    };

    static std::uint64_t words_of(std::int64_t const size) noexcept
    {
        return metric_t::planes * util::ceil_div(static_cast<std::uint64_t>(size), std::uint64_t{64});
    }

    // The words of a block.
    static constexpr std::uint64_t min_block{1u << 9};
    static constexpr std::uint64_t max_block{1u << 17};

    std::vector<std::unique_ptr<std::uint64_t[]>> blocks_{};
    std::vector<level_words> levels_{};
    std::uint64_t * next_{};
    std::uint64_t remaining_{};
    std::uint64_t bytes_{};
};

template <typename metric_t, typename row_t, unsigned bits>
class wavefront
{
public:
    wavefront(packing::comparable_pair const & letters,
              distance_limits const & limits,
              runtime::task_control & control) :
        max_distance_{static_cast<std::int64_t>(limits.max_distance)},
        worth_distance_{static_cast<std::int64_t>(std::min(limits.worth_distance, never_given_up))},
        max_bytes_{limits.max_bytes},
        control_{control},
        max_size_{max_size(letters, max_distance_)},
        fixed_bytes_{fixed_bytes(letters, max_distance_)},
        walker_{letters, std::max(max_size_, max_guess_size)},
        before_{max_size_},
        now_{max_size_}
    {}

    // The memory for a subsequence, besides what grows with the distance.
    static std::uint64_t fixed_bytes(packing::comparable_pair const & letters, std::int64_t const max_distance) noexcept
    {
        std::int64_t const size = max_size(letters, max_distance);
        return 2 * (frontier_t::bytes(size) + frontier_t::bytes(max_guess_size))
             + 8 * (walker_t::level_words(size) + walker_t::bit_words(std::max(size, max_guess_size)))
             + wavefront_sources<metric_t>::level_bytes(max_distance);
    }

    wavefront_result run(plan::comparison const & wanted)
    {
        wavefront_result result{};
        bool const found = find_end(wanted);
        result.distance = static_cast<std::uint64_t>(distance_);
        result.progress = static_cast<std::uint64_t>(walker_.progress(now_).sum);
        result.points = points_;
        result.is_out_of_memory = is_out_of_memory_;
        if (wanted.with_path)
            result.bytes = fixed_bytes_ + sources_.bytes() + edit_bytes();
        if (!found)
        {
            control_.add_cells(-reported_);
            return result;
        }
        result.is_found = true;
        if (wanted.with_path)
            result.path = trace();
        control_.add_cells(cells() - reported_);
        return result;
    }

private:
    using walker_t = level_walker<metric_t, row_t, bits>;
    using frontier_t = typename walker_t::frontier_t;

    // The points that a distance has more than the one before.
    static constexpr std::int64_t more_points{2 / metric_t::spacing};

    // The diagonals of a level lie within the distance from the start, and within the remaining distance from the end.
    static std::int64_t max_size(packing::comparable_pair const & letters, std::int64_t const max_distance) noexcept
    {
        return (max_distance - std::abs(size_difference(letters))) / metric_t::spacing + 1;
    }

    static std::int64_t size_difference(packing::comparable_pair const & letters) noexcept
    {
        return static_cast<std::int64_t>(letters.second().size() - letters.first().size());
    }

    // The sum of the last row and the last column.
    std::int64_t all() const noexcept
    {
        return walker_.rows() + walker_.columns();
    }

    double cells() const noexcept
    {
        return static_cast<double>(walker_.rows()) * static_cast<double>(walker_.columns());
    }

    bool find_end(plan::comparison const & wanted)
    {
        // One step before the start.
        before_.resize(-1, -1);
        before_.close();
        *before_.at(-1) = 0;
        now_.resize(0, 0);
        std::vector<std::uint64_t> scratch(walker_.level_words(max_size_));
        bool const is_kept = wanted.with_path;
        if (is_kept)
            sources_.reserve_levels(max_distance_);
        if (is_kept && !reserve_level(1))
            return false;
        std::int64_t const min_poll =
            std::clamp(worth_distance_ / asked_part_of_short_pairs, min_asked_distance, max_first_distance);
        std::int64_t next_poll = std::clamp(worth_distance_ / asked_part + 1, min_poll, distances_per_poll);
        std::int64_t next_guess = min_guessed_distance;
        for (distance_ = 0;; ++distance_)
        {
            advance(before_, now_, is_kept ? sources_.add_level(now_.first(), now_.size()) : scratch.data());
            if (walker_.is_at_end(now_))
                return true;
            if (distance_ == max_distance_ || (is_kept && !reserve_level(now_.size() + more_points)))
                return false;
            if (distance_ == next_poll)
            {
                next_poll += std::min(distance_, distances_per_poll);
                if (!report_and_check())
                    return false;
            }
            if (distance_ == next_guess)
                next_guess = guess_rest() ? -1 : 2 * next_guess;
            choose_next();
        }
    }

    // Whether the memory suffices for another level, and the traceback from it.
    bool reserve_level(std::int64_t const size)
    {
        std::uint64_t const others = fixed_bytes_ + edit_bytes() + sizeof(edit);
        is_out_of_memory_ = others > max_bytes_ || !sources_.reserve_words(size, max_bytes_ - others);
        return !is_out_of_memory_;
    }

    // The memory of the traceback.
    std::uint64_t edit_bytes() const noexcept
    {
        return (static_cast<std::uint64_t>(distance_) + 1) * sizeof(edit);
    }

    void advance(frontier_t const & before, frontier_t & now, std::uint64_t * const sources)
    {
        walker_.advance(before, now, sources);
        points_ += static_cast<std::uint64_t>(now.size());
        poll_.add(static_cast<std::uint64_t>(now.size()));
    }

    // Chooses the diagonals from which the remaining distance suffices to come to that of the end.
    void choose_next() noexcept
    {
        std::int64_t const remaining = max_distance_ - (distance_ + 1);
        auto const [first, last] = walker_.next_diagonals(now_);
        std::swap(before_, now_);
        now_.resize(std::max(first, walker_.end() - remaining), std::min(last, walker_.end() + remaining));
    }

    // Reports the progress; returns whether the projected distance is small enough to go on.
    bool report_and_check() noexcept
    {
        auto const reached = static_cast<double>(walker_.progress(now_).sum);
        // The number of points grows with the square of the distance.
        double const part = reached / static_cast<double>(all());
        control_.add_cells(cells() * part * part - reported_);
        reported_ = cells() * part * part;
        if (is_certain_ || distance_ < worth_distance_ / asked_part)
            return true;
        return part * max_projected_distance(part) >= static_cast<double>(distance_) && !is_stuck(reached);
    }

    // Whether the last half of the distance has shown that the rest is unlike the beginning.
    bool is_stuck(double const reached) noexcept
    {
        if (distance_ < 2 * marked_distance_)
            return false;
        double const letters_per_edit = (reached - marked_reached_) / static_cast<double>(distance_ - marked_distance_);
        marked_distance_ = distance_;
        marked_reached_ = reached;
        double const all_letters = static_cast<double>(all());
        double const max_remaining =
            stuck_optimism * max_projected_distance(reached / all_letters) - static_cast<double>(distance_);
        // As many indels as the sizes differ by are expected, and may be one gap.
        std::int64_t const unexpected = distance_ - std::abs(walker_.end());
        return unexpected >= worth_distance_ / stuck_part && all_letters - reached > letters_per_edit * max_remaining;
    }

    // The largest distance at which to go on after this part of the way. The nearer the end is, the less do the distances so far count.
    double max_projected_distance(double const part) const noexcept
    {
        return std::hypot(part * part * static_cast<double>(distance_),
                          optimism * static_cast<double>(worth_distance_));
    }

    /* Follows the points that have come furthest, which are few, to the end. If that takes no more than the maximum distance,
     * it is the new one: half of the points to come drop out.
     */
    bool guess_rest()
    {
        frontier_t before{max_guess_size};
        frontier_t now{max_guess_size};
        std::array<std::uint64_t, metric_t::planes * max_guess_size / 64> scratch;
        std::int64_t const start = walker_.progress(now_).sum;
        double const part = static_cast<double>(start) / static_cast<double>(all());
        std::int64_t const max_guess = std::min(max_distance_, static_cast<std::int64_t>(max_projected_distance(part)));
        copy_best(now_, now);
        for (std::int64_t guess = distance_ + 1; guess <= max_guess; ++guess)
        {
            auto const [first, last] = walker_.next_diagonals(now);
            std::swap(before, now);
            now.resize(first, last);
            advance(before, now, scratch.data());
            if (walker_.is_at_end(now))
            {
                max_distance_ = guess;
                is_certain_ = true;
                return true;
            }
            if (now.size() + more_points <= max_guess_size)
                continue;

            std::int64_t const reached = walker_.progress(now).sum;
            double const distance_per_letter =
                static_cast<double>(guess - distance_) / static_cast<double>(reached - start);
            if (static_cast<double>(all() - reached) * distance_per_letter > optimism * static_cast<double>(max_guess))
                return false;
            copy_best(now, before);
            std::swap(before, now);
        }
        return false;
    }

    // Copies the points around the one with the most progress.
    void copy_best(frontier_t const & from, frontier_t & to) const noexcept
    {
        std::int64_t const best = walker_.progress(from).diagonal;
        std::int64_t const first = std::max(from.first(), best - metric_t::spacing * guess_size / 2);
        to.resize(first, std::min(from.last(), first + metric_t::spacing * (guess_size - 1)));
        std::copy_n(from.at(first), to.size(), to.at(first));
        to.close();
    }

    // A step that costs, with the matches after it.
    struct edit
    {
        step_code step;
        std::uint64_t matches;
    };

    static std::int64_t change_of_diagonal(step_code const step) noexcept
    {
        return step == step_code::down ? -1 : step == step_code::right ? 1 : 0;
    }

    std::vector<edit> find_edits()
    {
        std::vector<edit> edits(static_cast<std::size_t>(distance_ + 1));
        std::int64_t diagonal = walker_.end();
        for (std::size_t i = edits.size() - 1; i != 0; --i)
        {
            edits[i].step = sources_.at(i, diagonal);
            diagonal -= change_of_diagonal(edits[i].step);
        }

        std::int64_t row = 0;
        for (edit & one : edits)
        {
            if (&one != &edits.front())
            {
                row += one.step != step_code::right;
                diagonal += change_of_diagonal(one.step);
            }
            std::int64_t const matches = walker_.count_matches(row, diagonal);
            one.matches = static_cast<std::uint64_t>(matches);
            row += matches;
            poll_.add(1 + one.matches * bits / 64);
        }
        return edits;
    }

    alignment::path trace()
    {
        std::vector<edit> edits = find_edits();
        traceback::path_steps path{static_cast<std::uint64_t>(all() + distance_) / 2};
        traceback::step_packer packer = path.add_steps();
        for (; !edits.empty(); edits.pop_back())
        {
            edit const & last = edits.back();
            packer.add(traceback::step::diagonal, last.matches);
            if (edits.size() > 1)
                packer.add(static_cast<std::uint64_t>(last.step), 2);
            poll_.add(1 + last.matches / 16);
        }
        path.end_steps(packer);
        return path.finish({alignment::operation::insertion, 0}, control_);
    }

    std::int64_t max_distance_;
    std::int64_t worth_distance_;
    std::uint64_t max_bytes_;
    runtime::task_control & control_;
    runtime::stop_poll poll_{control_};
    std::int64_t max_size_;
    std::uint64_t fixed_bytes_;
    walker_t walker_;
    frontier_t before_;
    frontier_t now_;
    wavefront_sources<metric_t> sources_{};
    bool is_out_of_memory_{false};
    bool is_certain_{false}; // Whether the distance is known to be at most the maximum.
    std::int64_t distance_{};
    std::uint64_t points_{};
    std::int64_t marked_distance_{}; // Half of the distance, or more, and what it reached.
    double marked_reached_{};
    double reported_{}; // The cells that count as done so far.
};

template <typename metric_t, typename row_t>
wavefront_result compare_rows(packing::comparable_pair const & letters,
                              plan::comparison const & wanted,
                              distance_limits const & limits,
                              runtime::task_control & control)
{
    auto const run = [&]<unsigned bits>(packing::code_width<bits>)
    {
        using points_t = wavefront<metric_t, row_t, bits>;
        if (wanted.with_path
            && points_t::fixed_bytes(letters, static_cast<std::int64_t>(limits.max_distance)) > limits.max_bytes)
            return wavefront_result{.is_out_of_memory = true};
        return points_t{letters, limits, control}.run(wanted);
    };
    return packing::with_code_width(letters.first().bits(), run);
}

template <typename metric_t>
wavefront_result compare(alignment::sequence_pair const & pair,
                         plan::comparison const & wanted,
                         distance_limits const & limits,
                         runtime::task_control & control)
{
    std::uint64_t const first = pair.first.size();
    std::uint64_t const second = pair.second.size();
    std::uint64_t const difference = std::max(first, second) - std::min(first, second);
    if (difference > limits.max_distance)
        return {.distance = difference - 1};

    distance_limits possible = limits;
    possible.max_distance =
        std::min(limits.max_distance, plan::traits_of(wanted.metric).largest_distance(first, second));
    // If a step changes the parity of the diagonal, all distances of the pair are even, or all are odd.
    possible.max_distance -= (possible.max_distance - difference) % metric_t::spacing;
    packing::comparable_pair const letters{pair.first, pair.second, control};
    constexpr std::uint64_t short_rows{std::uint64_t{1} << 31};
    if (std::max(first, second) + possible.max_distance < short_rows - 2)
        return compare_rows<metric_t, std::int32_t>(letters, wanted, possible, control);
    return compare_rows<metric_t, std::int64_t>(letters, wanted, possible, control);
}

} // namespace

wavefront_result compare_by_wavefront(alignment::sequence_pair const & pair,
                                      plan::comparison const & wanted,
                                      distance_limits const & limits,
                                      runtime::task_control & control)
{
    return plan::with_metric(wanted.metric,
                             [&]<typename metric_t>(metric_t)
                             {
                                 return compare<metric_t>(pair, wanted, limits, control);
                             });
}

} // namespace seqan3_gpulcs::similar
