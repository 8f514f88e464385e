// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Numbers along sequences, as fine as a picture needs them, and how bedGraph tells them.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/app/io/table/column_reader.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The smallest and the largest of some numbers.
struct number_range
{
    double min{std::numeric_limits<double>::infinity()};
    double max{-std::numeric_limits<double>::infinity()};

    //!\brief Whether there are no numbers.
    bool empty() const noexcept
    {
        return min > max;
    }

    //!\brief Adds numbers.
    number_range & operator|=(number_range const & more) noexcept
    {
        min = std::min(min, more.min);
        max = std::max(max, more.max);
        return *this;
    }
};

/*!\brief The numbers along one sequence, in cells of equal size.
 *
 * There is a limited number of cells: where a position is beyond the last one, every two neighbours become one.
 */
class number_profile
{
public:
    //!\brief Adds a number that some positions have; `begin < end`.
    void add(std::uint64_t begin, std::uint64_t end, double number);

    //!\brief The number of positions in a cell.
    std::uint64_t cell_size() const noexcept
    {
        return cell_size_;
    }

    //!\brief The cells from the first position to the last one that has a number.
    std::span<number_range const> cells() const noexcept
    {
        return cells_;
    }

    //!\brief The end of the positions that have numbers.
    std::uint64_t length() const noexcept
    {
        return length_;
    }

    //!\brief The range of all numbers.
    number_range range() const noexcept;

private:
    static constexpr std::size_t max_cells{640};

    std::uint64_t cell_size_{1};
    std::uint64_t length_{};
    std::vector<number_range> cells_{};
};

//!\brief The title of what `gpulcs primer find --profile` writes.
inline constexpr std::string_view primer_lengths_title{"primer lengths"};

//!\brief The profiles of all sequences, in the order of the file.
struct profiles
{
    std::string title{}; //!< The name of the numbers, if the file has one.
    std::vector<std::string> names{};
    std::vector<number_profile> numbers{};
    std::unordered_map<std::string, std::size_t> positions{}; //!< The position of each name.
};

/*!\brief Whether a line belongs to bedGraph: numbers of a sequence, how they are shown, or a comment.
 * \param line The line.
 */
bool is_bedgraph(std::string_view line);

/*!\brief Reads one line.
 * \param line   The line: four columns between tabs or blanks.
 * \param reader The reader of the line, for errors.
 * \param found  Where the numbers go.
 * \throws input_error
 */
void read_bedgraph_line(std::string_view line, column_reader const & reader, profiles & found);

} // namespace seqan3_gpulcs::app
