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
    plan::device_state state(bool) const noexcept override
    {
        return plan::device_state::started;
    }

    backend::pair_outcome compute(backend::pair_request const & request,
                                  plan::execution const & execution) const override;

    void compute_parts(plan::column_chunks & parts, plan::execution const & execution) const override;

    primer::statistics scan(scan::request const & request, plan::execution const & execution) const override;
};

} // namespace seqan3_gpulcs::cpu
