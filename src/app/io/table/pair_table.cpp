// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/pair_table.hpp"

#include <tuple>

namespace seqan3_gpulcs::app
{

table<compared_pair> make_pair_table(table_format const format, metric const metric, pair_columns const & more)
{
    auto const get_identity = [metric](compared_pair const & row)
    {
        return row.identity(metric);
    };
    auto const get_begin = [](compared_pair const & row)
    {
        return row.aligned_part().begin;
    };
    auto const get_end = [](compared_pair const & row)
    {
        return row.aligned_part().end;
    };
    auto const get_strand = [](compared_pair const & row)
    {
        return row.is_reversed ? "-" : "+";
    };
    auto const of_all = std::tuple{column{"id1", &compared_pair::id1},
                                   column{"id2", &compared_pair::id2},
                                   column{"length1", &compared_pair::length1},
                                   column{"length2", &compared_pair::length2},
                                   column{traits_of(metric).column_name, &compared_pair::value},
                                   column{"identity", get_identity}};
    std::tuple const rank{column{"rank", &compared_pair::rank}};
    std::tuple const part2{column{"begin2", get_begin}, column{"end2", get_end}};
    std::tuple const strand{column{"strand", get_strand}};
    auto const make = [&](auto const &... parts)
    {
        return std::apply(
            [&](auto const &... columns)
            {
                return table<compared_pair>{format, columns...};
            },
            std::tuple_cat(parts...));
    };
    if (more.places)
        return make(rank, of_all, part2, strand, std::tuple{column{"places", &compared_pair::places}});
    if (more.rank)
        return make(rank, of_all);
    if (more.part2 && more.strand)
        return make(of_all, part2, strand);
    return more.part2 ? make(of_all, part2) : more.strand ? make(of_all, strand) : make(of_all);
}

} // namespace seqan3_gpulcs::app
