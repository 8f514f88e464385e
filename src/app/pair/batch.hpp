// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs in batches, each computed by one call of the library.
 */

#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/library.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Some pairs, and their sequences for the library.
template <typename pair_t>
struct batch
{
    std::vector<pair_t> pairs{};                     //!< The pairs.
    std::vector<alignment::sequence_pair> letters{}; //!< The sequences of each of them.
};

/*!\brief Takes the next pairs: enough to keep all threads busy, but no more than fit into memory.
 * \param next        The first pair; afterwards the first one that was not taken.
 * \param end         The end of the pairs.
 * \param ranks       The number of processes that share a batch.
 * \param get_letters Returns the sequences of a pair.
 */
template <typename iterator_t, typename sentinel_t, typename get_letters_t>
auto take_batch(iterator_t & next, sentinel_t const & end, unsigned const ranks, get_letters_t const & get_letters)
{
    batch<std::iter_value_t<iterator_t>> taken{};
    for (std::uint64_t letters = 0; next != end && taken.pairs.size() < ranks * plan::max_device_batch_pairs
                                    && letters < ranks * plan::max_batch_letters;
         ++next)
    {
        taken.pairs.push_back(*next);
        taken.letters.push_back(get_letters(taken.pairs.back()));
        letters += taken.letters.back().first.size() + taken.letters.back().second.size();
    }
    return taken;
}

/*!\brief Adds the times that pairs took.
 * \param pairs   The pairs.
 * \param results Their results.
 * \param seconds The time that all of them took together.
 * \param times   The times are added to it.
 */
void add_times(std::span<alignment::sequence_pair const> pairs,
               std::span<alignment::result const> results,
               double seconds,
               step_times & times);

/*!\brief Compares pairs, and adds up the times.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute and seqan3_gpulcs::edit::compute.
 */
std::vector<alignment::result> compute(library & calls,
                                       std::span<alignment::sequence_pair const> pairs,
                                       comparison const & wanted,
                                       plan::execution const & execution,
                                       step_times & times);

} // namespace seqan3_gpulcs::app
