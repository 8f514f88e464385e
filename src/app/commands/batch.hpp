// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Takes pairs for one call of the library.
 */

#pragma once

#include <cstdint>
#include <iterator>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

namespace seqan3_gpulcs::app
{

//!\brief The most pairs that are computed with one call: enough to keep a device busy.
inline constexpr std::uint64_t most_pairs_of_batch{std::uint64_t{1} << 16};

//!\brief Some pairs, and their sequences for the library.
template <typename pair_t>
struct batch
{
    std::vector<pair_t> pairs{};               //!< The pairs.
    std::vector<lcs::sequence_pair> letters{}; //!< The sequences of each of them.
};

/*!\brief Takes the next pairs: enough for all threads to have work, and not too many for the memory.
 * \param next       The first one; afterwards the first that is left.
 * \param end        Behind the last one.
 * \param letters_of Returns the sequences of a pair.
 */
template <typename iterator_t, typename sentinel_t, typename letters_of_t>
auto take_batch(iterator_t & next, sentinel_t const & end, letters_of_t const & letters_of)
{
    batch<std::iter_value_t<iterator_t>> taken{};
    for (std::uint64_t letters = 0;
         next != end && taken.pairs.size() < most_pairs_of_batch && letters < plan::batch_letters;
         ++next)
    {
        taken.pairs.push_back(*next);
        taken.letters.push_back(letters_of(taken.pairs.back()));
        letters += taken.letters.back().first.size() + taken.letters.back().second.size();
    }
    return taken;
}

} // namespace seqan3_gpulcs::app
