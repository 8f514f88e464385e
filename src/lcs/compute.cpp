// SPDX-License-Identifier: BSD-3-Clause

#include <utility>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/backend/backend.hpp"
#include "src/lcs/make_lengths.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/runtime/parallel_collect.hpp"

namespace seqan3_gpulcs::lcs
{

namespace
{

result compute_one(packing::packed_sequence_view const first,
                   packing::packed_sequence_view const second,
                   output const wanted,
                   plan::execution const & execution)
{
    sequence_pair const pair{first, second};
    return std::move(compute({&pair, 1}, wanted, execution).front());
}

// Checks all pairs and adds up their cells.
plan::pair_survey survey_pairs(std::span<sequence_pair const> const pairs, plan::execution const & execution)
{
    return runtime::parallel_collect<plan::pair_survey>(
        pairs.size(),
        execution,
        [&](plan::pair_survey & some, std::size_t const begin, std::size_t const end)
        {
            for (sequence_pair const & pair : pairs.subspan(begin, end - begin))
            {
                packing::check_same_kind(pair.first, pair.second);
                some.add(pair);
            }
        });
}

} // namespace

std::vector<std::uint64_t> lengths(std::span<sequence_pair const> const pairs, plan::execution const & execution)
{
    backend::backend_interface const & backend = backend::find_backend(execution);
    plan::pair_survey const survey = survey_pairs(pairs, execution);
    std::vector<std::uint64_t> found = make_lengths(pairs.size(), execution);
    backend.find_lengths(pairs, survey, found, execution);
    return found;
}

std::vector<result>
compute(std::span<sequence_pair const> const pairs, output const wanted, plan::execution const & execution)
{
    for (sequence_pair const & pair : pairs)
        packing::check_same_kind(pair.first, pair.second);
    std::vector<result> results = backend::find_backend(execution).compute(pairs, wanted, execution);
    for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i].method == method::whole_matrix)
            results[i].cells = pairs[i].cells();
    return results;
}

std::uint64_t length(packing::packed_sequence_view const first,
                     packing::packed_sequence_view const second,
                     plan::execution const & execution)
{
    return compute_one(first, second, output::length, execution).length;
}

std::uint64_t length(std::string_view const first, std::string_view const second, plan::execution const & execution)
{
    return length(packing::pack(first, plan::available_threads(execution)),
                  packing::pack(second, plan::available_threads(execution)),
                  execution);
}

path subsequence(packing::packed_sequence_view const first,
                 packing::packed_sequence_view const second,
                 plan::execution const & execution)
{
    return compute_one(first, second, output::subsequence, execution).path;
}

path subsequence(std::string_view const first, std::string_view const second, plan::execution const & execution)
{
    return subsequence(packing::pack(first, plan::available_threads(execution)),
                       packing::pack(second, plan::available_threads(execution)),
                       execution);
}

std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view const first,
                                             packing::packed_sequence_view const second,
                                             plan::execution const & execution)
{
    packing::check_same_kind(first, second);
    return backend::find_backend(execution).prefix_increments(first, second, execution);
}

} // namespace seqan3_gpulcs::lcs
