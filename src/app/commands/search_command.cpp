// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/search_command.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <range/v3/view/zip.hpp>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/app/commands/batch.hpp"
#include "src/app/commands/shared_options.hpp"
#include "src/app/io/alphabet.hpp"
#include "src/app/io/output_file.hpp"
#include "src/app/io/packed_reader.hpp"
#include "src/app/io/parallel_writer.hpp"
#include "src/app/io/result_writer.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief A copy of a record.
class kept_sequence
{
public:
    //!\param with_letters Whether to copy the letters, too.
    kept_sequence(sequence const & record, bool const with_letters) : id_{record.id}
    {
        if (!with_letters)
            return;
        packing::packed_sequence_view const from = record.letters;
        words_.assign(from.words(), from.words() + (from.size() + from.codes_per_word() - 1) / from.codes_per_word());
        letters_.assign(from.letters().begin(), from.letters().end());
        view_ = {words_.data(), from.size(), from.bits_per_letter(), letters_, from.kind()};
    }

    kept_sequence(kept_sequence const &) = delete;
    kept_sequence & operator=(kept_sequence const &) = delete;

    //!\brief The copy.
    sequence get() const noexcept
    {
        return {id_, view_};
    }

private:
    std::string id_;
    std::vector<std::uint64_t> words_{};
    std::vector<std::uint8_t> letters_{};
    packing::packed_sequence_view view_{};
};

//!\brief The subjects that are hits of a query so far, by their numbers.
class hit_subjects
{
public:
    /*!\brief Begins without subjects.
     * \param with_letters Whether to keep the letters, too.
     * \param may_release  Whether subjects may be released.
     */
    hit_subjects(bool const with_letters, bool const may_release) :
        with_letters_{with_letters},
        only_ids_{!with_letters && !may_release}
    {}

    //!\brief Keeps a subject that is a hit of this number of queries. Numbers ascend.
    void keep(std::uint64_t const number, sequence const & subject, std::uint64_t const queries)
    {
        longest_id_ = std::max(longest_id_, subject.id.size());
        if (only_ids_)
        {
            numbers_.push_back(number);
            ids_ += subject.id;
            id_ends_.push_back(ids_.size());
            return;
        }
        subjects_.try_emplace(number, subject, with_letters_, queries);
    }

    //!\brief Drops a subject that is no longer a hit of a query, unless it is a hit of another one.
    void release(std::uint64_t const number)
    {
        auto const found = subjects_.find(number);
        if (--found->second.queries == 0)
            subjects_.erase(found);
    }

    //!\brief A subject that is kept.
    sequence operator[](std::uint64_t const number) const
    {
        if (only_ids_)
        {
            auto const i = static_cast<std::size_t>(std::ranges::lower_bound(numbers_, number) - numbers_.begin());
            std::size_t const begin = i == 0 ? 0 : id_ends_[i - 1];
            return {std::string_view{ids_}.substr(begin, id_ends_[i] - begin), {}};
        }
        return subjects_.at(number).subject.get();
    }

    //!\brief The size of the longest id so far.
    std::size_t longest_id() const noexcept
    {
        return longest_id_;
    }

private:
    struct entry
    {
        entry(sequence const & record, bool const with_letters, std::uint64_t const hit_queries) :
            subject{record, with_letters},
            queries{hit_queries}
        {}

        kept_sequence subject;
        std::uint64_t queries;
    };

    bool with_letters_;
    bool only_ids_;
    std::size_t longest_id_{};
    std::unordered_map<std::uint64_t, entry> subjects_{};

    // Without the rest, there may be millions of them.
    std::vector<std::uint64_t> numbers_{};
    std::string ids_{};
    std::vector<std::size_t> id_ends_{};
};

//!\brief A line of the output.
struct ranked_hit
{
    std::size_t query{};
    std::uint64_t rank{};
    lcs::hit found{};
};

//!\brief One run of the command.
class search_run
{
public:
    search_run(search_options const & options, std::stop_token const stop, temporary_file & temporary) :
        options_{options},
        temporary_{temporary},
        execution_{options.execution},
        subjects_{options.alignment.has_value(), options.hits.top != 0}
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
        print_timings(times_, timed_work::subsequences);
        std::fprintf(stderr, "skipped\t%llu\n", static_cast<unsigned long long>(skipped_));
    }

private:
    void search_files();
    void find_hits(packed_reader & database);
    void keep_hits(std::span<sequence const> chunk, std::span<std::uint64_t const> hit_counts);
    void collect_hits(std::span<lcs::search const> searches);
    void check_memory() const;
    void write_table(output_file & file);
    void write_alignments(output_file & file);
    void finish(output_file & table, std::optional<output_file> & alignments);
    compared_pair table_row(ranked_hit const & hit) const;

    search_options const & options_;
    temporary_file & temporary_;
    plan::execution execution_;
    step_times times_{};
    std::uint64_t skipped_{};
    sequence_list queries_{};
    std::uint64_t subjects_read_{};
    hit_subjects subjects_;
    std::vector<ranked_hit> hits_{}; // In the order of the output.
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
        write_alignments(*alignments);
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
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_before + progress.cells_done);
    };

    std::vector<lcs::search> searches{};
    searches.reserve(queries_.size());
    for (sequence const & query : queries_)
        searches.emplace_back(query.letters, options_.hits, execution);

    stopwatch searching{};
    while (true)
    {
        sequence_list const chunk = database.next(plan::max_device_batch_pairs, plan::max_batch_letters);
        if (chunk.empty())
            break;

        std::vector<packing::packed_sequence_view> const subjects = packed_views(chunk);
        double const letters = count_letters(chunk);
        std::vector<std::uint64_t> hit_counts(chunk.size());
        for (std::size_t i = 0; i < searches.size(); ++i)
        {
            lcs::search_changes const changes = searching.measure(
                [&]()
                {
                    return searches[i].add(subjects);
                });
            for (std::uint64_t const subject : changes.left)
                subjects_.release(subject);
            for (std::uint64_t const subject : changes.entered)
                ++hit_counts[subject - subjects_read_];

            cells_before += static_cast<double>(queries_[i].letters.size()) * letters;
            bar.show(cells_before);
        }
        keep_hits(chunk, hit_counts);
    }

    times_.llcs += searching.seconds();
    collect_hits(searches);
}

void search_run::keep_hits(std::span<sequence const> const chunk, std::span<std::uint64_t const> const hit_counts)
{
    for (std::size_t i = 0; i < chunk.size(); ++i)
        if (hit_counts[i] != 0)
            subjects_.keep(subjects_read_ + i, chunk[i], hit_counts[i]);
    subjects_read_ += chunk.size();
}

void search_run::collect_hits(std::span<lcs::search const> const searches)
{
    for (std::size_t i = 0; i < searches.size(); ++i)
    {
        lcs::search_statistics const & work = searches[i].statistics();
        times_.transfer += work.transfer_seconds;
        times_.kernel += work.kernel_seconds;
        times_.backends.insert(work.backends.begin(), work.backends.end());
        skipped_ += work.skipped;

        std::uint64_t rank = 0;
        for (lcs::hit const & found : searches[i].hits())
            hits_.push_back({i, ++rank, found});
    }
}

// Checks that the memory limit suffices for each alignment, before anything is written.
void search_run::check_memory() const
{
    auto const needed_memory = [this](ranked_hit const & hit)
    {
        return plan::min_memory(queries_[hit.query].letters.size(), hit.found.subject_size);
    };

    // A limit that suffices for this hit does so for all.
    auto const worst = std::ranges::max_element(hits_, {}, needed_memory);
    if (worst != hits_.end())
        plan::check_memory_limit(queries_[worst->query].letters.size(),
                                 worst->found.subject_size,
                                 execution_.memory_limit);
}

void search_run::write_table(output_file & file)
{
    times_.writing.measure(
        [&]()
        {
            std::size_t longest_query_id = 0;
            for (sequence const & query : queries_)
                longest_query_id = std::max(longest_query_id, query.id.size());

            result_table const table{options_.format, true};
            file.write(table.header());
            parallel_writer writer{file, plan::available_threads(execution_)};
            write_rows(writer,
                       hits_.size(),
                       rows_per_part(longest_query_id + subjects_.longest_id()),
                       [&](std::string & text, std::size_t const i)
                       {
                           table.append_row(text, table_row(hits_[i]), hits_[i].rank);
                       });
            writer.wait();
        });
}

void search_run::write_alignments(output_file & file)
{
    auto const get_letters = [this](ranked_hit const & hit)
    {
        return lcs::sequence_pair{queries_[hit.query].letters, subjects_[hit.found.subject].letters};
    };
    double cells_total = 0;
    for (ranked_hit const & hit : hits_)
        cells_total += get_letters(hit).cells();

    progress_bar bar{cells_total};
    double cells_before = 0;
    plan::execution execution{execution_};
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_before + progress.cells_done);
    };

    for (auto next = hits_.cbegin(); next != hits_.cend();)
    {
        auto const batch = take_batch(next, hits_.cend(), get_letters);
        auto const results = compute(batch.letters, lcs::output::subsequence, execution, times_);

        times_.writing.measure(
            [&]()
            {
                for (auto const & [hit, letters, result] : ranges::views::zip(batch.pairs, batch.letters, results))
                {
                    std::string line{};
                    append_paf(line, table_row(hit), result.path);
                    file.write(line);
                    cells_before += letters.cells();
                }
            });
        bar.show(cells_before);
    }
}

// The alignment file comes last: the previous one is kept if the table cannot be written.
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
            .lcs = hit.found.length};
}

} // namespace

void run_search(search_options const & options, std::stop_token const stop, temporary_file & temporary)
{
    search_run run{options, stop, temporary};
    run.run();
    if (options.timings)
        run.print();
}

} // namespace seqan3_gpulcs::app
