// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_writer.hpp"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/app/plot/profile.hpp"
#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Calls a function with each primer in order, or with the regions that they cover.
template <typename function_t>
void for_each_region(std::span<std::uint64_t const> const lengths, bool const merged, function_t const & function)
{
    std::optional<region> last{};
    for (std::uint64_t position = 0; position < lengths.size(); ++position)
    {
        if (lengths[position] == primer::no_primer)
            continue;
        // Primers end in the order in which they begin.
        std::uint64_t const end = position + lengths[position];
        if (merged && last && position <= last->end)
        {
            last->end = end;
            continue;
        }
        if (last)
            function(*last);
        last = {position, end};
    }
    if (last)
        function(*last);
}

// The letters of a region, readable even if they are control characters: any byte may be a letter.
std::string readable_letters(sequence const & target, region const & each)
{
    std::vector<std::uint8_t> letters(each.end - each.begin);
    packing::unpack(target.letters, each.begin, letters);
    return with_visible_controls({reinterpret_cast<char const *>(letters.data()), letters.size()});
}

} // namespace

double gc_counter::percent(region const & next)
{
    for (; counted_.end < next.end; ++counted_.end)
        count_ += is_gc(counted_.end);
    for (; counted_.begin < next.begin; ++counted_.begin)
        count_ -= is_gc(counted_.begin);
    return 100 * static_cast<double>(count_) / static_cast<double>(next.end - next.begin);
}

bool gc_counter::is_gc(std::uint64_t const position) const
{
    auto const letter = letters_[position];
    return letter == 'G' || letter == 'C';
}

void keep_gc_range(std::span<std::uint64_t> const lengths, sequence const & target, gc_range const & range)
{
    gc_counter gc{target};
    for (std::uint64_t position = 0; position < lengths.size(); ++position)
    {
        if (lengths[position] == primer::no_primer)
            continue;
        double const percent = gc.percent({position, position + lengths[position]});
        if (percent < range.min || percent > range.max)
            lengths[position] = primer::no_primer;
    }
}

primer_writer::primer_writer(output_file & file, primer_options const & options, bool const with_gc) :
    file_{file},
    merges_{options.unique_regions},
    with_gc_{with_gc},
    line_end_{options.unique_regions ? "\n"
                                     : "\t.\t" + std::to_string(std::min(options.differences, max_bed_score)) + "\t+\n"}
{
    if (options.format && *options.format != table_format::bed)
        table_.emplace(file,
                       *options.format,
                       std::initializer_list<std::string_view>{"id", "begin", "end", "length", "gc", "sequence"});
}

void primer_writer::write(sequence const & target, std::span<std::uint64_t const> const lengths)
{
    std::optional<gc_counter> gc{};
    if (with_gc_)
        gc.emplace(target);
    for_each_region(lengths,
                    merges_,
                    [&](region const & each)
                    {
                        write(target, each, gc);
                    });
}

void primer_writer::write(sequence const & target, region const & each, std::optional<gc_counter> & gc)
{
    if (!table_)
        return write_bed(target.id, each);
    std::string const letters = readable_letters(target, each);
    table_->write({target.id,
                   each.begin,
                   each.end,
                   each.end - each.begin,
                   gc ? table_value{gc->percent(each)} : table_value{},
                   std::string_view{letters}});
}

void primer_writer::write_bed(std::string_view const id, region const & each)
{
    line_ = id;
    line_ += '\t';
    line_ += std::to_string(each.begin);
    line_ += '\t';
    line_ += std::to_string(each.end);
    line_ += line_end_;
    file_.write(line_);
}

void write_profile_header(output_file & file)
{
    file.write("track type=bedGraph name=\"" + std::string{primer_lengths_title} + "\"\n");
}

void write_profile(output_file & file, std::string_view const id, std::span<std::uint64_t const> const lengths)
{
    for (std::uint64_t begin = 0; begin < lengths.size();)
    {
        std::uint64_t end = begin + 1;
        while (end < lengths.size() && lengths[end] == lengths[begin])
            ++end;
        if (lengths[begin] != primer::no_primer)
            file.write(tab_separated(std::initializer_list<std::string_view>{id,
                                                                             std::to_string(begin),
                                                                             std::to_string(end),
                                                                             std::to_string(lengths[begin])}));
        begin = end;
    }
}

} // namespace seqan3_gpulcs::app
