// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a comparison of two whole sequences should find, of either metric.
 */

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>

#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/plan/comparison.hpp"

//!\brief A distance and its alignment.
struct plain_comparison
{
    std::uint64_t distance{}; //!< The edit distance or, of longest common subsequences, the indel distance.
    std::string columns{};    //!< One letter of `=XID` for each column of the alignment.

    //!\brief Cell by cell.
    plain_comparison(std::vector<std::uint8_t> const & first,
                     std::vector<std::uint8_t> const & second,
                     seqan3_gpulcs::plan::metric const metric)
    {
        if (metric == seqan3_gpulcs::plan::metric::lcs)
        {
            auto const cells = reference::lcs_matrix(first, second);
            distance = first.size() + second.size() - 2 * std::uint64_t{cells.back().back()};
            columns = reference::lcs_alignment(cells);
            return;
        }
        auto const found = reference::edit_traceback(first, second);
        distance = static_cast<std::uint64_t>(found.distance);
        columns = found.steps;
    }
};

//!\brief One letter of `=XID` for each column.
inline std::string to_columns(seqan3_gpulcs::alignment::path const & path)
{
    std::string columns{};
    for (seqan3_gpulcs::alignment::run const & run : path.runs())
        columns.append(run.count, static_cast<char>(run.operation));
    return columns;
}
