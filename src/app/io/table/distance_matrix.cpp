// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/distance_matrix.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include <seqan3_gpulcs/lcs/all_pairs.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

// The beginning of a file in NumPy's format, version 1.0, for a square matrix of single precision.
std::string npy_header(std::size_t const rows)
{
    constexpr std::size_t alignment{64};
    constexpr std::size_t prefix_size{10};

    std::string const size = std::to_string(rows);
    std::string description{"{'descr': '"};
    description += std::endian::native == std::endian::little ? '<' : '>';
    description += "f4', 'fortran_order': False, 'shape': (";
    description += size + ", " + size + "), }";
    std::size_t const rest = (prefix_size + description.size() + 1) % alignment;
    description.append((alignment - rest) % alignment, ' ');
    description += '\n';

    std::string header{"\x93NUMPY\x01"};
    header += '\0';
    header += static_cast<char>(description.size() % 256);
    header += static_cast<char>(description.size() / 256);
    return header + description;
}

} // namespace

distance_matrix::distance_matrix(std::vector<std::string> ids, table_format const format) :
    ids_{std::move(ids)},
    format_{format}
{
    if (format_ == table_format::phylip)
        lcs::check_phylip_names(ids_);
    distances_ = std::make_unique_for_overwrite<float[]>(row_begin(ids_.size()));
}

std::span<float> distance_matrix::add(std::size_t const count) noexcept
{
    float * const begin = distances_.get() + added_;
    added_ += count;
    return {begin, count};
}

void distance_matrix::write(parallel_writer & writer)
{
    // The last row has no distances of its own.
    std::size_t complete = rows_written_;
    while (complete < ids_.size() && row_begin(complete + 1) <= added_)
        ++complete;

    std::size_t const part_rows = rows_per_part();
    while (rows_written_ < complete)
    {
        std::size_t const first = rows_written_;
        rows_written_ = std::min(complete, first + part_rows);
        writer.write(
            [this, first, last = rows_written_](std::string & text)
            {
                append_rows(text, first, last);
            });
    }
}

// The index of the first distance that a row does not share with rows above it.
std::size_t distance_matrix::row_begin(std::size_t const row) const noexcept
{
    return row == 0 ? 0 : row * (2 * ids_.size() - row - 1) / 2;
}

// The rows of a part: at least some, because distances of adjacent rows are read together.
std::size_t distance_matrix::rows_per_part() const noexcept
{
    constexpr std::size_t part_distances{std::size_t{1} << 17};
    return std::clamp<std::size_t>(part_distances / ids_.size(), 16, 64);
}

// Makes some rows of the square matrix.
std::vector<float> distance_matrix::rows(std::size_t const first, std::size_t const last) const
{
    std::size_t const columns = ids_.size();
    std::vector<float> square((last - first) * columns);

    // The distances to records above are in the rows of these records.
    for (std::size_t column = 0; column < last; ++column)
    {
        float const * const above = distances_.get() + row_begin(column);
        for (std::size_t row = std::max(first, column + 1); row < last; ++row)
            square[(row - first) * columns + column] = above[row - column - 1];
    }
    for (std::size_t row = first; row < last; ++row)
        std::copy(distances_.get() + row_begin(row),
                  distances_.get() + row_begin(row + 1),
                  square.begin() + static_cast<std::ptrdiff_t>((row - first) * columns + row + 1));
    return square;
}

void distance_matrix::append_rows(std::string & text, std::size_t const first, std::size_t const last) const
{
    std::vector<float> const square = rows(first, last);
    if (format_ == table_format::phylip)
        return lcs::append_phylip_rows(text, ids_, first, square);

    if (first == 0)
        text += npy_header(ids_.size());
    text.append(reinterpret_cast<char const *>(square.data()), square.size() * sizeof(float));
}

} // namespace seqan3_gpulcs::app
