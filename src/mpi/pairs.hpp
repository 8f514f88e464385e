// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The calls of users that compare pairs, by all ranks, whatever is compared.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/rank_group.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief See seqan3_gpulcs::api::compare.
std::vector<alignment::result> compare(rank_group & group,
                                       std::span<alignment::sequence_pair const> pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution);

//!\brief See seqan3_gpulcs::api::find_values.
std::vector<std::uint64_t> find_values(rank_group & group,
                                       std::span<alignment::sequence_pair const> pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution);

//!\brief See seqan3_gpulcs::api::compare_sets.
std::vector<std::uint64_t> compare_sets(rank_group & group,
                                        plan::sequence_sets const & sets,
                                        plan::metric metric,
                                        plan::execution const & execution);

} // namespace seqan3_gpulcs::mpi
