// SPDX-License-Identifier: BSD-3-Clause

#include <optional>
#include <utility>

#include <seqan3_gpulcs/edit/compute.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/api/pair_stream.hpp"
#include "src/dispatch/short_pair.hpp"
#include "src/edit/comparison.hpp"

namespace seqan3_gpulcs::edit
{

std::vector<result>
compute(std::span<sequence_pair const> const pairs, options const & options, plan::execution const & execution)
{
    return api::compare(pairs, to_comparison(options), execution);
}

void compute_in_blocks(alignment::pair_stream const & pairs,
                       options const & options,
                       alignment::result_sink const & sink,
                       plan::execution const & execution)
{
    api::stream_pairs(pairs, to_comparison(options), sink, execution);
}

std::vector<std::uint64_t> distances(std::span<sequence_pair const> const pairs, plan::execution const & execution)
{
    return distances(pairs, free_ends{}, execution);
}

std::vector<std::uint64_t>
distances(std::span<sequence_pair const> const pairs, free_ends const & ends, plan::execution const & execution)
{
    return api::find_values(pairs, {.metric = plan::metric::edit, .ends = ends}, execution);
}

void distances_into(std::span<sequence_pair const> const pairs,
                    free_ends const & ends,
                    std::span<std::uint32_t> const found,
                    plan::execution const & execution)
{
    api::find_values(pairs, {.metric = plan::metric::edit, .ends = ends}, found, execution);
}

void distances_into(std::span<sequence_pair const> const pairs,
                    std::span<std::uint32_t> const found,
                    plan::execution const & execution)
{
    distances_into(pairs, free_ends{}, found, execution);
}

std::uint64_t distance(packing::packed_sequence_view const & first,
                       packing::packed_sequence_view const & second,
                       plan::execution const & execution)
{
    if (std::optional<std::uint64_t> const found =
            dispatch::find_value_at_once(first, second, plan::metric::edit, execution))
        return *found;
    return api::compare({first, second}, plan::edit_distance, execution).distance;
}

std::uint64_t distance(std::string_view const first, std::string_view const second, plan::execution const & execution)
{
    if (std::optional<std::uint64_t> const found =
            dispatch::find_value_at_once(first, second, plan::metric::edit, execution))
        return *found;
    return distance(packing::pack(first, plan::available_threads(execution)),
                    packing::pack(second, plan::available_threads(execution)),
                    execution);
}

path alignment(packing::packed_sequence_view const & first,
               packing::packed_sequence_view const & second,
               plan::execution const & execution)
{
    if (std::optional<path> found = dispatch::find_path_at_once(first, second, plan::metric::edit, execution))
        return std::move(*found);
    return api::compare({first, second}, plan::edit_alignment, execution).path;
}

path alignment(std::string_view const first, std::string_view const second, plan::execution const & execution)
{
    if (std::optional<path> found = dispatch::find_path_at_once(first, second, plan::metric::edit, execution))
        return std::move(*found);
    return alignment(packing::pack(first, plan::available_threads(execution)),
                     packing::pack(second, plan::available_threads(execution)),
                     execution);
}

} // namespace seqan3_gpulcs::edit
