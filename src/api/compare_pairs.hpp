// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The calls of users that compare pairs, whatever is compared.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/resident_set.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/plan/value_span.hpp"

namespace seqan3_gpulcs::api
{

//!\brief See seqan3_gpulcs::lcs::compute and seqan3_gpulcs::edit::compute.
std::vector<alignment::result> compare(std::span<alignment::sequence_pair const> pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution);

//!\brief The same for one pair.
alignment::result
compare(alignment::sequence_pair const & pair, plan::comparison const & wanted, plan::execution const & execution);

//!\brief See seqan3_gpulcs::lcs::lengths and seqan3_gpulcs::edit::distances: the values go to places of the caller.
void find_values(std::span<alignment::sequence_pair const> pairs,
                 plan::comparison const & wanted,
                 plan::value_span const & found,
                 plan::execution const & execution);

//!\brief The same, with memory for the values.
std::vector<std::uint64_t> find_values(std::span<alignment::sequence_pair const> pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution);

//!\brief See seqan3_gpulcs::lcs::all_pairs and seqan3_gpulcs::edit::all_pairs: the values go to places of the caller.
void compare_sets(plan::sequence_sets const & sets,
                  plan::metric metric,
                  plan::value_span const & values,
                  plan::execution const & execution);

//!\brief The same, with memory for the values.
std::vector<std::uint64_t>
compare_sets(plan::sequence_sets const & sets, plan::metric metric, plan::execution const & execution);

//!\brief The same for a set and one that devices may keep.
void compare_sets(std::span<packing::packed_sequence_view const> first,
                  alignment::resident_set const & second,
                  plan::metric metric,
                  plan::value_span const & values,
                  plan::execution const & execution);

//!\brief The same, with memory for the values.
std::vector<std::uint64_t> compare_sets(std::span<packing::packed_sequence_view const> first,
                                        alignment::resident_set const & second,
                                        plan::metric metric,
                                        plan::execution const & execution);

} // namespace seqan3_gpulcs::api
