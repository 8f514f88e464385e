// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/demultiplex/demultiplex_command.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/app/closest_parts.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/demultiplex/barcode_finder.hpp"
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
            column{"start",
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
    std::vector<closest_part> find_parts(std::span<packing::packed_sequence_view const> reads);
    std::uint64_t letters_per_call() const noexcept;
    void note_equal_barcodes();
    void note_likely_mistakes(std::span<packing::packed_sequence_view const> reads);
    void choose(std::span<closest_part const> parts);
    void write(std::span<sequence const> reads);
    void count();

    demultiplex_options const & options_;
    alphabet const alphabet_{make_alphabet(options_.alphabet)};
    step_times times_{};
    sequence_list barcodes_{};
    std::vector<std::string> names_{};
    std::optional<barcode_finder> finder_{};
    std::vector<std::string> notes_{}; // They are printed at the end.
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
    std::uint64_t const most = letters_per_call();
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

// The letters of reads that are searched in one call.
std::uint64_t demultiplex_run::letters_per_call() const noexcept
{
    return std::max<std::uint64_t>(1, ends_per_call / (barcodes_.size() * (options_.both_strands ? 2 : 1)));
}

void demultiplex_run::read_barcodes()
{
    barcodes_ = read_sequences(options_.barcodes, alphabet_, options_.execution, times_);
    finder_.emplace(barcodes_, options_);
    for (sequence const & barcode : barcodes_)
        names_.emplace_back(barcode.id);
    reads_of_.resize(barcodes_.size());
    if (!options_.quiet)
        note_equal_barcodes();
}

// Looks for equal barcodes.
void demultiplex_run::note_equal_barcodes()
{
    std::map<std::string, std::string_view> known{};
    for (sequence const & barcode : barcodes_)
    {
        std::string letters(barcode.letters.size(), '\0');
        packing::unpack(barcode.letters, 0, {reinterpret_cast<std::uint8_t *>(letters.data()), letters.size()});
        if (auto const [same, is_new] = known.try_emplace(std::move(letters), barcode.id); !is_new)
            return notes_.push_back("the barcodes " + in_quotes(same->second) + " and " + in_quotes(barcode.id)
                                    + " have the same letters, so nothing tells their reads apart.");
    }
}

// Looks for likely mistakes, given the first reads.
void demultiplex_run::note_likely_mistakes(std::span<packing::packed_sequence_view const> const reads)
{
    double barcode_letters = 0;
    std::uint64_t longest = 0;
    std::uint64_t enough = 0; // Letters at the start of a read.
    for (std::size_t i = 0; i < barcodes_.size(); ++i)
    {
        std::uint64_t const size = barcodes_[i].letters.size();
        barcode_letters += static_cast<double>(size);
        longest = std::max(longest, size);
        enough = std::max(enough, size + finder_->max_distance(i));
    }
    double read_letters = 0;
    for (packing::packed_sequence_view const & read : reads)
        read_letters += static_cast<double>(read.size());
    // Reads of a barcode alone may be a few letters shorter.
    if (read_letters != 0
        && barcode_letters / static_cast<double>(barcodes_.size())
               > 2 * read_letters / static_cast<double>(reads.size()))
        return notes_.push_back("barcodes have more than twice as many letters as reads; swap the two files, because "
                                "barcodes come first.");
    std::string const first = "--first " + std::to_string(enough);
    if (options_.first && *options_.first < longest)
        notes_.push_back("fewer letters are searched than the longest barcode has; give " + first + '.');
    // A smaller share does little harm: most reads have a barcode of their own, which is closer.
    constexpr double min_share{0.1};
    constexpr std::uint64_t max_letters{1'000'000};
    chance_count const chance = find_by_chance(*finder_, reads, std::min(max_letters, letters_per_call()), *bar_);
    if (static_cast<double>(chance.with_barcode) < min_share * static_cast<double>(chance.reads))
        return;
    std::string text = "barcodes are found by chance: " + std::to_string(chance.with_barcode) + " of "
                     + std::to_string(chance.reads) + " random reads of such lengths have one; give a smaller "
                     + "--max-distance";
    if (!options_.first)
        text += " or, if barcodes are at the start of reads, " + first;
    else if (*options_.first > enough)
        text += " or " + first;
    notes_.push_back(text + '.');
}

void demultiplex_run::assign(std::span<sequence const> const reads)
{
    assignments_.assign(reads.size(), {});
    std::vector<packing::packed_sequence_view> letters{};
    for (sequence const & read : reads)
        letters.push_back(read.letters);
    if (reads_ == 0 && !options_.quiet)
        note_likely_mistakes(letters);
    choose(find_parts(letters));
    count();
    bar_->make_room();
    times_.writing.measure(
        [&]()
        {
            write(reads);
        });
}

std::vector<closest_part> demultiplex_run::find_parts(std::span<packing::packed_sequence_view const> const reads)
{
    stopwatch watch{};
    auto parts = watch.measure(
        [&]()
        {
            return finder_->find(reads, *bar_, times_);
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
        if (site.edits <= finder_->max_distance(site.primer) && (found.barcode == none || site.edits < found.distance))
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
    for (std::string const & note : notes_)
        print_note(note);
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
