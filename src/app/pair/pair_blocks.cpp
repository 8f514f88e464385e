// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_blocks.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/edit/close_pairs.hpp>

#include "src/app/metric_calls.hpp"
#include "src/app/progress_bar.hpp"
#include "src/app/stopwatch.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Pairs of at least so many cells on average are compared one by one if many may be given up: shorter ones are fast anyway.
constexpr double min_cells_to_give_up{std::uint64_t{8192} * 8192};

bool compares_as_read(pair_options const & options)
{
    return !free_ends(options).any() && !options.both_strands;
}

// Whether pairs have to have so few edits that most of them need not be compared.
bool is_by_close_pairs(pair_options const & options)
{
    return options.all_pairs && traits_of(options.metric).is_distance && compares_as_read(options)
        && options.max_distance != pair_options{}.max_distance;
}

bool is_by_set(pair_options const & options, pair_list const & pairs)
{
    if (!options.all_pairs || needs_alignments(options) || !compares_as_read(options))
        return false;
    return !options.min_identity || pairs.cells() < min_cells_to_give_up * pairs.count();
}

using block_sink = std::function<void(pair_block &&)>;

// Calls a function with a sink that passes blocks on, and adds the time that it takes without that sink.
template <typename sink_t, typename call_t>
void compare_into(sink_t const & sink, step_times & times, call_t const & call)
{
    stopwatch whole{};
    stopwatch sinking{};
    auto const take = [&](auto && block)
    {
        sinking.measure(
            [&]()
            {
                sink(std::move(block));
            });
    };
    whole.measure(
        [&]()
        {
            call(take);
        });
    times.comparing += whole.seconds() - sinking.seconds();
}

double cells_of(pair_list const & pairs, pair_options const & options)
{
    return (options.both_strands ? 2 : 1) * pairs.cells();
}

// Of the results for both strands, one after the other, keeps the closer one of each two. A block may end between them.
class strand_choice
{
public:
    explicit strand_choice(metric const metric) noexcept : traits_{traits_of(metric)}
    {}

    pair_block choose(std::vector<alignment::result> && results)
    {
        pair_block chosen{};
        for (alignment::result & each : results)
            if (!as_read_)
                as_read_ = std::move(each);
            else
            {
                std::uint64_t const value = each.*traits_.value;
                std::uint64_t const other = *as_read_.*traits_.value;
                bool const is_reversed = traits_.is_distance ? value < other : value > other;
                chosen.results.push_back(std::move(is_reversed ? each : *as_read_));
                chosen.are_reversed.push_back(is_reversed);
                as_read_.reset();
            }
        return chosen;
    }

private:
    metric_traits const & traits_;
    std::optional<alignment::result> as_read_{}; // The one that waits for the other strand.
};

void compare_lists(pair_list const & pairs,
                   pair_options const & options,
                   plan::execution const & execution,
                   step_times & times,
                   block_sink const & sink)
{
    alignment::free_ends const ends = free_ends(options);
    auto const take_next =
        [&, position = pairs.begin(), is_reversed = false]() mutable -> std::optional<alignment::sequence_pair>
    {
        if (pairs.at_end(position))
            return std::nullopt;
        alignment::sequence_pair letters = pairs.letters(position, is_reversed);
        set_threshold(letters,
                      options.metric,
                      options.min_identity,
                      options.max_distance,
                      whole_length(letters.first.size(), letters.second.size(), ends.any()));
        is_reversed = options.both_strands && !is_reversed;
        if (!is_reversed)
            position = pairs.next(position, 1);
        return letters;
    };
    strand_choice strands{options.metric};
    auto const take = [&, next = pairs.begin()](alignment::result_block && found) mutable
    {
        pair_block block = options.both_strands ? strands.choose(std::move(found.results))
                                                : pair_block{.results = std::move(found.results)};
        add_values(pairs, next, options.metric, block);
        if (!block.results.empty())
            sink(std::move(block));
    };
    compute({take_next, cells_of(pairs, options)},
            {options.metric, needs_alignments(options), ends},
            take,
            execution,
            times);
}

void compare_sets(pair_list const & pairs,
                  pair_options const & options,
                  plan::execution const & execution,
                  step_times & times,
                  block_sink const & sink)
{
    auto const first = packed_views(pairs.first());
    auto const second = packed_views(pairs.second());
    times.leave_device_unknown(execution.backend);
    auto const pass_on = [&](alignment::value_block && values)
    {
        sink({.values = std::move(values)});
    };
    compare_into(pass_on,
                 times,
                 [&](auto const & take)
                 {
                     if (pairs.how() == pairing::every_two)
                         all_pairs(first, options.metric, take, execution);
                     else
                         all_pairs(first, second, options.metric, take, execution);
                 });
}

// Pairs that are close, with their results if these are there.
pair_block make_close_block(std::span<edit::close_pair const> const close, std::vector<alignment::result> && results)
{
    pair_block block{.results = std::move(results)};
    std::vector<std::uint64_t> & values = block.values.memory.front();
    values.reserve(close.size());
    for (edit::close_pair const & each : close)
    {
        values.push_back(each.distance);
        block.values.rows.push_back({each.first, each.second, {&values.back(), 1}});
    }
    return block;
}

// Writes what close_pairs_in_blocks() finds; the alignments of a block, if wanted, come with a second comparison.
void compare_close(pair_list const & pairs,
                   pair_options const & options,
                   plan::execution const & execution,
                   step_times & times,
                   block_sink const & sink)
{
    plan::execution silent{execution};
    silent.on_progress = {};
    auto const align = [&](std::vector<edit::close_pair> && close)
    {
        auto const take_next = [&, next = close.begin()]() mutable -> std::optional<alignment::sequence_pair>
        {
            if (next == close.end())
                return std::nullopt;
            edit::close_pair const & pair = *next++;
            return pairs.letters({pair.first, pair.second});
        };
        auto const take = [&, rest = std::span<edit::close_pair const>{close}](alignment::result_block && found) mutable
        {
            std::size_t const count = found.results.size();
            sink(make_close_block(rest.first(count), std::move(found.results)));
            rest = rest.subspan(count);
        };
        compute({take_next}, {options.metric, true}, take, silent, times);
    };
    auto const pass_on = [&](std::vector<edit::close_pair> && close)
    {
        needs_alignments(options) ? align(std::move(close)) : sink(make_close_block(close, {}));
    };
    auto const first = packed_views(pairs.first());
    compare_into(
        pass_on,
        times,
        [&](auto const & take)
        {
            if (pairs.how() == pairing::every_two)
                edit::close_pairs_in_blocks(first, options.max_distance, take, execution);
            else
                edit::close_pairs_in_blocks(first, packed_views(pairs.second()), options.max_distance, take, execution);
        });
    if (!needs_alignments(options))
        times.leave_device_unknown(execution.backend);
}

} // namespace

void add_values(pair_list const & pairs, pair_position & next, metric const metric, pair_block & block)
{
    std::vector<std::uint64_t> & values = block.values.memory.front();
    for (alignment::result const & each : block.results)
        values.push_back(each.*traits_of(metric).value);
    for (std::span<std::uint64_t const> rest{values}; !rest.empty();)
    {
        std::size_t const count = std::min(rest.size(), pairs.last_partner(next.first) - next.second);
        block.values.rows.push_back({next.first, next.second, rest.first(count)});
        rest = rest.subspan(count);
        next = pairs.next(next, count);
    }
}

void compare_blocks(pair_list const & pairs, pair_options const & options, step_times & times, block_sink const & sink)
{
    progress_bar bar{cells_of(pairs, options)};
    auto const make_room = [&](pair_block && block)
    {
        bar.make_room();
        sink(std::move(block));
    };
    auto const compare = is_by_close_pairs(options) ? compare_close
                       : is_by_set(options, pairs)  ? compare_sets
                                                    : compare_lists;
    compare(pairs, options, bar.watch(options.execution, times), times, make_room);
}

} // namespace seqan3_gpulcs::app
