// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which subjects are the hits of a query.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <seqan3_gpulcs/alignment/search.hpp>

#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::api
{

using alignment::detail::scored_subject;

/*!\brief The minimum score for an identity.
 * \param min_identity The minimum of the score divided by the length of the longer sequence.
 * \param longest      That length.
 * \returns The smallest score whose quotient, rounded to `double`, is not smaller; the largest `std::uint64_t` if even equal
 *          sequences have a smaller one, or `min_identity` is not a number.
 */
std::uint64_t score_for_identity(double min_identity, std::uint64_t longest) noexcept;

//!\brief The thresholds of one query, and the order of its hits.
class hit_ranking
{
public:
    //!\brief The rule must outlive the object.
    hit_ranking(std::uint64_t const query_size, alignment::detail::search_rule const & rule) noexcept :
        query_size_{query_size},
        rule_{rule}
    {}

    //!\brief Whether a hit comes before another one.
    bool is_before(scored_subject const & left, scored_subject const & right) const noexcept;

    /*!\brief The score from which on a subject is a hit; larger than the sequences if there is none.
     * \param candidate The subject. Its score does not matter.
     * \param to_beat   The worst hit, if the subject would take its place.
     */
    std::uint64_t min_score(scored_subject const & candidate,
                            std::optional<scored_subject> const & to_beat) const noexcept;

    /*!\brief What every hit reaches, whatever its size: its length is not less, or its distance is not greater.
     * \param to_beat The worst hit, if others take its place.
     */
    std::uint64_t value_to_reach(std::optional<scored_subject> const & to_beat) const noexcept;

    //!\brief The score of a subject with a length or distance.
    std::uint64_t to_score(std::uint64_t subject_size, std::uint64_t value) const noexcept;

    //!\brief The worst of the hits so far, if a new one would take its place.
    std::optional<scored_subject> to_beat(std::vector<scored_subject> const & hits) const;

    /*!\brief Adds a hit.
     * \param hits  The hits so far: a heap with the worst one on top, if their number is limited.
     * \param found The hit.
     * \returns The hit that is dropped for it.
     */
    std::optional<scored_subject> insert(std::vector<scored_subject> & hits, scored_subject const & found) const;

private:
    std::uint64_t longest_of(scored_subject const & subject) const noexcept;
    std::uint64_t to_value(scored_subject const & subject) const noexcept;
    std::uint64_t
    score_to_beat_value(std::uint64_t longest, scored_subject const & to_beat, bool wins_ties) const noexcept;
    std::uint64_t
    score_to_beat_identity(std::uint64_t longest, scored_subject const & to_beat, bool wins_ties) const noexcept;

    std::uint64_t query_size_;
    alignment::detail::search_rule const & rule_;
};

} // namespace seqan3_gpulcs::api
