// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/vector_strip.hpp"

#include <algorithm>

#include "src/packing/bit_planes.hpp"

namespace seqan3_gpulcs::cpu
{

column_planes::column_planes(packing::packed_sequence_view const & sequence,
                             packing::pair_codes const & codes,
                             matrix_region const & part,
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
        packing::split_into_planes(sequence,
                                   part.column_begin + block * 64,
                                   codes.of_columns(),
                                   planes,
                                   words_.data() + lanes - 1 + (blocks_ - 1 - block),
                                   distance_);
}

bool column_planes::find_valid(std::uint64_t const step, aligned_words & valid) const noexcept
{
    // Between the ends all lanes are at whole blocks.
    if (step >= lanes_ && step + 1 < blocks_)
        return true;

    bool all = true;
    for (unsigned lane = 0; lane < lanes_; ++lane)
    {
        std::uint64_t const block = step - lane;
        std::uint64_t const count =
            step < lane || block >= blocks_ ? 0 : std::min<std::uint64_t>(64, columns_ - block * 64);
        valid.words[lane] = count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count);
        all = all && count == 64;
    }
    return all;
}

void vector_strip::load(packing::packed_sequence_view const & sequence,
                        packing::pair_codes const & codes,
                        std::uint64_t const first_row,
                        std::span<std::uint64_t const> const vertical,
                        std::size_t const words,
                        unsigned const planes,
                        lane_kernel const & kernel)
{
    unsigned const lanes = kernel.lanes;
    kernel_ = kernel;
    horizontal_ = {};
    block_.vertical = reserve_words(vertical_, words * lanes);
    std::uint64_t * const rows = reserve_words(rows_, words * planes * lanes);
    block_.rows = rows;
    block_.words = words;
    block_.horizontal = horizontal_.words.data();
    block_.planes = planes;

    std::size_t const used = std::min(vertical.size(), words * lanes);
    std::fill_n(block_.vertical, words * lanes, ~std::uint64_t{0});
    for (std::size_t i = 0; i < used; ++i)
    {
        std::size_t const lane = i / words;
        std::size_t const word = i % words;
        block_.vertical[word * lanes + lane] = vertical[i];
        packing::split_into_planes(sequence,
                                   first_row + i * 64,
                                   codes.of_rows(),
                                   planes,
                                   rows + word * planes * lanes + lane,
                                   lanes);
    }
    block_.find_rare_words(rare_words_, lanes);
}

void vector_strip::compute(column_planes const & columns,
                           std::uint64_t const step,
                           std::uint64_t const above,
                           std::uint64_t * const kept)
{
    for (unsigned lane = kernel_.lanes - 1; lane != 0; --lane)
        horizontal_.words[lane] = horizontal_.words[lane - 1];
    horizontal_.words[0] = above;
    for (unsigned plane = 0; plane < block_.planes; ++plane)
        block_.columns[plane] = columns.of_step(step, plane);
    block_.valid = columns.find_valid(step, valid_) ? nullptr : valid_.words.data();
    block_.kept = kept;
    kernel_.compute(block_);
}

void vector_strip::copy_lane(unsigned const lane, std::uint64_t * const to) const noexcept
{
    for (std::size_t word = 0; word < block_.words; ++word)
        to[word] = block_.vertical[word * kernel_.lanes + lane];
}

} // namespace seqan3_gpulcs::cpu
