// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a pass over the whole matrix leaves for the way back.
 */

#pragma once

#include <cstdint>
#include <span>

#include <seqan3_gpulcs/plan/lcs_plan.hpp>

namespace seqan3_gpulcs::lcs
{

/*!\brief Checkpoints of the whole matrix, wherever they are.
 *
 * What is copied are V and the carries of the recurrence. A word of V has a bit for each of 64 rows, the first one lowest,
 * zero where the matrix grows from the row above. A word of carries has one for each of 64 columns, the first one
 * *highest*, one where the matrix grows from the column before. Both begin at a multiple of 64.
 */
class checkpoints
{
public:
    checkpoints() = default;
    checkpoints(checkpoints const &) = delete;
    checkpoints & operator=(checkpoints const &) = delete;
    virtual ~checkpoints() = default;

    //!\brief Where they are.
    virtual plan::checkpoint_grid grid() const noexcept = 0;

    //!\brief Copies V behind (index + 1) * column_spacing columns, from a row on.
    virtual void copy_column(std::uint64_t index, std::uint64_t row_begin, std::span<std::uint64_t> to) = 0;

    //!\brief Copies the carries below (index + 1) * row_spacing rows, from a column on.
    virtual void copy_row(std::uint64_t index, std::uint64_t column_begin, std::span<std::uint64_t> to) = 0;
};

} // namespace seqan3_gpulcs::lcs
