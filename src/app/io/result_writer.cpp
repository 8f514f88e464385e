// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/result_writer.hpp"

#include <initializer_list>

#include "src/app/io/row_text.hpp"

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

void append_paf(std::string & text, compared_pair const & pair, alignment::path const & alignment)
{
    std::string const length1 = std::to_string(pair.length1);
    std::string const length2 = std::to_string(pair.length2);
    text += tab_separated(std::initializer_list<std::string_view>{pair.id1,
                                                                  length1,
                                                                  "0",
                                                                  length1,
                                                                  "+",
                                                                  pair.id2,
                                                                  length2,
                                                                  "0",
                                                                  length2,
                                                                  std::to_string(alignment.matches()),
                                                                  std::to_string(alignment.columns()),
                                                                  "255",
                                                                  "cg:Z:" + alignment::to_cigar(alignment)});
}

} // namespace seqan3_gpulcs::app
