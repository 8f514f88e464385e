// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints that a pass over the matrix, or over a band of it, has left on one device, or on several.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cuda/runtime/stream_context.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The checkpoints of a pass: each device has those of its strips, in buffers for those of all strips.
struct kept_strips
{
    //!\brief The strips of a device, and its buffers.
    struct device
    {
        stream_context * context;         //!< Has the buffers.
        std::vector<plan::interval> rows; //!< The rows of its strips, in order.

        //!\brief The pieces of a part of a column that it has.
        std::vector<traceback::kept_part> cut_column(traceback::kept_part const & column, unsigned state_words) const;

        //!\brief Whether it has a row.
        bool has(std::uint64_t row) const noexcept;
    };

    checkpoint_layout layout{};    //!< The layout, the same on all devices.
    std::vector<device> devices{}; //!< The devices, which together have all rows.
};

//!\brief Copies checkpoints from devices, part by part.
class device_checkpoints : public traceback::checkpoint_source
{
public:
    /*!\brief Takes the checkpoints of the last computation of some contexts, which others must not use before the object is destroyed.
     * \param kept The places of the checkpoints.
     * \param end  The cell in which the alignment ends; none for the last one of the matrix.
     */
    explicit device_checkpoints(kept_strips kept, std::optional<plan::matrix_cell> const & end = std::nullopt) noexcept
        :
        kept_{std::move(kept)},
        end_{end}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return kept_.layout.grid;
    }

    plan::interval columns_of(std::uint64_t const row) const noexcept override
    {
        return kept_.layout.rows[row / kept_.layout.grid.row_spacing].columns;
    }

    std::optional<plan::matrix_cell> end() const noexcept override
    {
        return end_;
    }

    //!\throws seqan3_gpulcs::device_error
    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override;

private:
    kept_strips kept_;
    std::optional<plan::matrix_cell> end_;
};

} // namespace seqan3_gpulcs::cuda
