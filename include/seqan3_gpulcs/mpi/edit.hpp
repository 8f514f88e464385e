// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Edit distances by all ranks, as this library had them before seqan3_gpulcs::plan::execution::ranks. They are there for one version more.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/saved_run.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::mpi
{

//!\brief See seqan3_gpulcs::edit::compute.
inline std::vector<edit::result> compute(communicator & ranks,
                                         std::span<edit::sequence_pair const> const pairs,
                                         edit::options const & options,
                                         plan::execution const & execution = {})
{
    return edit::compute(pairs, options, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::edit::compute.
inline edit::saved_run_result compute(communicator & ranks,
                                      edit::sequence_pair const & pair,
                                      edit::options const & options,
                                      edit::saved_run const & saved,
                                      plan::execution const & execution = {})
{
    return edit::compute(pair, options, saved, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::edit::distances.
inline std::vector<std::uint64_t> distances(communicator & ranks,
                                            std::span<edit::sequence_pair const> const pairs,
                                            plan::execution const & execution = {})
{
    return edit::distances(pairs, {}, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::edit::all_pairs.
inline std::vector<std::uint64_t> all_distances(communicator & ranks,
                                                std::span<packing::packed_sequence_view const> const sequences,
                                                plan::execution const & execution = {})
{
    return edit::all_pairs(sequences, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::edit::all_pairs.
inline std::vector<std::uint64_t> all_distances(communicator & ranks,
                                                std::span<packing::packed_sequence_view const> const first,
                                                std::span<packing::packed_sequence_view const> const second,
                                                plan::execution const & execution = {})
{
    return edit::all_pairs(first, second, on_ranks(ranks, execution));
}

} // namespace seqan3_gpulcs::mpi
