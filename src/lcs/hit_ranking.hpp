// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which subjects are the hits of a query.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <seqan3_gpulcs/lcs/search.hpp>

namespace seqan3_gpulcs::lcs
{

//!\brief The thresholds of one query, and the order of its hits.
class hit_ranking
{
public:
    //!\brief The options must outlive the object.
    hit_ranking(std::uint64_t const query_size, search_options const & options) noexcept :
        query_size_{query_size},
        options_{options}
    {}

    //!\brief Whether a hit comes before another one.
    bool is_before(hit const & left, hit const & right) const noexcept;

    /*!\brief The length from which on a subject is a hit; larger than the sequences if there is none.
     * \param candidate The subject. Its length does not matter.
     * \param to_beat   The worst hit, if the subject would take its place.
     */
    std::uint64_t min_length(hit const & candidate, std::optional<hit> const & to_beat) const noexcept;

    //!\brief The worst of the hits so far, if a new one would take its place.
    std::optional<hit> to_beat(std::vector<hit> const & hits) const;

    /*!\brief Adds a hit.
     * \param hits  The hits so far: a heap with the worst one on top, if their number is limited.
     * \param found The hit.
     * \returns The hit that is dropped for it.
     */
    std::optional<hit> insert(std::vector<hit> & hits, hit const & found) const;

private:
    std::uint64_t query_size_;
    search_options const & options_;
};

} // namespace seqan3_gpulcs::lcs
