// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/commands/lcs_command.hpp"

#include <functional>
#include <string>
#include <utility>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/app/app_error.hpp"
#include "src/app/commands/batch.hpp"
#include "src/app/commands/pair_blocks.hpp"
#include "src/app/commands/pair_list.hpp"
#include "src/app/commands/pair_writer.hpp"
#include "src/app/commands/shared_options.hpp"
#include "src/app/io/alphabet.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

void compare_blocks(lcs_options const & options,
                    library & calls,
                    pair_list const & pairs,
                    std::stop_token const stop,
                    pair_writer & writer,
                    step_times & times)
{
    plan::execution execution{options.execution};
    execution.stop = stop;
    progress_bar bar{pairs.cells()};
    for (pair_blocks blocks{pairs, calls, bar, execution, times}; !blocks.at_end();)
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
                     library & calls,
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
        auto batch = take_batch(next, all.end(), calls.ranks(), std::mem_fn(&record_pair::letters));
        auto results = compute(calls, batch.letters, output, execution, times);
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
                   library & calls,
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
    (is_by_block ? compare_blocks : compare_batches)(options, calls, pairs, stop, writer, times);
    times.writing.measure(
        [&]()
        {
            writer.finish(stop);
        });
}

} // namespace

void run_lcs(lcs_options const & options, library & calls, std::stop_token const stop, temporary_file & temporary)
{
    step_times times{};
    times.total.measure(
        [&]()
        {
            compare_files(options, calls, stop, temporary, times);
        });

    if (options.timings)
        print_timings(times, timed_work::subsequences);
}

} // namespace seqan3_gpulcs::app
