// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_command.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/app/app_error.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/io/fasta/alphabet.hpp"
#include "src/app/pair/batch.hpp"
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

// Pairs of at least so many cells on average are compared one by one if many may be given up: shorter ones are fast anyway.
constexpr double min_cells_to_give_up{std::uint64_t{8192} * 8192};

bool has_threshold(pair_options const & options)
{
    return options.min_identity || options.max_distance != pair_options{}.max_distance;
}

// Sets the length or distance that a pair must reach not to be given up.
void set_threshold(pair_options const & options, alignment::sequence_pair & letters)
{
    double const min_identity = options.min_identity.value_or(0);
    std::uint64_t const first_size = letters.first.size();
    std::uint64_t const second_size = letters.second.size();
    if (options.metric == metric::lcs)
        letters.min_length = lcs::length_for_identity(min_identity, first_size, second_size);
    else
    {
        letters.max_distance = options.max_distance;
        if (options.min_identity)
            letters.max_distance = std::min(
                letters.max_distance,
                edit::distance_for_identity(min_identity, first_size, second_size).value_or(letters.max_distance));
    }
}

bool is_by_block(pair_options const & options, pair_list const & pairs)
{
    if (!options.all_pairs || options.alignment)
        return false;
    return !has_threshold(options) || pairs.cells() < min_cells_to_give_up * pairs.count();
}

void compare_blocks(pair_options const & options,
                    library & calls,
                    pair_list const & pairs,
                    std::stop_token const stop,
                    pair_writer & writer,
                    step_times & times)
{
    plan::execution execution{options.execution};
    execution.stop = stop;
    progress_bar bar{pairs.cells()};
    for (pair_blocks blocks{pairs, options.metric, calls, bar, execution, times}; !blocks.at_end();)
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

void compare_batches(pair_options const & options,
                     library & calls,
                     pair_list const & pairs,
                     std::stop_token const stop,
                     pair_writer & writer,
                     step_times & times)
{
    comparison const wanted{options.metric, options.alignment.has_value()};
    progress_bar bar{pairs.cells()};
    double cells_done = 0;

    plan::execution execution{options.execution};
    execution.stop = stop;
    execution.on_route = add_route_to(times);
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_done + progress.cells_done);
    };

    auto const get_letters = [&options](record_pair const & pair)
    {
        alignment::sequence_pair letters = pair.letters();
        set_threshold(options, letters);
        return letters;
    };
    auto all = pairs.all();
    for (auto next = all.begin(); next != all.end();)
    {
        auto batch = take_batch(next, all.end(), calls.ranks(), get_letters);
        auto results = compute(calls, batch.letters, wanted, execution, times);
        for (alignment::sequence_pair const & pair : batch.letters)
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
void compare_saved(pair_options const & options,
                   library & calls,
                   pair_list const & pairs,
                   std::stop_token const stop,
                   pair_writer & writer,
                   step_times & times)
{
    auto all = pairs.all();
    auto next = all.begin();
    auto only = take_batch(next, all.end(), calls.ranks(), std::mem_fn(&record_pair::letters));
    alignment::saved_run saved{.directory = *options.checkpoint, .restart = options.restart};
    if (options.checkpoint_interval)
        saved.interval = std::chrono::duration<double>{*options.checkpoint_interval};

    progress_bar bar{pairs.cells()};
    bool is_first = true;
    plan::execution execution{options.execution};
    execution.stop = stop;
    execution.on_route = add_route_to(times);
    execution.on_progress = [&](plan::progress const & progress)
    {
        if (std::exchange(is_first, false))
            bar.begin_at(progress.cells_done);
        bar.show(progress.cells_done);
    };

    stopwatch watch{};
    auto found = watch.measure(
        [&]()
        {
            comparison const wanted{options.metric, options.alignment.has_value()};
            return use_directory(*options.checkpoint,
                                 [&]()
                                 {
                                     return calls.compute(only.letters.front(), wanted, saved, execution);
                                 });
        });
    add_times(only.letters, {&found.result, 1}, watch.seconds(), times);
    times.saves_state = true;
    times.saves = found.saves;
    times.saving = found.saving_seconds;
    times.resumed = pairs.cells() == 0 ? 0 : found.cells_resumed / pairs.cells();

    std::vector<alignment::result> results{};
    results.push_back(std::move(found.result));
    times.writing.measure(
        [&]()
        {
            bar.make_room();
            writer.write(std::move(only), std::move(results));
        });
}

void check_one_pair(pair_list const & pairs)
{
    if (pairs.first().size() != 1 || pairs.second().size() != 1)
        throw usage_error{"--checkpoint saves the run of one pair, but these files have "
                          + std::to_string(pairs.first().size()) + " and " + std::to_string(pairs.second().size())
                          + " records; give files with one record each, or omit --checkpoint."};
}

void compare_files(pair_options const & options,
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
        pairs.check_memory(options.metric, options.execution.memory_limit);

    if (options.checkpoint)
        check_one_pair(pairs);

    pair_writer writer{options, pairs, temporary};
    (options.checkpoint            ? compare_saved
     : is_by_block(options, pairs) ? compare_blocks
                                   : compare_batches)(options, calls, pairs, stop, writer, times);
    times.writing.measure(
        [&]()
        {
            writer.finish(stop);
        });
    if (options.checkpoint)
        use_directory(*options.checkpoint,
                      [&]()
                      {
                          alignment::remove_saved_run(*options.checkpoint);
                      });
}

} // namespace

void run_pairs(pair_options const & options, library & calls, std::stop_token const stop, temporary_file & temporary)
{
    step_times times{};
    times.total.measure(
        [&]()
        {
            compare_files(options, calls, stop, temporary, times);
        });

    if (options.timings)
        print_timings(times, timed_work::pairs, options.metric);
}

} // namespace seqan3_gpulcs::app
