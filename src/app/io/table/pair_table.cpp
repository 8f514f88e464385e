// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/table/pair_table.hpp"

#include <optional>
#include <tuple>

namespace seqan3_gpulcs::app
{

namespace
{

double share_of(std::uint64_t const part, std::uint64_t const whole) noexcept
{
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Calls a function with columns, and with more of them if these are wanted.
template <typename columns_t, typename more_t, typename next_t>
auto add_columns(columns_t const & columns, bool const is_wanted, more_t const & more, next_t const & next)
{
    return is_wanted ? next(std::tuple_cat(columns, more)) : next(columns);
}

} // namespace

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
    auto const get_solid_identity = [](compared_pair const & row)
    {
        return row.solid.columns == 0 ? std::nullopt : std::optional{share_of(row.solid.matches, row.solid.columns)};
    };
    auto const get_first_part = [](compared_pair const & row)
    {
        return share_of(row.solid.first, row.length1);
    };
    auto const get_second_part = [](compared_pair const & row)
    {
        return share_of(row.solid.second, row.length2);
    };
    auto const of_all = std::tuple{column{"id1", &compared_pair::id1},
                                   column{"id2", &compared_pair::id2},
                                   column{"length1", &compared_pair::length1},
                                   column{"length2", &compared_pair::length2},
                                   column{traits_of(metric).column_name, &compared_pair::value},
                                   column{"identity", get_identity}};
    std::tuple const rank{column{"rank", &compared_pair::rank}};
    std::tuple const part2{column{"start2", get_begin}, column{"end2", get_end}};
    std::tuple const strand{column{"strand", get_strand}};
    std::tuple const solid{column{"aligned_identity", get_solid_identity},
                           column{"aligned1", get_first_part},
                           column{"aligned2", get_second_part}};
    auto const make = [format](auto const & all)
    {
        return std::apply(
            [format](auto const &... columns)
            {
                return table<compared_pair>{format, columns...};
            },
            all);
    };
    if (more.places)
        return make(std::tuple_cat(rank, of_all, part2, strand, std::tuple{column{"places", &compared_pair::places}}));
    if (more.rank)
        return make(std::tuple_cat(rank, of_all));
    return add_columns(of_all,
                       more.part2,
                       part2,
                       [&](auto const & some)
                       {
                           return add_columns(some,
                                              more.strand,
                                              strand,
                                              [&](auto const & most)
                                              {
                                                  return add_columns(most, more.solid, solid, make);
                                              });
                       });
}

} // namespace seqan3_gpulcs::app
