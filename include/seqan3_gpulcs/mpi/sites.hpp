// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites of primers by all ranks, as this library had them before seqan3_gpulcs::plan::execution::ranks. They are there for one version more.
 */

#pragma once

#include <span>
#include <vector>

#include <seqan3_gpulcs/mpi/communicator.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

namespace seqan3_gpulcs::mpi
{

//!\brief See seqan3_gpulcs::primer::find_sites.
inline std::vector<primer::site> find_sites(communicator & ranks,
                                            std::span<packing::packed_sequence_view const> const primers,
                                            std::span<packing::packed_sequence_view const> const sequences,
                                            primer::site_options const & options,
                                            plan::execution const & execution = {},
                                            primer::statistics * const statistics = nullptr)
{
    return primer::find_sites(primers, sequences, options, on_ranks(ranks, execution), statistics);
}

} // namespace seqan3_gpulcs::mpi
