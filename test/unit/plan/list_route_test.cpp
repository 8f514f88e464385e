// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/plan/list_route.hpp"
#include "unit/plan/machines.hpp"

using namespace seqan3_gpulcs;

namespace
{

using enum plan::device_state;
using plan::test::letters;
using plan::test::machine;
using plan::test::with;
using indices = std::vector<std::size_t>;

// Some pairs with the same sizes.
struct pairs
{
    std::size_t count;
    std::uint64_t first;
    std::uint64_t second;
};

std::vector<alignment::sequence_pair> make_list(std::vector<pairs> const & work)
{
    std::vector<alignment::sequence_pair> list{};
    for (pairs const & some : work)
        list.insert(list.end(), some.count, {letters(some.first), letters(some.second)});
    return list;
}

plan::list_route plan_list(std::vector<alignment::sequence_pair> const & list,
                           plan::comparison const & wanted,
                           plan::route_knowledge const & known,
                           bool const only_values = false)
{
    plan::pair_list const pairs{list, {}};
    plan::list_survey const survey = plan::survey_list(pairs, wanted);
    return plan::plan_list({pairs, survey, wanted, only_values}, known);
}

plan::comparison const lcs = plan::lcs_length;
plan::comparison const path = plan::lcs_subsequence;
plan::comparison const edit = plan::edit_distance;
plan::comparison const aligned{.metric = plan::metric::edit, .with_path = true};
plan::comparison const free_ends{.metric = plan::metric::edit, .ends{.second_leading = true, .second_trailing = true}};
plan::comparison const overlap{.metric = plan::metric::edit, .ends{.first_trailing = true, .second_trailing = true}};

} // namespace

TEST(plan_list, work_and_machines)
{
    struct row
    {
        std::vector<pairs> work;
        plan::comparison wanted;
        machine on;
        plan::device_state device;
        indices alone;    // On the device, each for itself.
        bool batch{};     // On the device, together.
        bool tries_cpu{}; // Before the device is started for the first of those.
    };
    std::uint64_t const mega{1'000'000};
    row const rows[]{
        // One long pair is a batch of its own, or too large for batches.
        {{{1, mega, mega}}, lcs, with("H200", 16, 512), started, {0}},
        {{{1, mega, mega}}, lcs, with("H200", 16, 512), not_started, {0}, false, true},
        {{{1, mega, mega}}, lcs, with("H200", 16, 512), missing, {}},
        {{{1, mega, mega}}, lcs, with("none", 64, 512), started, {}},
        {{{1, mega, mega}}, lcs, with("none", 1, 256), not_started, {}},
        {{{1, mega, mega}}, lcs, with("H200", 64, 512), not_started, {}}, // Its threads take less than a start.
        {{{1, mega, mega}}, lcs, with("H200", 64, 256), not_started, {}},
        {{{1, 2 * mega, 2 * mega}}, lcs, with("H200", 64, 256), not_started, {0}, false, true},
        {{{1, mega, mega}}, lcs, with("T4", 1, 256), not_started, {0}, false, true},
        {{{1, mega, mega}}, lcs, with("T4", 64, 512), started, {0}},
        {{{1, 100'000, 100'000}}, lcs, with("T4", 64, 512), started, {}},
        {{{1, mega, mega}}, lcs, with("RTX", 1, 512), started, {0}},
        {{{1, mega, mega}}, path, with("H100", 1, 256), started, {0}},
        {{{1, 10 * mega, 10 * mega}}, path, with("H100", 64, 512), not_started, {0}, false, true},
        // Reads together, however many threads there are.
        {{{1'000, 150, 150}}, lcs, with("H200", 1, 512), started, {}},
        {{{100'000, 150, 150}}, lcs, with("H200", 1, 512), started, {}, true},
        {{{100'000, 150, 150}}, lcs, with("H200", 1, 512), not_started, {}},
        {{{100'000, 150, 150}}, lcs, with("H200", 16, 512), started, {}},
        {{{2, 200'000, 200'000}}, lcs, with("H200", 1, 512), started, {}, true},
        {{{100'000, 1'000, 1'000}}, lcs, with("H200", 16, 512), started, {}, true},
        {{{100'000, 1'000, 1'000}}, lcs, with("H200", 1, 512), not_started, {}, true},
        {{{100'000, 1'000, 1'000}}, edit, with("RTX", 16, 512), started, {}, true},
        {{{100'000, 150, 150}}, edit, with("RTX", 16, 512), started, {}},
        {{{100'000, 1'000, 1'000}}, edit, with("RTX", 1, 256), started, {}, true},
        {{{100'000, 1'000, 1'000}}, edit, with("none", 1, 256), started, {}},
        // Long pairs among reads: each has its own way.
        {{{2, 150, 150}, {1, 3 * mega, 3 * mega}, {2, 150, 150}}, lcs, with("H200", 16, 512), started, {2}},
        {{{2, 3 * mega, 3 * mega}, {100'000, 1'000, 1'000}}, lcs, with("H200", 16, 512), started, {0, 1}, true},
        {{{1, 3 * mega, 3 * mega}, {100'000, 1'000, 1'000}}, lcs, with("H200", 1, 512), not_started, {0}, true},
        {{{1, 3 * mega, 3 * mega}, {1, 3 * mega, 10}, {1, 3 * mega, 3 * mega}},
         lcs,
         with("H100", 1, 256),
         not_started,
         {0, 2},
         false,
         true},
        {{{1, 3 * mega, 10}, {1, 150, 150}, {1, 200'000, 200'000}}, path, with("H200", 1, 512), started, {2}},
        // With free ends, only short ones fit into a batch, and few rows are too few.
        {{{1'000, 150, 400}}, free_ends, with("H200", 1, 256), started, {}, true},
        {{{3, 150, 2'049}}, free_ends, with("H200", 1, 256), started, {}},
        {{{3, 150, 10 * mega}}, free_ends, with("H200", 1, 256), started, {}},
        {{{1, 150, 400}, {1, mega, mega}}, free_ends, with("H200", 16, 512), started, {1}},
        {{}, lcs, with("H200", 1, 512), started, {}},
    };
    for (row const & one : rows)
    {
        plan::list_route const route =
            plan_list(make_list(one.work), one.wanted, {.costs = one.on.costs, .device = one.device});
        std::size_t const number = static_cast<std::size_t>(&one - rows);
        EXPECT_EQ(route.alone_on_device, one.alone) << number << ": " << one.on.name;
        EXPECT_EQ(route.is_batch_on_device, one.batch) << number << ": " << one.on.name;
        EXPECT_EQ(route.attempt_seconds > 0, one.tries_cpu) << number << ": " << one.on.name;
    }
}

// The device's results take the host's threads some time; values come from its lanes, but for those that may end in both borders.
TEST(plan_list, results_of_batches)
{
    struct row
    {
        pairs work;
        plan::comparison wanted;
        unsigned threads;
        bool only_values;
        bool batch; // On the device.
    };
    for (row const & one : {row{{100'000, 150, 190}, aligned, 16, false, false},
                            row{{100'000, 150, 190}, aligned, 1, false, true},
                            row{{100'000, 600, 600}, aligned, 16, false, true},
                            row{{100'000, 150, 190}, edit, 16, false, true},
                            row{{100'000, 150, 190}, free_ends, 16, false, false},
                            row{{100'000, 150, 190}, free_ends, 16, true, true},
                            row{{100'000, 600, 600}, free_ends, 16, false, true},
                            row{{100'000, 150, 190}, overlap, 16, true, false},
                            row{{100'000, 150, 190}, overlap, 1, true, true}})
    {
        plan::route_knowledge const known{.costs = with("H200", one.threads, 512).costs, .device = started};
        EXPECT_EQ(plan_list(make_list({one.work}), one.wanted, known, one.only_values).is_batch_on_device, one.batch)
            << one.work.first << ", threads " << one.threads << ", ends " << one.wanted.ends.any();
    }
}

// Many calls together are worth a start, but similar sequences take the CPU little time.
TEST(plan_list, batches_before_the_start)
{
    struct row
    {
        double cells_before;
        double share;
        bool on_device;
        bool is_sampled;
    };
    std::vector<alignment::sequence_pair> const list = make_list({{10'000, 1'000, 1'000}});
    for (row const & one : {row{0, 1, false, true},
                            row{1e9, 1, false, true},
                            row{1e11, 1, true, true},
                            row{1e11, 0.001, true, true},
                            row{3e10, 0.001, false, true}})
    {
        plan::route_knowledge const known{.costs = with("H200", 1, 512).costs,
                                          .device = not_started,
                                          .batch_cells_before = one.cells_before,
                                          .likely_batch_share = one.share};
        EXPECT_EQ(plan_list(list, lcs, known).is_batch_on_device, one.on_device) << one.cells_before;
        EXPECT_EQ(plan::worth_sampling(1e10, plan::metric::lcs, known), one.is_sampled) << one.cells_before;
    }
    plan::route_knowledge const known{.costs = with("H200", 1, 512).costs, .device = not_started};
    EXPECT_FALSE(plan::worth_sampling(1e8, plan::metric::lcs, known));
    EXPECT_FALSE(plan::worth_sampling(1e12, plan::metric::lcs, {.costs = known.costs, .device = started}));
}

TEST(split_list, each_pair_goes_to_one_of_both)
{
    std::vector<alignment::sequence_pair> const list =
        make_list({{3, 150, 150}, {1, 3'000'000, 3'000'000}, {2, 150, 150}, {1, 3'000'000, 10}, {1, 200, 100}});
    plan::list_survey const survey = plan::survey_list({list, {}}, lcs);
    EXPECT_EQ(survey.large_pairs, (indices{3, 6}));
    EXPECT_EQ(survey.pair_count(), list.size());

    plan::list_split split = plan::split_list({list, {}}, survey, {.alone_on_device{3}});
    EXPECT_EQ(split.on_device.indices, indices{3});
    EXPECT_EQ(split.on_device.survey.all.cells, 9e12);
    EXPECT_EQ(split.on_cpu.indices, (indices{0, 1, 2, 4, 5, 6, 7}));
    EXPECT_EQ(split.on_cpu.survey.large_pairs, indices{6});
    EXPECT_EQ(split.on_cpu.survey.batch_pairs, 6u);
    EXPECT_EQ(split.on_cpu.survey.all.max_size, 3'000'000u);

    split = plan::split_list({list, {}}, survey, {.alone_on_device{3}, .is_batch_on_device = true});
    EXPECT_EQ(split.on_device.indices, (indices{0, 1, 2, 3, 4, 5, 7}));
    EXPECT_EQ(split.on_cpu.indices, indices{6});

    // All of them need no indices.
    split = plan::split_list({list, {}}, survey, {.alone_on_device{3, 6}, .is_batch_on_device = true});
    EXPECT_TRUE(split.on_device.indices.empty());
    EXPECT_EQ(split.on_device.survey.all.cells, survey.all.cells);
    EXPECT_TRUE(split.on_cpu.indices.empty());

    // Some pairs of a call.
    indices const chosen{2, 3, 6};
    plan::list_survey const of_chosen = plan::survey_list({list, chosen}, lcs);
    split = plan::split_list({list, chosen}, of_chosen, {.alone_on_device{2, 3}});
    EXPECT_EQ(split.on_device.indices, (indices{2, 3}));
    EXPECT_EQ(split.on_cpu.indices, indices{6});
}
