// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/furthest_points.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/packing/comparable_pair.hpp"
#include "src/packing/letter_reader.hpp"
#include "src/runtime/stop_poll.hpp"
#include "src/similar/vector_level.hpp"
#include "src/traceback/path_steps.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

// Whether to give up is asked from this distance on, and from this part of the maximum on.
constexpr std::int64_t min_asked_distance{32};
constexpr std::int64_t asked_part{8};

// A pair may turn out to be so many times as similar as it seems.
constexpr double hope{2};

// The levels between two looks at the progress.
constexpr std::int64_t levels_per_look{256};

// Fewer points are found faster one by one.
constexpr std::int64_t min_vector_points{8};

// The furthest rows of every second diagonal. Diagonal k has k more columns than rows.
template <typename row_t>
class frontier
{
public:
    // The row on a diagonal that nothing has reached.
    static constexpr row_t unreached{std::numeric_limits<row_t>::min() / 2};

    explicit frontier(std::int64_t const max_size) :
        rows_{std::make_unique_for_overwrite<row_t[]>(static_cast<std::size_t>(max_size + 2 + vector_level::max_lanes))}
    {}

    void resize(std::int64_t const first, std::int64_t const last) noexcept
    {
        first_ = first;
        last_ = last;
    }

    // Nothing is reached beside the outermost diagonals.
    void close() noexcept
    {
        rows_[0] = unreached;
        std::fill_n(rows_.get() + size() + 1, 1 + vector_level::max_lanes, unreached);
    }

    std::int64_t first() const noexcept
    {
        return first_;
    }

    std::int64_t last() const noexcept
    {
        return last_;
    }

    std::int64_t size() const noexcept
    {
        return (last_ - first_) / 2 + 1;
    }

    // The row on a diagonal, from the one before the first to the one after the last.
    row_t * at(std::int64_t const diagonal) const noexcept
    {
        return rows_.get() + ((diagonal - first_) / 2 + 1);
    }

private:
    std::unique_ptr<row_t[]> rows_;
    std::int64_t first_{};
    std::int64_t last_{};
};

// A bit for each point: whether the path comes to it from the row above.
class came_down
{
public:
    // The bits of the next level.
    std::uint64_t * add_level(std::int64_t const first, std::int64_t const size)
    {
        auto const words = util::ceil_div(static_cast<std::uint64_t>(size), std::uint64_t{64});
        if (words > left_)
        {
            left_ = std::max(words, std::clamp(bytes_ / 8, min_block, max_block));
            bytes_ += 8 * left_;
            next_ = blocks_.emplace_back(std::make_unique_for_overwrite<std::uint64_t[]>(left_)).get();
        }
        left_ -= words;
        levels_.push_back({next_, first});
        return std::exchange(next_, next_ + words);
    }

    bool at(std::size_t const level, std::int64_t const diagonal) const noexcept
    {
        auto const [words, first] = levels_[level];
        auto const bit = static_cast<std::uint64_t>(diagonal - first) / 2;
        return words[bit / 64] >> bit % 64 & 1;
    }

    std::uint64_t bytes() const noexcept
    {
        return bytes_ + levels_.size() * sizeof(level_words);
    }

private:
    struct level_words
    {
        std::uint64_t const * words;
        std::int64_t first; // Diagonal.
    };

    // The words of a block.
    static constexpr std::uint64_t min_block{1u << 9};
    static constexpr std::uint64_t max_block{1u << 20};

    std::vector<std::unique_ptr<std::uint64_t[]>> blocks_{};
    std::vector<level_words> levels_{};
    std::uint64_t * next_{};
    std::uint64_t left_{};
    std::uint64_t bytes_{};
};

// The row type holds all rows and columns, and the maximum distance more.
template <typename row_t, unsigned bits>
class furthest_points
{
public:
    furthest_points(packing::comparable_pair const & letters,
                    distance_limits const & limits,
                    runtime::task_control & control) :
        first_{letters.first()},
        second_{letters.second()},
        first_words_{letters.first().words()},
        second_words_{letters.second().words()},
        end_{second_.size() - first_.size()},
        max_distance_{static_cast<std::int64_t>(limits.max_distance)},
        max_bytes_{limits.max_bytes},
        gives_up_early_{limits.gives_up_early},
        control_{control},
        before_{max_level_size()},
        now_{max_level_size()},
        goes_on_{std::make_unique_for_overwrite<std::uint64_t[]>(max_level_words())}
    {
        if (std::is_same_v<row_t, std::int32_t> && first_.size() != 0 && second_.size() != 0)
            vectors_ = vector_level{bits};
    }

    furthest_points_result run(lcs::output const wanted)
    {
        furthest_points_result result{};
        bool const found = find_end(wanted);
        result.distance = static_cast<std::uint64_t>(distance_);
        result.progress = static_cast<std::uint64_t>(progress());
        result.points = points_;
        result.bytes = came_down_.bytes();
        if (!found)
        {
            control_.add_cells(-reported_);
            return result;
        }
        result.length = static_cast<std::uint64_t>(first_.size() + second_.size() - distance_) / 2;
        if (wanted == lcs::output::subsequence)
            result.path = trace();
        control_.add_cells(cells() - reported_);
        return result;
    }

private:
    using reader_t = packing::letter_reader<packing::direction::forward, bits>;

    // The diagonals of a level lie within the distance from the start and, with what is left of the maximum, from the end.
    std::int64_t max_level_size() const noexcept
    {
        return (max_distance_ - std::abs(end_)) / 2 + 1;
    }

    std::size_t max_level_words() const noexcept
    {
        return util::ceil_div(static_cast<std::uint64_t>(max_level_size()), std::uint64_t{64});
    }

    double cells() const noexcept
    {
        return static_cast<double>(first_.size()) * static_cast<double>(second_.size());
    }

    bool find_end(lcs::output const wanted)
    {
        // One step before the start.
        before_.resize(-1, -1);
        before_.close();
        *before_.at(-1) = 0;
        std::vector<std::uint64_t> scratch(max_level_words());
        std::int64_t first = 0;
        std::int64_t last = 0;
        std::int64_t next_look = min_asked_distance;
        for (distance_ = 0;; ++distance_)
        {
            now_.resize(first, last);
            bool const is_kept = wanted == lcs::output::subsequence;
            advance(is_kept ? came_down_.add_level(first, now_.size()) : scratch.data());
            if (first <= end_ && end_ <= last && (end_ - first) % 2 == 0 && *now_.at(end_) >= first_.size())
                return true;
            if (distance_ == max_distance_ || (is_kept && came_down_.bytes() > max_bytes_))
                return false;
            if (distance_ == next_look)
            {
                next_look += std::min(distance_, levels_per_look);
                if (!look())
                    return false;
            }
            std::tie(first, last) = next_diagonals();
            std::swap(before_, now_);
        }
    }

    // The points of this distance, from those of the one before.
    void advance(std::uint64_t * const downs)
    {
        std::int64_t const size = now_.size();
        std::int64_t const first = now_.first();
        if (vectors_ && size >= min_vector_points)
            advance_with_vectors(downs);
        else
            for (std::int64_t begin = 0; begin < size; begin += 64)
                downs[begin / 64] = advance_some(first + 2 * begin, std::min<std::int64_t>(64, size - begin));
        now_.close();
        points_ += static_cast<std::uint64_t>(size);
        poll_.add(static_cast<std::uint64_t>(size));
    }

    std::uint64_t advance_some(std::int64_t diagonal, std::int64_t const size) noexcept
    {
        row_t const * const before = before_.at(diagonal - 1);
        row_t * const now = now_.at(diagonal);
        std::uint64_t downs = 0;
        for (std::int64_t i = 0; i < size; ++i, diagonal += 2)
        {
            std::int64_t const right = before[i];
            std::int64_t const down = std::int64_t{before[i + 1]} + 1;
            downs |= std::uint64_t{down >= right} << i;
            std::int64_t const row = std::max(down, right);
            now[i] = static_cast<row_t>(row + count_matches(row, diagonal));
        }
        return downs;
    }

    void advance_with_vectors(std::uint64_t * const downs) noexcept
    {
        if constexpr (std::is_same_v<row_t, std::int32_t>)
        {
            std::int64_t const size = now_.size();
            std::int64_t const first = now_.first();
            row_t * const now = now_.at(first);
            vectors_({first_words_,
                      second_words_,
                      static_cast<row_t>(first_.size()),
                      static_cast<row_t>(second_.size()),
                      static_cast<row_t>(first),
                      size,
                      before_.at(first - 1),
                      now,
                      downs,
                      goes_on_.get()});
            for (std::int64_t begin = 0; begin < size; begin += 64)
                for (std::uint64_t left = goes_on_[begin / 64]; left != 0; left &= left - 1)
                {
                    std::int64_t const i = begin + std::countr_zero(left);
                    // There are bits after the last point.
                    if (i < size)
                        now[i] += static_cast<row_t>(count_matches(now[i], first + 2 * i));
                }
        }
    }

    // Rows may be past the end.
    std::int64_t count_matches(std::int64_t const row, std::int64_t const diagonal) const noexcept
    {
        std::int64_t const max_count = std::min(first_.size() - row, second_.size() - diagonal - row);
        return max_count > 0 ? packing::count_equal(first_, row, second_, row + diagonal, max_count) : 0;
    }

    // Once a diagonal on one side of the end has reached the border, paths gain nothing on those beyond.
    std::pair<std::int64_t, std::int64_t> next_diagonals() const noexcept
    {
        std::int64_t const left = max_distance_ - (distance_ + 1);
        std::int64_t first = std::max(now_.first() - 1, end_ - left);
        std::int64_t last = std::min(now_.last() + 1, end_ + left);
        for (std::int64_t k = now_.first(); k <= now_.last() && *now_.at(k) >= first_.size(); k += 2)
            first = std::max(first, k + 1);
        for (std::int64_t k = now_.last(); k >= now_.first() && *now_.at(k) + k >= second_.size(); k -= 2)
            last = std::min(last, k - 1);
        return {first, last};
    }

    std::int64_t progress() const noexcept
    {
        std::int64_t furthest = 0;
        for (std::int64_t k = now_.first(); k <= now_.last(); k += 2)
            furthest =
                std::max(furthest, 2 * std::min({std::int64_t{*now_.at(k)}, first_.size(), second_.size() - k}) + k);
        return furthest;
    }

    // Reports the progress; returns whether there is hope.
    bool look() noexcept
    {
        auto const reached = static_cast<double>(progress());
        auto const all = static_cast<double>(first_.size() + second_.size());
        // The number of points grows with the square of the distance.
        double const done = cells() * (reached / all) * (reached / all);
        control_.add_cells(done - reported_);
        reported_ = done;
        return !gives_up_early_ || distance_ < max_distance_ / asked_part
            || hope * reached * static_cast<double>(max_distance_) >= all * static_cast<double>(distance_);
    }

    // A step aside, and the matches after it.
    struct edit
    {
        bool is_down;
        std::uint64_t matches;
    };

    std::vector<edit> find_edits()
    {
        std::vector<edit> edits(static_cast<std::size_t>(distance_ + 1));
        std::int64_t diagonal = end_;
        for (std::size_t i = edits.size() - 1; i != 0; --i)
        {
            edits[i].is_down = came_down_.at(i, diagonal);
            diagonal += edits[i].is_down ? 1 : -1;
        }

        std::int64_t row = 0;
        for (edit & one : edits)
        {
            if (&one != &edits.front())
            {
                row += one.is_down;
                diagonal += one.is_down ? -1 : 1;
            }
            std::int64_t const matches = count_matches(row, diagonal);
            one.matches = static_cast<std::uint64_t>(matches);
            row += matches;
            poll_.add(1 + one.matches * bits / 64);
        }
        return edits;
    }

    lcs::path trace()
    {
        std::vector<edit> edits = find_edits();
        traceback::path_steps path{static_cast<std::uint64_t>(first_.size() + second_.size() + distance_) / 2};
        traceback::step_packer packer = path.add_steps();
        for (; !edits.empty(); edits.pop_back())
        {
            edit const & last = edits.back();
            packer.add(traceback::step::diagonal, last.matches);
            if (edits.size() > 1)
                packer.add(static_cast<std::uint64_t>(last.is_down ? traceback::step::up : traceback::step::left), 2);
            poll_.add(1 + last.matches / 16);
        }
        path.end_steps(packer);
        return path.finish({lcs::operation::insertion, 0}, control_);
    }

    reader_t first_;
    reader_t second_;
    std::uint64_t const * first_words_;
    std::uint64_t const * second_words_;
    std::int64_t end_; // The diagonal.
    std::int64_t max_distance_;
    std::uint64_t max_bytes_;
    bool gives_up_early_;
    runtime::task_control & control_;
    runtime::stop_poll poll_{control_};
    frontier<row_t> before_;
    frontier<row_t> now_;
    vector_level vectors_{};
    std::unique_ptr<std::uint64_t[]> goes_on_; // A bit for each point, from vectors.
    came_down came_down_{};
    std::int64_t distance_{};
    std::uint64_t points_{};
    double reported_{}; // The cells that count as done so far.
};

template <typename row_t>
furthest_points_result compare(packing::comparable_pair const & letters,
                               lcs::output const wanted,
                               distance_limits const & limits,
                               runtime::task_control & control)
{
    auto const run = [&]<unsigned bits>()
    {
        return furthest_points<row_t, bits>{letters, limits, control}.run(wanted);
    };
    switch (letters.first().bits())
    {
    case 2:
        return run.template operator()<2>();
    case 4:
        return run.template operator()<4>();
    default:
        return run.template operator()<8>();
    }
}

} // namespace

furthest_points_result compare_by_furthest_points(lcs::sequence_pair const & pair,
                                                  lcs::output const wanted,
                                                  distance_limits const & limits,
                                                  runtime::task_control & control)
{
    std::uint64_t const first = pair.first.size();
    std::uint64_t const second = pair.second.size();
    std::uint64_t const difference = std::max(first, second) - std::min(first, second);
    if (difference > limits.max_distance)
        return {.distance = difference - 1};

    // All distances of the pair are even, or all are odd.
    distance_limits possible = limits;
    possible.max_distance = std::min(limits.max_distance, first + second);
    possible.max_distance -= (possible.max_distance - difference) % 2;
    packing::comparable_pair const letters{pair.first, pair.second, control};
    constexpr std::uint64_t short_rows{std::uint64_t{1} << 31};
    if (std::max(first, second) + possible.max_distance < short_rows - 2)
        return compare<std::int32_t>(letters, wanted, possible, control);
    return compare<std::int64_t>(letters, wanted, possible, control);
}

} // namespace seqan3_gpulcs::similar
