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
#include "src/scan/text_index.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief What is found by seeds, and what is not.
struct seeded_sites
{
    std::vector<std::size_t> searched{}; //!< The numbers of the patterns that have to be searched, ascending.
    std::vector<std::vector<primer::site>> sites{}; //!< For each of the other patterns its sites.
};

/*!\brief Looks up the seeds of patterns in an index of the text, and finds the sites where they occur.
 * \param request  The request. Patterns whose sites are found count as done.
 * \param patterns Its patterns; those without seeds have to be searched.
 * \param shape    The parts of the text, each of which has an index for a while.
 * \returns The sites. A pattern is searched, too, if its seeds have so many places that this takes less time.
 * \throws std::bad_alloc and what the control throws.
 *
 * Where a pattern is found, one of its seeds has no more edits than cut_seeds() gives it. So ends are near each place of a seed in the
 * text: at most k letters before or after the one that it has without gaps. A letter of the text that stands for several bases may match
 * a seed where the index does not show it; ends near such letters are all taken.
 *
 * Linear in the text, in the words that seeds may begin with for each part of it, and in their places; see seed_lookup. Memory: up to 12
 * bytes for each letter of a part and thread, or of a text that keeps its index; 0.25 bytes for each letter of a text with ambiguous
 * letters, and 8 for each of these; 16 bytes for each place near the end of the last part, and the sites.
 */
seeded_sites
find_seeded_sites(site_request const & request, std::span<site_pattern const> patterns, index_shape const & shape);

} // namespace seqan3_gpulcs::scan
