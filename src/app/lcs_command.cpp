// SPDX-License-Identifier: BSD-3-Clause

#include "lcs_command.hpp"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/backend.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "alphabet.hpp"
#include "app_error.hpp"
#include "input_file.hpp"
#include "output_file.hpp"
#include "progress_bar.hpp"
#include "result_writer.hpp"
#include "sequence_reader.hpp"
#include "stopwatch.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

//!\brief How long the steps took, and what computed.
struct step_times
{
    stopwatch reading{};
    stopwatch packing{};
    double llcs{};
    double transfer{}; //!< A part of llcs.
    double kernel{};   //!< A part of llcs.
    double traceback{};
    stopwatch writing{};
    stopwatch total{};
    std::set<plan::backend> backends{};
};

//!\brief A record whose letters are packed.
struct sequence
{
    std::string id{};
    packing::packed_sequence letters{};
};

std::vector<sequence> read_sequences(std::string const & path, alphabet const & letters, step_times & times)
{
    std::vector<sequence> sequences{};
    sequence_reader reader{path, letters};
    sequence_record record{};

    while (times.reading.measure(
        [&]()
        {
            return reader.next(record);
        }))
    {
        sequences.push_back({record.id,
                             times.packing.measure(
                                 [&]()
                                 {
                                     return packing::pack(record.letters);
                                 })});
    }

    if (sequences.empty())
        throw input_error{"The input " + input_name(path)
                          + " has no records; give a FASTA or FASTQ file with sequences."};
    return sequences;
}

double count_cells(sequence const & first, sequence const & second) noexcept
{
    return static_cast<double>(first.letters.size()) * static_cast<double>(second.letters.size());
}

double count_letters(std::vector<sequence> const & sequences) noexcept
{
    double letters = 0;
    for (sequence const & each : sequences)
        letters += static_cast<double>(each.letters.size());
    return letters;
}

sequence const & longest(std::vector<sequence> const & sequences)
{
    return *std::ranges::max_element(sequences,
                                     {},
                                     [](sequence const & each)
                                     {
                                         return each.letters.size();
                                     });
}

//!\brief The pairs to compare, in order.
class pair_list
{
public:
    pair_list(lcs_options const & options, alphabet const & letters, step_times & times) :
        first_{read_sequences(options.first, letters, times)},
        second_{read_sequences(options.second, letters, times)},
        all_pairs_{options.all_pairs}
    {
        if (!all_pairs_ && first_.size() != second_.size())
            throw input_error{"The inputs have different numbers of records, " + std::to_string(first_.size()) + " in "
                              + input_name(options.first) + " and " + std::to_string(second_.size()) + " in "
                              + input_name(options.second)
                              + "; make them equal, or compare every record with every record with --all-pairs."};
    }

    std::uint64_t size() const noexcept
    {
        return all_pairs_ ? first_.size() * second_.size() : first_.size();
    }

    sequence const & first(std::uint64_t const index) const
    {
        return first_[all_pairs_ ? index / second_.size() : index];
    }

    sequence const & second(std::uint64_t const index) const
    {
        return second_[all_pairs_ ? index % second_.size() : index];
    }

    //!\brief The cells of all pairs together.
    double cells() const
    {
        if (all_pairs_)
            return count_letters(first_) * count_letters(second_);

        double sum = 0;
        for (std::uint64_t i = 0; i < size(); ++i)
            sum += count_cells(first(i), second(i));
        return sum;
    }

    //!\brief Throws if the memory limit is too small for a pair: before anything is computed or written.
    void check_memory(std::uint64_t const limit) const
    {
        auto const check = [limit](sequence const & rows, sequence const & columns)
        {
            plan::plan_subsequence(rows.letters.size(), columns.letters.size(), limit, 1);
        };

        // Shorter sequences need no more.
        if (all_pairs_)
            return check(longest(first_), longest(second_));

        for (std::uint64_t i = 0; i < size(); ++i)
            check(first(i), second(i));
    }

    lcs::sequence_pair letters(std::uint64_t const index) const
    {
        return {first(index).letters, second(index).letters};
    }

private:
    std::vector<sequence> first_;
    std::vector<sequence> second_;
    bool all_pairs_;
};

// The next pairs, from the given one on.
std::vector<lcs::sequence_pair> take_batch(pair_list const & pairs, std::uint64_t next)
{
    std::vector<lcs::sequence_pair> batch{};
    for (std::uint64_t letters = 0;
         next < pairs.size() && batch.size() < plan::batch_pairs && letters < plan::batch_letters;
         ++next)
    {
        batch.push_back(pairs.letters(next));
        letters += batch.back().first.size() + batch.back().second.size();
    }
    return batch;
}

std::vector<lcs::result> compute(std::span<lcs::sequence_pair const> const batch,
                                 lcs::output const wanted,
                                 plan::execution const & execution,
                                 step_times & times)
{
    stopwatch both{};
    auto results = both.measure(
        [&]()
        {
            return lcs::compute(batch, wanted, execution);
        });

    // Threads work on several pairs at a time: their times say how the wall time divides, not how long it was.
    double forward = 0;
    double traceback = 0;
    for (lcs::result const & result : results)
    {
        forward += result.forward_seconds;
        traceback += result.traceback_seconds;
        times.transfer += result.transfer_seconds;
        times.kernel += result.kernel_seconds;
        times.backends.insert(result.backend);
    }
    double const share = traceback > 0 ? traceback / (forward + traceback) : 0;
    times.llcs += (1 - share) * both.seconds();
    times.traceback += share * both.seconds();
    return results;
}

void compare_files(lcs_options const & options,
                   std::stop_token const stop,
                   temporary_file & temporary,
                   step_times & times)
{
    // A backend that is not there, or cannot do this, shows before long files are read.
    auto const wanted = options.alignment ? lcs::output::subsequence : lcs::output::length;
    lcs::compute({}, wanted, options.execution);

    pair_list const pairs{options, make_alphabet(options.alphabet), times};
    if (options.alignment)
        pairs.check_memory(options.execution.memory_limit);

    output_file table_file = output_file::standard_output();
    result_writer table{table_file, options.format};
    std::optional<output_file> alignments{};
    if (options.alignment)
        alignments = output_file::create(*options.alignment, temporary);

    progress_bar bar{pairs.cells()};
    double cells_done = 0;

    plan::execution execution{options.execution};
    execution.stop = stop;
    execution.on_progress = [&](plan::progress const & progress)
    {
        bar.show(cells_done + progress.cells_done);
    };

    for (std::uint64_t next = 0; next < pairs.size();)
    {
        auto const batch = take_batch(pairs, next);
        auto const results = compute(batch, wanted, execution, times);

        times.writing.measure(
            [&]()
            {
                bar.make_room();
                for (lcs::result const & result : results)
                {
                    sequence const & first = pairs.first(next);
                    sequence const & second = pairs.second(next);
                    compared_pair const row{.id1 = first.id,
                                            .id2 = second.id,
                                            .length1 = first.letters.size(),
                                            .length2 = second.letters.size(),
                                            .lcs = result.length};
                    table.write(row);
                    if (alignments)
                        write_paf(*alignments, row, result.runs);

                    cells_done += count_cells(first, second);
                    ++next;
                }
                table_file.flush();
            });
        bar.show(cells_done);
    }

    times.writing.measure(
        [&]()
        {
            // The alignment file comes last: the one that was there before stays if the table cannot be written.
            table_file.finish();
            if (stop.stop_requested())
                throw operation_stopped{"The program was stopped before its output was complete."};
            if (alignments)
                alignments->finish();
        });
}

void print_timings(step_times const & times)
{
    std::pair<char const *, double> const lines[]{{"reading", times.reading.seconds()},
                                                  {"packing", times.packing.seconds()},
                                                  {"llcs", times.llcs},
                                                  {"transfer", times.transfer},
                                                  {"kernel", times.kernel},
                                                  {"traceback", times.traceback},
                                                  {"writing", times.writing.seconds()},
                                                  {"total", times.total.seconds()}};
    for (auto const & [name, seconds] : lines)
        std::fprintf(stderr, "%s\t%.6f\n", name, seconds);

    std::string names{};
    for (plan::backend const backend : times.backends)
        names += std::string{names.empty() ? "" : ","} + plan::to_string(backend);
    std::fprintf(stderr, "backend\t%s\n", names.c_str());
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
        print_timings(times);
}

} // namespace seqan3_gpulcs::app
