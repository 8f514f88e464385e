// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes tables, tab-separated or as JSON lines.
 */

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/app/io/file/output_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The format of a table.
enum class table_format : std::uint8_t
{
    tsv,    //!< Tab-separated values with a header.
    json,   //!< A JSON object on each line.
    phylip, //!< A matrix instead of a table: see seqan3_gpulcs::app::distance_matrix.
    npy,    //!< A matrix in the format of NumPy.
    bed,    //!< Lines for genome browsers, of primers or of their sites.
    sam     //!< Alignments of primers with their sites.
};

//!\brief Whether it is a matrix, not a table.
constexpr bool is_matrix(table_format const format) noexcept
{
    return format == table_format::phylip || format == table_format::npy;
}

//!\brief The largest score that BED allows.
inline constexpr std::uint64_t max_bed_score{1000};

//!\brief A value in a table; std::monostate is empty, or null in JSON.
using table_value = std::variant<std::monostate, bool, std::uint64_t, double, std::string_view>;

/*!\brief The lines of a table as text.
 *
 * Thread safety: all member functions are const, and concurrent calls are safe.
 */
class table_text
{
public:
    //!\brief The format must be that of a table. The names of the columns are plain ASCII without quotes.
    table_text(table_format format, std::initializer_list<std::string_view> columns);

    //!\brief The line above the rows; empty if the format has none.
    std::string header() const;

    //!\brief Appends a row, with one value per column, to a text.
    void append_row(std::string & text, std::initializer_list<table_value> values) const;

private:
    table_format format_;
    std::vector<std::string> columns_;
};

//!\brief Writes a table.
class table_writer
{
public:
    //!\brief Writes the header, if the format has one; the file must live longer than this object.
    table_writer(output_file & file, table_format format, std::initializer_list<std::string_view> columns);

    /*!\brief Writes a row with one value per column.
     * \throws output_error
     */
    void write(std::initializer_list<table_value> values);

private:
    output_file & file_;
    table_text table_;
    std::string row_{};
};

//!\brief A line of tab-separated texts.
template <typename texts_t>
std::string tab_separated(texts_t const & texts)
{
    std::string line{};
    for (std::string_view const text : texts)
    {
        line += text;
        line += '\t';
    }
    line.back() = '\n';
    return line;
}

} // namespace seqan3_gpulcs::app
