// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints that a pass over the matrix has left on a device.
 */

#pragma once

#include <cstdint>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/strip_buffers.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Copies checkpoints from the device, part by part.
class device_checkpoints : public traceback::checkpoint_source
{
public:
    /*!\brief Those of the last computation of a context.
     * \param layout  Their layout.
     * \param context Must not be used by others before the object is destroyed.
     */
    device_checkpoints(checkpoint_layout const & layout, stream_context & context) :
        layout_{layout},
        context_{context},
        buffers_{context.get<strip_buffers>()}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return layout_.grid;
    }

    //!\throws seqan3_gpulcs::device_error
    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override;

private:
    checkpoint_layout layout_;
    stream_context & context_;
    strip_buffers & buffers_;
};

} // namespace seqan3_gpulcs::cuda
