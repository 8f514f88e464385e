// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The CPU backend.
 */

#pragma once

#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief Computes with the vectors of all cores.
class cpu_backend final : public backend::backend_interface
{
public:
    plan::backend kind() const noexcept override
    {
        return plan::backend::cpu;
    }

    std::optional<alignment::result> compute_if_soon_done(alignment::sequence_pair const & pair,
                                                          plan::comparison const & wanted,
                                                          plan::execution const & execution) const override;

    double estimate_part(alignment::sequence_pair const & pair, plan::metric metric) const override;

    std::optional<alignment::result> compute_if_similar(alignment::sequence_pair const & pair,
                                                        plan::comparison const & wanted,
                                                        plan::execution const & execution,
                                                        backend::similar_limits const & limits) const override;

    std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> pairs,
                                           plan::comparison const & wanted,
                                           plan::execution const & execution) const override;

    void find_values(std::span<alignment::sequence_pair const> pairs,
                     plan::comparison const & wanted,
                     plan::pair_survey const & survey,
                     std::span<std::uint64_t> values,
                     plan::execution const & execution) const override;

    plan::source_statistics find_interesting(plan::pair_source const & source,
                                             plan::execution const & execution) const override;

    std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view first,
                                                 packing::packed_sequence_view second,
                                                 plan::execution const & execution) const override;

    plan::source_statistics compute_part(plan::matrix_part const & part,
                                         plan::execution const & execution) const override;

    double primer_seconds(scan::primer_request const & request) const noexcept override;

    double
    match_seconds(scan::match_request const & request, std::size_t begin, std::size_t end) const noexcept override;

    primer::statistics find_primers(scan::primer_request const & request,
                                    plan::execution const & execution) const override;

    void find_matches(scan::match_request const & request,
                      std::size_t begin,
                      std::size_t end,
                      plan::execution const & execution) const override;

    double site_seconds(scan::site_request const & request) const noexcept override;

    std::vector<primer::site> find_sites(scan::site_request const & request,
                                         plan::execution const & execution,
                                         primer::statistics & statistics) const override;
};

} // namespace seqan3_gpulcs::cpu
