// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints of a band, for the traceback.
 */

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief The checkpoints of a band: each block of rows has those in its interval of columns.
 *
 * Blocks have as many rows as there are between two rows that are kept, and intervals begin at columns that are kept. Where they
 * end may be unknown while they are computed, so each tile gets memory when a pass comes to it.
 *
 * Thread safety: threads may write different blocks at the same time, and different words of tiles.
 */
class band_checkpoints : public traceback::checkpoint_source
{
public:
    /*!\brief Has checkpoints of some rows.
     * \param grid      The distances.
     * \param size      The rows and columns of the matrix.
     * \param metric    The metric.
     * \param max_bytes The maximum memory.
     */
    band_checkpoints(plan::checkpoint_grid const & grid,
                     plan::matrix_cell const & size,
                     plan::metric metric,
                     std::uint64_t max_bytes);

    /*!\brief Begins a block.
     * \param block     The number of the block.
     * \param begin     The first column of the block.
     * \param max_tiles The maximum number of its tiles.
     * \returns Whether the memory suffices.
     */
    bool begin_block(std::uint64_t block, std::uint64_t begin, std::uint64_t max_tiles);

    //!\brief Makes room for the next tile of a block; returns whether the memory suffices.
    bool add_tile(std::uint64_t block);

    //!\brief The place for the state after the last column of a tile.
    std::uint64_t * column(std::uint64_t block, std::uint64_t tile) const noexcept
    {
        return blocks_[block].tiles[tile].get();
    }

    //!\brief The place for the carries below a tile.
    std::uint64_t * row(std::uint64_t block, std::uint64_t tile) const noexcept
    {
        return column(block, tile) + row_words_;
    }

    //!\brief Ends a block before a column.
    void end_block(std::uint64_t const block, std::uint64_t const end) noexcept
    {
        blocks_[block].columns.end = end;
    }

    //!\brief The memory of all blocks.
    std::uint64_t bytes() const noexcept
    {
        return bytes_.load(std::memory_order_relaxed);
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
    using words_t = std::unique_ptr<std::uint64_t[]>;

    struct band_block
    {
        plan::interval columns{};
        std::uint64_t tile_count{0};
        std::unique_ptr<words_t[]> tiles{};
    };

    // Counts memory; returns whether it suffices.
    bool take(std::uint64_t bytes) noexcept;

    plan::checkpoint_grid grid_;
    plan::metric metric_;
    std::uint64_t columns_; // The columns of the matrix.
    std::uint64_t max_bytes_;
    std::uint64_t row_words_; // The words of a row of a block.
    std::vector<band_block> blocks_;
    std::atomic<std::uint64_t> bytes_;
};

} // namespace seqan3_gpulcs::similar
