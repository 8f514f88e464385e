// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Tables, whose columns are described once for all formats.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "src/app/io/table/row_text.hpp"

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

//!\brief A column of a table. \tparam get_t See seqan3_gpulcs::app::column::get.
template <typename get_t>
struct column
{
    std::string_view name; //!< Plain ASCII without quotes.

    //!\brief Returns the value of a row, or is a member of it: a text, a number, or a `bool`. A `std::optional` may be empty, and then
    //!       null in JSON.
    get_t get;
};

template <typename get_t>
column(std::string_view, get_t) -> column<get_t>;

//!\brief Gets a value in two steps: from what another function or member gets from a row, not as a member of a temporary object.
template <typename first_t, typename second_t>
auto chain(first_t const first, second_t const second)
{
    return [first, second](auto const & row) -> decltype(auto)
    {
        return std::invoke(second, std::invoke(first, row));
    };
}

/*!\brief The lines of a table as text.
 * \tparam row_t What the columns get their values from.
 *
 * Formats that are neither JSON nor a matrix are tab-separated, but only TSV has a header.
 *
 * Thread safety: all member functions are const, and concurrent calls are safe if those of the columns are.
 */
template <typename row_t>
class table
{
public:
    //!\brief A table in a format that is no matrix, with at least one column.
    template <typename... gets_t>
    table(table_format const format, column<gets_t> const &... columns)
    {
        if (format == table_format::tsv)
        {
            ((header_ += columns.name, header_ += '\t'), ...);
            header_.back() = '\n';
        }
        if (format == table_format::json)
            append_row_ = [keys = std::array{json_key(columns.name)...}, ... get = columns.get](std::string & text,
                                                                                                row_t const & row)
            {
                std::size_t const begin = text.size();
                auto key = keys.begin();
                ((text += *key++, append_value<true>(text, std::invoke(get, row))), ...);
                text[begin] = '{';
                text += "}\n";
            };
        else
            append_row_ = [... get = columns.get](std::string & text, row_t const & row)
            {
                ((append_value<false>(text, std::invoke(get, row)), text += '\t'), ...);
                text.back() = '\n';
            };
    }

    //!\brief The line above the rows; empty if the format has none.
    std::string const & header() const noexcept
    {
        return header_;
    }

    //!\brief Appends a row to a text.
    void append_row(std::string & text, row_t const & row) const
    {
        append_row_(text, row);
    }

private:
    static std::string json_key(std::string_view const name)
    {
        return ",\"" + std::string{name} + "\":";
    }

    template <bool is_json, typename value_t>
    static void append_value(std::string & text, value_t const & value)
    {
        if constexpr (std::same_as<value_t, bool>)
            text += is_json ? (value ? "true" : "false") : (value ? "yes" : "no");
        else if constexpr (std::integral<value_t>)
            append_number(text, value);
        else if constexpr (std::floating_point<value_t>)
            is_json ? append_json(text, value) : append_decimals(text, value);
        else if constexpr (requires { value.has_value(); })
            value ? append_value<is_json>(text, *value) : void(text += is_json ? "null" : "");
        else if constexpr (is_json)
            append_json(text, value);
        else
            text += value;
    }

    std::string header_{};
    std::function<void(std::string &, row_t const &)> append_row_{};
};

} // namespace seqan3_gpulcs::app
