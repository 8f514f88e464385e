// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Each way to compare one pair, whichever would be chosen for its size: strips with checkpoints and tiles, bands, and
 *        furthest-reaching points.
 */

#include <algorithm>

#include <seqan3_gpulcs/exception.hpp>

#include "fuzz/comparison.hpp"
#include "fuzz/targets.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/similar_pair.hpp"
#include "src/similar/wavefront.hpp"
#include "src/traceback/traceback.hpp"

using namespace seqan3_gpulcs;

namespace
{

plan::execution const anywhere{};

void set_threshold(alignment::sequence_pair & pair, plan::metric const metric, std::uint64_t const value)
{
    if (metric == plan::metric::lcs)
        pair.min_length = value;
    else
        pair.max_distance = value;
}

void check_strips(fuzz::input & from,
                  alignment::sequence_pair const & pair,
                  plan::comparison const & wanted,
                  fuzz::expected_result const & expected)
{
    plan::matrix_cell const size{pair.first.size(), pair.second.size()};
    std::uint64_t const smallest = plan::min_memory(wanted, size);
    std::uint64_t const limit = from.flag() ? smallest + from.number(65'535) : plan::default_memory_limit;
    auto const threads = static_cast<unsigned>(1 + from.number(2));
    plan::subsequence_plan planned = plan::plan_alignment(wanted, size, limit, threads);
    fuzz::require(planned.bytes <= limit, "the memory that is planned");
    runtime::task_control control{anywhere, 0};
    fuzz::check_result(traceback::find_alignment(pair, wanted, planned, control), expected, wanted);
}

void check_band(fuzz::input & from,
                alignment::sequence_pair pair,
                plan::comparison const & wanted,
                fuzz::expected_result const & expected)
{
    bool const has_threshold = from.flag();
    if (has_threshold)
        set_threshold(pair, wanted.metric, fuzz::take_bound(from, expected.value));
    std::uint64_t const max_distance = fuzz::take_bound(from, expected.distance);
    std::uint64_t const letters = pair.first.size() + pair.second.size();
    std::uint64_t const bound =
        wanted.metric == plan::metric::lcs ? (letters - std::min(letters, max_distance)) / 2 : max_distance;
    similar::pair_limits const limits{static_cast<unsigned>(1 + from.number(1)), plan::default_memory_limit};
    runtime::task_control control{anywhere, pair.cells()};
    auto const found = similar::compute_in_band(pair, wanted, bound, limits, control);
    fuzz::require(found.has_value(), "whether a band suffices");
    fuzz::check_result(*found, expected, wanted, plan::is_of_interest(pair, expected.value, wanted.metric));
}

void check_points(fuzz::input & from,
                  alignment::sequence_pair const & pair,
                  plan::comparison const & wanted,
                  fuzz::expected_result const & expected)
{
    similar::distance_limits limits{.max_distance = fuzz::take_bound(from, expected.distance)};
    if (from.flag())
        limits.max_bytes = from.number(~std::uint64_t{0});
    if (from.flag())
        limits.worth_distance = from.number(65'535);
    runtime::task_control control{anywhere, 0};
    auto const found = similar::compare_by_wavefront(pair, wanted, limits, control);
    if (!found.is_found)
    {
        fuzz::require(found.distance < expected.distance + (found.is_out_of_memory ? 1 : 0),
                      "a distance that is not found");
        fuzz::require(found.path.empty(), "the path of a distance that is not found");
        bool const is_limited = limits.max_distance < expected.distance || limits.max_bytes != ~std::uint64_t{0}
                             || limits.worth_distance != ~std::uint64_t{0};
        fuzz::require(is_limited, "a distance that should be found");
        return;
    }
    fuzz::require(found.distance == expected.distance, "the distance");
    fuzz::require(fuzz::to_columns(found.path) == (wanted.with_path ? expected.columns : ""),
                  "the alignment by points");
}

void check_any(fuzz::input & from,
               alignment::sequence_pair pair,
               plan::comparison const & wanted,
               fuzz::expected_result const & expected)
{
    if (from.flag())
        set_threshold(pair, wanted.metric, fuzz::take_bound(from, expected.value));
    similar::pair_limits const limits{static_cast<unsigned>(1 + from.number(1)), from.number(~std::uint64_t{0})};
    runtime::task_control control{anywhere, pair.cells()};
    if (auto const found = similar::compute_similar(pair, wanted, limits, control))
        fuzz::check_result(*found, expected, wanted, plan::is_of_interest(pair, expected.value, wanted.metric));
}

} // namespace

void fuzz::compare_by_each_method(input & from)
{
    std::uint64_t const way = from.number(3);
    plan::comparison wanted = fuzz::take_comparison(from);
    if (way == 0)
        wanted.with_path = true;
    else if (way != 3)
    {
        wanted.ends = {};
        if (way == 2)
            wanted.preference = {};
    }
    fuzz::letter_pair const letters{from, 2000};
    if (letters.first.empty() || letters.second.empty())
        return;
    alignment::sequence_pair const pair{letters.packed_first, letters.packed_second};
    fuzz::expected_result const expected{letters.first, letters.second, wanted};
    switch (way)
    {
    case 0:
        check_strips(from, pair, wanted, expected);
        break;
    case 1:
        check_band(from, pair, wanted, expected);
        break;
    case 2:
        check_points(from, pair, wanted, expected);
        break;
    default:
        check_any(from, pair, wanted, expected);
    }
}
