// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/lcs_command.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/app/app_error.hpp"
#include "src/app/commands/batch.hpp"
#include "src/app/commands/pair_blocks.hpp"
#include "src/app/commands/pair_list.hpp"
#include "src/app/commands/shared_options.hpp"
#include "src/app/io/alphabet.hpp"
#include "src/app/io/distance_matrix.hpp"
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

// With one thread, rows are formatted by the thread that shows the progress: on a terminal, they must not be mixed.
unsigned formatting_threads(plan::execution const & execution)
{
    return ::isatty(STDOUT_FILENO) == 1 ? 1 : plan::available_threads(execution);
}

std::vector<std::string> ids(std::span<sequence const> const sequences)
{
    std::vector<std::string> ids{};
    for (sequence const & each : sequences)
        ids.push_back(each.id);
    return ids;
}

std::size_t longest_id(std::span<sequence const> const sequences)
{
    std::size_t longest = 0;
    for (sequence const & each : sequences)
        longest = std::max(longest, each.id.size());
    return longest;
}

compared_pair to_row(sequence const & first, sequence const & second, std::uint64_t const lcs)
{
    return {.id1 = first.id,
            .id2 = second.id,
            .length1 = first.letters.size(),
            .length2 = second.letters.size(),
            .lcs = lcs};
}

double identity(compared_pair const & row)
{
    return lcs::identity(row.lcs, row.length1, row.length2);
}

//!\brief Writes the results of pairs: a table or a matrix, and alignments if they are wanted.
class pair_writer
{
public:
    pair_writer(lcs_options const & options, pair_list const & pairs, temporary_file & temporary) :
        first_{pairs.first()},
        second_{pairs.second()},
        min_identity_{options.min_identity.value_or(0)},
        part_rows_{rows_per_part(longest_id(first_) + longest_id(second_))},
        table_{options.format, false}
    {
        unsigned const threads = formatting_threads(options.execution);
        if (is_matrix(options.format))
            matrix_.emplace(ids(first_), options.format);
        if (options.alignment)
        {
            alignment_file_ = output_file::create(*options.alignment, temporary);
            alignment_writer_.emplace(*alignment_file_, threads);
        }
        table_writer_.emplace(table_file_, threads);
        if (!matrix_)
            table_file_.write(table_.header());
    }

    // The writers refer to the files.
    pair_writer(pair_writer const &) = delete;
    pair_writer & operator=(pair_writer const &) = delete;

    //!\brief Has results written by other threads, after the previous ones; only one set of alignments is in memory.
    void write(batch<record_pair> && compared, std::vector<lcs::result> && results)
    {
        wait();
        batch_ = std::move(compared);
        results_ = std::move(results);
        if (matrix_)
            write_batch_matrix();
        else
            write_batch_table();
        if (alignment_writer_)
        {
            write_alignments();
            wait();
        }
    }

    //!\brief The same for a block.
    void write(pair_block && compared)
    {
        wait();
        block_ = std::move(compared);
        if (matrix_)
            write_block_matrix();
        else
            write_block_table();
    }

    // The alignment file comes last: the previous one is kept if the table cannot be written.
    void finish(std::stop_token const & stop)
    {
        wait();
        table_file_.finish();
        if (stop.stop_requested())
            throw operation_stopped{"The program was stopped before its output was complete."};
        if (alignment_file_)
            alignment_file_->finish();
    }

private:
    bool is_wanted(compared_pair const & row) const
    {
        return identity(row) >= min_identity_;
    }

    void append_row(std::string & text, compared_pair const & row) const
    {
        if (is_wanted(row))
            table_.append_row(text, row);
    }

    compared_pair batch_row(std::size_t const i) const
    {
        return to_row(*batch_.pairs[i].first, *batch_.pairs[i].second, results_[i].length);
    }

    void write_batch_matrix()
    {
        for (std::size_t i = 0; i < results_.size(); ++i)
            matrix_->add(identity(batch_row(i)));
        matrix_->write(*table_writer_);
    }

    void write_batch_table()
    {
        write_rows(*table_writer_,
                   results_.size(),
                   part_rows_,
                   [this](std::string & text, std::size_t const i)
                   {
                       append_row(text, batch_row(i));
                   });
    }

    void write_alignments()
    {
        constexpr std::size_t part_letters{std::size_t{1} << 17};
        std::size_t letters = 1;
        for (lcs::sequence_pair const & pair : batch_.letters)
            letters += pair.first.size() + pair.second.size();
        write_rows(*alignment_writer_,
                   results_.size(),
                   std::max<std::size_t>(1, results_.size() * part_letters / letters),
                   [this](std::string & text, std::size_t const i)
                   {
                       compared_pair const row = batch_row(i);
                       if (is_wanted(row))
                           append_paf(text, row, results_[i].path);
                   });
    }

    void write_block_matrix()
    {
        for (compared_row const & each : block_.rows)
            for (std::size_t i = 0; i < each.lengths.size(); ++i)
                matrix_->add(identity(to_row(first_[each.row], second_[each.column + i], each.lengths[i])));
        matrix_->write(*table_writer_);
    }

    // Parts of equal size, whatever the rows of the block are.
    void write_block_table()
    {
        std::vector<compared_row> part{};
        std::size_t pairs = 0;
        auto const end_part = [&]()
        {
            table_writer_->write(
                [this, part = std::exchange(part, {})](std::string & text)
                {
                    append_rows(text, part);
                });
            pairs = 0;
        };

        for (compared_row rest : block_.rows)
        {
            while (!rest.lengths.empty())
            {
                std::size_t const count = std::min(rest.lengths.size(), part_rows_ - pairs);
                part.push_back({rest.row, rest.column, rest.lengths.first(count)});
                rest = {rest.row, rest.column + count, rest.lengths.subspan(count)};
                pairs += count;
                if (pairs == part_rows_)
                    end_part();
            }
        }
        if (!part.empty())
            end_part();
    }

    void append_rows(std::string & text, std::span<compared_row const> const rows) const
    {
        for (compared_row const & each : rows)
            for (std::size_t i = 0; i < each.lengths.size(); ++i)
                append_row(text, to_row(first_[each.row], second_[each.column + i], each.lengths[i]));
    }

    void wait()
    {
        table_writer_->wait();
        if (alignment_writer_)
            alignment_writer_->wait();
    }

    std::span<sequence const> first_;
    std::span<sequence const> second_;
    double min_identity_;
    std::size_t part_rows_;
    result_table table_;
    std::optional<distance_matrix> matrix_{};
    // What the threads are writing: a batch and its results, or a block.
    batch<record_pair> batch_{};
    std::vector<lcs::result> results_{};
    pair_block block_{};
    output_file table_file_{output_file::standard_output()};
    std::optional<output_file> alignment_file_{};
    // Last: their threads use everything above.
    std::optional<parallel_writer> table_writer_{};
    std::optional<parallel_writer> alignment_writer_{};
};

void compare_blocks(lcs_options const & options,
                    pair_list const & pairs,
                    std::stop_token const stop,
                    pair_writer & writer,
                    step_times & times)
{
    plan::execution execution{options.execution};
    execution.stop = stop;
    progress_bar bar{pairs.cells()};
    for (pair_blocks blocks{pairs, bar, execution, times}; !blocks.at_end();)
    {
        pair_block block = blocks.next();
        times.writing.measure(
            [&]()
            {
                bar.make_room();
                writer.write(std::move(block));
            });
    }
}

void compare_batches(lcs_options const & options,
                     pair_list const & pairs,
                     std::stop_token const stop,
                     pair_writer & writer,
                     step_times & times)
{
    auto const output = options.alignment ? lcs::output::subsequence : lcs::output::length;
    progress_bar bar{pairs.cells()};
    double cells_done = 0;

    plan::execution execution{options.execution};
    execution.stop = stop;
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_done + progress.cells_done);
    };

    auto all = pairs.all();
    for (auto next = all.begin(); next != all.end();)
    {
        auto batch = take_batch(next, all.end(), std::mem_fn(&record_pair::letters));
        auto results = compute(batch.letters, output, execution, times);
        for (lcs::sequence_pair const & pair : batch.letters)
            cells_done += pair.cells();

        times.writing.measure(
            [&]()
            {
                bar.make_room();
                writer.write(std::move(batch), std::move(results));
            });
        bar.show(cells_done);
    }
}

void compare_files(lcs_options const & options,
                   std::stop_token const stop,
                   temporary_file & temporary,
                   step_times & times)
{
    pairing const how = choose_pairing(options);
    if (is_matrix(options.format) && how != pairing::every_two)
        throw usage_error{std::string{"--format "} + (options.format == table_format::npy ? "npy" : "phylip")
                          + " writes the distances of all records of one file: give it twice, with --all-pairs."};
    require_backend(options.execution);

    pair_list const pairs{options, how, make_alphabet(options.alphabet), times};
    if (options.alignment)
        pairs.check_memory(options.execution.memory_limit);

    pair_writer writer{options, pairs, temporary};
    bool const is_by_block = options.all_pairs && !options.alignment;
    (is_by_block ? compare_blocks : compare_batches)(options, pairs, stop, writer, times);
    times.writing.measure(
        [&]()
        {
            writer.finish(stop);
        });
}

} // namespace

void run_lcs(lcs_options const & options, std::stop_token const stop, temporary_file & temporary)
{
    step_times times{};
    times.total.measure(
        [&]()
        {
            compare_files(options, stop, temporary, times);
        });

    if (options.timings)
        print_timings(times, timed_work::subsequences);
}

} // namespace seqan3_gpulcs::app
