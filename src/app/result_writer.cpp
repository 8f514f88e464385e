// SPDX-License-Identifier: BSD-3-Clause

#include "result_writer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <nlohmann/json.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

double identity_of(compared_pair const & pair) noexcept
{
    std::uint64_t const longest = std::max(pair.length1, pair.length2);
    return longest == 0 ? 1.0 : static_cast<double>(pair.lcs) / static_cast<double>(longest);
}

std::string with_six_digits(double const value)
{
    char text[32]{};
    std::snprintf(text, sizeof(text), "%.6f", value);
    return text;
}

std::string joined(char const separator, std::initializer_list<std::string_view> const fields)
{
    std::string line{};
    for (std::string_view const field : fields)
    {
        line += field;
        line += separator;
    }
    line.back() = '\n';
    return line;
}

std::string tsv_row(compared_pair const & pair)
{
    return joined('\t',
                  {pair.id1,
                   pair.id2,
                   std::to_string(pair.length1),
                   std::to_string(pair.length2),
                   std::to_string(pair.lcs),
                   with_six_digits(identity_of(pair))});
}

std::string json_row(compared_pair const & pair)
{
    nlohmann::ordered_json const row{{"id1", pair.id1},
                                     {"id2", pair.id2},
                                     {"length1", pair.length1},
                                     {"length2", pair.length2},
                                     {"lcs", pair.lcs},
                                     {"identity", std::round(identity_of(pair) * 1e6) / 1e6}};
    return row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

} // namespace

table_writer::table_writer(output_file & file, table_format const format) : file_{file}, format_{format}
{
    if (format_ == table_format::tsv)
        file_.write("id1\tid2\tlength1\tlength2\tlcs\tidentity\n");
}

void table_writer::write(compared_pair const & pair)
{
    file_.write(format_ == table_format::tsv ? tsv_row(pair) : json_row(pair));
}

void write_paf(output_file & file, compared_pair const & pair, std::span<lcs::run const> const runs)
{
    std::uint64_t block_length = 0;
    for (lcs::run const & run : runs)
        block_length += run.count;

    std::string const length1 = std::to_string(pair.length1);
    std::string const length2 = std::to_string(pair.length2);
    file.write(joined('\t',
                      {pair.id1,
                       length1,
                       "0",
                       length1,
                       "+",
                       pair.id2,
                       length2,
                       "0",
                       length2,
                       std::to_string(pair.lcs),
                       std::to_string(block_length),
                       "255",
                       "cg:Z:" + lcs::to_cigar(runs)}));
}

} // namespace seqan3_gpulcs::app
