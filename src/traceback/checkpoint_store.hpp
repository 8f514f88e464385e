// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints that a forward pass of the CPU keeps.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "src/cpu/strip/forward_pass.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::traceback
{

//!\brief Checkpoints of a part of the matrix, in memory that is used for one part after the other.
class checkpoint_store
{
public:
    /*!\brief Makes room for a part. Memory that is new to the process costs as much as computing into it, so it is kept.
     * \param grid  The distances of checkpoints.
     * \param part  The part.
     * \param words The words of a border for 64 cells: see plan::border_words.
     */
    void begin(plan::checkpoint_grid const & grid, plan::matrix_region const & part, unsigned const words = 1)
    {
        grid_ = grid;
        words_ = words;
        row_words_ = part.row_words() * words;
        column_words_ = part.column_words() * words;
        columns_.resize((part.columns() - 1) / grid.column_spacing * row_words_);
        rows_.resize((part.rows() - 1) / grid.row_spacing * column_words_);
    }

    //!\brief The places to which a pass writes the checkpoints.
    cpu::kept_increments target() const noexcept
    {
        return {grid_, columns_.words.get(), rows_.words.get(), row_words_, column_words_};
    }

    //!\brief The distances of the checkpoints.
    plan::checkpoint_grid const & grid() const noexcept
    {
        return grid_;
    }

    //!\brief The words for 64 rows or columns.
    unsigned words() const noexcept
    {
        return words_;
    }

    //!\brief The state of a column; that after the first spacing is 0.
    std::span<std::uint64_t const> column(std::uint64_t const index) const noexcept
    {
        return {columns_.words.get() + index * row_words_, row_words_};
    }

    //!\brief The carries below a row; that after the first spacing is 0.
    std::span<std::uint64_t const> row(std::uint64_t const index) const noexcept
    {
        return {rows_.words.get() + index * column_words_, column_words_};
    }

private:
    // A pass fills it before anyone reads it: setting it to zero would take time, all at once.
    struct uninitialised_words
    {
        std::uint64_t size{};
        std::unique_ptr<std::uint64_t[]> words{};

        // Earlier content may be lost.
        void resize(std::uint64_t const new_size)
        {
            if (new_size <= size)
                return;
            // The memory does not suffice for both.
            words.reset();
            words = std::make_unique_for_overwrite<std::uint64_t[]>(new_size);
            size = new_size;
        }
    };

    plan::checkpoint_grid grid_{};
    unsigned words_{1};
    std::uint64_t row_words_{};
    std::uint64_t column_words_{};
    uninitialised_words columns_{};
    uninitialised_words rows_{};
};

//!\brief The checkpoints of a whole matrix in a store.
class stored_checkpoints : public checkpoint_source
{
public:
    //!\brief The store must outlive the object.
    explicit stored_checkpoints(checkpoint_store const & store) noexcept : store_{store}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return store_.grid();
    }

    void copy(kept_part const & column, kept_part const & row) override
    {
        if (!column.words.empty())
            copy_words(store_.column(column.index), column);
        if (!row.words.empty())
            copy_words(store_.row(row.index), row);
    }

private:
    void copy_words(std::span<std::uint64_t const> const from, kept_part const & part) const
    {
        std::ranges::copy(from.subspan(part.begin / 64 * store_.words(), part.words.size()), part.words.begin());
    }

    checkpoint_store const & store_;
};

} // namespace seqan3_gpulcs::traceback
