// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief All pairs of records, compared block by block.
 */

#pragma once

#include <functional>
#include <vector>

#include <seqan3_gpulcs/alignment/pair_stream.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>

#include "src/app/metric.hpp"
#include "src/app/pair/pair_list.hpp"
#include "src/app/pair/pair_options.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Consecutive pairs that have been compared.
struct pair_block
{
    alignment::value_block values{};          //!< Their values.
    std::vector<alignment::result> results{}; //!< The results of all pairs, if they were compared one by one.
    std::vector<bool> are_reversed{}; //!< Whether those are of the reverse complements, if both strands were compared.
};

/*!\brief Adds the values of pairs that were compared one by one.
 * \param pairs  The pairs.
 * \param next   The first pair of the block; afterwards the one after the last.
 * \param metric The metric.
 * \param block  The block, which has the results.
 */
void add_values(pair_list const & pairs, pair_position & next, metric metric, pair_block & block);

/*!\brief Compares all pairs, block by block, in their order.
 * \param pairs   All pairs.
 * \param options The options of the command; a stop throws operation_stopped.
 * \param times   The times are added to it, but for those of the sink.
 * \param sink    Takes the blocks.
 * \throws The exceptions of seqan3_gpulcs::lcs::all_pairs_in_blocks and seqan3_gpulcs::lcs::compute_in_blocks.
 *
 * Pairs are compared one by one if their alignments, free ends or both strands are wanted, or if many may be given up, and otherwise as sets.
 */
void compare_blocks(pair_list const & pairs,
                    pair_options const & options,
                    step_times & times,
                    std::function<void(pair_block &&)> const & sink);

} // namespace seqan3_gpulcs::app
