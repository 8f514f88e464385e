// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/search/search_command.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>

#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/io/table/result_table.hpp"
#include "src/app/pair/alignment_lines.hpp"
#include "src/app/pair/batch.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/search/hit_subjects.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief A line of the output.
struct ranked_hit
{
    std::size_t query{};
    std::uint64_t rank{};
    subject_hit found{};
};

//!\brief One run of the command.
class search_run
{
public:
    search_run(search_options const & options,
               library & calls,
               std::stop_token const stop,
               temporary_file & temporary) :
        options_{options},
        calls_{calls},
        temporary_{temporary},
        execution_{options.execution},
        subjects_{options.alignment.has_value(), options.top != 0}
    {
        execution_.stop = stop;
    }

    //!\brief Reads, compares and writes.
    void run()
    {
        times_.total.measure(
            [this]()
            {
                search_files();
            });
    }

    //!\brief Prints the times of run().
    void print() const
    {
        print_timings(times_, timed_work::hits, options_.metric);
        std::fprintf(stderr, "skipped\t%llu\n", static_cast<unsigned long long>(skipped_));
    }

private:
    void search_files();
    void find_hits(packed_reader & database);
    void keep_hits(std::span<sequence const> chunk, alignment::search_changes const & changes);
    void collect_hits(subject_search & search);
    void check_memory() const;
    void write_table(output_file & file);
    void write_hit_alignments(output_file & file);
    void finish(output_file & table, std::optional<output_file> & alignments);
    compared_pair table_row(ranked_hit const & hit) const;

    search_options const & options_;
    library & calls_;
    temporary_file & temporary_;
    plan::execution execution_;
    step_times times_{};
    std::uint64_t skipped_{};
    sequence_list queries_{};
    std::uint64_t subjects_read_{};
    hit_subjects subjects_;
    std::vector<ranked_hit> hits_{}; // All hits, in the order of the output.
};

void search_run::search_files()
{
    require_backend(execution_);
    alphabet const letters = make_alphabet(options_.alphabet);
    queries_ = read_sequences(options_.first, letters, execution_, times_);
    packed_reader database{options_.second, letters, execution_, times_};
    device_start const start{execution_, count_letters(queries_) * static_cast<double>(database.expected_size())};

    // An output that cannot be written is reported before the work begins.
    std::optional<output_file> alignments{};
    if (options_.alignment)
        alignments = output_file::create(*options_.alignment, temporary_);

    find_hits(database);
    if (alignments)
        check_memory();

    output_file table = output_file::standard_output();
    write_table(table);
    if (alignments)
        write_hit_alignments(*alignments);
    times_.writing.measure(
        [&]()
        {
            finish(table, alignments);
        });
}

void search_run::find_hits(packed_reader & database)
{
    // The number of subjects is unknown until all of them are read.
    progress_bar bar{std::nullopt};
    double cells_before = 0;
    plan::execution execution{execution_};
    execution.on_route = add_route_to(times_);
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_before + progress.cells_done);
    };

    std::vector<packing::packed_sequence_view> const queries = packed_views(queries_);
    std::unique_ptr<subject_search> const search = calls_.start_search(queries, make_rule(options_), execution);
    double const query_letters = count_letters(queries_);
    stopwatch searching{};
    while (true)
    {
        sequence_list const chunk =
            database.next(calls_.ranks() * plan::max_device_batch_pairs, calls_.ranks() * plan::max_batch_letters);
        if (chunk.empty())
            break;

        keep_hits(chunk,
                  searching.measure(
                      [&]()
                      {
                          return search->add(packed_views(chunk));
                      }));
        cells_before += query_letters * count_letters(chunk);
        bar.show(cells_before);
    }

    times_.comparing += searching.seconds();
    collect_hits(*search);
}

void search_run::keep_hits(std::span<sequence const> const chunk, alignment::search_changes const & changes)
{
    for (std::uint64_t const subject : changes.left)
        subjects_.release(subject);
    for (std::uint64_t const subject : changes.entered)
        subjects_.keep(subject, chunk[subject - subjects_read_]);
    subjects_read_ += chunk.size();
}

void search_run::collect_hits(subject_search & search)
{
    auto const hits = search.hits();
    alignment::search_statistics const & work = search.statistics();
    times_.transfer += work.transfer_seconds;
    times_.kernel += work.kernel_seconds;
    times_.backends.insert(work.backends.begin(), work.backends.end());
    skipped_ = work.skipped;

    for (std::size_t i = 0; i < queries_.size(); ++i)
    {
        std::uint64_t rank = 0;
        for (subject_hit const & found : hits[i])
            hits_.push_back({i, ++rank, found});
    }
}

// Checks that the memory limit suffices for each alignment, before anything is written.
void search_run::check_memory() const
{
    auto const needed_memory = [this](ranked_hit const & hit)
    {
        return min_memory(options_.metric, queries_[hit.query].letters.size(), hit.found.subject_size);
    };

    // A limit that suffices for the hit that needs the most memory suffices for all.
    auto const worst = std::ranges::max_element(hits_, {}, needed_memory);
    if (worst != hits_.end())
        check_memory_limit(options_.metric,
                           queries_[worst->query].letters.size(),
                           worst->found.subject_size,
                           execution_.memory_limit);
}

void search_run::write_table(output_file & file)
{
    times_.writing.measure(
        [&]()
        {
            result_table const table{options_.format, options_.metric, true};
            file.write(table.header());
            parallel_writer writer{file, plan::available_threads(execution_)};
            write_rows(writer,
                       hits_.size(),
                       rows_per_part(longest_id(queries_) + subjects_.longest_id()),
                       [&](std::string & text, std::size_t const i)
                       {
                           table.append_row(text, table_row(hits_[i]), hits_[i].rank);
                       });
            writer.wait();
        });
}

void search_run::write_hit_alignments(output_file & file)
{
    auto const get_letters = [this](ranked_hit const & hit)
    {
        return alignment::sequence_pair{queries_[hit.query].letters, subjects_[hit.found.subject].letters};
    };
    double cells_total = 0;
    for (ranked_hit const & hit : hits_)
        cells_total += get_letters(hit).cells();

    progress_bar bar{cells_total};
    double cells_before = 0;
    plan::execution execution{execution_};
    execution.on_route = add_route_to(times_);
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_before + progress.cells_done);
    };

    for (auto next = hits_.cbegin(); next != hits_.cend();)
    {
        auto const batch = take_batch(next, hits_.cend(), calls_.ranks(), get_letters);
        auto const results = compute(calls_, batch.letters, {options_.metric, true}, execution, times_);

        parallel_writer writer{file, plan::available_threads(execution_)};
        times_.writing.measure(
            [&]()
            {
                write_alignments(
                    writer,
                    batch.letters,
                    results,
                    [&](std::size_t const i)
                    {
                        return std::optional{table_row(batch.pairs[i])};
                    },
                    options_.split_gaps);
                writer.wait();
            });
        for (alignment::sequence_pair const & pair : batch.letters)
            cells_before += pair.cells();
        bar.show(cells_before);
    }
}

// Finishes the alignment file last, so that the previous one is kept if the table cannot be written.
void search_run::finish(output_file & table, std::optional<output_file> & alignments)
{
    table.finish();
    if (execution_.stop.stop_requested())
        throw operation_stopped{"The program was stopped before its output was complete."};
    if (alignments)
        alignments->finish();
}

compared_pair search_run::table_row(ranked_hit const & hit) const
{
    sequence const & query = queries_[hit.query];
    return {.id1 = query.id,
            .id2 = subjects_[hit.found.subject].id,
            .length1 = query.letters.size(),
            .length2 = hit.found.subject_size,
            .value = hit.found.value};
}

} // namespace

void run_search(search_options const & options, library & calls, std::stop_token const stop, temporary_file & temporary)
{
    search_run run{options, calls, stop, temporary};
    run.run();
    if (options.timings)
        run.print();
}

} // namespace seqan3_gpulcs::app
