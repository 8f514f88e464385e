// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Takes pairs for one call of the library.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

namespace seqan3_gpulcs::app
{

//!\brief The most pairs that are computed with one call: enough to keep a device busy.
inline constexpr std::uint64_t most_pairs_of_batch{std::uint64_t{1} << 16};

/*!\brief The next pairs: enough for all threads to have work, and not too many for the memory.
 * \param next       The first one.
 * \param size       The number of all pairs.
 * \param letters_of Returns the sequences of a pair, by its number.
 */
template <typename letters_of_t>
std::vector<lcs::sequence_pair>
take_batch(std::uint64_t next, std::uint64_t const size, letters_of_t const & letters_of)
{
    std::vector<lcs::sequence_pair> batch{};
    for (std::uint64_t letters = 0; next < size && batch.size() < most_pairs_of_batch && letters < plan::batch_letters;
         ++next)
    {
        batch.push_back(letters_of(next));
        letters += batch.back().first.size() + batch.back().second.size();
    }
    return batch;
}

} // namespace seqan3_gpulcs::app
