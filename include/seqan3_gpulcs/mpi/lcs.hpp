// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences by all ranks, as this library had them before seqan3_gpulcs::plan::execution::ranks. They are there for one
 *        version more.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/saved_run.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::mpi
{

//!\brief See seqan3_gpulcs::lcs::compute.
inline std::vector<lcs::result> compute(communicator & ranks,
                                        std::span<lcs::sequence_pair const> const pairs,
                                        lcs::output const wanted,
                                        plan::execution const & execution = {})
{
    return lcs::compute(pairs, wanted, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::lcs::compute.
inline lcs::saved_run_result compute(communicator & ranks,
                                     lcs::sequence_pair const & pair,
                                     lcs::output const wanted,
                                     lcs::saved_run const & saved,
                                     plan::execution const & execution = {})
{
    return lcs::compute(pair, wanted, saved, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::lcs::lengths.
inline std::vector<std::uint64_t>
lengths(communicator & ranks, std::span<lcs::sequence_pair const> const pairs, plan::execution const & execution = {})
{
    return lcs::lengths(pairs, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::lcs::length.
inline std::uint64_t length(communicator & ranks,
                            packing::packed_sequence_view const & first,
                            packing::packed_sequence_view const & second,
                            plan::execution const & execution = {})
{
    return lcs::length(first, second, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::lcs::subsequence.
inline lcs::path subsequence(communicator & ranks,
                             packing::packed_sequence_view const & first,
                             packing::packed_sequence_view const & second,
                             plan::execution const & execution = {})
{
    return lcs::subsequence(first, second, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::lcs::prefix_increments.
inline std::vector<std::uint64_t> prefix_increments(communicator & ranks,
                                                    packing::packed_sequence_view const & first,
                                                    packing::packed_sequence_view const & second,
                                                    plan::execution const & execution = {})
{
    return lcs::prefix_increments(first, second, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::lcs::all_pairs.
inline std::vector<std::uint64_t> all_pairs(communicator & ranks,
                                            std::span<packing::packed_sequence_view const> const sequences,
                                            plan::execution const & execution = {})
{
    return lcs::all_pairs(sequences, on_ranks(ranks, execution));
}

//!\brief See seqan3_gpulcs::lcs::all_pairs.
inline std::vector<std::uint64_t> all_pairs(communicator & ranks,
                                            std::span<packing::packed_sequence_view const> const first,
                                            std::span<packing::packed_sequence_view const> const second,
                                            plan::execution const & execution = {})
{
    return lcs::all_pairs(first, second, on_ranks(ranks, execution));
}

} // namespace seqan3_gpulcs::mpi
