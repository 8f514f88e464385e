// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints that a pass over the matrix has left on a device.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../src/lcs/checkpoints.hpp"
#include "strip_plan.hpp"
#include "workspace.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Where checkpoints lie in the buffers of a workspace.
struct checkpoint_layout
{
    std::uint64_t
        column_words{}; //!< The words of 32 rows of a column that is kept; there are as many as strips have rows.
    std::uint64_t row_blocks{}; //!< The blocks of 32 columns of a row that is kept, and some more.
    unsigned columns{};         //!< The number of columns that are kept: none of them is the last one.
    unsigned rows{};            //!< The number of rows that are kept, likewise.
};

/*!\brief The layout for a plan.
 * \param plan    Says where checkpoints are kept; and rows are those of the first sequence.
 * \param rows    The number of rows.
 * \param columns The number of columns.
 */
checkpoint_layout layout_of(strip_plan const & plan, std::uint64_t rows, std::uint64_t columns) noexcept;

//!\brief Copies checkpoints to the host, piece by piece, while nobody else uses the workspace.
class device_checkpoints : public lcs::checkpoints
{
public:
    device_checkpoints(strip_plan const & plan,
                       std::uint64_t const rows,
                       std::uint64_t const columns,
                       workspace & space) noexcept :
        grid_{plan.kept},
        layout_{layout_of(plan, rows, columns)},
        space_{space}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return grid_;
    }

    //!\throws seqan3_gpulcs::device_error
    void copy_column(std::uint64_t index, std::uint64_t row_begin, std::span<std::uint64_t> to) override;

    //!\throws seqan3_gpulcs::device_error
    void copy_row(std::uint64_t index, std::uint64_t column_begin, std::span<std::uint64_t> to) override;

private:
    template <typename value_t>
    void copy(std::span<value_t> to, device_view<value_t> from, std::uint64_t begin);

    plan::checkpoint_grid grid_;
    checkpoint_layout layout_;
    workspace & space_;
    std::vector<hand_over_word> blocks_{};
};

} // namespace seqan3_gpulcs::cuda
