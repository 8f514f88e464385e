// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/table_writer.hpp"

#include "src/app/io/table/row_text.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief Appends values as text.
struct plain_appender
{
    std::string & text;

    void operator()(std::monostate) const
    {}

    void operator()(bool const value) const
    {
        text += value ? "yes" : "no";
    }

    void operator()(std::uint64_t const value) const
    {
        append_number(text, value);
    }

    void operator()(double const value) const
    {
        append_decimals(text, value);
    }

    void operator()(std::string_view const value) const
    {
        text += value;
    }
};

//!\brief Appends values as JSON.
struct json_appender
{
    std::string & text;

    void operator()(std::monostate) const
    {
        text += "null";
    }

    void operator()(bool const value) const
    {
        text += value ? "true" : "false";
    }

    void operator()(std::uint64_t const value) const
    {
        append_number(text, value);
    }

    template <typename value_t>
    void operator()(value_t const value) const
    {
        append_json(text, value);
    }
};

} // namespace

table_text::table_text(table_format const format, std::initializer_list<std::string_view> const columns) :
    format_{format},
    columns_(columns.begin(), columns.end())
{}

std::string table_text::header() const
{
    return format_ == table_format::tsv ? tab_separated(columns_) : "";
}

void table_text::append_row(std::string & text, std::initializer_list<table_value> const values) const
{
    if (format_ == table_format::tsv)
    {
        for (table_value const & value : values)
        {
            std::visit(plain_appender{text}, value);
            text += '\t';
        }
        text.back() = '\n';
        return;
    }

    auto column = columns_.begin();
    for (table_value const & value : values)
    {
        text += column == columns_.begin() ? "{\"" : ",\"";
        text += *column++;
        text += "\":";
        std::visit(json_appender{text}, value);
    }
    text += "}\n";
}

table_writer::table_writer(output_file & file,
                           table_format const format,
                           std::initializer_list<std::string_view> const columns) :
    file_{file},
    table_{format, columns}
{
    file_.write(table_.header());
}

void table_writer::write(std::initializer_list<table_value> const values)
{
    row_.clear();
    table_.append_row(row_, values);
    file_.write(row_);
}

} // namespace seqan3_gpulcs::app
