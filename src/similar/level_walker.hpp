// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The step from the furthest-reaching points of a distance to those of the next one.
 */

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "src/packing/comparable_pair.hpp"
#include "src/packing/letter_reader.hpp"
#include "src/similar/frontier.hpp"
#include "src/similar/vector_level.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief The progress of a frontier.
struct frontier_progress
{
    std::int64_t sum{};      //!< The largest sum of a row and a column, at most that of the last ones.
    std::int64_t diagonal{}; //!< The diagonal of this point.
};

/*!\brief Compares the letters of two sequences along diagonals.
 * \tparam metric_t   The metric, a seqan3_gpulcs::plan::metric_constant.
 * \tparam row_t      Holds all rows and columns, and the maximum distance more.
 * \tparam bits       The width of a code.
 */
template <typename metric_t, typename row_t, unsigned bits>
class level_walker
{
public:
    //!\brief The points of a distance.
    using frontier_t = frontier<row_t, metric_t::spacing>;

    //!\brief The letters must outlive the object. The maximum size is that of frontiers.
    level_walker(packing::comparable_pair const & letters, std::int64_t const max_size) :
        first_{letters.first()},
        second_{letters.second()},
        first_words_{letters.first().words()},
        second_words_{letters.second().words()},
        goes_on_{std::make_unique_for_overwrite<std::uint64_t[]>(bit_words(max_size))}
    {
        if (std::is_same_v<row_t, std::int32_t> && rows() != 0 && columns() != 0)
            vectors_ = vector_level{metric_t::id, bits};
    }

    //!\brief The number of words that say where points come from: for 64 points one word of each plane, then the words of the next points.
    static std::size_t level_words(std::int64_t const size) noexcept
    {
        return metric_t::planes * bit_words(size);
    }

    //!\brief The words for a bit for each point.
    static std::size_t bit_words(std::int64_t const size) noexcept
    {
        return util::ceil_div(static_cast<std::uint64_t>(size), std::uint64_t{64});
    }

    //!\brief The size of the first sequence.
    std::int64_t rows() const noexcept
    {
        return first_.size();
    }

    //!\brief The size of the second sequence.
    std::int64_t columns() const noexcept
    {
        return second_.size();
    }

    //!\brief The diagonal of the last cell.
    std::int64_t end() const noexcept
    {
        return columns() - rows();
    }

    //!\brief Whether the last cell is reached.
    bool is_at_end(frontier_t const & points) const noexcept
    {
        return points.contains(end()) && *points.at(end()) >= rows();
    }

    //!\brief The matches from a point on, which may be past the end.
    std::int64_t count_matches(std::int64_t const row, std::int64_t const diagonal) const noexcept
    {
        std::int64_t const max_count = std::min(rows() - row, columns() - diagonal - row);
        return max_count > 0 ? packing::count_equal(first_, row, second_, row + diagonal, max_count) : 0;
    }

    /*!\brief Finds the points of a distance.
     * \param before  The points of the distance before.
     * \param now     The points, whose diagonals are chosen.
     * \param sources Receives the words that say where points come from.
     */
    void advance(frontier_t const & before, frontier_t & now, std::uint64_t * const sources) noexcept
    {
        if (vectors_ && now.size() >= min_vector_points)
            advance_with_vectors(before, now, sources);
        else
            for (std::int64_t begin = 0; begin < now.size(); begin += 64)
                advance_some(before, now, begin, sources + begin / 64 * metric_t::planes);
        now.close();
    }

    /*!\brief The first and the last diagonal that matter for the next distance.
     *
     * Once a diagonal on one side of the end has reached the border, paths gain nothing on the diagonals beyond.
     */
    std::pair<std::int64_t, std::int64_t> next_diagonals(frontier_t const & now) const noexcept
    {
        std::int64_t first = now.first() - 1;
        std::int64_t last = now.last() + 1;
        for (std::int64_t k = now.first(); k <= now.last() && *now.at(k) >= rows(); k += metric_t::spacing)
            first = k + 1;
        for (std::int64_t k = now.last(); k >= now.first() && *now.at(k) + k >= columns(); k -= metric_t::spacing)
            last = k - 1;
        return {first, last};
    }

    //!\brief The progress of some points. Linear.
    frontier_progress progress(frontier_t const & points) const noexcept
    {
        frontier_progress best{-1, points.first()};
        for (std::int64_t k = points.first(); k <= points.last(); k += metric_t::spacing)
            if (std::int64_t const sum = 2 * std::min({std::int64_t{*points.at(k)}, rows(), columns() - k}) + k;
                sum > best.sum)
                best = {sum, k};
        return best;
    }

private:
    // Fewer points are found faster one by one.
    static constexpr std::int64_t min_vector_points{8};

    // Up to 64 points.
    void advance_some(frontier_t const & before,
                      frontier_t & now,
                      std::int64_t const begin,
                      std::uint64_t * const sources) const noexcept
    {
        constexpr std::int64_t to_below = 2 / metric_t::spacing;
        std::int64_t diagonal = now.first() + metric_t::spacing * begin;
        row_t const * const neighbours = before.at(diagonal - 1);
        row_t * const points = now.at(diagonal);
        std::int64_t const size = std::min<std::int64_t>(64, now.size() - begin);
        std::uint64_t words[metric_t::planes]{};
        for (std::int64_t i = 0; i < size; ++i, diagonal += metric_t::spacing)
        {
            std::int64_t const right = neighbours[i];
            std::int64_t const down = std::int64_t{neighbours[i + to_below]} + 1;
            std::int64_t row = right;
            if constexpr (metric_t::planes == 2)
            {
                row = std::max(right, std::int64_t{neighbours[i + 1]} + 1);
                words[1] |= std::uint64_t{row == right} << i;
            }
            words[0] |= std::uint64_t{down >= row} << i;
            row = std::max(row, down);
            points[i] = static_cast<row_t>(row + count_matches(row, diagonal));
        }
        std::ranges::copy(words, sources);
    }

    void advance_with_vectors(frontier_t const & before, frontier_t & now, std::uint64_t * const sources) noexcept
    {
        if constexpr (std::is_same_v<row_t, std::int32_t>)
        {
            row_t * const points = now.at(now.first());
            vectors_({first_words_,
                      second_words_,
                      static_cast<row_t>(rows()),
                      static_cast<row_t>(columns()),
                      static_cast<row_t>(now.first()),
                      now.size(),
                      before.at(now.first() - 1),
                      points,
                      sources,
                      goes_on_.get()});
            for (std::int64_t begin = 0; begin < now.size(); begin += 64)
                for (std::uint64_t remaining = goes_on_[begin / 64]; remaining != 0; remaining &= remaining - 1)
                {
                    std::int64_t const i = begin + std::countr_zero(remaining);
                    // The last word may have bits after the last point.
                    if (i < now.size())
                        points[i] += static_cast<row_t>(count_matches(points[i], now.first() + metric_t::spacing * i));
                }
        }
    }

    using reader_t = packing::letter_reader<packing::direction::forward, bits>;

    reader_t first_;
    reader_t second_;
    std::uint64_t const * first_words_;
    std::uint64_t const * second_words_;
    std::unique_ptr<std::uint64_t[]> goes_on_; // A bit for each point, from vectors.
    vector_level vectors_{};
};

} // namespace seqan3_gpulcs::similar
