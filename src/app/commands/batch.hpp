// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Calls the library for one batch of pairs after the other.
 */

#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The maximum number of pairs that are computed with one call: enough to keep a device busy.
inline constexpr std::uint64_t max_batch_pairs{std::uint64_t{1} << 16};

//!\brief Some pairs, and their sequences for the library.
template <typename pair_t>
struct batch
{
    std::vector<pair_t> pairs{};               //!< The pairs.
    std::vector<lcs::sequence_pair> letters{}; //!< The sequences of each of them.
};

/*!\brief Takes the next pairs: enough to keep all threads busy, but no more than fit into memory.
 * \param next        The first pair; afterwards the first that is left.
 * \param end         The end of the pairs.
 * \param get_letters Returns the sequences of a pair.
 */
template <typename iterator_t, typename sentinel_t, typename get_letters_t>
auto take_batch(iterator_t & next, sentinel_t const & end, get_letters_t const & get_letters)
{
    batch<std::iter_value_t<iterator_t>> taken{};
    for (std::uint64_t letters = 0;
         next != end && taken.pairs.size() < max_batch_pairs && letters < plan::max_batch_letters;
         ++next)
    {
        taken.pairs.push_back(*next);
        taken.letters.push_back(get_letters(taken.pairs.back()));
        letters += taken.letters.back().first.size() + taken.letters.back().second.size();
    }
    return taken;
}

/*!\brief Compares pairs, and adds up the times.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 */
std::vector<lcs::result> compute(std::span<lcs::sequence_pair const> pairs,
                                 lcs::output output,
                                 plan::execution const & execution,
                                 step_times & times);

/*!\brief Checks that the backend and the device are available: before long files are read.
 * \throws seqan3_gpulcs::backend_unavailable
 */
void require_backend(plan::execution const & execution);

} // namespace seqan3_gpulcs::app
