// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/demultiplex/demultiplex_command.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>
#include <vector>

#include <seqan3_gpulcs/primer/prepared_sequences.hpp>

#include "src/app/app_error.hpp"
#include "src/app/closest_parts.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/demultiplex/read_splitter.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/message.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/readable.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The letters of reads beside barcodes of one call: all of them could be ends of parts, which take some ten bytes each, 1.3 GB in all.
// A million reads of 150 beside 96 barcodes take 4.8 s like this, 5.7 s with half as many, and no less with twice as many (two cores
// with AVX-512).
constexpr std::uint64_t ends_per_call{std::uint64_t{1} << 27};

constexpr std::size_t none{std::numeric_limits<std::size_t>::max()};

// The result for a read.
struct assignment
{
    std::size_t barcode{none}; // The number of the closest one that is close enough.
    bool is_reversed{};
    std::uint64_t distance{};
    alignment::part part{}; // The part of the read that it is aligned with.
    std::size_t second{none};
    std::uint64_t second_distance{};
    bool is_ambiguous{};
};

// A line of the table.
struct read_row
{
    sequence const & read;
    assignment const & found;
    std::span<std::string const> names;

    bool has_barcode() const noexcept
    {
        return found.barcode != none;
    }

    bool has_second() const noexcept
    {
        return has_barcode() && found.second != none;
    }

    char const * status() const noexcept
    {
        return !has_barcode() ? "none" : found.is_ambiguous ? "ambiguous" : "assigned";
    }
};

table<read_row> make_read_table(table_format const format)
{
    using number = std::optional<std::uint64_t>;
    using text = std::optional<std::string_view>;
    auto const of_barcode = [](auto const get)
    {
        return [get](read_row const & row) -> number
        {
            return row.has_barcode() ? number{get(row.found)} : std::nullopt;
        };
    };
    return {format,
            column{"id",
                   [](read_row const & row)
                   {
                       return row.read.id;
                   }},
            column{"length",
                   [](read_row const & row)
                   {
                       return row.read.letters.size();
                   }},
            column{"barcode",
                   [](read_row const & row)
                   {
                       return row.has_barcode() ? text{row.names[row.found.barcode]} : std::nullopt;
                   }},
            column{"distance",
                   of_barcode(
                       [](assignment const & found)
                       {
                           return found.distance;
                       })},
            column{"begin",
                   of_barcode(
                       [](assignment const & found)
                       {
                           return found.part.begin;
                       })},
            column{"end",
                   of_barcode(
                       [](assignment const & found)
                       {
                           return found.part.end;
                       })},
            column{"strand",
                   [](read_row const & row)
                   {
                       return row.has_barcode() ? text{row.found.is_reversed ? "-" : "+"} : std::nullopt;
                   }},
            column{"second",
                   [](read_row const & row)
                   {
                       return row.has_second() ? text{row.names[row.found.second]} : std::nullopt;
                   }},
            column{"second_distance",
                   [](read_row const & row)
                   {
                       return row.has_second() ? number{row.found.second_distance} : std::nullopt;
                   }},
            column{"status", &read_row::status}};
}

// One run of the command.
class demultiplex_run
{
public:
    explicit demultiplex_run(demultiplex_options const & options) : options_{options}
    {}

    //!\brief Reads, compares and writes.
    void run()
    {
        times_.total.measure(
            [this]()
            {
                find_and_write();
            });
    }

    //!\brief Prints how many reads each barcode has, and the times of run().
    void print() const
    {
        if (!options_.quiet)
            print_counts();
        if (options_.timings)
            print_timings(times_, timed_work::hits, metric::edit);
    }

private:
    void find_and_write();
    void print_counts() const;
    void read_barcodes();
    void assign(std::span<sequence const> reads);
    std::vector<closest_part> find_parts(std::span<sequence const> reads);
    void choose(std::span<closest_part const> parts);
    void write(std::span<sequence const> reads);
    void count();

    // The most edits of the closest barcode.
    std::uint64_t max_distance(std::size_t const barcode) const
    {
        return options_.max_distance.value_or(barcodes_[barcode].letters.size() / 4);
    }

    demultiplex_options const & options_;
    alphabet const alphabet_{make_alphabet(options_.alphabet)};
    step_times times_{};
    sequence_list barcodes_{};
    std::vector<std::string> names_{};
    std::vector<part_query> queries_{}; // The barcodes, and the edits with which they may make a read ambiguous.
    output_file file_{output_file::standard_output()};
    table<read_row> const table_{make_read_table(options_.format)};
    std::vector<assignment> assignments_{}; // The results for the reads of a chunk.
    std::vector<std::uint64_t> reads_of_{}; // The reads of each barcode.
    std::uint64_t reads_{};
    std::uint64_t ambiguous_{};
    std::vector<std::uint32_t> barcode_of_{}; // The barcode of each read, if files of reads are wanted.
    std::optional<progress_bar> bar_{};
};

void demultiplex_run::find_and_write()
{
    require_backend(options_.execution);
    read_barcodes();
    // This makes the directory, so users learn before the comparisons if that is not possible.
    std::optional<read_splitter> splitter{};
    if (options_.split)
        splitter.emplace(*options_.split, names_);
    packed_reader reads{options_.reads, alphabet_, options_.execution, times_};
    bar_.emplace(std::nullopt);
    file_.write(table_.header());
    std::uint64_t const most =
        std::max<std::uint64_t>(1, ends_per_call / (barcodes_.size() * (options_.both_strands ? 2 : 1)));
    for (;;)
    {
        sequence_list const chunk = reads.next(most, most);
        if (chunk.empty())
            break;
        assign({chunk.data(), chunk.size()});
    }
    if (splitter)
        times_.writing.measure(
            [&]()
            {
                splitter->split(options_.reads, alphabet_, barcode_of_, options_.execution.stop);
            });
    file_.finish();
}

void demultiplex_run::read_barcodes()
{
    barcodes_ = read_sequences(options_.barcodes, alphabet_, options_.execution, times_);
    for (sequence const & barcode : barcodes_)
    {
        if (barcode.letters.empty())
            throw input_error{"The barcode " + in_quotes(barcode.id) + " has no letters; add them, or remove it."};
        names_.emplace_back(barcode.id);
    }
    std::uint64_t const more = std::max<std::uint64_t>(options_.margin, 1) - 1;
    for (std::size_t barcode = 0; barcode < barcodes_.size(); ++barcode)
    {
        std::uint64_t const most = max_distance(barcode);
        queries_.push_back({barcodes_[barcode].letters, more > ~most ? ~std::uint64_t{} : most + more});
    }
    reads_of_.resize(barcodes_.size());
}

void demultiplex_run::assign(std::span<sequence const> const reads)
{
    assignments_.assign(reads.size(), {});
    choose(find_parts(reads));
    count();
    bar_->make_room();
    times_.writing.measure(
        [&]()
        {
            write(reads);
        });
}

std::vector<closest_part> demultiplex_run::find_parts(std::span<sequence const> const reads)
{
    std::vector<packing::packed_sequence_view> letters{};
    for (sequence const & read : reads)
        letters.push_back(read.letters);
    stopwatch watch{};
    auto parts = watch.measure(
        [&]()
        {
            return find_closest_parts(
                queries_,
                primer::prepared_sequences{letters},
                {.both_strands = options_.both_strands, .execution = options_.execution, .bar = *bar_},
                times_);
        });
    times_.comparing += watch.seconds();
    return parts;
}

// The parts of a read are in the order of barcodes, so the first of equally close ones is chosen.
void demultiplex_run::choose(std::span<closest_part const> const parts)
{
    for (auto const & [site, places] : parts)
    {
        assignment & found = assignments_[site.sequence];
        if (site.edits <= max_distance(site.primer) && (found.barcode == none || site.edits < found.distance))
        {
            found.barcode = site.primer;
            found.distance = site.edits;
            found.is_reversed = site.strand == primer::strand::reverse;
            found.part = {site.begin, site.end};
        }
    }
    for (auto const & [site, places] : parts)
    {
        assignment & found = assignments_[site.sequence];
        if (found.barcode != none && site.primer != found.barcode
            && (found.second == none || site.edits < found.second_distance))
        {
            found.second = site.primer;
            found.second_distance = site.edits;
        }
    }
    for (assignment & found : assignments_)
    {
        // With a margin, the second one may have fewer edits than the first, but more than it may have itself.
        std::uint64_t const more = found.second_distance - std::min(found.second_distance, found.distance);
        found.is_ambiguous = found.second != none && more < options_.margin;
    }
}

void demultiplex_run::count()
{
    reads_ += assignments_.size();
    for (assignment const & found : assignments_)
    {
        bool const is_assigned = found.barcode != none && !found.is_ambiguous;
        if (is_assigned)
            ++reads_of_[found.barcode];
        ambiguous_ += found.is_ambiguous;
        if (options_.split)
            barcode_of_.push_back(is_assigned ? static_cast<std::uint32_t>(found.barcode) : no_barcode);
    }
}

void demultiplex_run::write(std::span<sequence const> const reads)
{
    parallel_writer writer{file_, formatting_threads(options_.execution)};
    write_rows(writer,
               reads.size(),
               rows_per_part(longest_id(reads) + longest_id(barcodes_)),
               [this, reads](std::string & text, std::size_t const i)
               {
                   table_.append_row(text, {reads[i], assignments_[i], names_});
               });
    writer.wait();
}

void demultiplex_run::print_counts() const
{
    std::uint64_t assigned = 0;
    for (std::uint64_t const count : reads_of_)
        assigned += count;
    auto const number = [](std::uint64_t const count)
    {
        return std::to_string(count);
    };
    print_note("of " + number(reads_) + " reads, " + number(assigned) + " have a barcode, " + number(ambiguous_)
               + " are ambiguous, and " + number(reads_ - assigned - ambiguous_) + " have none.");
    for (std::size_t i = 0; i < names_.size(); ++i)
        std::fprintf(stderr, "%s\t%llu\n", names_[i].c_str(), static_cast<unsigned long long>(reads_of_[i]));
}

} // namespace

void run_demultiplex(demultiplex_options const & options, temporary_file &)
{
    demultiplex_run run{options};
    run.run();
    run.print();
}

} // namespace seqan3_gpulcs::app
