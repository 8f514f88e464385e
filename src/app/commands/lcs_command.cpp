// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/lcs_command.hpp"

#include <optional>
#include <span>
#include <vector>

#include <range/v3/view/zip.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/app/app_error.hpp"
#include "src/app/commands/batch.hpp"
#include "src/app/commands/pair_list.hpp"
#include "src/app/commands/shared_options.hpp"
#include "src/app/io/alphabet.hpp"
#include "src/app/io/distance_matrix.hpp"
#include "src/app/io/output_file.hpp"
#include "src/app/io/result_writer.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief Writes the results of pairs: a table or a matrix, and alignments if they are wanted.
class pair_writer
{
public:
    pair_writer(lcs_options const & options, pair_list const & pairs, temporary_file & temporary) :
        table_{table_file_, options.format}
    {
        if (options.format == table_format::phylip)
            matrix_.emplace(pairs.ids());
        if (options.alignment)
            alignment_file_ = output_file::create(*options.alignment, temporary);
    }

    // The table refers to the file.
    pair_writer(pair_writer const &) = delete;
    pair_writer & operator=(pair_writer const &) = delete;

    void write(batch<record_pair> const & batch, std::span<lcs::result const> const results)
    {
        for (auto const & [pair, result] : ranges::views::zip(batch.pairs, results))
            write(pair, result);
        table_file_.flush();
    }

    // The alignment file comes last: the previous one is kept if the table cannot be written.
    void finish(std::stop_token const & stop)
    {
        if (matrix_)
            matrix_->write(table_file_);
        table_file_.finish();
        if (stop.stop_requested())
            throw operation_stopped{"The program was stopped before its output was complete."};
        if (alignment_file_)
            alignment_file_->finish();
    }

private:
    void write(record_pair const & pair, lcs::result const & result)
    {
        compared_pair const row{.id1 = pair.first->id,
                                .id2 = pair.second->id,
                                .length1 = pair.first->letters.size(),
                                .length2 = pair.second->letters.size(),
                                .lcs = result.length};
        if (matrix_)
            matrix_->add(lcs::identity(row.lcs, row.length1, row.length2));
        else
            table_.write(row);
        if (alignment_file_)
            write_paf(*alignment_file_, row, result.path);
    }

    output_file table_file_{output_file::standard_output()};
    result_writer table_;
    std::optional<distance_matrix> matrix_{};
    std::optional<output_file> alignment_file_{};
};

void compare_pairs(lcs_options const & options,
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
        auto const batch = take_batch(next, all.end(), std::mem_fn(&record_pair::letters));
        auto const results = compute(batch.letters, output, execution, times);

        times.writing.measure(
            [&]()
            {
                bar.make_room();
                writer.write(batch, results);
            });
        for (lcs::sequence_pair const & pair : batch.letters)
            cells_done += pair.cells();
        bar.show(cells_done);
    }
}

void compare_files(lcs_options const & options,
                   std::stop_token const stop,
                   temporary_file & temporary,
                   step_times & times)
{
    pairing const how = choose_pairing(options);
    if (options.format == table_format::phylip && how != pairing::every_two)
        throw usage_error{"--format phylip writes the distances of all records of one file: give it twice, with "
                          "--all-pairs."};
    require_backend(options.execution);

    pair_list const pairs{options, how, make_alphabet(options.alphabet), times};
    if (options.alignment)
        pairs.check_memory(options.execution.memory_limit);

    pair_writer writer{options, pairs, temporary};
    compare_pairs(options, pairs, stop, writer, times);
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
