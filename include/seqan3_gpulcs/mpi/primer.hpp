// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief k-difference primers by all ranks, as this library had them before seqan3_gpulcs::plan::execution::ranks. They are there for one version
 *        more.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::mpi
{

//!\brief See seqan3_gpulcs::primer::compute.
inline std::vector<std::vector<std::uint64_t>>
compute_primers(communicator & ranks,
                std::span<primer::target const> const targets,
                std::span<packing::packed_sequence_view const> const backgrounds,
                primer::options const & options,
                plan::execution const & execution = {},
                primer::statistics * const statistics = nullptr)
{
    return primer::compute(targets, backgrounds, options, on_ranks(ranks, execution), statistics);
}

} // namespace seqan3_gpulcs::mpi
