// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/byte_pair.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "src/cpu/recurrence/scalar_kernel.hpp"
#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/cpu/strip/last_column.hpp"
#include "src/packing/code_words.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/path_end.hpp"
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
            std::ranges::copy(columns, reinterpret_cast<std::uint8_t *>(words_.data()));
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
        std::uint64_t value = recurrence_t::upper_border.front() == 0 ? 0 : columns_;
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
    auto const kept =
        std::make_unique_for_overwrite<std::uint64_t[]>(kept_path_bytes(rows, columns, recurrence_t::metric) / 8);
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

// Codes for the letters of both sequences.
class byte_codes
{
public:
    explicit byte_codes(byte_pair const & pair)
    {
        packing::letter_set set{};
        set.add(pair.first);
        set.add(pair.second);
        std::vector<std::uint8_t> const letters = set.letters();
        for (std::size_t code = 0; code < letters.size(); ++code)
            codes_[letters[code]] = static_cast<std::uint8_t>(code);
        code_count_ = letters.empty() ? 1 : letters.back() + 1u;
        bits_ = letters.size() <= 2 ? 1 : static_cast<unsigned>(std::bit_width(letters.size() - 1));
    }

    coded_matrix code(byte_pair const & pair) const noexcept
    {
        return {{pair.first, codes_.data(), code_count_}, {pair.second, codes_.data(), code_count_}, bits_};
    }

private:
    packing::code_table codes_{};
    unsigned code_count_{};
    unsigned bits_{};
};

template <recurrence recurrence_t>
std::optional<std::uint64_t> find_by_vectors(byte_pair pair)
{
    vector_kernel const kernel = choose_vector_kernel<recurrence_t>();
    auto const count_steps = [&](std::span<std::uint8_t const> const rows, std::span<std::uint8_t const> const columns)
    {
        return count_diagonal_steps(rows.size(), columns.size(), recurrence_t::metric, kernel)
            .value_or(std::numeric_limits<std::uint64_t>::max());
    };
    if (count_steps(pair.second, pair.first) < count_steps(pair.first, pair.second))
        std::swap(pair.first, pair.second);
    std::uint64_t const rows = pair.first.size();
    std::uint64_t const columns = pair.second.size();
    if (!count_diagonal_steps(rows, columns, recurrence_t::metric, kernel))
        return std::nullopt;
    std::vector<std::uint64_t> vertical = plan::left_border(recurrence_t::metric, rows);
    byte_codes const codes{pair};
    compute_diagonals<recurrence_t>(kernel, codes.code(pair), recurrence_t::upper_border, vertical);
    return plan::find_path_end({.metric = recurrence_t::metric}, {rows, columns}, {vertical, {}}).value;
}

constexpr std::int64_t max_points{64};

// The furthest points on the diagonals of a matrix: a point is the number of letters of the first sequence, and its diagonal how many more
// those are than letters of the second one.
template <typename metric_t>
class furthest_points
{
public:
    explicit furthest_points(byte_pair const & pair) noexcept :
        pair_{pair},
        rows_{static_cast<std::int64_t>(pair.first.size())},
        columns_{static_cast<std::int64_t>(pair.second.size())}
    {
        points_.fill(none);
    }

    // Returns the distance, if it is not larger.
    std::optional<std::int64_t> find_distance(std::int64_t const max_distance) noexcept
    {
        std::int64_t const last = rows_ - columns_;
        points_[center] = extend(0, 0);
        for (std::int64_t distance = 0; distance <= max_distance; ++distance)
        {
            if (distance != 0)
                advance(distance);
            if (std::abs(last) <= distance && points_[index(last)] == rows_)
                return distance;
            if (distance >= min_progress_distance && std::has_single_bit(static_cast<std::uint64_t>(distance))
                && !is_fast_enough(distance, max_distance))
                return std::nullopt;
        }
        return std::nullopt;
    }

private:
    static constexpr std::int64_t none{-2}; // One letter more is no point either.
    static constexpr std::size_t center{max_points};
    static constexpr std::int64_t min_progress_distance{8};

    // Whether the furthest point would be in the second half of the rows at the largest distance, at the speed so far. It need not be at
    // their end, because most differences may be near the start.
    bool is_fast_enough(std::int64_t const distance, std::int64_t const max_distance) const noexcept
    {
        std::int64_t const furthest = *std::max_element(&points_[index(-distance)], &points_[index(distance)] + 1);
        return furthest * 2 * max_distance >= rows_ * distance;
    }

    static std::size_t index(std::int64_t const diagonal) noexcept
    {
        return static_cast<std::size_t>(static_cast<std::int64_t>(center) + diagonal);
    }

    // Each point of the next distance is a step away from points of this one, on the same diagonal or on a neighbour.
    void advance(std::int64_t const distance) noexcept
    {
        std::int64_t before = none; // The point of the diagonal before, as it was.
        for (std::int64_t diagonal = -distance; diagonal <= distance; ++diagonal)
        {
            std::int64_t const here = points_[index(diagonal)];
            std::int64_t furthest = std::max(before + 1, points_[index(diagonal + 1)]);
            if constexpr (metric_t::spacing == 1)
                furthest = std::max(furthest, here + 1);
            before = here;
            furthest = std::min({furthest, rows_, columns_ + diagonal});
            bool const exists = furthest >= std::max<std::int64_t>(0, diagonal);
            points_[index(diagonal)] = exists ? extend(furthest, diagonal) : none;
        }
    }

    // As far as letters match.
    std::int64_t extend(std::int64_t row, std::int64_t const diagonal) const noexcept
    {
        std::uint8_t const * const first = pair_.first.data();
        std::uint8_t const * const second = pair_.second.data();
        std::int64_t const end = std::min(rows_, columns_ + diagonal);
        for (; end - row >= 8; row += 8)
            if (std::uint64_t const unequal = packing::load_8(first + row) ^ packing::load_8(second + (row - diagonal)))
                return row + std::countr_zero(unequal) / 8;
        while (row < end && first[row] == second[row - diagonal])
            ++row;
        return row;
    }

    byte_pair pair_;
    std::int64_t rows_;
    std::int64_t columns_;
    std::array<std::int64_t, 2 * max_points + 3> points_; // By the diagonals.
};

} // namespace

std::optional<std::uint64_t>
find_similar_value(byte_pair const & pair, plan::metric const metric, std::uint64_t const max_distance) noexcept
{
    assert(max_distance < max_points);
    auto const limit = static_cast<std::int64_t>(max_distance);
    return plan::with_metric(metric,
                             [&]<typename metric_t>(metric_t) -> std::optional<std::uint64_t>
                             {
                                 auto const distance = furthest_points<metric_t>{pair}.find_distance(limit);
                                 if (!distance)
                                     return std::nullopt;
                                 return plan::traits_of(metric).value_at(pair.first.size(),
                                                                         pair.second.size(),
                                                                         static_cast<std::uint64_t>(*distance));
                             });
}

std::optional<std::uint64_t> find_value_by_vectors(byte_pair const & pair, plan::metric const metric)
{
    return with_recurrence(metric,
                           [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
                           {
                               return find_by_vectors<recurrence_t>(pair);
                           });
}

std::uint64_t find_value(byte_pair const & pair, plan::metric const metric) noexcept
{
    assert(std::max(pair.first.size(), pair.second.size()) <= max_byte_pair_size);
    return with_recurrence(metric,
                           [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
                           {
                               return find_value<recurrence_t>(pair);
                           });
}

alignment::path find_path(byte_pair const & pair, plan::metric const metric)
{
    assert(std::max(pair.first.size(), pair.second.size()) <= max_byte_pair_size);
    return with_recurrence(metric,
                           [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
                           {
                               return find_path<recurrence_t>(pair);
                           });
}

} // namespace seqan3_gpulcs::cpu
