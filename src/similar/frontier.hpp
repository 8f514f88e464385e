// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The furthest-reaching points of a distance.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "src/similar/vector_level.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief The furthest rows of diagonals. Diagonal k has k more columns than rows.
 * \tparam row_t   Holds rows.
 * \tparam spacing The distance between neighbouring diagonals: 1 or 2.
 *
 * Rows may be past the end: letters after the last ones match nothing.
 */
template <typename row_t, std::int64_t spacing>
class frontier
{
public:
    //!\brief The row on a diagonal that nothing has reached.
    static constexpr row_t unreached{std::numeric_limits<row_t>::min() / 2};

    //!\brief Allocates memory for a number of diagonals.
    explicit frontier(std::int64_t const max_size) :
        rows_{std::make_unique_for_overwrite<row_t[]>(bytes(max_size) / sizeof(row_t))}
    {}

    //!\brief The memory for a number of diagonals.
    static std::size_t bytes(std::int64_t const max_size) noexcept
    {
        return static_cast<std::size_t>(max_size + 2 * border + vector_level::max_lanes) * sizeof(row_t);
    }

    //!\brief Chooses the diagonals; their rows are to be set, then close() is to be called.
    void resize(std::int64_t const first, std::int64_t const last) noexcept
    {
        first_ = first;
        last_ = last;
    }

    //!\brief Nothing is reached beside the outermost diagonals.
    void close() noexcept
    {
        std::fill_n(rows_.get(), border, unreached);
        std::fill_n(rows_.get() + border + size(), border + vector_level::max_lanes, unreached);
    }

    //!\brief The first diagonal.
    std::int64_t first() const noexcept
    {
        return first_;
    }

    //!\brief The last diagonal.
    std::int64_t last() const noexcept
    {
        return last_;
    }

    //!\brief The number of diagonals.
    std::int64_t size() const noexcept
    {
        return (last_ - first_) / spacing + 1;
    }

    //!\brief Whether a diagonal is one of them.
    bool contains(std::int64_t const diagonal) const noexcept
    {
        return first_ <= diagonal && diagonal <= last_ && (diagonal - first_) % spacing == 0;
    }

    //!\brief The row on a diagonal, from two diagonals before the first one to two after the last one.
    row_t * at(std::int64_t const diagonal) const noexcept
    {
        return rows_.get() + ((diagonal - first_) / spacing + border);
    }

private:
    // The room that neighbours of neighbours need.
    static constexpr std::int64_t border{2 / spacing};

    std::unique_ptr<row_t[]> rows_;
    std::int64_t first_{};
    std::int64_t last_{};
};

} // namespace seqan3_gpulcs::similar
