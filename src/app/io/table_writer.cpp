// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table_writer.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "src/app/io/row_text.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief Formats values as text.
struct to_text
{
    std::string operator()(std::monostate) const
    {
        return {};
    }

    std::string operator()(bool const value) const
    {
        return value ? "yes" : "no";
    }

    std::string operator()(std::uint64_t const value) const
    {
        return std::to_string(value);
    }

    std::string operator()(double const value) const
    {
        std::string text{};
        append_decimals(text, value);
        return text;
    }

    std::string operator()(std::string_view const value) const
    {
        return std::string{value};
    }
};

//!\brief Formats values as JSON.
struct to_json
{
    nlohmann::ordered_json operator()(std::monostate) const
    {
        return nullptr;
    }

    nlohmann::ordered_json operator()(double const value) const
    {
        return std::round(value * 1e6) / 1e6;
    }

    template <typename value_t>
    nlohmann::ordered_json operator()(value_t const value) const
    {
        return value;
    }
};

} // namespace

table_writer::table_writer(output_file & file,
                           table_format const format,
                           std::initializer_list<std::string_view> const columns) :
    file_{file},
    format_{format},
    columns_(columns.begin(), columns.end())
{
    if (format_ == table_format::tsv)
        file_.write(tab_separated(columns_));
}

void table_writer::write(std::initializer_list<table_value> const values)
{
    if (format_ == table_format::tsv)
    {
        std::vector<std::string> texts{};
        for (table_value const & value : values)
            texts.push_back(std::visit(to_text{}, value));
        file_.write(tab_separated(texts));
        return;
    }

    nlohmann::ordered_json row{};
    auto column = columns_.begin();
    for (table_value const & value : values)
        row[*column++] = std::visit(to_json{}, value);
    file_.write(row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

} // namespace seqan3_gpulcs::app
