// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/alignment_lines.hpp"

#include <algorithm>
#include <string>

namespace seqan3_gpulcs::app
{

void write_alignments(parallel_writer & writer,
                      std::span<alignment::sequence_pair const> const pairs,
                      std::span<alignment::result const> const results,
                      std::function<std::optional<compared_pair>(std::size_t)> const & get_row,
                      std::optional<std::uint64_t> const max_gap)
{
    constexpr std::size_t part_letters{std::size_t{1} << 17};
    std::size_t letters = 1;
    for (alignment::sequence_pair const & pair : pairs)
        letters += pair.first.size() + pair.second.size();
    write_rows(writer,
               results.size(),
               std::max<std::size_t>(1, results.size() * part_letters / letters),
               [results, get_row, max_gap](std::string & text, std::size_t const i)
               {
                   if (auto const row = get_row(i))
                       append_paf(text, *row, results[i].path, max_gap);
               });
}

} // namespace seqan3_gpulcs::app
