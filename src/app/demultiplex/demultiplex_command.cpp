// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/demultiplex/demultiplex_command.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>
#include <vector>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>

#include "src/app/app_error.hpp"
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

// The pairs of a barcode and a read that are compared by one call. 2^20 take 1.5 times as long as 2^16 for 50,000 reads of 100 letters and 24
// barcodes, on two cores with AVX-512: new memory for them takes as long as the comparisons.
constexpr std::size_t pairs_per_call{plan::max_device_batch_pairs};

constexpr std::size_t none{std::numeric_limits<std::size_t>::max()};

constexpr alignment::free_ends anywhere{.second_leading = true, .second_trailing = true};

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
            print_timings(times_, timed_work::pairs, metric::edit);
    }

private:
    void find_and_write();
    void print_counts() const;
    void read_barcodes();
    void assign(std::span<sequence const> reads);
    void find_distances(std::span<sequence const> reads);
    assignment choose(std::span<std::uint32_t const> distances) const;
    void find_parts(std::span<sequence const> reads);
    void write(std::span<sequence const> reads);
    void count();

    std::size_t strands() const noexcept
    {
        return options_.both_strands ? 2 : 1;
    }

    // A barcode, or its reverse complement.
    packing::packed_sequence_view letters(std::size_t const barcode, bool const is_reversed) const
    {
        return is_reversed ? complements_[barcode].view() : barcodes_[barcode].letters;
    }

    std::uint64_t max_distance(std::size_t const barcode) const
    {
        return options_.max_distance.value_or(barcodes_[barcode].letters.size() / 4);
    }

    demultiplex_options const & options_;
    alphabet const alphabet_{make_alphabet(options_.alphabet)};
    step_times times_{};
    sequence_list barcodes_{};
    std::vector<std::string> names_{};
    std::vector<packing::packed_sequence> complements_{};
    output_file file_{output_file::standard_output()};
    table<read_row> const table_{make_read_table(options_.format)};
    std::vector<alignment::sequence_pair> pairs_{};
    std::vector<std::uint32_t> distances_{}; // The distances of each read to each barcode, of each strand.
    std::vector<assignment> assignments_{};  // The results for the reads of a chunk.
    std::vector<std::uint64_t> reads_of_{};  // The reads of each barcode.
    std::uint64_t reads_{};
    std::uint64_t ambiguous_{};
    std::vector<std::uint32_t> barcode_of_{}; // The barcode of each read, if files of reads are wanted.
    std::optional<progress_bar> bar_{};
    plan::execution execution_{};
};

void demultiplex_run::find_and_write()
{
    require_backend(options_.execution);
    times_.leave_device_unknown(options_.execution.backend);
    read_barcodes();
    // This makes the directory, so users learn before the comparisons if that is not possible.
    std::optional<read_splitter> splitter{};
    if (options_.split)
        splitter.emplace(*options_.split, names_);
    packed_reader reads{options_.reads, alphabet_, options_.execution, times_};
    bar_.emplace(std::nullopt);
    execution_ = bar_->watch(options_.execution, times_);
    file_.write(table_.header());
    std::size_t const max_reads = std::max<std::size_t>(1, pairs_per_call / (barcodes_.size() * strands()));
    for (;;)
    {
        sequence_list const chunk = reads.next(max_reads, std::uint64_t{1} << 25);
        if (chunk.empty())
            break;
        std::span<sequence const> rest{chunk.data(), chunk.size()};
        for (; !rest.empty(); rest = rest.subspan(std::min(max_reads, rest.size())))
            assign(rest.first(std::min(max_reads, rest.size())));
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
        if (options_.both_strands)
            complements_.push_back(reverse_complement(barcode.letters, 1));
    }
    reads_of_.resize(barcodes_.size());
}

void demultiplex_run::assign(std::span<sequence const> const reads)
{
    find_distances(reads);
    assignments_.clear();
    std::size_t const per_read = barcodes_.size() * strands();
    for (std::size_t i = 0; i < reads.size(); ++i)
        assignments_.push_back(choose(std::span{distances_}.subspan(i * per_read, per_read)));
    find_parts(reads);
    count();
    bar_->make_room();
    times_.writing.measure(
        [&]()
        {
            write(reads);
        });
}

void demultiplex_run::find_distances(std::span<sequence const> const reads)
{
    pairs_.clear();
    double cells = 0;
    for (sequence const & read : reads)
        for (std::size_t barcode = 0; barcode < barcodes_.size(); ++barcode)
            for (std::size_t strand = 0; strand < strands(); ++strand)
            {
                pairs_.push_back({letters(barcode, strand == 1), read.letters});
                cells += pairs_.back().cells();
            }
    distances_.resize(pairs_.size());
    stopwatch watch{};
    watch.measure(
        [&]()
        {
            edit::distances_into(pairs_, anywhere, distances_, execution_);
        });
    times_.comparing += watch.seconds();
    times_.cells += cells;
    bar_->add(cells);
}

// The distances are those of each barcode, and of each strand.
assignment demultiplex_run::choose(std::span<std::uint32_t const> const distances) const
{
    assignment found{};
    for (std::size_t barcode = 0; barcode < barcodes_.size(); ++barcode)
    {
        auto const of_barcode = distances.subspan(barcode * strands(), strands());
        bool const is_reversed = of_barcode.back() < of_barcode.front();
        std::uint64_t const distance = is_reversed ? of_barcode.back() : of_barcode.front();
        if (distance <= max_distance(barcode) && (found.barcode == none || distance < found.distance))
        {
            found.barcode = barcode;
            found.distance = distance;
            found.is_reversed = is_reversed;
        }
    }
    if (found.barcode == none)
        return found;
    for (std::size_t barcode = 0; barcode < barcodes_.size(); ++barcode)
    {
        std::uint64_t const distance = std::ranges::min(distances.subspan(barcode * strands(), strands()));
        if (barcode != found.barcode && (found.second == none || distance < found.second_distance))
        {
            found.second = barcode;
            found.second_distance = distance;
        }
    }
    // The other one may have fewer edits than the closest one, but more than it is allowed.
    std::uint64_t const more = found.second_distance - std::min(found.second_distance, found.distance);
    found.is_ambiguous = found.second != none && more < options_.margin;
    return found;
}

// An alignment tells where a barcode begins.
void demultiplex_run::find_parts(std::span<sequence const> const reads)
{
    pairs_.clear();
    for (std::size_t i = 0; i < reads.size(); ++i)
        if (assignment const & found = assignments_[i]; found.barcode != none)
            pairs_.push_back({letters(found.barcode, found.is_reversed), reads[i].letters});
    stopwatch watch{};
    auto const results = watch.measure(
        [&]()
        {
            return edit::compute(pairs_, {.wanted = edit::output::alignment, .ends = anywhere}, execution_);
        });
    times_.add(pairs_, results, watch.seconds());
    auto next = results.begin();
    for (assignment & found : assignments_)
        if (found.barcode != none)
            found.part = (next++)->second;
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
    print_message(("note: of " + number(reads_) + " reads, " + number(assigned) + " have a barcode, "
                   + number(ambiguous_) + " are ambiguous, and " + number(reads_ - assigned - ambiguous_)
                   + " have none.")
                      .c_str());
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
