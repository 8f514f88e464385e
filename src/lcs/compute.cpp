// SPDX-License-Identifier: BSD-3-Clause

#include <optional>
#include <utility>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/api/pair_stream.hpp"
#include "src/backend/backend.hpp"
#include "src/backend/rank_calls.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/dispatch/short_pair.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/runtime/task_control.hpp"
#include "src/util/border_words.hpp"

namespace seqan3_gpulcs::lcs
{

std::vector<std::uint64_t> lengths(std::span<sequence_pair const> const pairs, plan::execution const & execution)
{
    return api::find_values(pairs, plan::lcs_length, execution);
}

void lengths_into(std::span<sequence_pair const> const pairs,
                  std::span<std::uint32_t> const found,
                  plan::execution const & execution)
{
    api::find_values(pairs, plan::lcs_length, found, execution);
}

std::vector<result>
compute(std::span<sequence_pair const> const pairs, output const wanted, plan::execution const & execution)
{
    return api::compare(pairs, plan::compare_lcs(wanted == output::subsequence), execution);
}

void compute_in_blocks(alignment::pair_stream const & pairs,
                       output const wanted,
                       alignment::result_sink const & sink,
                       plan::execution const & execution)
{
    api::stream_pairs(pairs, plan::compare_lcs(wanted == output::subsequence), sink, execution);
}

std::uint64_t length(packing::packed_sequence_view const & first,
                     packing::packed_sequence_view const & second,
                     plan::execution const & execution)
{
    if (std::optional<std::uint64_t> const found =
            dispatch::find_value_at_once(first, second, plan::metric::lcs, execution))
        return *found;
    return api::compare({first, second}, plan::lcs_length, execution).length;
}

std::uint64_t length(std::string_view const first, std::string_view const second, plan::execution const & execution)
{
    if (std::optional<std::uint64_t> const found =
            dispatch::find_value_at_once(first, second, plan::metric::lcs, execution))
        return *found;
    return length(packing::pack(first, plan::available_threads(execution)),
                  packing::pack(second, plan::available_threads(execution)),
                  execution);
}

path subsequence(packing::packed_sequence_view const & first,
                 packing::packed_sequence_view const & second,
                 plan::execution const & execution)
{
    if (std::optional<path> found = dispatch::find_path_at_once(first, second, plan::metric::lcs, execution))
        return std::move(*found);
    return api::compare({first, second}, plan::lcs_subsequence, execution).path;
}

path subsequence(std::string_view const first, std::string_view const second, plan::execution const & execution)
{
    if (std::optional<path> found = dispatch::find_path_at_once(first, second, plan::metric::lcs, execution))
        return std::move(*found);
    return subsequence(packing::pack(first, plan::available_threads(execution)),
                       packing::pack(second, plan::available_threads(execution)),
                       execution);
}

std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view const & first,
                                             packing::packed_sequence_view const & second,
                                             plan::execution const & execution)
{
    if (backend::rank_calls * const ranks = backend::shared_calls(execution))
        return ranks->prefix_increments({first, second}, backend::without_ranks(execution));
    packing::check_same_kind(first, second);
    // Threads and devices share the rows.
    bool const is_swapped = first.size() < second.size();
    plan::matrix_part whole{.rows = is_swapped ? second : first, .columns = is_swapped ? first : second};
    whole.region = {0, whole.rows.size(), 0, whole.columns.size()};
    std::vector<std::uint64_t> vertical = plan::left_border(whole.metric, whole.rows.size());
    std::vector<std::uint64_t> horizontal = plan::upper_border(whole.metric, whole.columns.size());
    whole.borders = {vertical, horizontal};
    backend::compute_part(dispatch::find_backend(execution), whole, execution);
    runtime::task_control{execution, whole.cells()}.report_done();
    if (!is_swapped)
    {
        util::invert_vertical(vertical, first.size());
        return vertical;
    }
    for (std::uint64_t & word : horizontal)
        word = util::reverse_bits(word);
    return horizontal;
}

} // namespace seqan3_gpulcs::lcs
