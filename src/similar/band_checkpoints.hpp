// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints of a band, for the traceback.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief The checkpoints of a band: of each block of rows those in its interval of columns.
 *
 * Blocks have as many rows as there are between two rows that are kept, and intervals begin at columns that are kept.
 */
class band_checkpoints : public traceback::checkpoint_source
{
public:
    //!\brief For the distances of a grid, and some rows.
    band_checkpoints(plan::checkpoint_grid const & grid, std::uint64_t rows);

    //!\brief The memory of all blocks, if one more is added.
    std::uint64_t bytes_with(std::uint64_t rows, plan::interval const & columns) const noexcept;

    //!\brief Makes room for the columns of the next block; returns where the pass of that block writes them.
    cpu::kept_increments add_block(std::uint64_t rows, plan::interval const & columns);

    //!\brief Keeps the carries below the last block.
    void keep_row(std::span<std::uint64_t const> carries);

    //!\brief The memory of all blocks.
    std::uint64_t bytes() const noexcept
    {
        return bytes_ + blocks_.capacity() * sizeof(band_block);
    }

    plan::checkpoint_grid grid() const noexcept override
    {
        return grid_;
    }

    plan::interval columns_of(std::uint64_t const row) const noexcept override
    {
        return blocks_[row / grid_.row_spacing].columns;
    }

    void copy(traceback::kept_part const & column, traceback::kept_part const & row) override;

private:
    struct band_block
    {
        plan::interval columns;
        std::uint64_t row_words;
        std::unique_ptr<std::uint64_t[]> kept_columns;
        std::vector<std::uint64_t> last_row;
    };

    // The words of the columns that are kept in a block.
    std::uint64_t column_words(std::uint64_t rows, plan::interval const & columns) const noexcept;

    plan::checkpoint_grid grid_;
    std::vector<band_block> blocks_{};
    std::uint64_t bytes_{};
};

} // namespace seqan3_gpulcs::similar
