// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/vector_strip.hpp"

#include <algorithm>

#include "src/cpu/recurrence/with_recurrence.hpp"

namespace seqan3_gpulcs::cpu
{

column_planes::column_planes(packing::recoded_sequence const & columns,
                             plan::matrix_region const & part,
                             unsigned const planes,
                             unsigned const lanes) :
    columns_{part.columns()},
    blocks_{part.column_words()},
    lanes_{lanes},
    distance_{blocks_ + 2 * (lanes - 1)},
    words_(planes * distance_)
{
    // Backwards: so the blocks of all lanes lie side by side.
    for (std::uint64_t block = 0; block < blocks_; ++block)
        packing::split_into_planes(columns,
                                   part.column_begin + block * 64,
                                   {words_.data() + lanes - 1 + (blocks_ - 1 - block), planes, distance_});
}

bool column_planes::find_valid(plan::interval const & blocks,
                               std::uint64_t const step,
                               aligned_words & valid) const noexcept
{
    // Between the ends all lanes are at whole blocks.
    if (step >= blocks.begin + lanes_ && step + 1 < blocks.end)
        return true;

    bool all = true;
    for (unsigned lane = 0; lane < lanes_; ++lane)
    {
        std::uint64_t const block = step - lane;
        std::uint64_t const count =
            step < blocks.begin + lane || block >= blocks.end ? 0 : std::min<std::uint64_t>(64, columns_ - block * 64);
        valid.words[lane] = count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count);
        all = all && count == 64;
    }
    return all;
}

template <recurrence recurrence_t>
void vector_strip<recurrence_t>::load(packing::recoded_sequence const & rows,
                                      std::uint64_t const first_row,
                                      std::span<std::uint64_t const> const vertical,
                                      std::size_t const words)
{
    constexpr unsigned state_words = recurrence_t::state_words;
    unsigned const lanes = kernel_.lanes;
    horizontal_ = {};
    block_.vertical = resize_words(vertical_, words * state_words * lanes);
    std::uint64_t * const planes = resize_words(rows_, words * planes_ * lanes);
    block_.rows = planes;
    block_.words = words;
    block_.horizontal = horizontal_.front().words.data();
    block_.planes = planes_;

    for (std::size_t i = 0; i < words * state_words; ++i)
        std::fill_n(block_.vertical + i * lanes, lanes, recurrence_t::left_border[i % state_words]);
    std::size_t const used = std::min(vertical.size() / state_words, words * lanes);
    for (std::size_t i = 0; i < used; ++i)
    {
        std::size_t const lane = i / words;
        std::size_t const word = i % words;
        for (unsigned k = 0; k < state_words; ++k)
            block_.vertical[(word * state_words + k) * lanes + lane] = vertical[i * state_words + k];
        packing::split_into_planes(rows, first_row + i * 64, {planes + word * planes_ * lanes + lane, planes_, lanes});
    }
    block_.find_rare_words(rare_words_, lanes);
}

template <recurrence recurrence_t>
void vector_strip<recurrence_t>::compute(column_planes const & columns,
                                         std::uint64_t const step,
                                         std::uint64_t const * const above,
                                         std::uint64_t * const kept)
{
    for (unsigned k = 0; k < recurrence_t::carry_words; ++k)
    {
        auto & words = horizontal_[k].words;
        for (unsigned lane = kernel_.lanes - 1; lane != 0; --lane)
            words[lane] = words[lane - 1];
        words[0] = above ? above[k] : 0;
    }
    for (unsigned plane = 0; plane < block_.planes; ++plane)
        block_.columns[plane] = columns.step_words(step, plane);
    block_.valid = columns.find_valid(blocks_.value_or(columns.blocks()), step, valid_) ? nullptr : valid_.words.data();
    block_.kept = kept;
    kernel_.compute(block_);
}

template <recurrence recurrence_t>
void vector_strip<recurrence_t>::copy_lane(unsigned const lane, std::uint64_t * const to) const noexcept
{
    for (std::size_t i = 0; i < block_.words * recurrence_t::state_words; ++i)
        to[i] = block_.vertical[i * kernel_.lanes + lane];
}

template <recurrence recurrence_t>
void vector_strip<recurrence_t>::copy_state(std::span<std::uint64_t> const to) const noexcept
{
    constexpr unsigned state_words = recurrence_t::state_words;
    for (std::size_t i = 0; i < to.size(); ++i)
    {
        std::size_t const lane = i / state_words / block_.words;
        std::size_t const word = i / state_words % block_.words;
        to[i] = block_.vertical[(word * state_words + i % state_words) * kernel_.lanes + lane];
    }
}

SEQAN3_GPULCS_FOR_RECURRENCES(template class vector_strip);

} // namespace seqan3_gpulcs::cpu
