// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/alignment_lines.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
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

// Whether SAM allows these qualities, and there are some.
bool are_sam_qualities(std::string_view const qualities) noexcept
{
    return !qualities.empty()
        && std::ranges::all_of(qualities,
                               [](char const quality)
                               {
                                   return quality >= '!' && quality <= '~';
                               });
}

// Whether SAM allows these letters.
bool are_sam_letters(std::string_view const letters) noexcept
{
    return std::ranges::all_of(letters,
                               [](char const letter)
                               {
                                   return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z')
                                       || letter == '=' || letter == '.';
                               });
}

// All of the first sequence is aligned, from the left to the right of the second one.
void append_sam(std::string & text, pair_alignment const & each)
{
    constexpr unsigned reversed{16};
    constexpr unsigned secondary{256};
    auto const & [pair, path, first, known_qualities, is_secondary] = each;
    std::vector<std::uint8_t> letters(first.size());
    packing::unpack(first, 0, letters);
    std::string_view const all_letters{reinterpret_cast<char const *>(letters.data()), letters.size()};
    // A star means that letters, or their qualities, are not known.
    std::string_view const read{are_sam_letters(all_letters) ? all_letters : "*"};
    std::string qualities{known_qualities};
    if (pair.is_reversed)
        std::ranges::reverse(qualities);
    // An alignment that has no letter of the second sequence may be behind its end, where SAM has no position.
    std::uint64_t const position = std::min(pair.aligned_part().begin + 1, pair.length2);
    std::string const cigar = alignment::to_cigar(alignment::to_runs(*path));
    append_fields(text,
                  {sam_name(pair.id1),
                   std::to_string((pair.is_reversed ? reversed : 0) + (is_secondary ? secondary : 0)),
                   pair.id2,
                   std::to_string(position),
                   "255",
                   cigar.empty() ? "*" : cigar,
                   "*\t0\t0",
                   read,
                   read != "*" && are_sam_qualities(qualities) ? qualities : "*"});
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

void append_alignment(std::string & text, pair_alignment const & each, comparison_options const & options)
{
    compared_pair const & pair = each.pair;
    alignment::part const part2 = pair.aligned_part();
    if (writes_sam(options))
    {
        if (has_sam_line(pair.length1, pair.length2))
            append_sam(text, each);
    }
    else if (!options.split_gaps)
        append_line(text, pair, whole_path(*each.path, pair.length1, part2.end - part2.begin));
    else
        for (stretch const & each_stretch : find_stretches(*each.path, *options.split_gaps))
            append_line(text, pair, each_stretch);
}

void write_alignments(parallel_writer & writer,
                      std::span<pair_alignment const> const pairs,
                      comparison_options const & options)
{
    constexpr std::size_t part_letters{std::size_t{1} << 17};
    std::size_t letters = 1;
    for (pair_alignment const & each : pairs)
        letters += each.pair.length1 + each.pair.length2;
    write_rows(writer,
               pairs.size(),
               std::max<std::size_t>(1, pairs.size() * part_letters / letters),
               [pairs, &options](std::string & text, std::size_t const i)
               {
                   append_alignment(text, pairs[i], options);
               });
}

} // namespace seqan3_gpulcs::app
