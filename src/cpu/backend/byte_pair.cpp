// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/byte_pair.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/recurrence/scalar_kernel.hpp"
#include "src/traceback/tile_traceback.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

constexpr std::size_t max_words{max_byte_pair_size / 64};

// The letters of columns as packed codes of eight bits.
class column_codes
{
public:
    explicit column_codes(std::span<std::uint8_t const> const columns) noexcept
    {
        if constexpr (std::endian::native == std::endian::little)
            std::memcpy(words_.data(), columns.data(), columns.size());
        else
            for (std::size_t i = 0; i < columns.size(); ++i)
                words_[i / 8] = (i % 8 == 0 ? 0 : words_[i / 8]) | std::uint64_t{columns[i]} << i % 8 * 8;
    }

    std::uint64_t const * words() const noexcept
    {
        return words_.data();
    }

private:
    std::array<std::uint64_t, max_byte_pair_size / 8> words_; // Only as many as there are columns have a value.
};

// Computes the matrix strip by strip: see run_strip.
template <recurrence recurrence_t>
class byte_matrix
{
public:
    byte_matrix(std::span<std::uint8_t const> const rows, std::span<std::uint8_t const> const columns) noexcept :
        rows_{rows},
        columns_{columns.size()},
        codes_{columns}
    {
        for (std::uint64_t begin = 0; begin < columns_; begin += 64)
            for (unsigned k = 0; k < recurrence_t::carry_words; ++k)
                horizontal_[begin / 64 * recurrence_t::carry_words + k] =
                    recurrence_t::upper_border[k] << (64 - std::min<std::uint64_t>(64, columns_ - begin));
    }

    // Returns the value of the last cell.
    template <bool keep_columns>
    std::uint64_t compute(std::uint64_t * const kept = nullptr) noexcept
    {
        std::uint64_t value = recurrence_t::metric == plan::metric::lcs ? 0 : columns_;
        for (std::uint64_t first = 0; first < rows_.size(); first += 64 * strip_words)
        {
            auto const rows = rows_.subspan(first, std::min<std::uint64_t>(64 * strip_words, rows_.size() - first));
            std::uint64_t * const kept_rows = keep_columns ? kept + first / 64 * recurrence_t::kept_words : nullptr;
            switch (util::ceil_div(rows.size(), std::size_t{64}))
            {
            case 1:
                value += compute_strip<1, keep_columns>(rows, kept_rows);
                break;
            case 2:
                value += compute_strip<2, keep_columns>(rows, kept_rows);
                break;
            case 3:
                value += compute_strip<3, keep_columns>(rows, kept_rows);
                break;
            default:
                value += compute_strip<strip_words, keep_columns>(rows, kept_rows);
            }
        }
        return value;
    }

private:
    // Returns how much the last column grows along the rows.
    template <unsigned words, bool keep_columns>
    std::uint64_t compute_strip(std::span<std::uint8_t const> const rows, std::uint64_t * const kept) noexcept
    {
        constexpr unsigned state_words = recurrence_t::state_words;
        std::array<std::uint64_t, 256 * words> match{};
        for (std::size_t i = 0; i < rows.size(); ++i)
            match[rows[i] * words + i / 64] |= std::uint64_t{1} << i % 64;
        std::array<std::uint64_t, words * state_words> vertical;
        for (std::size_t i = 0; i < vertical.size(); ++i)
            vertical[i] = recurrence_t::left_border[i % state_words];
        run_strip<recurrence_t, words, 8, keep_columns>(
            {.vertical = vertical.data(),
             .match = match.data(),
             .codes = codes_.words(),
             .horizontal = horizontal_.data(),
             .columns = columns_,
             .last_row = static_cast<unsigned>((rows.size() - 1) % 64),
             .kept = kept,
             .kept_column_words = util::ceil_div(rows_.size(), std::size_t{64}) * recurrence_t::kept_words});

        std::int64_t growth = 0;
        for (unsigned word = 0; word < words; ++word)
        {
            std::array<std::uint64_t, state_words> state;
            std::copy_n(vertical.data() + word * state_words, state_words, state.data());
            std::uint64_t const remaining = std::min<std::uint64_t>(64, rows.size() - word * 64);
            growth += recurrence_t::vertical_sum(state, ~std::uint64_t{0} >> (64 - remaining));
        }
        return static_cast<std::uint64_t>(growth);
    }

    std::span<std::uint8_t const> rows_;
    std::uint64_t columns_;
    column_codes codes_;
    std::array<std::uint64_t, max_words * recurrence_t::carry_words> horizontal_;
};

// Fewer words of rows take less time.
template <recurrence recurrence_t>
std::uint64_t find_value(byte_pair pair) noexcept
{
    if (pair.first.size() > pair.second.size())
        std::swap(pair.first, pair.second);
    return byte_matrix<recurrence_t>{pair.first, pair.second}.template compute<false>();
}

template <recurrence recurrence_t>
alignment::path find_path(byte_pair const & pair)
{
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    std::size_t const distance = util::ceil_div(rows, std::uint64_t{64}) * recurrence_t::kept_words;
    // First the left border, where every row has its state.
    auto const kept = std::make_unique_for_overwrite<std::uint64_t[]>((columns + 1) * distance);
    if constexpr (recurrence_t::keeps_state)
        std::fill_n(kept.get(), distance, recurrence_t::left_border.front());
    byte_matrix<recurrence_t>{pair.first, pair.second}.template compute<true>(kept.get() + distance);

    std::array<std::size_t, max_words> offsets;
    for (std::size_t word = 0; word < max_words; ++word)
        offsets[word] = word * recurrence_t::kept_words;
    traceback::path_steps steps{rows + columns};
    traceback::trace_matrix<recurrence_t>({kept.get(), offsets, distance, 1}, {rows, columns}, {}, steps);
    return steps.take();
}

} // namespace

std::uint64_t find_value(byte_pair const & pair, plan::metric const metric) noexcept
{
    assert(std::max(pair.first.size(), pair.second.size()) <= max_byte_pair_size);
    return metric == plan::metric::lcs ? find_value<lcs_recurrence>(pair) : find_value<edit_recurrence>(pair);
}

alignment::path find_path(byte_pair const & pair, plan::metric const metric)
{
    assert(std::max(pair.first.size(), pair.second.size()) <= max_byte_pair_size);
    return metric == plan::metric::lcs ? find_path<lcs_recurrence>(pair) : find_path<edit_recurrence>(pair);
}

} // namespace seqan3_gpulcs::cpu
