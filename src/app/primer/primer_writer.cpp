// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/primer/primer_writer.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/app/io/table/table.hpp"
#include "src/app/plot/profile.hpp"
#include "src/app/primer/melting_temperature.hpp"
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
        std::uint64_t const end = position + lengths[position];
        if (merged && last && position <= last->end)
        {
            last->end = std::max(last->end, end);
            continue;
        }
        if (last)
            function(*last);
        last = {position, end};
    }
    if (last)
        function(*last);
}

// Calls a function with the begin and the end of each run of equal lengths of primers.
template <typename function_t>
void for_each_run(std::span<std::uint64_t const> const lengths, function_t const & function)
{
    for (std::uint64_t begin = 0, end = 0; begin < lengths.size(); begin = end)
    {
        while (end < lengths.size() && lengths[end] == lengths[begin])
            ++end;
        if (lengths[begin] != primer::no_primer)
            function(begin, end);
    }
}

// Nearest neighbours do not tell the temperature of longer ones.
constexpr std::uint64_t max_melting_letters{60};

//!\brief A primer, or a region.
struct primer_row : ranked_primer
{
    sequence const * target{};
    std::uint64_t rank{};
    std::optional<double> gc{};
    std::optional<double> tm{};
};

std::uint64_t length(region const & each)
{
    return each.end - each.begin;
}

// The letters of a primer, readable even if they are control characters: any byte may be a letter.
std::string readable_letters(primer_row const & each)
{
    return with_visible_controls(read_letters(*each.target, each));
}

bool is_bed(primer_options const & options)
{
    return options.format.value_or(options.best ? table_format::tsv : table_format::bed) == table_format::bed;
}

table<primer_row> make_best_table(primer_options const & options)
{
    auto const score = [](primer_row const & row)
    {
        return std::min(row.edits, max_bed_score);
    };
    auto const strand = [](primer_row const &) -> std::string_view
    {
        return "+";
    };
    column const rank{"rank", &primer_row::rank};
    column const id{"id", chain(&primer_row::target, &sequence::id)};
    column const begin{"start", &region::begin};
    column const end{"end", &region::end};
    if (is_bed(options))
        return {table_format::bed, id, begin, end, rank, column{"score", score}, column{"strand", strand}};
    return {options.format.value_or(table_format::tsv),
            rank,
            id,
            begin,
            end,
            column{"length", length},
            column{"gc", &primer_row::gc},
            column{"tm", &primer_row::tm},
            column{"min_background_edits", &ranked_primer::edits},
            column{"sequence", readable_letters}};
}

table<primer_row> make_primer_table(primer_options const & options)
{
    column const id{"id", chain(&primer_row::target, &sequence::id)};
    column const begin{"start", &region::begin};
    column const end{"end", &region::end};
    if (!is_bed(options))
        return {*options.format,
                id,
                begin,
                end,
                column{"length", length},
                column{"gc", &primer_row::gc},
                column{"tm", &primer_row::tm},
                column{"sequence", readable_letters}};
    if (options.unique_regions)
        return {table_format::bed, id, begin, end};
    auto const get_rest = [rest = ".\t" + std::to_string(std::min(options.differences, max_bed_score))
                                + "\t+"](primer_row const &) -> std::string_view
    {
        return rest;
    };
    return {table_format::bed, id, begin, end, column{"name, score and strand", get_rest}};
}

} // namespace

std::string read_letters(sequence const & target, region const & each)
{
    std::vector<std::uint8_t> letters(length(each));
    packing::unpack(target.letters, each.begin, letters);
    return {letters.begin(), letters.end()};
}

double gc_counter::percent(region const & next)
{
    for (; counted_.end < next.end; ++counted_.end)
        count_ += is_gc(counted_.end);
    while (counted_.end > next.end)
        count_ -= is_gc(--counted_.end);
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

void keep_temperatures(std::span<std::uint64_t> const lengths,
                       sequence const & target,
                       temperature_range const & range,
                       std::uint64_t const max_length)
{
    std::uint64_t const size = target.letters.size();
    for (std::uint64_t begin = 0; begin < lengths.size(); ++begin)
    {
        if (lengths[begin] == primer::no_primer)
            continue;
        std::uint64_t const most = std::min({max_length, max_melting_letters, size - begin});
        std::string letters{};
        melting_temperature temperature{};
        std::optional<double> celsius{};
        while (letters.size() < most && !(celsius && *celsius >= range.min))
        {
            letters += static_cast<char>(target.letters[begin + letters.size()]);
            temperature.add(letters.back());
            if (letters.size() >= std::max<std::uint64_t>(lengths[begin], 2))
                celsius = temperature.celsius(letters);
        }
        bool const is_known = letters.find_first_not_of("ACGT") == std::string::npos;
        bool const is_in_range = celsius && range.min <= *celsius && *celsius <= range.max;
        lengths[begin] = is_known && is_in_range ? letters.size() : primer::no_primer;
    }
}

std::optional<double> melting_celsius(sequence const & target, region const & each)
{
    if (length(each) < 2 || length(each) > max_melting_letters)
        return std::nullopt;
    return melting_celsius(read_letters(target, each));
}

void write_primers(output_file & file,
                   primer_options const & options,
                   bool const is_nucleotide,
                   std::span<sequence const> const targets,
                   std::span<std::vector<std::uint64_t> const> const lengths)
{
    table<primer_row> const table = make_primer_table(options);
    file.write(table.header());
    std::string line{};
    for (std::size_t i = 0; i < lengths.size(); ++i)
    {
        gc_counter gc{targets[i]};
        for_each_region(lengths[i],
                        options.unique_regions,
                        [&](region const & each)
                        {
                            primer_row row{{each, options.differences}, &targets[i]};
                            if (is_nucleotide && !is_bed(options))
                            {
                                row.gc = gc.percent(each);
                                row.tm = melting_celsius(targets[i], each);
                            }
                            line.clear();
                            table.append_row(line, row);
                            file.write(line);
                        });
    }
}

void write_best(output_file & file,
                primer_options const & options,
                bool const is_nucleotide,
                std::span<sequence const> const targets,
                std::span<std::vector<ranked_primer> const> const best)
{
    table<primer_row> const table = make_best_table(options);
    file.write(table.header());
    std::string line{};
    for (std::size_t i = 0; i < best.size(); ++i)
        for (std::uint64_t rank = 0; ranked_primer const & each : best[i])
        {
            primer_row row{each, &targets[i], ++rank};
            if (is_nucleotide && !is_bed(options))
            {
                row.gc = gc_counter{targets[i], each.begin}.percent(each);
                row.tm = melting_celsius(targets[i], each);
            }
            line.clear();
            table.append_row(line, row);
            file.write(line);
        }
}

void write_profile(output_file & file,
                   std::span<sequence const> const targets,
                   std::span<std::vector<std::uint64_t> const> const lengths)
{
    file.write("track type=bedGraph name=\"" + std::string{primer_lengths_title} + "\"\n");
    for (std::size_t i = 0; i < lengths.size(); ++i)
        for_each_run(lengths[i],
                     [&](std::uint64_t const begin, std::uint64_t const end)
                     {
                         std::string line{targets[i].id};
                         for (std::uint64_t const number : {begin, end, lengths[i][begin]})
                         {
                             line += '\t';
                             append_number(line, number);
                         }
                         line += '\n';
                         file.write(line);
                     });
}

} // namespace seqan3_gpulcs::app
