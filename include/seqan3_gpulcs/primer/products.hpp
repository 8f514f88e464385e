// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Products: what two primers whose sites face each other would amplify.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief What a polymerase chain reaction would amplify: from the begin of a forward site to the end of a reverse one.
struct product
{
    std::uint64_t forward{}; //!< The number of the forward site.
    std::uint64_t reverse{}; //!< The number of the reverse site.
    std::uint64_t begin{};   //!< The begin of the forward site.
    std::uint64_t end{};     //!< The end of the reverse site.

    //!\brief Whether all members are equal.
    friend constexpr bool operator==(product const &, product const &) noexcept = default;
};

std::vector<product> find_products(std::span<site const> sites, std::uint64_t min_length, std::uint64_t max_length);

} // namespace seqan3_gpulcs::primer
