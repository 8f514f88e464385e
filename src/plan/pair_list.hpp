// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pairs of a call, or some of them.
 */

#pragma once

#include <cstddef>
#include <span>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

namespace seqan3_gpulcs::plan
{

//!\brief Pairs of a call: all of them, or some.
struct pair_list
{
    std::span<alignment::sequence_pair const> pairs{}; //!< The pairs of the call.
    std::span<std::size_t const> indices{};            //!< The pairs that are meant, ascending; if empty, all are.

    //!\brief How many there are.
    std::size_t size() const noexcept
    {
        return indices.empty() ? pairs.size() : indices.size();
    }

    //!\brief The index of a pair among all of the call.
    std::size_t index(std::size_t const i) const noexcept
    {
        return indices.empty() ? i : indices[i];
    }

    //!\brief A pair of the list.
    alignment::sequence_pair const & operator[](std::size_t const i) const noexcept
    {
        return pairs[index(i)];
    }

    //!\brief At least one pair of the list, as a list.
    pair_list part(std::size_t const begin, std::size_t const count) const noexcept
    {
        return indices.empty() ? pair_list{pairs.subspan(begin, count), {}}
                               : pair_list{pairs, indices.subspan(begin, count)};
    }
};

} // namespace seqan3_gpulcs::plan
