// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/result_table.hpp"

#include <initializer_list>

#include "src/app/io/table/row_text.hpp"
#include "src/app/pair/stretches.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

void append_tsv_row(std::string & text, compared_pair const & pair, metric const metric)
{
    text += pair.id1;
    text += '\t';
    text += pair.id2;
    for (std::uint64_t const number : {pair.length1, pair.length2, pair.value})
    {
        text += '\t';
        append_number(text, number);
    }
    text += '\t';
    append_decimals(text, identity(metric, pair.value, pair.length1, pair.length2));
    text += '\n';
}

void append_json_row(std::string & text, compared_pair const & pair, metric const metric)
{
    text += R"("id1":)";
    append_json(text, pair.id1);
    text += R"(,"id2":)";
    append_json(text, pair.id2);
    text += R"(,"length1":)";
    append_number(text, pair.length1);
    text += R"(,"length2":)";
    append_number(text, pair.length2);
    text += R"(,")";
    text += column_name(metric);
    text += R"(":)";
    append_number(text, pair.value);
    text += R"(,"identity":)";
    append_json(text, identity(metric, pair.value, pair.length1, pair.length2));
    text += "}\n";
}

void append_interval(std::string & text, std::uint64_t const length, std::uint64_t const begin, std::uint64_t const end)
{
    for (std::uint64_t const number : {length, begin, end})
    {
        text += '\t';
        append_number(text, number);
    }
}

void append_paf_line(std::string & text, compared_pair const & pair, stretch const & part)
{
    text += pair.id1;
    append_interval(text, pair.length1, part.begin.first, part.end.first);
    text += "\t+\t";
    text += pair.id2;
    append_interval(text, pair.length2, part.begin.second, part.end.second);
    for (std::uint64_t const number : {part.end.matches - part.begin.matches, part.end.columns - part.begin.columns})
    {
        text += '\t';
        append_number(text, number);
    }
    text += "\t255\tcg:Z:";
    for (auto next = part.begin.next; next != part.end.next; ++next)
    {
        append_number(text, (*next).count);
        text += static_cast<char>((*next).operation);
    }
    text += '\n';
}

} // namespace

std::string result_table::header() const
{
    if (format_ != table_format::tsv)
        return {};
    return std::string{has_ranks_ ? "rank\t" : ""} + "id1\tid2\tlength1\tlength2\t" + column_name(metric_)
         + "\tidentity\n";
}

void result_table::append_row(std::string & text, compared_pair const & pair, std::uint64_t const rank) const
{
    bool const is_tsv = format_ == table_format::tsv;
    text += is_tsv ? "" : "{";
    if (has_ranks_)
    {
        text += is_tsv ? "" : R"("rank":)";
        append_number(text, rank);
        text += is_tsv ? '\t' : ',';
    }
    if (is_tsv)
        append_tsv_row(text, pair, metric_);
    else
        append_json_row(text, pair, metric_);
}

void append_paf(std::string & text,
                compared_pair const & pair,
                alignment::path const & alignment,
                std::optional<std::uint64_t> const max_gap)
{
    if (!max_gap)
        return append_paf_line(text, pair, whole_path(alignment, pair.length1, pair.length2));
    for (stretch const & each : find_stretches(alignment, *max_gap))
        append_paf_line(text, pair, each);
}

} // namespace seqan3_gpulcs::app
