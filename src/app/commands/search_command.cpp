// SPDX-License-Identifier: BSD-3-Clause

#include "search_command.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <range/v3/view/zip.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "../io/alphabet.hpp"
#include "../io/output_file.hpp"
#include "../io/packed_reader.hpp"
#include "../io/result_writer.hpp"
#include "../progress_bar.hpp"
#include "../step_times.hpp"
#include "batch.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief The subjects that are hits at present, by their numbers.
class kept_subjects
{
public:
    //!\param with_letters Whether the letters are needed, too.
    explicit kept_subjects(bool const with_letters) : with_letters_{with_letters}
    {}

    //!\brief Keeps a subject that is a hit of so many queries.
    void keep(std::uint64_t const number, sequence && subject, std::uint64_t const queries)
    {
        if (!with_letters_)
            subject.letters = {};
        subjects_.emplace(number, entry{std::move(subject), queries});
    }

    //!\brief Forgets a subject, if no other query has it among its hits.
    void leave(std::uint64_t const number)
    {
        auto const found = subjects_.find(number);
        if (--found->second.queries == 0)
            subjects_.erase(found);
    }

    //!\brief A subject that is kept.
    sequence const & operator[](std::uint64_t const number) const
    {
        return subjects_.at(number).subject;
    }

private:
    struct entry
    {
        sequence subject{};
        std::uint64_t queries{};
    };

    bool with_letters_;
    std::unordered_map<std::uint64_t, entry> subjects_{};
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
        kept_{options.alignment.has_value()}
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

    //!\brief To be called after run().
    void print() const
    {
        print_timings(times_, timed_work::subsequences);
        std::fprintf(stderr, "skipped\t%llu\n", static_cast<unsigned long long>(skipped_));
    }

private:
    void search_files();
    void find_hits(packed_reader & database);
    void check_memory() const;
    void write_table(output_file & file);
    void write_alignments(output_file & file);
    compared_pair row_of(ranked_hit const & hit) const;

    search_options const & options_;
    temporary_file & temporary_;
    plan::execution execution_;
    step_times times_{};
    std::uint64_t skipped_{};
    std::vector<sequence> queries_{};
    kept_subjects kept_;
    std::vector<ranked_hit> hits_{}; // In the order of the output.
};

void search_run::search_files()
{
    // A backend that is not there, or cannot do this, shows before long files are read.
    auto const wanted = options_.alignment ? lcs::output::subsequence : lcs::output::length;
    lcs::compute({}, wanted, execution_);

    alphabet const letters = make_alphabet(options_.alphabet);
    queries_ = read_sequences(options_.first, letters, times_);
    packed_reader database{options_.second, letters, times_};

    // So does a file that cannot be written.
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
            // The alignment file comes last: the one that was there before stays if the table cannot be written.
            table.finish();
            if (execution_.stop.stop_requested())
                throw operation_stopped{"The program was stopped before its output was complete."};
            if (alignments)
                alignments->finish();
        });
}

void search_run::find_hits(packed_reader & database)
{
    // How many subjects there are shows only at their end.
    progress_bar bar{std::nullopt};
    double cells_done = 0;
    plan::execution execution{execution_};
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_done + progress.cells_done);
    };

    std::vector<lcs::search> searches{};
    searches.reserve(queries_.size());
    for (sequence const & query : queries_)
        searches.emplace_back(query.letters, options_.hits, execution);

    stopwatch searching{};
    std::uint64_t subjects = 0;
    std::vector<packing::packed_sequence_view> piece_letters{};
    std::vector<std::uint64_t> queries_of_subject{};
    for (auto piece = database.next(most_pairs_of_batch, plan::batch_letters); !piece.empty();
         piece = database.next(most_pairs_of_batch, plan::batch_letters))
    {
        double letters = 0;
        piece_letters.clear();
        for (sequence const & subject : piece)
        {
            piece_letters.push_back(subject.letters);
            letters += static_cast<double>(subject.letters.size());
        }

        queries_of_subject.assign(piece.size(), 0);
        for (std::size_t i = 0; i < searches.size(); ++i)
        {
            lcs::search_changes const changes = searching.measure(
                [&]()
                {
                    return searches[i].add(piece_letters);
                });
            for (std::uint64_t const subject : changes.left)
                kept_.leave(subject);
            for (std::uint64_t const subject : changes.entered)
                ++queries_of_subject[subject - subjects];

            cells_done += static_cast<double>(queries_[i].letters.size()) * letters;
            bar.show(cells_done);
        }

        for (std::size_t i = 0; i < piece.size(); ++i)
            if (queries_of_subject[i] != 0)
                kept_.keep(subjects + i, std::move(piece[i]), queries_of_subject[i]);
        subjects += piece.size();
    }

    times_.llcs += searching.seconds();
    for (std::size_t i = 0; i < searches.size(); ++i)
    {
        lcs::search_work const & work = searches[i].work();
        times_.transfer += work.transfer_seconds;
        times_.kernel += work.kernel_seconds;
        times_.backends.insert(work.backends.begin(), work.backends.end());
        skipped_ += work.skipped;

        std::uint64_t rank = 0;
        for (lcs::hit const & found : searches[i].hits())
            hits_.push_back({i, ++rank, found});
    }
}

// Throws if the memory limit is too small for an alignment: before anything is written.
void search_run::check_memory() const
{
    auto const least_memory = [this](ranked_hit const & hit)
    {
        return plan::least_memory(queries_[hit.query].letters.size(), hit.found.subject_size);
    };

    // If it is enough for this one, it is for all.
    auto const worst = std::ranges::max_element(hits_, {}, least_memory);
    if (worst != hits_.end())
        plan::plan_subsequence(queries_[worst->query].letters.size(),
                               worst->found.subject_size,
                               execution_.memory_limit,
                               1);
}

void search_run::write_table(output_file & file)
{
    times_.writing.measure(
        [&]()
        {
            ranked_result_writer table{file, options_.format};
            for (ranked_hit const & hit : hits_)
                table.write(hit.rank, row_of(hit));
            file.flush();
        });
}

void search_run::write_alignments(output_file & file)
{
    auto const letters_of = [this](ranked_hit const & hit)
    {
        return lcs::sequence_pair{queries_[hit.query].letters, kept_[hit.found.subject].letters};
    };
    double cells_total = 0;
    for (ranked_hit const & hit : hits_)
        cells_total += letters_of(hit).cells();

    progress_bar bar{cells_total};
    double cells_done = 0;
    plan::execution execution{execution_};
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_done + progress.cells_done);
    };

    for (auto next = hits_.cbegin(); next != hits_.cend();)
    {
        auto const batch = take_batch(next, hits_.cend(), letters_of);
        auto const results = compute(batch.letters, lcs::output::subsequence, execution, times_);

        times_.writing.measure(
            [&]()
            {
                for (auto const & [hit, letters, result] : ranges::views::zip(batch.pairs, batch.letters, results))
                {
                    write_paf(file, row_of(hit), result.runs);
                    cells_done += letters.cells();
                }
            });
        bar.show(cells_done);
    }
}

compared_pair search_run::row_of(ranked_hit const & hit) const
{
    sequence const & query = queries_[hit.query];
    return {.id1 = query.id,
            .id2 = kept_[hit.found.subject].id,
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
