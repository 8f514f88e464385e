// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites that are found by seeds instead of a search for each pattern.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/scan/site_request.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief How a text is indexed.
struct index_shape
{
    std::uint64_t
        part_letters{}; //!< The letters of a part, at most seed_index::max_positions, which should fit into a cache.
    std::uint64_t kept_letters{}; //!< The most letters of a text that keeps its index for the next call.
    unsigned threads{};           //!< The threads that share the work; at least 1.
};

//!\brief What is found by seeds, and what is not.
struct seeded_sites
{
    std::vector<std::size_t> searched{}; //!< The numbers of the patterns that have to be searched, ascending.
    std::vector<std::vector<primer::site>> sites{}; //!< For each of the other patterns its sites.
};

//!\brief Whether a text has kept its index.
bool is_indexed(background_text const & text) noexcept;

/*!\brief Looks up the seeds of patterns in an index of the text, and finds the sites where they occur.
 * \param request  The request. Patterns whose sites are found count as done.
 * \param patterns Its patterns; those without seeds have to be searched.
 * \param shape    The parts of the text, each of which has an index for a while.
 * \returns The sites. A pattern is searched, too, if its seeds have so many places that this takes less time.
 * \throws std::bad_alloc and what the control throws.
 *
 * Where a pattern is found with k edits, one of its k + 1 seeds has none of them. So ends are near each place of a seed in the text: at
 * most k letters before or after the one that it has without gaps. A letter of the text that stands for several bases may match a seed
 * where the index does not show it; ends near such letters are all taken. The idea is that of Wu and Manber, "Fast text searching
 * allowing errors", Communications of the ACM 35 (1992).
 *
 * Linear in the text, in the seeds for each part of it, and in the places of seeds, each of which takes a verification. Memory: up to 12
 * bytes for each letter of a part and thread, or of a text that keeps its index; 0.25 bytes for each letter of a text with ambiguous
 * letters, and 8 for each of these; 16 bytes for each place near the end of the last part, and the sites.
 */
seeded_sites
find_seeded_sites(site_request const & request, std::span<site_pattern const> patterns, index_shape const & shape);

} // namespace seqan3_gpulcs::scan
