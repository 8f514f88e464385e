// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/alignment_lines.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "src/app/io/table/row_text.hpp"
#include "src/app/io/table/sam.hpp"
#include "src/app/pair/stretches.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

void append_interval(std::string & text, std::uint64_t const length, std::uint64_t const begin, std::uint64_t const end)
{
    for (std::uint64_t const number : {length, begin, end})
    {
        text += '\t';
        append_number(text, number);
    }
}

void append_line(std::string & text, compared_pair const & pair, stretch const & part)
{
    text += pair.id1;
    // Positions in the first sequence are those of the strand that was read.
    if (pair.is_reversed)
        append_interval(text, pair.length1, pair.length1 - part.end.first, pair.length1 - part.begin.first);
    else
        append_interval(text, pair.length1, part.begin.first, part.end.first);
    text += pair.is_reversed ? "\t-\t" : "\t+\t";
    text += pair.id2;
    std::uint64_t const before = pair.aligned_part().begin;
    append_interval(text, pair.length2, before + part.begin.second, before + part.end.second);
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

// All of the first sequence is aligned, from the left to the right of the second one.
void append_sam(std::string & text, pair_alignment const & each)
{
    constexpr unsigned reversed{16};
    constexpr unsigned secondary{256};
    auto const & [pair, path, first] = each;
    std::vector<std::uint8_t> letters(first.size());
    packing::unpack(first, 0, letters);
    std::string_view const read{reinterpret_cast<char const *>(letters.data()), letters.size()};
    std::string const cigar = alignment::to_cigar(alignment::to_runs(*path));
    append_fields(text,
                  {sam_name(pair.id1),
                   std::to_string((pair.is_reversed ? reversed : 0) + (pair.rank > 1 ? secondary : 0)),
                   pair.id2,
                   std::to_string(pair.aligned_part().begin + 1),
                   "255",
                   cigar.empty() ? "*" : cigar,
                   "*\t0\t0",
                   read.empty() ? "*" : read,
                   "*"});
    text += "NM:i:";
    append_number(text, path->columns() - path->matches());
    text += '\n';
}

} // namespace

void write_alignment_header(output_file & file,
                            comparison_options const & options,
                            std::span<sequence const> const first,
                            std::span<sequence const> const second)
{
    if (!writes_sam(options))
        return;
    constexpr std::string_view remedy{"choose a name for --alignment that ends in .paf"};
    for (sequence const & each : first)
        check_sam_name("sequence", each.id, remedy);
    check_sam_sequences(second, remedy);
    std::string header{};
    append_sam_header(header, "unsorted", second);
    file.write(header);
}

void write_alignments(parallel_writer & writer,
                      std::span<pair_alignment const> const pairs,
                      comparison_options const & options)
{
    constexpr std::size_t part_letters{std::size_t{1} << 17};
    std::size_t letters = 1;
    for (pair_alignment const & each : pairs)
        letters += each.pair.length1 + each.pair.length2;
    write_rows(
        writer,
        pairs.size(),
        std::max<std::size_t>(1, pairs.size() * part_letters / letters),
        [pairs, is_sam = writes_sam(options), split_gaps = options.split_gaps](std::string & text, std::size_t const i)
        {
            compared_pair const & pair = pairs[i].pair;
            alignment::path const & path = *pairs[i].path;
            alignment::part const part2 = pair.aligned_part();
            if (is_sam)
            {
                // SAM has no sequences without letters.
                if (pair.length2 != 0)
                    append_sam(text, pairs[i]);
            }
            else if (!split_gaps)
                append_line(text, pair, whole_path(path, pair.length1, part2.end - part2.begin));
            else
                for (stretch const & each : find_stretches(path, *split_gaps))
                    append_line(text, pair, each);
        });
}

} // namespace seqan3_gpulcs::app
