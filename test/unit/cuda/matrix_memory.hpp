// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Memory for the borders and the checkpoints of a matrix.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/matrix_border.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs
{

using words = std::vector<std::uint64_t>;

// Borders and checkpoints of a matrix.
struct matrix_memory
{
    matrix_memory(alignment::sequence_pair const & pair,
                  plan::checkpoint_grid const & wanted,
                  plan::metric const compared = plan::metric::lcs) :
        metric{compared},
        grid{wanted},
        whole{0, pair.first.size(), 0, pair.second.size()},
        vertical(plan::left_border(compared, whole.rows())),
        horizontal(plan::upper_border(compared, whole.columns())),
        columns(plan::checkpoint_count({0, pair.second.size()}, pair.second.size(), grid.column_spacing)
                * whole.row_words() * border_words()),
        rows(plan::checkpoint_count({0, pair.first.size()}, pair.first.size(), grid.row_spacing) * whole.column_words()
             * border_words())
    {}

    unsigned border_words() const noexcept
    {
        return plan::border_words(metric);
    }

    plan::matrix_part part(alignment::sequence_pair const & pair, plan::matrix_region const & region)
    {
        plan::matrix_part one{.rows = pair.first, .columns = pair.second, .region = region};
        one.borders = {
            std::span{vertical}.subspan(region.row_begin / 64 * border_words(), region.row_words() * border_words()),
            std::span{horizontal}.subspan(region.column_begin / 64 * border_words(),
                                          region.column_words() * border_words())};
        one.kept = {grid, whole, columns.data(), rows.data(), metric};
        one.metric = metric;
        return one;
    }

    // What is left undefined: the state of rows that do not exist, and their carries.
    void clear_undefined()
    {
        if (metric == plan::metric::lcs)
            return;
        horizontal.clear();
        if (whole.row_end % 64 == 0)
            return;
        std::uint64_t const existing = ~(~std::uint64_t{0} << whole.row_end % 64);
        for (words * const kept : {&vertical, &columns})
            for (std::size_t end = whole.row_words() * 2; end <= kept->size(); end += whole.row_words() * 2)
                for (std::size_t i = end - 2; i < end; ++i)
                    (*kept)[i] &= existing;
    }

    friend bool operator==(matrix_memory const & one, matrix_memory const & other)
    {
        return one.vertical == other.vertical && one.horizontal == other.horizontal && one.columns == other.columns
            && one.rows == other.rows;
    }

    plan::metric metric;
    plan::checkpoint_grid grid;
    plan::matrix_region whole;
    words vertical, horizontal, columns, rows;
};

} // namespace seqan3_gpulcs
