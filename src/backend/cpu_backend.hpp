// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The CPU backend.
 */

#pragma once

#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::backend
{

//!\brief Computes with 64-bit words on all cores.
class cpu_backend final : public backend_interface
{
public:
    plan::backend kind() const noexcept override
    {
        return plan::backend::cpu;
    }

    std::vector<lcs::result> compute(std::span<lcs::sequence_pair const> pairs,
                                     lcs::output wanted,
                                     plan::execution const & execution) const override;

    std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view first,
                                                 packing::packed_sequence_view second,
                                                 plan::execution const & execution) const override;

    primer::work find_primers(verification::primer_request const & search,
                              plan::execution const & execution) const override;

    void find_matches(verification::match_request const & search, plan::execution const & execution) const override;
};

/*!\brief Finds the matches of the first so many groups of a search.
 * \throws std::bad_alloc and what the control of the search throws.
 */
void find_matches(verification::match_request const & search, std::size_t groups, unsigned threads);

} // namespace seqan3_gpulcs::backend
