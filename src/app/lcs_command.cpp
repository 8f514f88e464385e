// SPDX-License-Identifier: BSD-3-Clause

#include "lcs_command.hpp"

#include <algorithm>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "alphabet.hpp"
#include "app_error.hpp"
#include "batch.hpp"
#include "input_file.hpp"
#include "output_file.hpp"
#include "packed_reader.hpp"
#include "progress_bar.hpp"
#include "result_writer.hpp"
#include "step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

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
        auto const batch = take_batch(next,
                                      pairs.size(),
                                      [&](std::uint64_t const index)
                                      {
                                          return pairs.letters(index);
                                      });
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
