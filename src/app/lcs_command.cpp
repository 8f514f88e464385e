// SPDX-License-Identifier: BSD-3-Clause

#include "lcs_command.hpp"

#include <algorithm>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "alphabet.hpp"
#include "app_error.hpp"
#include "batch.hpp"
#include "distance_matrix.hpp"
#include "input_file.hpp"
#include "output_file.hpp"
#include "packed_reader.hpp"
#include "progress_bar.hpp"
#include "result_writer.hpp"
#include "same_file.hpp"
#include "step_times.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

double count_letters(std::vector<sequence> const & sequences) noexcept
{
    double letters = 0;
    for (sequence const & each : sequences)
        letters += static_cast<double>(each.letters.size());
    return letters;
}

sequence const & longest(std::span<sequence const> const sequences)
{
    return *std::ranges::max_element(sequences,
                                     {},
                                     [](sequence const & each)
                                     {
                                         return each.letters.size();
                                     });
}

//!\brief Which records are compared.
enum class pairing : std::uint8_t
{
    in_order,         //!< Record i of one file with record i of the other.
    every_with_every, //!< Every record of one file with every record of the other.
    every_two         //!< Every two records of one file.
};

pairing pairing_of(lcs_options const & options)
{
    if (!options.all_pairs)
        return pairing::in_order;
    bool const is_one_file = is_same_file(path_of_input(options.first), path_of_input(options.second));
    return is_one_file ? pairing::every_two : pairing::every_with_every;
}

//!\brief The pairs to compare, in order.
class pair_list
{
public:
    pair_list(lcs_options const & options, pairing const how, alphabet const & letters, step_times & times) :
        pairing_{how},
        first_{read_sequences(options.first, letters, times)},
        second_{pairing_ == pairing::every_two ? std::vector<sequence>{}
                                               : read_sequences(options.second, letters, times)}
    {
        if (pairing_ == pairing::in_order && first_.size() != second_.size())
            throw input_error{"The inputs have different numbers of records, " + std::to_string(first_.size()) + " in "
                              + input_name(options.first) + " and " + std::to_string(second_.size()) + " in "
                              + input_name(options.second)
                              + "; make them equal, or compare every record with every record with --all-pairs."};
    }

    std::uint64_t size() const noexcept
    {
        switch (pairing_)
        {
        case pairing::every_two:
            return pairs_before(first_.size());
        case pairing::every_with_every:
            return first_.size() * second_.size();
        default:
            return first_.size();
        }
    }

    sequence const & first(std::uint64_t const index) const
    {
        switch (pairing_)
        {
        case pairing::every_two:
            return first_[row_of(index)];
        case pairing::every_with_every:
            return first_[index / second_.size()];
        default:
            return first_[index];
        }
    }

    sequence const & second(std::uint64_t const index) const
    {
        switch (pairing_)
        {
        case pairing::every_two:
        {
            std::uint64_t const row = row_of(index);
            return first_[row + 1 + index - pairs_before(row)];
        }
        case pairing::every_with_every:
            return second_[index % second_.size()];
        default:
            return second_[index];
        }
    }

    //!\brief The names of the records of the first file.
    std::vector<std::string> names() const
    {
        std::vector<std::string> names{};
        for (sequence const & each : first_)
            names.push_back(each.id);
        return names;
    }

    //!\brief The cells of all pairs together.
    double cells() const
    {
        if (pairing_ == pairing::every_with_every)
            return count_letters(first_) * count_letters(second_);

        double sum = 0;
        if (pairing_ == pairing::every_two)
        {
            double letters = 0;
            for (sequence const & each : first_)
            {
                sum += letters * static_cast<double>(each.letters.size());
                letters += static_cast<double>(each.letters.size());
            }
            return sum;
        }
        for (std::uint64_t i = 0; i < size(); ++i)
            sum += letters(i).cells();
        return sum;
    }

    //!\brief Throws if the memory limit is too small for a pair: before anything is computed or written.
    void check_memory(std::uint64_t const limit) const
    {
        auto const check = [limit](sequence const & rows, sequence const & columns)
        {
            plan::plan_subsequence(rows.letters.size(), columns.letters.size(), limit, 1);
        };

        if (size() == 0)
            return;

        // Shorter sequences need no more.
        if (pairing_ == pairing::every_two)
        {
            sequence const & most = longest(first_);
            if (std::span const before{first_.data(), &most}; !before.empty())
                check(longest(before), most);
            if (std::span const behind{&most + 1, first_.data() + first_.size()}; !behind.empty())
                check(most, longest(behind));
            return;
        }
        if (pairing_ == pairing::every_with_every)
            return check(longest(first_), longest(second_));

        for (std::uint64_t i = 0; i < size(); ++i)
            check(first(i), second(i));
    }

    lcs::sequence_pair letters(std::uint64_t const index) const
    {
        return {first(index).letters, second(index).letters};
    }

private:
    // The pairs of every two whose first record is before this one.
    std::uint64_t pairs_before(std::uint64_t const row) const noexcept
    {
        return row * first_.size() - row * (row + 1) / 2;
    }

    std::uint64_t row_of(std::uint64_t const index) const
    {
        auto const rows = std::views::iota(std::uint64_t{0}, std::uint64_t{first_.size()});
        return *std::ranges::partition_point(rows,
                                             [&](std::uint64_t const row)
                                             {
                                                 return pairs_before(row + 1) <= index;
                                             });
    }

    pairing pairing_;
    std::vector<sequence> first_;
    std::vector<sequence> second_;
};

void compare_files(lcs_options const & options,
                   std::stop_token const stop,
                   temporary_file & temporary,
                   step_times & times)
{
    bool const wants_matrix = options.format == table_format::phylip;
    pairing const how = pairing_of(options);
    if (wants_matrix && how != pairing::every_two)
        throw usage_error{"--format phylip writes the distances of every two records of one file: name it twice, with "
                          "--all-pairs."};

    // A backend that is not there, or cannot do this, shows before long files are read.
    auto const wanted = options.alignment ? lcs::output::subsequence : lcs::output::length;
    lcs::compute({}, wanted, options.execution);

    pair_list const pairs{options, how, make_alphabet(options.alphabet), times};
    if (options.alignment)
        pairs.check_memory(options.execution.memory_limit);

    std::optional<distance_matrix> matrix{};
    if (wants_matrix)
        matrix.emplace(pairs.names());

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
                    if (matrix)
                        matrix->add(lcs::identity(row.lcs, row.length1, row.length2));
                    else
                        table.write(row);
                    if (alignments)
                        write_paf(*alignments, row, result.runs);

                    cells_done += pairs.letters(next).cells();
                    ++next;
                }
                table_file.flush();
            });
        bar.show(cells_done);
    }

    times.writing.measure(
        [&]()
        {
            if (matrix)
                matrix->write(table_file);
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
        print_timings(times, timed_work::subsequences);
}

} // namespace seqan3_gpulcs::app
