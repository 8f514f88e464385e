// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Pairs of sequences as letters and packed, with the lengths that the oracle finds.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "lcs_reference.hpp"
#include "random_sequence.hpp"

namespace reference
{

using letters = std::vector<std::uint8_t>;

//!\brief Some pairs.
struct letter_pairs
{
    std::vector<letters> first{};
    std::vector<letters> second{};
    std::vector<seqan3_gpulcs::packing::packed_sequence> packed_first{};
    std::vector<seqan3_gpulcs::packing::packed_sequence> packed_second{};

    void add(letters const & one, letters const & other)
    {
        first.push_back(one);
        second.push_back(other);
        packed_first.push_back(seqan3_gpulcs::packing::pack(one));
        packed_second.push_back(seqan3_gpulcs::packing::pack(other));
    }

    //!\brief For as long as nothing is added.
    std::vector<seqan3_gpulcs::alignment::sequence_pair> views() const
    {
        std::vector<seqan3_gpulcs::alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < first.size(); ++i)
            pairs.push_back({packed_first[i], packed_second[i]});
        return pairs;
    }

    //!\brief All pairs with the first one's first sequence: one query.
    std::vector<seqan3_gpulcs::alignment::sequence_pair> query_views() const
    {
        std::vector<seqan3_gpulcs::alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < first.size(); ++i)
            pairs.push_back({packed_first[0], packed_second[i]});
        return pairs;
    }

    std::uint64_t expected(std::size_t const i) const
    {
        return lcs_matrix(first[i], second[i]).back().back();
    }
};

//!\brief A pair of random sequences of four letters, packed.
struct random_pair
{
    random_pair(std::mt19937_64 & generator, std::size_t const first_size, std::size_t const second_size) :
        first{seqan3_gpulcs::packing::pack(random_letters(generator, first_size, 4))},
        second{seqan3_gpulcs::packing::pack(random_letters(generator, second_size, 4))}
    {}

    seqan3_gpulcs::packing::packed_sequence first;
    seqan3_gpulcs::packing::packed_sequence second;
};

} // namespace reference
