// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The paths of alignments in windows, as fine as a picture needs them.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace seqan3_gpulcs::app
{

//!\brief Consecutive columns of an alignment.
struct path_window
{
    std::uint64_t target{};  //!< The number of letters of the target.
    std::uint64_t query{};   //!< The number of letters of the query.
    std::uint64_t matches{}; //!< The number of matches.

    //!\brief The letters of the side that has more.
    std::uint64_t size() const noexcept
    {
        return std::max(target, query);
    }

    //!\brief The identity as in the tables of `gpulcs lcs`, where a substitution may be one column or two.
    double identity() const noexcept
    {
        return size() == 0 ? 0 : static_cast<double>(matches) / static_cast<double>(size());
    }

    //!\brief Adds the columns of the next window.
    path_window & operator+=(path_window const & next) noexcept
    {
        target += next.target;
        query += next.query;
        matches += next.matches;
        return *this;
    }
};

/*!\brief Cuts paths into windows of equal size while they are read.
 *
 * All windows together have a limited number: where there are more, every two neighbours become one. Each path has one at least.
 */
class path_windows
{
public:
    //!\brief Begins a path.
    void begin_path();

    /*!\brief Adds columns to the path.
     * \param columns Columns of one kind: as many letters of both sides, or of one alone.
     */
    void add(path_window columns);

    //!\brief Replaces all that was added to the path by one window.
    void make_straight(path_window const & whole);

    //!\brief The number of paths.
    std::size_t size() const noexcept
    {
        return begins_.size();
    }

    //!\brief The windows of a path.
    std::span<path_window const> operator[](std::size_t path) const noexcept;

private:
    void halve();

    std::uint64_t window_size_{64}; // Chance has a say in the identity of shorter ones.
    std::size_t limit_{std::size_t{1} << 14};
    std::vector<path_window> windows_{};
    std::vector<std::size_t> begins_{}; // The first window of each path.
};

} // namespace seqan3_gpulcs::app
