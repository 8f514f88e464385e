// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <ostream>
#include <set>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/alignment/phylip.hpp>
#include <seqan3_gpulcs/exception.hpp>

namespace seqan3_gpulcs::alignment
{

namespace
{

std::uint64_t count_pairs(std::uint64_t const sequences) noexcept
{
    return sequences == 0 ? 0 : sequences * (sequences - 1) / 2;
}

void append_distance(std::string & text, float const distance)
{
    // The product is exact: a float has 24 bits, and a million is 14 bits and a power of two.
    constexpr std::uint64_t million{1'000'000};
    constexpr double limit{1e15};
    double const scaled = static_cast<double>(distance) * static_cast<double>(million);
    char digits[64]{}; // The largest float has 39 digits before the point.
    char * end{};
    if (scaled < limit && !std::signbit(scaled))
    {
        auto const rounded = static_cast<std::uint64_t>(std::llrint(scaled));
        char * const point = std::to_chars(std::begin(digits), std::end(digits), rounded / million).ptr;
        // Writes seven digits, and turns the first one into the point.
        end = std::to_chars(point, std::end(digits), million + rounded % million).ptr;
        *point = '.';
    }
    else
        end = std::to_chars(std::begin(digits), std::end(digits), distance, std::chars_format::fixed, 6).ptr;
    text += ' ';
    text.append(std::begin(digits), end);
}

// A row of the square matrix whose upper triangle this is.
void fill_row(std::span<float> const square_row, std::size_t const row, std::span<float const> const distances)
{
    if (square_row.empty())
        return;
    // Goes down the column to the diagonal: each row is one shorter than the row above it.
    std::size_t index = row - 1;
    for (std::size_t above = 0; above < row; ++above)
    {
        square_row[above] = distances[index];
        index += square_row.size() - above - 2;
    }
    square_row[row] = 0;
    std::size_t const begin = count_pairs(square_row.size()) - count_pairs(square_row.size() - row);
    std::ranges::copy(distances.subspan(begin, square_row.size() - row - 1), square_row.subspan(row + 1).begin());
}

} // namespace

void check_phylip_names(std::span<std::string const> const names)
{
    std::set<std::string_view> seen{};
    for (std::string const & name : names)
    {
        if (name.empty() || name.find_first_of(" \t\n\v\f\r") != std::string::npos)
            throw invalid_option{"Names in a PHYLIP matrix must not be empty or contain white space, but there is \""
                                 + name + "\"; rename this sequence."};
        if (!seen.insert(name).second)
            throw invalid_option{"Names in a PHYLIP matrix must differ, but there are two sequences \"" + name
                                 + "\"; rename one of them."};
    }
}

void write_phylip(std::ostream & out, std::span<std::string const> const names, std::span<float const> const distances)
{
    if (distances.size() != count_pairs(names.size()))
        throw invalid_option{"A PHYLIP matrix of " + std::to_string(names.size()) + " names needs "
                             + std::to_string(count_pairs(names.size()))
                             + " distances, one for every two of them, but there are "
                             + std::to_string(distances.size()) + "."};
    check_phylip_names(names);

    // Without names, the file has only its first line.
    std::vector<float> square_row(names.size());
    std::size_t row = 0;
    do
    {
        fill_row(square_row, row, distances);
        std::string text{};
        append_phylip_rows(text, names, row, square_row);
        // Unformatted output ignores the width and the fill of the stream.
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
    }
    while (++row < names.size() && out);
}

void append_phylip_rows(std::string & text,
                        std::span<std::string const> const names,
                        std::size_t const first,
                        std::span<float const> const distances)
{
    std::size_t const columns = names.size();
    std::size_t const rows = columns == 0 ? 0 : distances.size() / columns;
    if (rows * columns != distances.size() || first > columns || rows > columns - first)
        throw invalid_option{std::to_string(distances.size()) + " distances from row " + std::to_string(first)
                             + " on are not rows of a PHYLIP matrix of " + std::to_string(columns) + " names."};

    if (first == 0)
        text += std::to_string(columns) + '\n';
    auto distance = distances.begin();
    for (std::string const & name : names.subspan(first, rows))
    {
        text += name;
        for (std::size_t column = 0; column < columns; ++column)
            append_distance(text, *distance++);
        text += '\n';
    }
}

} // namespace seqan3_gpulcs::alignment
