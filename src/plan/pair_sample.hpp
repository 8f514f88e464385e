// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Some of many pairs, from which something about all of them is concluded.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/pair_list.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::plan
{

/*!\brief Draws pairs, some of them maybe more than once.
 * \param size    How many; but no more than an eighth of all, rounded up.
 * \param count   The number of all pairs.
 * \param pair_at Called with a number below that.
 *
 * Always the same ones: the way in which pairs are computed must not depend on chance.
 */
template <typename pair_at_t>
std::vector<alignment::sequence_pair>
sample_pairs(std::size_t const size, std::uint64_t const count, pair_at_t const & pair_at)
{
    std::mt19937_64 generator{count};
    std::vector<alignment::sequence_pair> sample{};
    while (sample.size() < std::min<std::uint64_t>(size, util::ceil_div(count, std::uint64_t{8})))
        sample.push_back(pair_at(generator() % count));
    return sample;
}

//!\brief Draws pairs of a list.
inline std::vector<alignment::sequence_pair> sample_pairs(std::size_t const size, pair_list const & list)
{
    return sample_pairs(size,
                        list.size(),
                        [&](std::uint64_t const number)
                        {
                            return list[number];
                        });
}

//!\brief Draws pairs of sets.
inline std::vector<alignment::sequence_pair> sample_pairs(std::size_t const size, sequence_sets const & sets)
{
    std::uint64_t const columns = sets.second().size();
    auto const pair_at = [&](std::uint64_t const number)
    {
        std::uint64_t const row = number / columns;
        std::uint64_t const column = number % columns;
        // With one set, a sequence and itself are no pair; a sequence and its neighbour are.
        bool const is_pair = !sets.is_one_set() || row != column;
        return alignment::sequence_pair{sets.first()[row], sets.second()[is_pair ? column : (column + 1) % columns]};
    };
    return sample_pairs(sets.pair_count() == 0 ? 0 : size, sets.first().size() * columns, pair_at);
}

} // namespace seqan3_gpulcs::plan
