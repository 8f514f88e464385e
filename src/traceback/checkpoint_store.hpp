// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The checkpoints that a forward pass of the CPU keeps.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "src/plan/matrix_part.hpp"
#include "src/plan/stepped_band.hpp"
#include "src/traceback/checkpoint_source.hpp"

namespace seqan3_gpulcs::traceback
{

//!\brief Checkpoints of a part of the matrix, in memory that is used for one part after the other.
class checkpoint_store
{
public:
    /*!\brief Makes room for a part. Memory that is new to the process costs as much as computing into it, so it is kept.
     * \param grid   The distances of checkpoints, counted from the first cell of the part.
     * \param part   The part.
     * \param metric The metric.
     */
    void begin(plan::checkpoint_grid const & grid, plan::matrix_region const & part, plan::metric const metric)
    {
        std::uint64_t const words = plan::border_words(metric);
        row_words_ = part.row_words() * words;
        column_words_ = part.column_words() * words;
        columns_.resize((part.columns() - 1) / grid.column_spacing * row_words_);
        rows_.resize((part.rows() - 1) / grid.row_spacing * column_words_);
        target_ = {grid, part, columns_.words.get(), rows_.words.get(), metric, {part.row_begin, part.column_begin}};
    }

    //!\brief The places to which passes write the checkpoints.
    plan::region_checkpoints const & target() const noexcept
    {
        return target_;
    }

    //!\brief The distances of the checkpoints.
    plan::checkpoint_grid const & grid() const noexcept
    {
        return target_.grid;
    }

    //!\brief The words for 64 rows or columns.
    unsigned words() const noexcept
    {
        return plan::border_words(target_.metric);
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

    plan::region_checkpoints target_{};
    std::uint64_t row_words_{};
    std::uint64_t column_words_{};
    uninitialised_words columns_{};
    uninitialised_words rows_{};
};

//!\brief The checkpoints of a whole matrix, or of the steps of a band, in a store.
class stored_checkpoints : public checkpoint_source
{
public:
    /*!\brief Both must outlive the object.
     * \param store The checkpoints.
     * \param band  The band that was computed; null for a whole matrix.
     */
    explicit stored_checkpoints(checkpoint_store const & store,
                                plan::stepped_band const * const band = nullptr) noexcept :
        store_{store},
        band_{band}
    {}

    plan::checkpoint_grid grid() const noexcept override
    {
        return store_.grid();
    }

    plan::interval columns_of(std::uint64_t const row) const noexcept override
    {
        return band_ ? band_->columns_of(row) : checkpoint_source::columns_of(row);
    }

    void copy(kept_part const & column, kept_part const & row) override
    {
        if (!column.words.empty())
            copy_words(store_.column(column.index), column);
        if (!row.words.empty() && !is_above_band(row))
            copy_words(store_.row(row.index), row);
    }

private:
    // The first rows of a step have the upper border above them.
    bool is_above_band(kept_part const & row) const noexcept
    {
        return band_ && band_->step_at(row.begin).row_begin == (row.index + 1) * store_.grid().row_spacing;
    }

    void copy_words(std::span<std::uint64_t const> const from, kept_part const & part) const
    {
        std::ranges::copy(from.subspan(part.begin / 64 * store_.words(), part.words.size()), part.words.begin());
    }

    checkpoint_store const & store_;
    plan::stepped_band const * band_;
};

} // namespace seqan3_gpulcs::traceback
