// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints that a pass over a band has left on a device, or on several.
 */

#pragma once

#include <vector>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/band_plan.hpp"
#include "cuda/strip/device_checkpoints.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Copies checkpoints of a band from devices, part by part.
class kept_band : public traceback::checkpoint_source
{
public:
    /*!\brief Takes the checkpoints of the last pass of a band_run.
     * \param plan The plan of the pass.
     * \param team The contexts of the pass, which others must not use before the object is destroyed.
     */
    kept_band(band_plan const & plan, context_team const & team);

    plan::checkpoint_grid grid() const noexcept override
    {
        return plan_.checkpoints;
    }

    plan::interval columns_of(std::uint64_t const row) const noexcept override
    {
        return plan_.kept_rows[row / plan_.checkpoints.row_spacing].columns;
    }

    //!\throws seqan3_gpulcs::device_error
    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override;

private:
    band_plan const & plan_;
    std::vector<kept_strips::device> devices_{};
};

} // namespace seqan3_gpulcs::cuda
