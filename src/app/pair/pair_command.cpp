// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_command.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/exception.hpp>

#include "src/app/app_error.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/message.hpp"
#include "src/app/metric_calls.hpp"
#include "src/app/pair/chance.hpp"
#include "src/app/pair/letter_case.hpp"
#include "src/app/pair/pair_blocks.hpp"
#include "src/app/pair/pair_list.hpp"
#include "src/app/pair/pair_writer.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/readable.hpp"
#include "src/app/step_times.hpp"
#include "src/app/stopwatch.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Adds the dashes to the option that the library calls `restart`.
std::string with_option_name(std::string sentence)
{
    constexpr std::string_view name{"(restart)"};
    if (auto const position = sentence.find(name); position != std::string::npos)
        sentence.replace(position, name.size(), "(--restart)");
    return sentence;
}

// Calls a function, and adds the directory to its errors.
template <typename call_t>
decltype(auto) use_directory(std::string const & directory, call_t const & call)
{
    try
    {
        return call();
    }
    catch (saved_run_error const & error)
    {
        throw saved_run_error{in_quotes(directory) + ": " + with_option_name(error.what())};
    }
}

// Compares a single pair. Its state stays until the output is complete.
alignment::result compare_saved(pair_options const & options, pair_list const & pairs, step_times & times)
{
    alignment::sequence_pair const only = pairs.letters(pairs.begin());
    alignment::saved_run saved{.directory = *options.checkpoint, .restart = options.restart};
    if (options.checkpoint_interval)
        saved.interval = std::chrono::duration<double>{*options.checkpoint_interval};

    progress_bar bar{pairs.cells()};
    stopwatch watch{};
    auto found = watch.measure(
        [&]()
        {
            comparison const wanted{options.metric, needs_alignments(options)};
            return use_directory(*options.checkpoint,
                                 [&]()
                                 {
                                     return compute(only, wanted, saved, bar.watch(options.execution, times, true));
                                 });
        });
    times.add({&only, 1}, {&found.result, 1}, watch.seconds());
    times.saves_state = true;
    times.saves = found.saves;
    times.saving = found.saving_seconds;
    times.resumed = pairs.cells() == 0 ? 0 : found.cells_resumed / pairs.cells();
    return std::move(found.result);
}

// Compares all pairs, and writes blocks of them.
void compare_and_write(pair_options const & options,
                       pair_list const & pairs,
                       pair_writer & writer,
                       chance_watch & watch,
                       step_times & times)
{
    auto const write = [&](pair_block && block)
    {
        if (!options.quiet)
            watch.look_at(block);
        times.writing.measure(
            [&]()
            {
                writer.write(std::move(block));
            });
    };
    if (!options.checkpoint)
        return compare_blocks(pairs, options, times, write);
    pair_block block{};
    block.results.push_back(compare_saved(options, pairs, times));
    pair_position only = pairs.begin();
    add_values(pairs, only, options.metric, block);
    write(std::move(block));
}

void check_one_pair(pair_list const & pairs)
{
    if (pairs.first().size() != 1 || pairs.second().size() != 1)
        throw usage_error{"--checkpoint saves the run of one pair, but these files have "
                          + std::to_string(pairs.first().size()) + " and " + std::to_string(pairs.second().size())
                          + " records; give files with one record each, or omit --checkpoint."};
}

void compare_files(pair_options const & options, temporary_file & temporary, step_times & times)
{
    pairing const how = choose_pairing(options);
    bool const are_equal_pairs = how == pairing::in_order && compares_with_itself(options);
    if (is_matrix(options.format) && how != pairing::every_two)
        throw usage_error{std::string{"--format "} + (options.format == table_format::npy ? "npy" : "phylip")
                          + " writes the distances of all records of one file: give only that one, with --all-pairs."};
    require_backend(options.execution);

    pair_list const pairs{options, how, make_alphabet(options.alphabet), times};
    if (needs_alignments(options))
        pairs.check_memory(options.metric, options.execution.memory_limit);

    if (options.checkpoint)
        check_one_pair(pairs);

    if (are_equal_pairs && !options.quiet)
        print_note("Both inputs are the same file, so each record is compared with itself; add --all-pairs to compare "
                   "every two records.");

    pair_writer writer{options, pairs, temporary};
    chance_watch watch{pairs, options};
    compare_and_write(options, pairs, writer, watch, times);
    times.writing.measure(
        [&]()
        {
            writer.finish();
        });
    if (options.checkpoint)
        use_directory(*options.checkpoint,
                      [&]()
                      {
                          alignment::remove_saved_run(*options.checkpoint);
                      });
    if (auto const note = options.quiet ? std::nullopt : case_note(pairs, options))
        print_note(*note);
    if (auto const note = watch.note())
        print_note(*note);
}

} // namespace

void run_pairs(pair_options const & options, temporary_file & temporary)
{
    step_times times{};
    times.total.measure(
        [&]()
        {
            compare_files(options, temporary, times);
        });

    if (options.timings)
        print_timings(times, timed_work::pairs, options.metric);
}

} // namespace seqan3_gpulcs::app
