// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether primers can be searched.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

namespace seqan3_gpulcs::primer
{

/*!\brief Checks all that is given to seqan3_gpulcs::primer::find_sites.
 * \returns The letters of the primers, as sets of bases; see seqan3_gpulcs::primer::iupac_nucleotides.
 * \throws seqan3_gpulcs::invalid_option, std::bad_alloc
 */
std::vector<std::vector<std::uint8_t>> check_sites(std::span<packing::packed_sequence_view const> primers,
                                                   std::span<packing::packed_sequence_view const> sequences,
                                                   site_options const & options);

//!\brief The cells of a call, as its progress counts them.
double site_cells(std::span<packing::packed_sequence_view const> primers,
                  std::span<packing::packed_sequence_view const> sequences,
                  site_options const & options) noexcept;

} // namespace seqan3_gpulcs::primer
