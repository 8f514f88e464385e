// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Products, which two primers would amplify whose sites face each other.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief A product of a polymerase chain reaction: the letters from the start of a forward site to the end of a reverse one.
struct product
{
    std::uint64_t forward{}; //!< The number of the forward site, counted from 0.
    std::uint64_t reverse{}; //!< The number of the reverse site.
    std::uint64_t begin{};   //!< The start of the forward site in their sequence.
    std::uint64_t end{};     //!< The end of the reverse site.

    //!\brief Whether all members are equal.
    friend constexpr bool operator==(product const &, product const &) noexcept = default;
};

/*!\brief Finds the products of any two sites that face each other, and reports each as it is found.
 * \param sites      The sites, in any order; of one primer or of several, on one sequence or on several.
 * \param min_length The minimum number of letters of a product.
 * \param max_length The maximum number of letters of a product.
 * \param report     Called with each product, in order of the sequence, the start, the number of the forward site, the
 *                   end, and the number of the reverse site. It must not be empty.
 * \throws seqan3_gpulcs::invalid_option if the maximum is less than the minimum.
 * \throws std::bad_alloc, and whatever `report` throws.
 *
 * Two sites face each other if they are on the same sequence, one on the forward and the other on the reverse strand, and
 * the forward one neither begins nor ends after the reverse one. They may be sites of the same primer, and they may overlap: a product
 * has at least the letters of each of its sites.
 *
 * ### Complexity
 *
 * `O(s * log(s) + p + q)` for s sites, p products, and q pairs of sites that would be products by their length, but do not face each
 * other: the two overlap. 8 bytes of memory per site. The number of products may be the square of that of the sites, but they are not kept.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 */
void find_products(std::span<site const> sites,
                   std::uint64_t min_length,
                   std::uint64_t max_length,
                   std::function<void(product const &)> const & report);

/*!\brief Finds the products of any two sites that face each other, and returns all, in the order of the function that reports them.
 * \param sites      The sites, in any order.
 * \param min_length The minimum number of letters of a product.
 * \param max_length The maximum number of letters of a product.
 * \throws seqan3_gpulcs::invalid_option if the maximum is less than the minimum.
 * \throws std::bad_alloc
 *
 * Complexity and thread safety are those of the function that reports products; in addition, all products are in memory.
 */
std::vector<product> find_products(std::span<site const> sites, std::uint64_t min_length, std::uint64_t max_length);

} // namespace seqan3_gpulcs::primer
