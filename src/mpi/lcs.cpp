// SPDX-License-Identifier: BSD-3-Clause

#include <utility>

#include <seqan3_gpulcs/mpi/lcs.hpp>

#include "src/mpi/pair_parts.hpp"
#include "src/mpi/pairs.hpp"
#include "src/mpi/saved_parts.hpp"
#include "src/packing/letter_kinds.hpp"

namespace seqan3_gpulcs::mpi
{

std::vector<alignment::result> compute(communicator & ranks,
                                       std::span<alignment::sequence_pair const> const pairs,
                                       lcs::output const wanted,
                                       plan::execution const & execution)
{
    return compare(ranks.group(), pairs, plan::compare_lcs(wanted == lcs::output::subsequence), execution);
}

lcs::saved_run_result compute(communicator & ranks,
                              alignment::sequence_pair const & pair,
                              lcs::output const wanted,
                              lcs::saved_run const & saved,
                              plan::execution const & execution)
{
    return compare_saved(ranks.group(), pair, plan::compare_lcs(wanted == lcs::output::subsequence), saved, execution);
}

std::vector<std::uint64_t>
lengths(communicator & ranks, std::span<alignment::sequence_pair const> const pairs, plan::execution const & execution)
{
    return find_values(ranks.group(), pairs, plan::lcs_length, execution);
}

std::uint64_t length(communicator & ranks,
                     packing::packed_sequence_view const & first,
                     packing::packed_sequence_view const & second,
                     plan::execution const & execution)
{
    alignment::sequence_pair const pair{first, second};
    return lengths(ranks, {&pair, 1}, execution).front();
}

alignment::path subsequence(communicator & ranks,
                            packing::packed_sequence_view const & first,
                            packing::packed_sequence_view const & second,
                            plan::execution const & execution)
{
    alignment::sequence_pair const pair{first, second};
    return std::move(compute(ranks, {&pair, 1}, lcs::output::subsequence, execution).front().path);
}

std::vector<std::uint64_t> prefix_increments(communicator & ranks,
                                             packing::packed_sequence_view const & first,
                                             packing::packed_sequence_view const & second,
                                             plan::execution const & execution)
{
    packing::check_same_kind(first, second);
    alignment::sequence_pair const pair{first, second};
    return is_for_all_ranks(ranks.group(), pair, plan::lcs_length)
             ? compute_part_increments(ranks.group(), pair, execution)
             : lcs::prefix_increments(first, second, execution);
}

std::vector<std::uint64_t> all_pairs(communicator & ranks,
                                     std::span<packing::packed_sequence_view const> const sequences,
                                     plan::execution const & execution)
{
    return compare_sets(ranks.group(), plan::sequence_sets{sequences}, plan::metric::lcs, execution);
}

std::vector<std::uint64_t> all_pairs(communicator & ranks,
                                     std::span<packing::packed_sequence_view const> const first,
                                     std::span<packing::packed_sequence_view const> const second,
                                     plan::execution const & execution)
{
    return compare_sets(ranks.group(), {first, second}, plan::metric::lcs, execution);
}

} // namespace seqan3_gpulcs::mpi
