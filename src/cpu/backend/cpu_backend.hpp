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
                                                          plan::execution const & execution,
                                                          plan::wavefront_attempt & attempt) const override;

    double estimate_part(alignment::sequence_pair const & pair, plan::metric metric) const override;

    std::optional<alignment::result> compute_if_similar(alignment::sequence_pair const & pair,
                                                        plan::comparison const & wanted,
                                                        plan::execution const & execution,
                                                        backend::similar_limits const & limits) const override;

    std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> pairs,
                                           plan::comparison const & wanted,
                                           plan::execution const & execution) const override;

    std::vector<std::size_t> compute_what_fits(std::span<alignment::sequence_pair const> pairs,
                                               plan::comparison const & wanted,
                                               plan::execution const & execution,
                                               std::span<alignment::result> results,
                                               std::span<plan::wavefront_attempt const> attempts) const override;

    void find_values(std::span<alignment::sequence_pair const> pairs,
                     plan::comparison const & wanted,
                     plan::pair_survey const & survey,
                     std::span<std::uint64_t> values,
                     plan::execution const & execution) const override;

    plan::source_statistics find_interesting(plan::pair_source const & source,
                                             plan::execution const & execution) const override;

    void compute_parts(plan::column_chunks & parts, plan::execution const & execution) const override;

    primer::statistics scan(scan::request const & request, plan::execution const & execution) const override;
};

} // namespace seqan3_gpulcs::cpu
