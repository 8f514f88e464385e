// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the targets that compare pairs share.
 */

#pragma once

#include <reference/edit_reference.hpp>
#include <reference/lcs_reference.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "fuzz/input.hpp"
#include "src/plan/comparison.hpp"

namespace fuzz
{

//!\brief One letter of `=XID` for each column.
inline std::string to_columns(seqan3_gpulcs::alignment::path const & path)
{
    std::string columns{};
    for (seqan3_gpulcs::alignment::run const & run : path.runs())
        columns.append(run.count, static_cast<char>(run.operation));
    return columns;
}

//!\brief What the plain way finds.
struct expected_result
{
    std::uint64_t value{};                   //!< The length or the distance.
    std::uint64_t distance{};                //!< The indel distance or the edit distance.
    seqan3_gpulcs::alignment::part first{};  //!< The part of the first sequence that is aligned.
    seqan3_gpulcs::alignment::part second{}; //!< That of the second one.
    std::string columns{};                   //!< The alignment.

    expected_result(letters const & one, letters const & other, seqan3_gpulcs::plan::comparison const & wanted)
    {
        if (wanted.metric == seqan3_gpulcs::plan::metric::lcs)
        {
            auto const cells = reference::lcs_matrix(one, other);
            value = cells.back().back();
            distance = one.size() + other.size() - 2 * value;
            columns = reference::lcs_alignment(cells);
            return;
        }
        auto const found = reference::edit_traceback(one, other, {wanted.ends, wanted.preference, wanted.end});
        value = static_cast<std::uint64_t>(found.distance);
        distance = value;
        first = {found.first_begin, found.first_end};
        second = {found.second_begin, found.second_end};
        columns = found.steps;
    }
};

//!\brief Compares a result with what the plain way finds, for a pair that is of interest or not.
inline void check_result(seqan3_gpulcs::alignment::result const & found,
                         expected_result const & expected,
                         seqan3_gpulcs::plan::comparison const & wanted,
                         bool const is_of_interest = true)
{
    bool const is_lcs = wanted.metric == seqan3_gpulcs::plan::metric::lcs;
    if (!is_of_interest)
    {
        require(seqan3_gpulcs::plan::value_of(found, wanted.metric)
                    == (is_lcs ? 0 : seqan3_gpulcs::alignment::too_distant),
                "the value of a pair of no interest");
        require(found.path.empty(), "the path of a pair of no interest");
        return;
    }
    require(seqan3_gpulcs::plan::value_of(found, wanted.metric) == expected.value, "the value");
    if (wanted.with_path)
        require(to_columns(found.path) == expected.columns, "the alignment");
    if (is_lcs)
        return;
    require(found.first.end == expected.first.end && found.second.end == expected.second.end, "where it ends");
    if (wanted.with_path)
        require(found.first == expected.first && found.second == expected.second, "where it begins");
}

//!\brief A number near another one, or any.
inline std::uint64_t take_bound(input & from, std::uint64_t const near)
{
    switch (from.number(3))
    {
    case 0:
        return near;
    case 1:
        return near + from.number(255);
    case 2:
        return near - std::min(near, from.number(255));
    default:
        return from.number(~std::uint64_t{0});
    }
}

//!\brief Any rules for edit distances.
inline seqan3_gpulcs::plan::comparison take_comparison(input & from)
{
    using namespace seqan3_gpulcs;
    plan::comparison wanted{};
    std::uint64_t const bits = from.byte();
    wanted.metric = (bits & 1) != 0 ? plan::metric::edit : plan::metric::lcs;
    wanted.with_path = (bits & 2) != 0;
    if (wanted.metric == plan::metric::lcs)
        return wanted;
    wanted.preference = (bits & 4) != 0 ? plan::preference::diagonal_first : plan::preference::gaps_first;
    wanted.end = (bits & 8) != 0 ? plan::end_choice::first : plan::end_choice::last;
    wanted.ends = {(bits & 16) != 0, (bits & 32) != 0, (bits & 64) != 0, (bits & 128) != 0};
    return wanted;
}

} // namespace fuzz
