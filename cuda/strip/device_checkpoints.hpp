// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints that a pass over the matrix has left on one device, or on several.
 */

#pragma once

#include <cstdint>
#include <vector>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Where the checkpoints of a pass are: on each device those of its strips, in buffers for those of all strips.
struct kept_strips
{
    //!\brief What a device has.
    struct device
    {
        stream_context * context;         //!< Has the buffers.
        std::vector<plan::interval> rows; //!< Those of its strips, in order.
    };

    checkpoint_layout layout{};    //!< The same on all devices.
    std::vector<device> devices{}; //!< All of them together have all rows.
};

//!\brief Copies checkpoints from devices, part by part.
class device_checkpoints : public traceback::checkpoint_source
{
public:
    //!\brief Those of the last computation of some contexts, which others must not use before the object is destroyed.
    explicit device_checkpoints(kept_strips const & kept) noexcept : kept_{kept}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return kept_.layout.grid;
    }

    //!\throws seqan3_gpulcs::device_error
    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override;

private:
    kept_strips const & kept_;
};

} // namespace seqan3_gpulcs::cuda
