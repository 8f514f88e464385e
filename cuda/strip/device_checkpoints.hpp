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

//!\brief Copies checkpoints to the host, piece by piece, while nobody else uses the stream_context.
class device_checkpoints : public traceback::checkpoint_source
{
public:
    device_checkpoints(strip_plan const & plan,
                       std::uint64_t const rows,
                       std::uint64_t const columns,
                       stream_context & context) :
        grid_{plan.checkpoints},
        layout_{layout_of(plan, rows, columns)},
        context_{context},
        buffers_{context.get<strip_buffers>()}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return grid_;
    }

    //!\throws seqan3_gpulcs::device_error
    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override;

private:
    plan::checkpoint_grid grid_;
    checkpoint_layout layout_;
    stream_context & context_;
    strip_buffers & buffers_;
};

//!\brief Checkpoints that were copied to the host all at once.
class host_checkpoints : public traceback::checkpoint_source
{
public:
    /*!\brief Shows them.
     * \param grid    Where they are.
     * \param layout  How they lie.
     * \param columns V at the columns.
     * \param rows    The carries at the rows.
     */
    host_checkpoints(plan::checkpoint_grid const & grid,
                     checkpoint_layout const & layout,
                     std::uint32_t const * const columns,
                     tagged_carries const * const rows) noexcept :
        grid_{grid},
        layout_{layout},
        columns_{columns},
        rows_{rows}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return grid_;
    }

    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override;

private:
    plan::checkpoint_grid grid_;
    checkpoint_layout layout_;
    std::uint32_t const * columns_;
    tagged_carries const * rows_;
};

} // namespace seqan3_gpulcs::cuda
