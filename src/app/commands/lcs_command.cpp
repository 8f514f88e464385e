// SPDX-License-Identifier: BSD-3-Clause

#include "lcs_command.hpp"

#include <algorithm>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include <range/v3/view/any_view.hpp>
#include <range/v3/view/cartesian_product.hpp>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/enumerate.hpp>
#include <range/v3/view/for_each.hpp>
#include <range/v3/view/transform.hpp>
#include <range/v3/view/zip.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/plan/lcs_plan.hpp>

#include "../app_error.hpp"
#include "../io/alphabet.hpp"
#include "../io/distance_matrix.hpp"
#include "../io/input_file.hpp"
#include "../io/output_file.hpp"
#include "../io/packed_reader.hpp"
#include "../io/result_writer.hpp"
#include "../io/same_file.hpp"
#include "../progress_bar.hpp"
#include "../step_times.hpp"
#include "batch.hpp"

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
    return is_same_input(options.first, options.second) ? pairing::every_two : pairing::every_with_every;
}

//!\brief Two records.
struct record_pair
{
    sequence const * first{};
    sequence const * second{};
};

lcs::sequence_pair letters_of(record_pair const & pair)
{
    return {pair.first->letters, pair.second->letters};
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

    //!\brief Goes through the pairs. For every two, those of the first record come first.
    ranges::any_view<record_pair> all() const
    {
        using namespace ranges;

        switch (pairing_)
        {
        case pairing::every_two:
            return views::for_each(views::enumerate(first_),
                                   [this](auto const & numbered)
                                   {
                                       sequence const * const first = &std::get<1>(numbered);
                                       return first_ | views::drop(std::get<0>(numbered) + 1)
                                            | views::transform(
                                                  [first](sequence const & second)
                                                  {
                                                      return record_pair{first, &second};
                                                  });
                                   });
        case pairing::every_with_every:
            return views::cartesian_product(first_, second_) | views::transform(to_pair);
        default:
            return views::zip(first_, second_) | views::transform(to_pair);
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
        for (record_pair const & pair : all())
            sum += letters_of(pair).cells();
        return sum;
    }

    //!\brief Throws if the memory limit is too small for a pair: before anything is computed or written.
    void check_memory(std::uint64_t const limit) const
    {
        auto const check = [limit](sequence const & rows, sequence const & columns)
        {
            plan::plan_subsequence(rows.letters.size(), columns.letters.size(), limit, 1);
        };

        if (first_.empty() || (second_.empty() && pairing_ == pairing::every_with_every))
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

        for (auto const & [first, second] : all())
            check(*first, *second);
    }

private:
    static constexpr auto to_pair = [](auto const & records)
    {
        auto const & [first, second] = records;
        return record_pair{&first, &second};
    };

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

    auto order = pairs.all();
    for (auto next = order.begin(); next != order.end();)
    {
        auto const batch = take_batch(next, order.end(), letters_of);
        auto const results = compute(batch.letters, wanted, execution, times);

        times.writing.measure(
            [&]()
            {
                bar.make_room();
                for (auto const & [pair, letters, result] : ranges::views::zip(batch.pairs, batch.letters, results))
                {
                    compared_pair const row{.id1 = pair.first->id,
                                            .id2 = pair.second->id,
                                            .length1 = letters.first.size(),
                                            .length2 = letters.second.size(),
                                            .lcs = result.length};
                    if (matrix)
                        matrix->add(lcs::identity(row.lcs, row.length1, row.length2));
                    else
                        table.write(row);
                    if (alignments)
                        write_paf(*alignments, row, result.runs);

                    cells_done += letters.cells();
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
