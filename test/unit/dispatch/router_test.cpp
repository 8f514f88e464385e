// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/dispatch/router.hpp"
#include "src/plan/column_chunks.hpp"
#include "src/scan/request.hpp"
#include "src/scan/target_text.hpp"

using namespace seqan3_gpulcs;

namespace
{

// A pair without letters. Lengths are results by which it is recognised.
alignment::sequence_pair pair_of(std::uint64_t const first, std::uint64_t const second)
{
    return {packing::packed_sequence_view{nullptr, first, 2, {}},
            packing::packed_sequence_view{nullptr, second, 2, {}}};
}

std::uint64_t length_of(alignment::sequence_pair const & pair)
{
    return 3 * pair.first.size() + pair.second.size();
}

alignment::sequence_pair const small = pair_of(100, 101);
// Worth a device that has started, and not.
alignment::sequence_pair const large = pair_of(100'000, 100'000);
alignment::sequence_pair const huge = pair_of(1'000'000, 1'000'000);

// Keeps nothing.
class fake_kept_sequences final : public backend::kept_sequences
{
public:
    std::uint64_t device_bytes() const noexcept override
    {
        return 1;
    }

    std::span<unsigned const> devices() const noexcept override
    {
        static constexpr unsigned first{0};
        return {&first, 1};
    }
};

// Computes nothing, but remembers what it was asked.
class fake_backend final : public backend::backend_interface
{
public:
    explicit fake_backend(plan::backend const kind) : kind_{kind}
    {}

    plan::device_state state(bool const starts) const override
    {
        questions += starts;
        is_started = is_started || starts;
        return !is_started ? plan::device_state::not_started
             : is_there    ? plan::device_state::started
                           : plan::device_state::missing;
    }

    std::unique_ptr<backend::kept_sequences const> keep(std::span<packing::packed_sequence_view const>,
                                                        plan::execution const &) const override
    {
        if (on_call)
            on_call();
        return kind_ == plan::backend::cuda ? std::make_unique<fake_kept_sequences>() : nullptr;
    }

    mutable unsigned kept_sets{0}; // The number of sets that it computed and had kept.

    backend::pair_outcome compute(backend::pair_request const & request,
                                  plan::execution const & execution) const override
    {
        if (auto const * const list = std::get_if<backend::list_request>(&request))
            return {.left = list->limits ? try_pairs(*list) : compute_list(*list, execution)};
        if (auto const * const set = std::get_if<backend::set_request>(&request))
        {
            kept_sets += set->kept != nullptr;
            backend::compute_lists(*this, *set, execution);
            return {.statistics{.backends = {kind_}}};
        }
        compute_source(std::get<backend::source_request>(request).source);
        return {.statistics{.backends = {kind_}}};
    }

    void compute_parts(plan::column_chunks & parts, plan::execution const &) const override
    {
        on_call();
        while (parts.next(true))
            parts.finish({.backends = {kind_}});
    }

    primer::statistics scan(scan::request const & request, plan::execution const &) const override
    {
        if (auto const * const matches = std::get_if<scan::wanted_matches>(&request.wanted))
            groups.insert(groups.end(), {matches->begin, matches->end});
        on_call();
        return {.backend = kind_};
    }

    mutable bool is_started{true};
    bool is_there{true};
    double reported_share{0.5}; // Of the cells, before it computes.
    double largest{HUGE_VAL};   // The cells of the largest pair for which it has memory.
    std::function<void()> on_call{[]() {}};
    mutable unsigned questions{0};              // Whether it is there.
    mutable unsigned attempts{0};               // Pairs that were tried.
    mutable std::vector<std::uint64_t> known{}; // What pairs came with.
    mutable std::vector<std::size_t> calls{};   // The numbers of pairs.
    mutable std::vector<std::size_t> groups{};  // Begin and end of each call for matches.

private:
    // Pairs with one letter more in the first sequence are similar.
    std::vector<std::size_t> try_pairs(backend::list_request const & request) const
    {
        on_call();
        std::vector<std::size_t> left{};
        for (std::size_t number = 0; number < request.pairs.size(); ++number)
        {
            std::size_t const i = request.pairs.index(number);
            alignment::sequence_pair const & pair = request.pairs.pairs[i];
            if (left.empty())
            {
                ++attempts;
                known.push_back(request.attempts[i].worth_distance);
                request.attempts[i].worth_distance = pair.first.size();
                if (pair.first.size() == pair.second.size() + 1)
                {
                    request.results.put(i, {.length = length_of(pair), .backend = kind_});
                    continue;
                }
            }
            left.push_back(i);
        }
        return left;
    }

    std::vector<std::size_t> compute_list(backend::list_request const & request,
                                          plan::execution const & execution) const
    {
        EXPECT_TRUE(request.attempts.empty() || request.attempts.size() == request.pairs.pairs.size());
        double cells = 0;
        std::vector<std::size_t> left{};
        std::vector<std::size_t> fitting{};
        for (std::size_t number = 0; number < request.pairs.size(); ++number)
        {
            std::size_t const i = request.pairs.index(number);
            bool const fits = request.pairs[number].cells() <= largest;
            (fits ? fitting : left).push_back(i);
            cells += fits ? request.pairs[number].cells() : 0;
            if (!request.attempts.empty())
                known.push_back(request.attempts[i].worth_distance);
        }
        calls.push_back(fitting.size());
        if (execution.on_progress)
            execution.on_progress({reported_share * cells, cells});
        on_call();
        for (std::size_t const i : fitting)
        {
            alignment::result result{.backend = kind_};
            plan::value_of(result, request.wanted.metric) = length_of(request.pairs.pairs[i]);
            request.results.put(i, std::move(result));
        }
        if (execution.on_progress)
            execution.on_progress({cells, cells});
        return left;
    }

    void compute_source(plan::pair_source const & source) const
    {
        for (std::size_t number = 0; number < source.batch_count(); ++number)
        {
            plan::pair_batch batch{};
            source.produce(number, batch);
            if (number == source.batch_count() / 2)
                on_call();
            std::vector<plan::pair_value> found{};
            for (std::uint64_t const id : batch.ids)
                found.push_back({id, 1});
            source.consume(number, found);
        }
    }

    plan::backend kind_;
};

plan::matrix_part whole_matrix(alignment::sequence_pair const & pair, plan::metric const metric)
{
    return {.rows = pair.first,
            .columns = pair.second,
            .region = {0, pair.first.size(), 0, pair.second.size()},
            .metric = metric};
}

class router : public ::testing::Test
{
protected:
    std::vector<alignment::result> compare(std::vector<alignment::sequence_pair> const & pairs,
                                           plan::comparison const & wanted)
    {
        std::vector<alignment::result> results(pairs.size());
        plan::list_survey const survey = plan::survey_list({pairs, {}}, wanted, short_pairs);
        automatic.compute(
            backend::list_request{.pairs = {pairs, {}}, .wanted = wanted, .survey = survey, .results{results}},
            execution);
        return results;
    }

    // Who computed each pair.
    std::vector<plan::backend> compute(std::vector<alignment::sequence_pair> const & pairs,
                                       plan::comparison const & wanted = plan::lcs_length)
    {
        auto const results = compare(pairs, wanted);
        EXPECT_EQ(results.size(), pairs.size());
        std::vector<plan::backend> backends{};
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            EXPECT_EQ(results[i].length, length_of(pairs[i])) << i;
            backends.push_back(results[i].backend);
        }
        return backends;
    }

    std::optional<alignment::result> compare_if_similar(alignment::sequence_pair const & pair,
                                                        plan::wavefront_attempt const & attempt = {},
                                                        plan::comparison const & wanted = plan::lcs_length)
    {
        backend::similar_pair similar{.pair = pair, .wanted = wanted, .attempt = attempt};
        return backend::compare_if_similar(automatic, similar, execution);
    }

    // Who computed the matrix of a pair, as one part.
    std::set<plan::backend> compute_part(alignment::sequence_pair const & pair,
                                         plan::metric const metric = plan::metric::lcs)
    {
        return backend::compute_part(automatic, whole_matrix(pair, metric), execution).backends;
    }

    // Lengths without results, of pairs and of a set. Which backends computed is seen by their calls.
    void compute_lengths(std::vector<alignment::sequence_pair> const & pairs,
                         plan::comparison const & wanted = plan::lcs_length)
    {
        std::vector<std::uint64_t> lengths(pairs.size());
        plan::list_survey const survey = plan::survey_list({pairs, {}}, wanted, short_pairs);
        automatic.compute(backend::list_request{.pairs = {pairs, {}},
                                                .wanted = wanted,
                                                .survey = survey,
                                                .results{lengths, wanted.metric}},
                          execution);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            EXPECT_EQ(lengths[i], length_of(pairs[i])) << i;
    }

    void compute_set(std::vector<packing::packed_sequence_view> const & sequences)
    {
        plan::sequence_sets const sets{sequences};
        std::vector<std::uint64_t> lengths(sets.pair_count());
        automatic.compute(backend::set_request{sets, plan::metric::lcs, lengths}, execution);
        for (std::size_t i = 0; i < sequences.size(); ++i)
            for (std::size_t j = i + 1; j < sequences.size(); ++j)
                EXPECT_EQ(lengths[sets.index(i, j)], length_of({sequences[i], sequences[j]}));
    }

    void fill_device_memory()
    {
        device.on_call = []()
        {
            throw out_of_device_memory{"full", 1, 0};
        };
    }

    static constexpr plan::backend on_cpu{plan::backend::cpu};
    static constexpr plan::backend on_device{plan::backend::cuda};
    plan::execution execution{.threads = 1};
    fake_backend cpu{on_cpu};
    fake_backend device{on_device};
    static inline plan::device_costs device_costs{plan::typical_device()};
    static plan::hardware_costs costs(plan::execution const & execution, plan::device_state)
    {
        return {plan::describe_host(plan::available_threads(execution), 512), device_costs};
    }
    static inline double share{1};       // Of the time of the whole matrix.
    static inline unsigned estimates{0}; // Pairs of which it was asked for.
    static double estimate(alignment::sequence_pair const &, plan::metric)
    {
        ++estimates;
        return share;
    }
    static constexpr plan::batch_sizes short_pairs{1000, 1000};
    dispatch::router automatic{cpu, device, {costs, estimate, short_pairs}};
};

} // namespace

TEST_F(router, looks_for_a_device_only_for_large_pairs)
{
    EXPECT_EQ(compute({small, small}), (std::vector{on_cpu, on_cpu}));
    EXPECT_EQ(device.questions, 0u);
    device.is_started = false;
    EXPECT_EQ(compute({large}), std::vector{on_cpu});
    EXPECT_EQ(device.questions, 0u);
    EXPECT_EQ(compute({huge}), std::vector{on_device});
    EXPECT_EQ(device.questions, 1u);
    EXPECT_EQ(compute({large}), std::vector{on_device});

    EXPECT_EQ(compute_part(large), std::set{on_device});
    EXPECT_EQ(compute_part(small), std::set{on_cpu});

    device.is_there = false;
    EXPECT_EQ(compute({large}), std::vector{on_cpu});
    EXPECT_EQ(compute_part(large), std::set{on_cpu});
}

// Neither falls back to the other one.
TEST_F(router, a_named_backend_has_all_of_a_call)
{
    using sizes = std::vector<std::size_t>;
    device.is_started = false;
    execution.backend = on_cpu;
    EXPECT_EQ(compute({small, huge}), (std::vector{on_cpu, on_cpu}));
    EXPECT_EQ(compute_part(huge), std::set{on_cpu});
    EXPECT_EQ(device.questions, 0u);
    EXPECT_EQ(cpu.calls, sizes{2});

    execution.backend = on_device;
    EXPECT_EQ(compute({small, small}), (std::vector{on_device, on_device}));
    EXPECT_EQ(compute_part(small), std::set{on_device});
    compute_lengths({small, large});
    compute_set({small.first, small.first, small.first});
    EXPECT_EQ(device.calls, (sizes{2, 2, 3}));
    EXPECT_EQ(cpu.attempts, 0u);
    fill_device_memory();
    EXPECT_THROW(compute({small}), out_of_device_memory);
    EXPECT_THROW(compute_part(huge), out_of_device_memory);
    EXPECT_EQ(cpu.calls, sizes{2});
}

TEST_F(router, steps_are_told_before_they_are_taken)
{
    std::vector<plan::route_step> steps{};
    execution.on_route = [&](plan::route_step const & step)
    {
        steps.push_back(step);
        EXPECT_EQ(cpu.calls.size() + device.calls.size() + cpu.attempts, steps.size() - 1);
    };
    device.is_started = false;
    compute({small, huge, small, huge});
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[0].backend, on_cpu); // Tries the large pairs.
    EXPECT_EQ(steps[0].pairs, 2u);
    EXPECT_EQ(steps[0].max_seconds, device_costs.attempt_seconds());
    EXPECT_EQ(steps[1].backend, on_device);
    EXPECT_EQ(steps[1].pairs, 2u);
    EXPECT_EQ(steps[1].cells, 2 * huge.cells());
    EXPECT_EQ(steps[1].seconds, 2 * huge.cells() / device_costs.cells_per_second(plan::metric::lcs));
    EXPECT_EQ(steps[2].backend, on_cpu);
    EXPECT_EQ(steps[2].pairs, 2u);
    EXPECT_EQ(steps[2].cells, 2 * small.cells());
    EXPECT_GT(steps[2].seconds, 0);

    execution.on_route = [](plan::route_step const &)
    {
        throw std::runtime_error{"No further."};
    };
    EXPECT_THROW(compute({small}), std::runtime_error);
    // The device has not run out of memory.
    execution.on_route = [](plan::route_step const &)
    {
        throw out_of_device_memory{"of the callback", 1, 0};
    };
    EXPECT_THROW(compute({huge}), out_of_device_memory);
    EXPECT_THROW(compute_part(huge), out_of_device_memory);
    EXPECT_THROW(compute_set(std::vector(30, pair_of(1000, 0).first)), out_of_device_memory);
}

// Sets, sources, parts and attempts have one step, and another one if the memory of the device does not suffice.
TEST_F(router, every_kind_of_work_is_told)
{
    struct told
    {
        plan::backend backend;
        std::uint64_t pairs;
        double cells;
        bool is_attempt;

        bool operator==(told const &) const = default;
    };
    std::vector<told> steps{};
    execution.on_route = [&](plan::route_step const & step)
    {
        steps.push_back({step.backend, step.pairs, step.cells, std::isfinite(step.max_seconds)});
    };
    plan::pair_source source{.max_sizes{1000}, .cells = 1e12};
    source.produce = [](std::size_t, plan::pair_batch &) {};
    source.consume = [](std::size_t, std::span<plan::pair_value const>) {};
    auto const run_all = [&]()
    {
        steps.clear();
        compute_set(std::vector(30, pair_of(1000, 0).first));
        automatic.compute(backend::source_request{source}, execution);
        compute_part(huge);
        compare_if_similar(huge);
        return steps;
    };
    std::vector<told> const on_devices{{on_device, 435, 435e6, false},
                                       {on_device, 0, 1e12, false},
                                       {on_device, 1, 1e12, false},
                                       {on_device, 1, 1e12, true}};
    EXPECT_EQ(run_all(), on_devices);

    fill_device_memory();
    std::vector<told> on_both{};
    for (told const & step : on_devices)
        for (plan::backend const backend : {on_device, on_cpu})
        {
            on_both.push_back(step);
            on_both.back().backend = backend;
        }
    EXPECT_EQ(run_all(), on_both);

    execution.backend = on_cpu;
    std::vector<told> on_cpus{on_devices};
    for (told & step : on_cpus)
        step.backend = on_cpu;
    EXPECT_EQ(run_all(), on_cpus);
}

TEST_F(router, a_device_is_started_for_larger_pairs_only)
{
    device.is_started = false;
    EXPECT_EQ(compute({large, large}), (std::vector{on_cpu, on_cpu}));
    EXPECT_TRUE(device.calls.empty());
    // When it has started for one pair, it is worth it for others.
    EXPECT_EQ(compute({large, small, huge}), (std::vector{on_device, on_cpu, on_device}));
    EXPECT_EQ(device.calls, std::vector<std::size_t>{2});
    EXPECT_EQ(device.questions, 1u);
}

// The fake pairs with one letter more in the first sequence are similar.
TEST_F(router, no_device_is_started_for_pairs_that_are_soon_done)
{
    device.is_started = false;
    alignment::sequence_pair const similar = pair_of(1'000'001, 1'000'000);
    EXPECT_EQ(compute({similar}), std::vector{on_cpu});
    EXPECT_EQ(compute({small, similar, large, similar}), std::vector(4, on_cpu));
    EXPECT_EQ(cpu.calls, std::vector<std::size_t>{2});
    EXPECT_EQ(cpu.attempts, 3u);
    EXPECT_EQ(device.questions, 0u);

    double last = 0;
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_GE(progress.cells_done, last);
        last = progress.cells_done;
    };
    EXPECT_EQ(compute({similar, huge}), (std::vector{on_cpu, on_device}));
    EXPECT_EQ(last, similar.cells() + huge.cells());

    // A device that has started finds out itself.
    execution.on_progress = {};
    device.is_started = true;
    EXPECT_EQ(compute({similar}), std::vector{on_device});
    EXPECT_EQ(cpu.attempts, 5u);
}

TEST_F(router, what_an_attempt_finds_out_travels_with_the_pair)
{
    using known_t = std::vector<std::uint64_t>;
    device.is_started = false;
    alignment::sequence_pair const other = pair_of(2'000'000, 1'000'000);
    EXPECT_EQ(compute({small, huge, other}), (std::vector{on_cpu, on_device, on_device}));
    // The first attempt that fails starts the device, which needs no others.
    EXPECT_EQ(cpu.attempts, 1u);
    EXPECT_EQ(device.known, (known_t{huge.first.size(), 0}));
    EXPECT_EQ(cpu.known, (known_t{0, 0}));
    device.is_started = false;
    EXPECT_EQ(compare_if_similar(huge), std::nullopt);
    EXPECT_EQ(cpu.attempts, 2u);
    // Nor is it made where one has been made already.
    device.is_started = false;
    EXPECT_EQ(compare_if_similar(huge, {.worth_distance = 5}), std::nullopt);
    EXPECT_EQ(cpu.attempts, 2u);
    EXPECT_EQ(device.known, (known_t{huge.first.size(), 0, huge.first.size(), 5}));

    // Where there is no device, or no memory, the CPU would try again.
    cpu.known.clear();
    device.is_started = device.is_there = false;
    EXPECT_EQ(compute({huge, small}), std::vector(2, on_cpu));
    EXPECT_EQ(cpu.known, (known_t{0, huge.first.size(), 0}));
    cpu.known.clear();
    device.is_started = false;
    device.is_there = true;
    fill_device_memory();
    EXPECT_EQ(compute({huge}), std::vector{on_cpu});
    EXPECT_EQ(cpu.known, (known_t{0, huge.first.size()}));
}

TEST_F(router, pairs_that_must_be_similar)
{
    auto const found_by = [this](alignment::sequence_pair const & pair) -> std::optional<plan::backend>
    {
        auto const found = compare_if_similar(pair);
        return found ? std::optional{found->backend} : std::nullopt;
    };
    EXPECT_EQ(found_by(pair_of(1001, 1000)), on_cpu);
    EXPECT_EQ(found_by(pair_of(1'000'001, 1'000'000)), on_device);
    EXPECT_EQ(found_by(huge), std::nullopt);
    fill_device_memory();
    EXPECT_EQ(found_by(pair_of(1'000'001, 1'000'000)), on_cpu);
    device.is_started = false;
    EXPECT_EQ(found_by(pair_of(1'000'001, 1'000'000)), on_cpu);
}

TEST_F(router, more_threads_keep_larger_pairs)
{
    alignment::sequence_pair const medium = pair_of(50'000, 50'000);
    EXPECT_EQ(compute({medium, huge}), (std::vector{on_device, on_device}));
    execution.threads = 16;
    EXPECT_EQ(compute({medium, huge}), (std::vector{on_cpu, on_device}));
}

TEST_F(router, slow_devices_get_larger_pairs_only)
{
    EXPECT_EQ(compute({large}), std::vector{on_device});
    // One and a half times as fast as the thread.
    device_costs = plan::describe_device(2, 200'000'000);
    EXPECT_EQ(compute(std::vector(300, pair_of(1000, 1000))), std::vector(300, on_cpu));
    EXPECT_EQ(compute({pair_of(27'000, 27'000), large}), (std::vector{on_cpu, on_device}));
    execution.threads = 2;
    EXPECT_EQ(compute({large, huge}), std::vector(2, on_cpu));
    EXPECT_EQ(compute_part(huge), std::set{on_cpu});
    device_costs = plan::typical_device();
}

// In any number, as a device computes one of them after the other; but a pair with enough rows for all its multiprocessors is worth it. Of
// reads in short windows, only the values are.
TEST_F(router, reads_with_free_ends)
{
    plan::comparison free_ends = plan::edit_distance;
    free_ends.ends.second_leading = free_ends.ends.second_trailing = true;
    plan::comparison preferred = plan::edit_alignment;
    preferred.preference = plan::preference::diagonal_first;
    for (bool const is_started : {false, true})
    {
        device.is_started = is_started;
        compute_lengths(std::vector(100, pair_of(150, 10'000'000)), free_ends);
        compute_lengths(std::vector(100, pair_of(10'000'000, 1000)), free_ends);
        compute_lengths({pair_of(150, 1'000'000'000)}, free_ends);
        for (plan::comparison const & wanted : {free_ends, preferred})
        {
            compare(std::vector(100, pair_of(150, 100'000'000)), wanted);
            compare_if_similar(pair_of(150, 1'000'000'000), {}, wanted);
        }
    }
    EXPECT_EQ(device.questions, 0u);
    EXPECT_TRUE(device.calls.empty());

    execution.threads = 16;
    compute_lengths(std::vector(4, pair_of(10'000, 100'000'000)), free_ends);
    EXPECT_TRUE(device.calls.empty());
    compute_lengths({pair_of(150, 400), pair_of(10'000'000, 10'000'000), pair_of(400, 150)}, free_ends);
    EXPECT_EQ(device.calls, std::vector<std::size_t>{1});
    compute_lengths(std::vector(1'000'000, pair_of(150, 400)), free_ends);
    EXPECT_EQ(device.calls, (std::vector<std::size_t>{1, 1'000'000}));
    compare(std::vector(1'000'000, pair_of(150, 400)), free_ends);
    EXPECT_EQ(device.calls, (std::vector<std::size_t>{1, 1'000'000}));
}

TEST_F(router, parts_are_judged_by_their_metric)
{
    // A cell of an edit distance takes the CPU longer.
    alignment::sequence_pair const between = pair_of(12'000, 12'500);
    EXPECT_EQ(compute_part(between, plan::metric::lcs), std::set{on_cpu});
    EXPECT_EQ(compute_part(between, plan::metric::edit), std::set{on_device});
}

// As pairs are: with few rows, a device takes longer.
TEST_F(router, parts_need_rows_for_a_device)
{
    EXPECT_EQ(compute_part(pair_of(1'000'000'000, 150)), std::set{on_cpu});
    EXPECT_EQ(compute_part(pair_of(10'000'000, 1500)), std::set{on_device});
    execution.threads = 2;
    EXPECT_EQ(compute_part(pair_of(10'000'000, 1500)), std::set{on_cpu});
}

TEST_F(router, subsequences_have_a_threshold_of_their_own)
{
    alignment::sequence_pair const medium = pair_of(30'000, 30'000);
    EXPECT_EQ(compute({medium}, plan::lcs_length), std::vector{on_device});
    EXPECT_EQ(compute({medium}, plan::lcs_subsequence), std::vector{on_cpu});
}

// Large ones and short ones in one call of the device, the others by the CPU; results keep their places.
TEST_F(router, each_pair_has_its_place)
{
    alignment::sequence_pair const medium = pair_of(2000, 2000);
    std::vector<alignment::sequence_pair> pairs{large, medium};
    std::vector expected{on_device, on_cpu};
    for (std::uint64_t size = 0; size < 1000; ++size)
    {
        pairs.push_back(pair_of(1000, size));
        expected.push_back(on_device);
    }
    pairs.insert(pairs.end(), {medium, huge});
    expected.insert(expected.end(), {on_cpu, on_device});
    EXPECT_EQ(compute(pairs), expected);
    EXPECT_EQ(device.calls, std::vector<std::size_t>{1002});
    EXPECT_EQ(cpu.calls, std::vector<std::size_t>{2});
}

TEST_F(router, the_cells_of_a_batch_count_together)
{
    alignment::sequence_pair const one = pair_of(1000, 1000);
    EXPECT_EQ(compute(std::vector(200, one)), std::vector(200, on_cpu));
    EXPECT_EQ(compute(std::vector(300, one)), std::vector(300, on_device));
    // A single pair is no batch.
    EXPECT_EQ(compute({pair_of(1000, 1'000'000)}, plan::lcs_subsequence), std::vector{on_cpu});
    EXPECT_EQ(compute({one, large}), (std::vector{on_cpu, on_device}));
}

// Until it has started.
TEST_F(router, the_batches_of_many_calls_start_a_device)
{
    device.is_started = false;
    std::vector<alignment::sequence_pair> const pairs(10'000, pair_of(1000, 1000));
    unsigned calls = 1;
    for (; compute(pairs).front() == on_cpu; ++calls)
        ASSERT_LT(calls, 100u);
    EXPECT_EQ(calls, 5u);

    device.is_started = true;
    EXPECT_EQ(compute(std::vector(200, pair_of(1000, 1000))).front(), on_cpu);
}

// A sample of them takes the CPU little time.
TEST_F(router, similar_batches_do_not_start_a_device)
{
    device.is_started = false;
    share = 1e-3;
    std::vector<alignment::sequence_pair> const pairs(100'000, pair_of(1000, 1000));
    std::vector<packing::packed_sequence_view> const sequences(400, pair_of(1000, 0).first);
    EXPECT_EQ(compute(pairs).front(), on_cpu);
    EXPECT_EQ(compute(pairs, plan::lcs_subsequence).front(), on_cpu);
    compute_lengths(pairs);
    compute_set(sequences);
    EXPECT_EQ(device.questions, 0u);
    EXPECT_LE(estimates, 100u);

    // One pair too long for batches; alone, it is not worth a device.
    std::vector<alignment::sequence_pair> different{pairs};
    different[17] = pair_of(2000, 2000);
    compute_lengths(different);
    EXPECT_EQ(device.questions, 0u);

    share = 1;
    compute_lengths(different);
    EXPECT_GT(device.questions, 0u);
    device.questions = 0;
    compute_set(sequences);
    EXPECT_GT(device.questions, 0u);

    // Nobody looks if a device has started, or few cells are not worth it.
    estimates = 0;
    EXPECT_EQ(compute({pairs.begin(), pairs.begin() + 100}).front(), on_cpu);
    device.is_started = true;
    share = 1e-3;
    EXPECT_EQ(compute(pairs).front(), on_device);
    EXPECT_EQ(estimates, 0u);
}

TEST_F(router, the_cpu_computes_what_does_not_fit_into_the_device)
{
    fill_device_memory();
    EXPECT_EQ(compute({large, small, large}), std::vector(3, on_cpu));
    EXPECT_EQ(device.calls, std::vector<std::size_t>{2});
    EXPECT_EQ(cpu.calls, (std::vector<std::size_t>{2, 1}));
    EXPECT_EQ(compute_part(large), std::set{on_cpu});
}

TEST_F(router, what_a_device_has_done_is_not_computed_again)
{
    device.largest = large.cells();
    std::vector<alignment::sequence_pair> const pairs{huge, large, small, large, huge, large};
    double last = 0;
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, plan::cell_count(pairs));
        EXPECT_GE(progress.cells_done, last);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        last = progress.cells_done;
    };
    EXPECT_EQ(compute(pairs), (std::vector{on_cpu, on_device, on_cpu, on_device, on_cpu, on_device}));
    EXPECT_EQ(last, plan::cell_count(pairs));
    EXPECT_EQ(device.calls, std::vector<std::size_t>{3});
    EXPECT_EQ(cpu.calls, std::vector<std::size_t>{3});

    device.largest = 1;
    last = 0;
    EXPECT_EQ(compute(pairs), std::vector(6, on_cpu));
    EXPECT_EQ(last, plan::cell_count(pairs));
}

TEST_F(router, other_errors_reach_the_caller)
{
    device.on_call = []()
    {
        throw device_error{"broken"};
    };
    EXPECT_THROW(compute({large}), device_error);
    EXPECT_TRUE(cpu.calls.empty());
}

TEST_F(router, lengths_of_a_whole_batch)
{
    using sizes = std::vector<std::size_t>;
    compute_lengths(std::vector(10, small));
    EXPECT_EQ(cpu.calls, sizes{10});
    EXPECT_TRUE(device.calls.empty());

    compute_lengths(std::vector(300, pair_of(1000, 1000)));
    EXPECT_EQ(device.calls, sizes{300});
    EXPECT_EQ(cpu.calls, sizes{10});

    // Each pair has its place.
    compute_lengths({small, large});
    EXPECT_EQ(device.calls, (sizes{300, 1}));
    EXPECT_EQ(cpu.calls, (sizes{10, 1}));
    compute_lengths({large});
    compute_lengths({});
    EXPECT_EQ(device.calls, (sizes{300, 1, 1}));

    cpu.calls.clear();
    fill_device_memory();
    compute_lengths(std::vector(300, pair_of(1000, 1000)));
    EXPECT_EQ(cpu.calls, sizes{300});
    device.on_call = []()
    {
        throw device_error{"broken"};
    };
    EXPECT_THROW(compute_lengths(std::vector(300, pair_of(1000, 1000))), device_error);
}

// The device gets long and short pairs in one call, wherever they are.
TEST_F(router, lengths_with_long_pairs_among_them)
{
    using sizes = std::vector<std::size_t>;
    for (std::size_t const place : {0u, 1u, 299u, 599u})
    {
        std::vector<alignment::sequence_pair> pairs(600, pair_of(1000, 1000));
        pairs[place] = large;
        device.calls.clear();
        double last = 0;
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_EQ(progress.cells_total, plan::cell_count(pairs));
            EXPECT_GE(progress.cells_done, last);
            last = progress.cells_done;
        };
        compute_lengths(pairs);
        EXPECT_EQ(last, plan::cell_count(pairs));
        EXPECT_EQ(device.calls, sizes{600});
        EXPECT_TRUE(cpu.calls.empty());
    }

    // One pair is no batch, and none is no call.
    execution.on_progress = {};
    device.calls.clear();
    compute_lengths({large, small, huge});
    compute_lengths({large, huge, large});
    EXPECT_EQ(device.calls, (sizes{2, 3}));
    EXPECT_EQ(cpu.calls, sizes{1});
}

// Some pairs of a call: the others keep their results.
TEST_F(router, a_list_of_some_pairs)
{
    using indices = std::vector<std::size_t>;
    alignment::sequence_pair const similar = pair_of(1'000'001, 1'000'000);
    std::vector<alignment::sequence_pair> const pairs{huge, small, similar, huge, small, similar, large, huge};
    indices const chosen{1, 2, 3, 4, 6, 7};
    // A device has memory for pairs that are not huge.
    device.largest = large.cells();
    for (bool const is_started : {false, true})
        for (bool const wants_values : {false, true})
        {
            device.is_started = is_started;
            cpu.attempts = 0;
            device.calls.clear();
            cpu.calls.clear();
            plan::pair_list const list{pairs, chosen};
            plan::list_survey const survey = plan::survey_list(list, plan::lcs_length, short_pairs);
            EXPECT_EQ(survey.large_pairs, (indices{2, 3, 6, 7}));
            std::vector<alignment::result> results(pairs.size());
            std::vector<std::uint64_t> lengths(pairs.size());
            double last = 0;
            execution.on_progress = [&](plan::progress const & progress)
            {
                EXPECT_EQ(progress.cells_total, survey.all.cells);
                EXPECT_GE(progress.cells_done, last);
                last = progress.cells_done;
            };
            automatic.compute(backend::list_request{.pairs = list,
                                                    .survey = survey,
                                                    .results = wants_values
                                                                 ? plan::result_sink{lengths, plan::metric::lcs}
                                                                 : plan::result_sink{results}},
                              execution);
            EXPECT_EQ(last, survey.all.cells);
            for (std::size_t i = 0; i < pairs.size(); ++i)
            {
                bool const is_chosen = std::ranges::binary_search(chosen, i);
                EXPECT_EQ(wants_values ? lengths[i] : results[i].length, is_chosen ? length_of(pairs[i]) : 0) << i;
            }
            // The first similar pair is tried before the start, and the first huge one. The device computes the large pair.
            EXPECT_EQ(cpu.attempts, is_started ? 0u : 2u);
            EXPECT_EQ(device.calls, indices{1});
            EXPECT_EQ(cpu.calls, indices{is_started ? 5u : 4u});
        }
}

// A list without pairs takes none of the others.
TEST_F(router, a_list_without_pairs)
{
    std::vector<std::uint64_t> lengths(3);
    plan::list_survey const survey{};
    execution.on_route = [](plan::route_step const &)
    {
        ADD_FAILURE() << "There is nothing to do.";
    };
    automatic.compute(backend::list_request{.survey = survey, .results{lengths, plan::metric::lcs}}, execution);
    EXPECT_EQ(lengths, std::vector<std::uint64_t>(3));
}

// What the device is not worth goes to the CPU in one call.
TEST_F(router, lengths_with_long_pairs_for_both)
{
    using sizes = std::vector<std::size_t>;
    alignment::sequence_pair const narrow = pair_of(100'000, 10);
    compute_lengths({narrow, small, small, narrow, small});
    EXPECT_EQ(cpu.calls, sizes{5});
    EXPECT_TRUE(device.calls.empty());

    cpu.calls.clear();
    compute_lengths({narrow, small, large, small, narrow, small});
    EXPECT_EQ(cpu.calls, sizes{5});
    EXPECT_EQ(device.calls, sizes{1});
    compute_lengths({narrow, small, large, small, narrow, small}, plan::edit_distance);

    std::vector<alignment::sequence_pair> pairs(301, pair_of(1000, 1000));
    pairs[150] = narrow;
    cpu.calls.clear();
    device.calls.clear();
    compute_lengths(pairs);
    EXPECT_EQ(cpu.calls, sizes{1});
    EXPECT_EQ(device.calls, sizes{300});

    cpu.calls.clear();
    fill_device_memory();
    pairs[151] = large;
    compute_lengths(pairs);
    EXPECT_EQ(cpu.calls, (sizes{300, 1}));
}

TEST_F(router, lengths_of_sets)
{
    using sizes = std::vector<std::size_t>;
    auto const set_of = [](std::size_t const count, std::uint64_t const size)
    {
        std::vector<packing::packed_sequence_view> sequences(count, pair_of(size, 0).first);
        if (!sequences.empty())
            sequences.back() = pair_of(size - 1, 0).first;
        return sequences;
    };
    for (std::size_t const count : {0u, 1u, 2u, 5u})
        compute_set(set_of(count, 100));
    EXPECT_TRUE(device.calls.empty());

    compute_set(set_of(30, 1000));
    EXPECT_EQ(device.calls, sizes{435});
    compute_set(set_of(3, 100'000));
    EXPECT_EQ(device.calls, (sizes{435, 3}));

    cpu.calls.clear();
    fill_device_memory();
    double last = 0;
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_GE(progress.cells_done, last);
        EXPECT_LE(progress.cells_done, progress.cells_total);
        last = progress.cells_done;
    };
    compute_set(set_of(30, 1000));
    EXPECT_EQ(cpu.calls, sizes{435});
    EXPECT_EQ(last, plan::sequence_sets{set_of(30, 1000)}.cells());

    execution.on_progress = [](plan::progress const &)
    {
        throw out_of_device_memory{"of the callback", 1, 0};
    };
    EXPECT_THROW(compute_set(set_of(30, 1000)), out_of_device_memory);
}

TEST_F(router, progress_is_that_of_the_whole_call_and_never_decreases)
{
    alignment::sequence_pair const medium = pair_of(2000, 2000);
    std::vector<alignment::sequence_pair> const pairs{large, medium, huge};
    std::vector<double> reports{};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_EQ(progress.cells_total, plan::cell_count(pairs));
        reports.push_back(progress.cells_done);
    };
    device.reported_share = 0.75;
    double const on_both = large.cells() + huge.cells();
    double const rest = medium.cells();
    EXPECT_EQ(compute(pairs), (std::vector{on_device, on_cpu, on_device}));
    EXPECT_EQ(reports, (std::vector{0.75 * on_both, on_both, on_both + rest / 2, on_both + rest}));

    reports.clear();
    fill_device_memory();
    EXPECT_EQ(compute(pairs), std::vector(3, on_cpu));
    EXPECT_EQ(reports,
              (std::vector{0.75 * on_both, // By the device, which then fails,
                           0.75 * on_both, // and by the CPU, which has half of them.
                           on_both,
                           on_both + rest / 2,
                           on_both + rest}));
}

TEST_F(router, the_callback_out_of_memory_reaches_the_caller)
{
    execution.on_progress = [](plan::progress const &)
    {
        throw out_of_device_memory{"by the callback", 1, 0};
    };
    EXPECT_THROW(compute({large}), out_of_device_memory);
    EXPECT_TRUE(cpu.calls.empty());
}

TEST_F(router, batches_that_are_done_stay_done)
{
    constexpr std::size_t batches = 10;
    std::vector<unsigned> consumed(batches);
    std::vector<unsigned> found(batches);
    plan::pair_source source{.max_sizes = std::vector<std::uint64_t>(batches, 1000), .cells = 1e12};
    source.produce = [](std::size_t const number, plan::pair_batch & batch)
    {
        batch.ids.push_back(number);
    };
    source.consume = [&](std::size_t const number, std::span<plan::pair_value const> const some)
    {
        ++consumed[number];
        for (plan::pair_value const & one : some)
            ++found[one.id];
    };
    fill_device_memory();
    EXPECT_EQ(automatic.compute(backend::source_request{source}, execution).statistics.backends,
              (std::set{on_cpu, on_device}));
    EXPECT_EQ(consumed, std::vector<unsigned>(batches, 1));
    EXPECT_EQ(found, std::vector<unsigned>(batches, 1));

    source.cells = 1000;
    EXPECT_EQ(automatic.compute(backend::source_request{source}, execution).statistics.backends, std::set{on_cpu});
}

namespace
{

// Equal letters, so that long patterns are found often.
packing::packed_sequence equal_letters(std::size_t const size)
{
    return packing::pack(std::string(size, 'A'));
}

// A target, and a text to scan.
struct target_and_text
{
    target_and_text(std::size_t const target_size,
                    std::size_t const text_size,
                    std::uint64_t const differences,
                    runtime::task_control & control_) :
        control{control_},
        options{.differences = differences},
        target_letters{equal_letters(target_size)},
        text_letters{equal_letters(text_size)}
    {}

    scan::search_context context() const
    {
        return {text, options, 1, control, 1};
    }

    runtime::task_control & control;
    primer::options options;
    packing::packed_sequence target_letters;
    packing::packed_sequence text_letters;
    packing::packed_sequence_view view{text_letters};
    primer::target whole{target_letters};
    scan::background_cuts cuts{{&view, 1}, options, control, 1};
    scan::letter_codes codes{{&whole, 1}, cuts, options};
    scan::target_text target{whole, codes, options, control};
    scan::background_text text{cuts, codes, options, control, 1};
};

// Of a text of 262,144 letters or less, a device searches patterns of up to 4096 letters; it should have 10 ms of each of the CPU's
// threads to do, and 250 ms if it must be started.
class router_scans : public router
{
protected:
    plan::backend
    find_primers(std::size_t const target_size, std::size_t const text_size, std::uint64_t const differences)
    {
        target_and_text const given{target_size, text_size, differences, control};
        std::vector<std::uint64_t> lengths(target_size);
        std::deque<scan::known_segment> segments{};
        segments.emplace_back(given.target.codes(), lengths);
        scan::primer_request const request{segments, given.context()};
        return automatic.scan(scan::wanted_primers{request}, execution).backend;
    }

    // Primers of these lengths from the first positions on; no two of them end together. Whether the rest of a call went to a device
    // is seen by the groups.
    void find_matches(std::vector<std::uint64_t> const & lengths, std::size_t const text_size)
    {
        target_and_text const given{6000, text_size, 1, control};
        std::vector<primer::match> matches(lengths.size());
        scan::matched_target const wanted{given.target.codes(), lengths, matches};
        scan::match_request const request{{&wanted, 1}, given.context()};
        ASSERT_EQ(request.groups(), lengths.size());
        automatic.scan(scan::wanted_matches{request, 0, request.groups()}, execution);
    }

    // On both strands. There are so many edits that all letters of a primer have to be searched, and seeds are found everywhere.
    plan::backend find_sites(std::size_t const primer_size, std::size_t const text_size)
    {
        std::vector<std::vector<std::uint8_t>> const primers(3, std::vector<std::uint8_t>(primer_size, 1));
        packing::packed_sequence const letters = equal_letters(text_size);
        packing::packed_sequence_view const view{letters};
        primer::site_options const options{.max_edits = primer_size / 4};
        scan::site_text const text{{&view, 1}, options, control, 1};
        scan::site_request const request{primers, text, options, control};
        std::vector<primer::site> sites{};
        return automatic.scan(scan::wanted_sites{request, sites}, execution).backend;
    }

    using groups = std::vector<std::size_t>;

    runtime::task_control control{execution, 1};
};

} // namespace

TEST_F(router_scans, matches)
{
    struct row
    {
        std::vector<std::uint64_t> lengths;
        std::size_t text_size;
        unsigned threads;
        bool is_started;
        groups on_cpu;
        groups on_device;
    };
    std::vector<std::uint64_t> const some{5000, 4100, 4096, 4096, 4096};
    for (row const & each :
         {row{some, 200'000, 1, true, {0, 2}, {2, 5}},                                 // Long patterns stay on the CPU.
          row{some, 320'000, 1, true, {}, {0, 5}},                                     // Not so long for this text.
          row{some, 150'000, 1, true, {0, 2, 2, 5}, {}},                               // Soon found,
          row{some, 200'000, 2, true, {0, 2, 2, 5}, {}},                               // by more threads.
          row{some, 200'000, 1, false, {0, 2, 2, 5}, {}},                              // Not worth the start,
          row{std::vector<std::uint64_t>(100, 4096), 200'000, 1, false, {}, {0, 100}}, // and worth it.
          row{{5000, 4100}, 200'000, 1, true, {0, 2}, {}}})                            // Long ones only.
    {
        SCOPED_TRACE(::testing::Message() << each.lengths.size() << " primers, " << each.text_size << " letters, "
                                          << each.threads << " threads, started: " << each.is_started);
        cpu.groups.clear();
        device.groups.clear();
        execution.threads = each.threads;
        device.is_started = each.is_started;
        find_matches(each.lengths, each.text_size);
        EXPECT_EQ(cpu.groups, each.on_cpu);
        EXPECT_EQ(device.groups, each.on_device);
    }
}

// The CPU finds what would take longer than to look for a device, or patterns that are too long for it.
TEST_F(router_scans, the_cpu_alone_asks_for_no_device)
{
    find_matches({5000, 4100}, 200'000);
    find_matches({20, 20}, 1000);
    find_primers(4097, 8192, 1024);
    find_primers(100, 100, 1);
    find_sites(4097, 200'000);
    find_sites(65, 4);
    EXPECT_EQ(device.questions, 0u);
}

TEST_F(router_scans, primers)
{
    struct row
    {
        std::size_t target_size;
        std::size_t text_size;
        std::uint64_t differences;
        plan::backend by;
    };
    // Only the whole target is a pattern that is rare.
    for (row const & each : {row{100, 200'000, 20, on_device},
                             row{100, 100, 20, on_cpu},
                             row{4096, 8192, 1024, on_device},
                             row{4097, 8192, 1024, on_cpu}})
        EXPECT_EQ(find_primers(each.target_size, each.text_size, each.differences), each.by)
            << each.target_size << " x " << each.text_size << ", k = " << each.differences;
}

TEST_F(router_scans, sites)
{
    struct row
    {
        std::size_t primer_size;
        std::size_t text_size;
        plan::backend by;
    };
    for (row const & each : {row{4096, 200'000, on_device},
                             row{4097, 200'000, on_cpu},
                             row{4097, 262'208, on_device},
                             row{4096, 50'000, on_cpu}})
        EXPECT_EQ(find_sites(each.primer_size, each.text_size), each.by)
            << each.primer_size << " in " << each.text_size;
}

TEST_F(router_scans, the_cpu_takes_over_when_memory_is_short)
{
    control.add_cells(5);
    device.on_call = [&]()
    {
        control.add_cells(50);
        throw out_of_device_memory{"full", 1, 0};
    };
    EXPECT_EQ(find_primers(4096, 8192, 1024), on_cpu);
    EXPECT_EQ(find_sites(4096, 200'000), on_cpu);
    find_matches({5000, 4096, 4096, 4096}, 200'000);
    EXPECT_EQ(cpu.groups, (groups{0, 1, 1, 4}));
    EXPECT_EQ(control.cells_done(), 5);

    device.on_call = []()
    {
        throw device_error{"broken"};
    };
    EXPECT_THROW(find_primers(4096, 8192, 1024), device_error);
}

TEST_F(router, kept_sequences)
{
    std::vector<packing::packed_sequence_view> const sequences(1000, small.first);
    auto const keep = [&](plan::backend const on)
    {
        execution.backend = on;
        return automatic.keep(sequences, execution);
    };
    EXPECT_EQ(keep(on_cpu), nullptr);
    EXPECT_EQ(device.questions, 0u); // It has not been started.
    EXPECT_NE(keep(on_device), nullptr);
    auto const kept = keep(plan::backend::automatic);
    ASSERT_NE(kept, nullptr);

    // Long sequences do not make them useless.
    std::vector<packing::packed_sequence_view> with_long_one{sequences};
    with_long_one.push_back(pair_of(5000, 5000).first);
    for (auto const & second : {sequences, with_long_one})
    {
        plan::sequence_sets const sets{sequences, second};
        std::vector<std::uint64_t> lengths(sets.pair_count());
        automatic.compute(backend::set_request{sets, plan::metric::lcs, lengths, kept.get()}, execution);
    }
    EXPECT_EQ(device.kept_sets, 2u);

    // What is not worth the device is left, if only sequences that are kept are wanted.
    plan::sequence_sets const few{std::span{sequences}.first(1), std::span{sequences}.first(2)};
    for (bool const is_for_kept : {false, true})
    {
        std::vector<std::uint64_t> lengths(2, 1000);
        backend::set_request const request{few, plan::metric::lcs, lengths, kept.get(), is_for_kept};
        EXPECT_EQ(automatic.compute(request, execution).statistics.backends.empty(), is_for_kept);
    }
    EXPECT_EQ(device.kept_sets, 2u);

    fill_device_memory();
    EXPECT_EQ(keep(plan::backend::automatic), nullptr);
    EXPECT_THROW(keep(on_device), out_of_device_memory);
}
