// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/result_writer.hpp"

#include <initializer_list>
#include <string>

#include <seqan3_gpulcs/lcs/search.hpp>

namespace seqan3_gpulcs::app
{

namespace
{

double identity(compared_pair const & pair) noexcept
{
    return lcs::identity(pair.lcs, pair.length1, pair.length2);
}

} // namespace

result_writer::result_writer(output_file & file, table_format const format) :
    table_{file, format, {"id1", "id2", "length1", "length2", "lcs", "identity"}}
{}

void result_writer::write(compared_pair const & pair)
{
    table_.write({pair.id1, pair.id2, pair.length1, pair.length2, pair.lcs, identity(pair)});
}

ranked_result_writer::ranked_result_writer(output_file & file, table_format const format) :
    table_{file, format, {"rank", "id1", "id2", "length1", "length2", "lcs", "identity"}}
{}

void ranked_result_writer::write(std::uint64_t const rank, compared_pair const & pair)
{
    table_.write({rank, pair.id1, pair.id2, pair.length1, pair.length2, pair.lcs, identity(pair)});
}

void write_paf(output_file & file, compared_pair const & pair, lcs::path const & alignment)
{
    std::string const length1 = std::to_string(pair.length1);
    std::string const length2 = std::to_string(pair.length2);
    file.write(tab_separated(std::initializer_list<std::string_view>{pair.id1,
                                                                     length1,
                                                                     "0",
                                                                     length1,
                                                                     "+",
                                                                     pair.id2,
                                                                     length2,
                                                                     "0",
                                                                     length2,
                                                                     std::to_string(pair.lcs),
                                                                     std::to_string(alignment.columns()),
                                                                     "255",
                                                                     "cg:Z:" + lcs::to_cigar(alignment)}));
}

} // namespace seqan3_gpulcs::app
