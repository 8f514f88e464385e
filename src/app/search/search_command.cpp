// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/search/search_command.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>

#include "src/app/app_error.hpp"
#include "src/app/closest_parts.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/pair_table.hpp"
#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/metric_calls.hpp"
#include "src/app/pair/alignment_lines.hpp"
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
    std::uint64_t subject{};
    std::uint64_t subject_size{};
    std::uint64_t value{};
    bool is_secondary{}; // Whether another hit of the query has been written in SAM.
};

//!\brief One run of the command.
class search_run
{
public:
    search_run(search_options const & options, temporary_file & temporary) :
        options_{options},
        temporary_{temporary},
        subjects_{options.alignment.has_value(), options.top != 0}
    {}

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
    template <typename search_t>
    void find_hits(packed_reader & database, search_t & search, progress_bar & bar);
    void keep_hits(std::span<sequence const> chunk, alignment::search_changes const & changes);
    template <typename search_t>
    void collect_hits(search_t const & search);
    void find_parts();
    void check_memory() const;
    void write_table(output_file & file);
    void write_hit_alignments(output_file & file);
    void write_part_alignments(output_file & file);
    void append_part_alignment(std::string & text, std::size_t hit) const;
    void finish(output_file & table, std::optional<output_file> & alignments);
    compared_pair table_row(std::size_t hit) const;

    sequence subject(std::uint64_t const number) const
    {
        return options_.within ? all_subjects_[number] : subjects_[number];
    }

    search_options const & options_;
    temporary_file & temporary_;
    step_times times_{};
    std::uint64_t skipped_{};
    sequence_list queries_{};
    std::uint64_t subjects_read_{};
    hit_subjects subjects_;             // The subjects that are hits; none with parts.
    sequence_list all_subjects_{};      // With parts, all of them.
    std::vector<ranked_hit> hits_{};    // All hits, in the order of the output.
    std::vector<closest_part> parts_{}; // Where only parts of subjects are hits, that of each.
};

void search_run::search_files()
{
    require_backend(options_.execution);
    alphabet const letters = make_alphabet(options_.alphabet);
    queries_ =
        read_sequences(options_.first, letters, options_.execution, times_, {.keeps_qualities = writes_sam(options_)});
    packed_reader database{options_.second, letters, options_.execution, times_};
    device_start const start{options_.execution,
                             count_letters(queries_) * static_cast<double>(database.expected_size())};

    // An output that cannot be written is reported before the work begins.
    std::optional<output_file> alignments{};
    if (options_.alignment)
        alignments = output_file::create(*options_.alignment, temporary_);

    if (options_.within)
    {
        all_subjects_ = read_sequences(database);
        if (alignments)
            write_alignment_header(*alignments, options_, queries_, {all_subjects_.data(), all_subjects_.size()});
        find_parts();
    }
    else
    {
        find_hits(database);
        if (alignments)
            check_memory();
    }

    output_file table = output_file::standard_output();
    write_table(table);
    if (alignments)
        options_.within ? write_part_alignments(*alignments) : write_hit_alignments(*alignments);
    times_.writing.measure(
        [&]()
        {
            finish(table, alignments);
        });
}

void search_run::find_hits(packed_reader & database)
{
    // How many letters the subjects have is known when all of them are read; until then, about as many as their file has bytes.
    double const cells = count_letters(queries_) * static_cast<double>(database.expected_size());
    progress_bar bar{cells == 0 ? std::nullopt : std::optional{cells}};
    subject_search search =
        start_search(packed_views(queries_), make_rule(options_), bar.watch(options_.execution, times_));
    std::visit(
        [&](auto & by_metric)
        {
            find_hits(database, by_metric, bar);
            collect_hits(by_metric);
        },
        search);
}

template <typename search_t>
void search_run::find_hits(packed_reader & database, search_t & search, progress_bar & bar)
{
    double const query_letters = count_letters(queries_);
    unsigned const ranks = rank_count(options_.execution);
    stopwatch searching{};
    while (true)
    {
        sequence_list const chunk =
            database.next(ranks * plan::max_device_batch_pairs, ranks * plan::max_batch_letters);
        if (chunk.empty())
            break;

        keep_hits(chunk,
                  searching.measure(
                      [&]()
                      {
                          return search.add(packed_views(chunk));
                      }));
        bar.add(query_letters * count_letters(chunk));
    }
    times_.comparing += searching.seconds();
}

// Any part of any subject may be the hit of a query, so all of them are searched together.
void search_run::find_parts()
{
    auto const subjects = packed_views(all_subjects_);
    std::vector<part_query> queries{};
    for (sequence const & each : queries_)
        queries.push_back({each.letters, max_part_edits(options_, each.letters.size())});

    progress_bar bar{std::nullopt};
    stopwatch searching{};
    parts_ = searching.measure(
        [&]()
        {
            return find_closest_parts(
                queries,
                primer::prepared_sequences{subjects},
                {options_.top, options_.both_strands, options_.execution.memory_limit, options_.execution, bar},
                times_);
        });
    times_.comparing += searching.seconds();
    for (closest_part const & part : parts_)
    {
        bool const is_first = hits_.empty() || hits_.back().query != part.site.primer;
        hits_.push_back({part.site.primer,
                         is_first ? 1 : hits_.back().rank + 1,
                         part.site.sequence,
                         subjects[part.site.sequence].size(),
                         part.site.edits,
                         !is_first});
    }
}

void search_run::keep_hits(std::span<sequence const> const chunk, alignment::search_changes const & changes)
{
    for (std::uint64_t const subject : changes.left)
        subjects_.release(subject);
    for (std::uint64_t const subject : changes.entered)
        subjects_.keep(subject, chunk[subject - subjects_read_]);
    subjects_read_ += chunk.size();
}

template <typename search_t>
void search_run::collect_hits(search_t const & search)
{
    for (std::size_t i = 0; i < queries_.size(); ++i)
    {
        std::uint64_t rank = 0;
        bool has_line = false;
        for (auto const & [subject, subject_size, value] : search.hits(i))
        {
            hits_.push_back({i, ++rank, subject, subject_size, value, has_line});
            has_line = has_line || has_sam_line(queries_[i].letters.size(), subject_size);
        }
    }

    alignment::search_statistics const & work = search.statistics();
    times_.transfer += work.transfer_seconds;
    times_.kernel += work.kernel_seconds;
    times_.backends.insert(work.backends.begin(), work.backends.end());
    skipped_ = work.skipped;
}

// Checks that the memory limit suffices for each alignment, before anything is written.
void search_run::check_memory() const
{
    auto const needed_memory = [this](ranked_hit const & hit)
    {
        return traits_of(options_.metric).min_memory(queries_[hit.query].letters.size(), hit.subject_size);
    };

    // A limit that suffices for the hit that needs the most memory suffices for all.
    auto const worst = std::ranges::max_element(hits_, {}, needed_memory);
    if (worst != hits_.end())
        traits_of(options_.metric)
            .check_memory_limit(queries_[worst->query].letters.size(),
                                worst->subject_size,
                                options_.execution.memory_limit);
}

void search_run::write_table(output_file & file)
{
    times_.writing.measure(
        [&]()
        {
            table<compared_pair> const table =
                make_pair_table(options_.format, options_.metric, {.rank = true, .places = options_.within});
            file.write(table.header());
            parallel_writer writer{file, plan::available_threads(options_.execution)};
            write_rows(writer,
                       hits_.size(),
                       rows_per_part(longest_id(queries_)
                                     + (options_.within ? longest_id(all_subjects_) : subjects_.longest_id())),
                       [&](std::string & text, std::size_t const i)
                       {
                           table.append_row(text, table_row(i));
                       });
            writer.wait();
        });
}

void search_run::write_hit_alignments(output_file & file)
{
    auto const get_letters = [this](ranked_hit const & hit)
    {
        return alignment::sequence_pair{queries_[hit.query].letters, subject(hit.subject).letters};
    };
    double cells_total = 0;
    std::map<std::uint64_t, sequence> subjects{};
    for (ranked_hit const & hit : hits_)
    {
        cells_total += get_letters(hit).cells();
        subjects.try_emplace(hit.subject, subjects_[hit.subject]);
    }
    auto const different = subjects | std::views::values;
    write_alignment_header(file, options_, queries_, std::vector<sequence>(different.begin(), different.end()));

    progress_bar bar{cells_total};
    std::size_t taken = 0;
    auto const take_next = [&]()
    {
        return taken == hits_.size() ? std::nullopt : std::optional{get_letters(hits_[taken++])};
    };
    std::size_t written = 0;
    auto const write = [&](alignment::result_block && found)
    {
        times_.writing.measure(
            [&]()
            {
                std::vector<pair_alignment> aligned{};
                for (std::size_t i = 0; i < found.results.size(); ++i)
                {
                    aligned.push_back({table_row(written),
                                       &found.results[i].path,
                                       found.pairs[i].first,
                                       queries_.qualities(hits_[written].query),
                                       hits_[written].is_secondary});
                    ++written;
                }
                parallel_writer writer{file, plan::available_threads(options_.execution)};
                write_alignments(writer, aligned, options_);
                writer.wait();
            });
    };
    compute({take_next, cells_total}, {options_.metric, true}, write, bar.watch(options_.execution, times_), times_);
}

// A part was found with its edits, which make its alignment quick.
void search_run::write_part_alignments(output_file & file)
{
    constexpr std::size_t rows_together{64};
    times_.writing.measure(
        [&]()
        {
            parallel_writer writer{file, plan::available_threads(options_.execution)};
            write_rows(writer,
                       hits_.size(),
                       rows_together,
                       [this](std::string & text, std::size_t const i)
                       {
                           append_part_alignment(text, i);
                       });
            writer.wait();
        });
}

void search_run::append_part_alignment(std::string & text, std::size_t const hit) const
{
    check_stop(options_.execution.stop);
    std::size_t const query = hits_[hit].query;
    packing::packed_sequence_view letters = queries_[query].letters;
    alignment::path const path = align_part(letters, subject(hits_[hit].subject).letters, parts_[hit].site);
    packing::packed_sequence complement{};
    if (parts_[hit].site.strand == primer::strand::reverse)
    {
        complement = reverse_complement(letters, 1);
        letters = complement.view();
    }
    append_alignment(text,
                     {table_row(hit), &path, letters, queries_.qualities(query), hits_[hit].is_secondary},
                     options_);
}

// Finishes the alignment file last, so that the previous one is kept if the table cannot be written.
void search_run::finish(output_file & table, std::optional<output_file> & alignments)
{
    table.finish();
    check_stop(options_.execution.stop);
    if (alignments)
        alignments->finish();
}

compared_pair search_run::table_row(std::size_t const number) const
{
    ranked_hit const & hit = hits_[number];
    sequence const & query = queries_[hit.query];
    compared_pair row{.id1 = query.id,
                      .id2 = subject(hit.subject).id,
                      .length1 = query.letters.size(),
                      .length2 = hit.subject_size,
                      .value = hit.value,
                      .rank = hit.rank};
    if (options_.within)
    {
        auto const & [site, places] = parts_[number];
        row.part2 = alignment::part{site.begin, site.end};
        row.is_reversed = site.strand == primer::strand::reverse;
        row.places = places;
    }
    return row;
}

} // namespace

void run_search(search_options const & options, temporary_file & temporary)
{
    search_run run{options, temporary};
    run.run();
    if (options.timings)
        run.print();
}

} // namespace seqan3_gpulcs::app
