// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>
#include <numeric>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <reference/environment.hpp>
#include <reference/random_sequence.hpp>
#include <reference/site_check.hpp>
#include <sys/resource.h>

#include <seqan3_gpulcs/all.hpp>
#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/mpi/edit.hpp>
#include <seqan3_gpulcs/mpi/lcs.hpp>
#include <seqan3_gpulcs/mpi/primer.hpp>
#include <seqan3_gpulcs/mpi/search.hpp>
#include <seqan3_gpulcs/mpi/sites.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/mpi/parts_call.hpp"
#include "src/mpi/rank_call.hpp"
#include "src/plan/threshold.hpp"
#include "src/resume/run_store.hpp"
#include "src/util/border_words.hpp"

using namespace seqan3_gpulcs;

namespace seqan3_gpulcs::mpi
{

struct tuned_group
{
    static void tune(rank_group & group, group_tuning const & tuning) noexcept
    {
        group.tuning_ = tuning;
    }
};

} // namespace seqan3_gpulcs::mpi

namespace
{

// On rank 0, where the tests run; all other ranks serve.
mpi::communicator * all_ranks{};

constexpr auto test_kind = static_cast<mpi::job_kind>(1000);
constexpr auto failing_kind = static_cast<mpi::job_kind>(1001);

enum class test_task : std::uint64_t
{
    echo, // Returns the task.
    fail, // Throws what the next number says.
    work  // Does not end until it is stopped.
};

class test_job : public mpi::simple_job
{
public:
    std::vector<mpi::outgoing> compute(mpi::task && given, plan::execution const & execution) override
    {
        switch (static_cast<test_task>(given.content.at(0)))
        {
        case test_task::fail:
            if (given.content.at(1) == 0)
                throw invalid_option{"This is not valid."};
            if (given.content.at(1) == 1)
                throw memory_limit_too_small{"This is too small."};
            throw std::bad_alloc{};
        case test_task::work:
            while (!execution.stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
            throw operation_stopped{"This was stopped."};
        default:
            std::vector<mpi::outgoing> results(1);
            results.front().number = given.number;
            results.front().content = std::move(given.content);
            return results;
        }
    }
};

std::unique_ptr<mpi::job> make_test_job(std::span<std::uint64_t const> const content)
{
    if (static_cast<mpi::job_kind>(content.front()) == test_kind)
        return std::make_unique<test_job>();
    if (static_cast<mpi::job_kind>(content.front()) != failing_kind)
        return mpi::make_job(content);
    // On one rank.
    if (content[1] == static_cast<std::uint64_t>(all_ranks->rank()))
        throw invalid_option{"There is no such job."};
    return std::make_unique<test_job>();
}

using letters_t = std::vector<std::uint8_t>;

// Sequences of different lengths, kinds of letters, and similarity.
struct sequence_set
{
    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};

    sequence_set(std::mt19937_64 & generator, std::size_t const count, std::size_t const max_size)
    {
        letters_t last{};
        for (std::size_t i = 0; i < count; ++i)
        {
            auto const alphabet_size = static_cast<unsigned>(2 + reference::random_size(generator, 20));
            if (reference::random_size(generator, 2) == 0)
                last = reference::mutate(generator, last, 4, 10);
            else
                last = reference::random_letters(generator, reference::random_size(generator, max_size), alphabet_size);
            packed.push_back(packing::pack(last));
        }
        views.assign(packed.begin(), packed.end());
    }
};

// Some are too short, or too distant.
std::vector<alignment::sequence_pair>
random_pairs(std::mt19937_64 & generator, sequence_set const & set, std::size_t const count)
{
    std::vector<alignment::sequence_pair> pairs{};
    for (std::size_t i = 0; i < count; ++i)
    {
        pairs.push_back({set.views[reference::random_size(generator, set.views.size() - 1)],
                         set.views[reference::random_size(generator, set.views.size() - 1)]});
        std::uint64_t const shorter = std::min(pairs.back().first.size(), pairs.back().second.size());
        if (reference::random_size(generator, 1) == 0)
        {
            pairs.back().min_length = reference::random_size(generator, shorter + 1);
            pairs.back().max_distance = reference::random_size(generator, shorter);
        }
    }
    return pairs;
}

plan::execution on_cpu(unsigned const threads = 1)
{
    plan::execution execution{};
    execution.backend = plan::backend::cpu;
    execution.threads = threads;
    return execution;
}

// By all ranks.
plan::execution by_all(plan::execution execution)
{
    execution.ranks = all_ranks;
    return execution;
}

// Work is distributed however little it is.
class ranks : public ::testing::Test
{
protected:
    ranks()
    {
        mpi::tuned_group::tune(group(), {.min_task_cells = 1000, .min_cells_for_all = 1e15, .min_chunk_columns = 1});
    }

    mpi::rank_group & group() const
    {
        return all_ranks->group();
    }

    void compute_large_pairs_together() const
    {
        mpi::tuned_group::tune(group(), {.min_task_cells = 1000, .min_cells_for_all = 1, .min_chunk_columns = 1});
    }

    std::mt19937_64 generator{make_generator()};

private:
    // Each test has a seed of its own; one that fails says how to replay it.
    static std::mt19937_64 make_generator()
    {
        reference::seed_in_use().reset();
        return reference::make_generator();
    }

    void TearDown() override
    {
        if (HasFailure())
            std::cerr << "Replay with SEQAN3_GPULCS_TEST_SEED=" << *reference::seed_in_use() << '\n';
    }
};

// Compares V at columns of its choice with that of one process for the columns before.
class comparing_watcher final : public mpi::column_watcher
{
public:
    comparing_watcher(alignment::sequence_pair const & pair, std::mt19937_64 & generator) :
        pair_{pair},
        generator_{generator}
    {}

    // At random, but now and then in any case.
    bool wants_next() override
    {
        return ++asked_ % 4 == 0 || reference::random_size(generator_, 2) != 0;
    }

    void take(std::uint64_t const column, mpi::words && vertical) override
    {
        EXPECT_LT(last_column, column);
        EXPECT_LT(column, pair_.second.size());
        last_column = column;
        packing::packed_sequence_view const & whole = pair_.second;
        packing::packed_sequence_view const before{whole.words(),
                                                   column,
                                                   whole.bits_per_letter(),
                                                   whole.letters(),
                                                   whole.kind()};
        util::invert_vertical(vertical, pair_.first.size());
        EXPECT_EQ(vertical, lcs::prefix_increments(pair_.first, before, on_cpu())) << column;
        if (fails_after != 0 && --fails_after == 0)
            throw std::runtime_error{"the watcher"};
    }

    double max_chunk_cells(double) const noexcept override
    {
        return 0;
    }

    std::uint64_t last_column{};
    std::size_t fails_after{};

private:
    alignment::sequence_pair pair_;
    std::mt19937_64 & generator_;
    std::size_t asked_{};
};

// A directory for one test.
class saved_directory
{
public:
    saved_directory()
    {
        std::string name = (std::filesystem::temp_directory_path() / "ranks_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw std::runtime_error{"There is no temporary directory."};
        path_ = name;
    }

    ~saved_directory()
    {
        std::filesystem::remove_all(path_);
    }

    std::filesystem::path const & path() const noexcept
    {
        return path_;
    }

private:
    std::filesystem::path path_{};
};

// The state of one process that has computed some rows of the first columns, and nothing below them.
void save_some_rows(std::filesystem::path const & directory,
                    alignment::sequence_pair const & pair,
                    plan::comparison const & wanted,
                    std::uint64_t const distance)
{
    plan::checkpoint_grid const grid =
        wanted.with_path ? plan::checkpoint_grid{distance, distance} : plan::checkpoint_grid{};
    resume::run_state state{resume::identify(pair, wanted), grid};
    state.slab = {0, std::min(3 * plan::part_alignment, pair.second.size())};
    state.row = std::min(plan::part_alignment, pair.first.size());
    state.begin_slab();
    plan::matrix_part part{.rows = pair.first,
                           .columns = pair.second,
                           .region = {0, state.row, 0, state.slab.end},
                           .metric = wanted.metric};
    part.borders = {state.vertical_of(part.region), state.horizontal};
    if (wanted.with_path)
        part.kept = state.kept();
    backend::compute_part(dispatch::find_backend(on_cpu()), part, on_cpu());
    resume::run_store{directory}.save(state);
}

// By all ranks, or by this one.
alignment::saved_run_result compute_saved(bool const is_by_all,
                                          alignment::sequence_pair const & pair,
                                          plan::comparison const & wanted,
                                          alignment::saved_run const & saved,
                                          plan::execution const & execution = on_cpu())
{
    if (wanted.metric == plan::metric::lcs)
    {
        auto const output = wanted.with_path ? lcs::output::subsequence : lcs::output::length;
        return is_by_all ? lcs::compute(pair, output, saved, by_all(execution))
                         : lcs::compute(pair, output, saved, execution);
    }
    edit::options const options{.wanted = wanted.with_path ? edit::output::alignment : edit::output::distance,
                                .preference = wanted.preference};
    return is_by_all ? edit::compute(pair, options, saved, by_all(execution))
                     : edit::compute(pair, options, saved, execution);
}

// Requests a stop when there is a new state.
void stop_at_save(std::stop_token const & done, std::filesystem::path const & directory, std::stop_source stop)
{
    auto const saved_at = [&directory]()
    {
        std::error_code ignored{};
        return std::filesystem::last_write_time(directory / "gpulcs.state", ignored);
    };
    for (auto const before = saved_at(); !done.stop_requested() && saved_at() == before;)
        std::this_thread::sleep_for(std::chrono::microseconds{200});
    stop.request_stop();
}

// All of them fail by one exception, or none does.
template <typename exception_t>
void expect_failure(mpi::rank_group & group, int const rank, std::uint64_t const type, std::string const & sentence)
{
    plan::execution const execution = on_cpu();
    mpi::rank_call call{group, make_test_job, {static_cast<std::uint64_t>(test_kind)}, execution};
    for (int other = 0; other < group.size(); ++other)
        if (other != rank)
            call.assign(other, {0, {static_cast<std::uint64_t>(test_task::work)}});
    call.assign(rank, {1, {static_cast<std::uint64_t>(test_task::fail), type}});
    try
    {
        call.wait();
        FAIL() << "there was no exception";
    }
    catch (exception_t const & caught)
    {
        if (!sentence.empty())
        {
            EXPECT_TRUE(std::string{caught.what()}.ends_with(sentence)) << caught.what();
            EXPECT_EQ(std::string{caught.what()}.starts_with("On rank " + std::to_string(rank) + " on "), rank != 0)
                << caught.what();
        }
    }
}

void expect_equal(alignment::result const & found, alignment::result const & expected)
{
    EXPECT_EQ(found.length, expected.length);
    EXPECT_EQ(found.distance, expected.distance);
    EXPECT_EQ(found.first, expected.first);
    EXPECT_EQ(found.second, expected.second);
    EXPECT_EQ(found.path, expected.path);
}

// The same results as of one process.
void compare_alignments(std::span<alignment::sequence_pair const> const pairs,
                        edit::options const & options,
                        plan::execution const & execution)
{
    auto const found = edit::compute(pairs, options, by_all(execution));
    auto const expected = edit::compute(pairs, options, execution);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        expect_equal(found[i], expected[i]);
}

// The same hits as of one process.
template <typename search_t>
void compare_searches(std::mt19937_64 & generator)
{
    sequence_set const queries{generator, 3, 400};
    for (std::uint64_t const top : {0, 1, 10, 5000})
    {
        typename search_t::options_type options{.top = top};
        if (reference::random_size(generator, 1) != 0)
            options.order = decltype(options.order)::identity;
        options.min_identity = top == 0 ? 0.3 : 0;
        search_t search{queries.views, options, by_all(on_cpu())};
        search_t expected{queries.views, options, on_cpu()};
        std::vector<bool> is_kept{};
        for (std::size_t const count : {1500, 3, 700})
        {
            // Many ties.
            sequence_set subjects{generator, count / 3 + 1, 60};
            while (subjects.views.size() < count)
                subjects.views.push_back(subjects.views[reference::random_size(generator, subjects.views.size() - 1)]);
            alignment::search_changes const changes = search.add(subjects.views);
            expected.add(subjects.views);

            EXPECT_TRUE(std::ranges::is_sorted(changes.entered));
            for (std::uint64_t const subject : changes.left)
            {
                EXPECT_TRUE(is_kept.at(subject));
                is_kept.at(subject) = false;
            }
            is_kept.resize(is_kept.size() + subjects.views.size());
            for (std::uint64_t const subject : changes.entered)
                is_kept.at(subject) = true;
        }
        for (std::size_t query = 0; query < queries.views.size(); ++query)
        {
            auto const hits = search.hits(query);
            EXPECT_EQ(hits, expected.hits(query));
            for (auto const & one : hits)
                EXPECT_TRUE(is_kept.at(one.subject));
        }
        alignment::search_statistics const & done = search.statistics();
        EXPECT_EQ(done.computed + done.skipped, expected.statistics().computed + expected.statistics().skipped);
    }
}

} // namespace

TEST_F(ranks, pairs)
{
    sequence_set const set{generator, 40, 700};
    for (std::size_t const count : {0, 1, 2, 300})
    {
        std::vector const pairs = random_pairs(generator, set, count);
        EXPECT_EQ(lcs::lengths(pairs, by_all(on_cpu())), lcs::lengths(pairs, on_cpu()));
        for (auto const wanted : {lcs::output::length, lcs::output::subsequence})
        {
            auto const found = lcs::compute(pairs, wanted, by_all(on_cpu()));
            auto const expected = lcs::compute(pairs, wanted, on_cpu());
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i)
            {
                EXPECT_EQ(found[i].length, expected[i].length);
                EXPECT_EQ(found[i].path, expected[i].path);
                EXPECT_EQ(found[i].backend, expected[i].backend);
                // How much it is depends on which pairs are computed together.
                EXPECT_EQ(found[i].memory_bytes == 0, expected[i].memory_bytes == 0);
            }
        }
        EXPECT_EQ(edit::distances(pairs, by_all(on_cpu())), edit::distances(pairs, on_cpu()));
        for (auto const wanted : {edit::output::distance, edit::output::alignment})
            for (bool const is_free : {false, true})
                compare_alignments(pairs,
                                   {.wanted = wanted,
                                    .ends = {.second_leading = is_free, .second_trailing = is_free},
                                    .preference = edit::preference::diagonal_first,
                                    .end = edit::end_choice::first},
                                   on_cpu());
    }
}

TEST_F(ranks, sets)
{
    for (std::size_t const count : {0, 1, 2, 3, 50})
    {
        sequence_set const first{generator, count, 300};
        sequence_set const second{generator, 7, 300};
        EXPECT_EQ(lcs::all_pairs(first.views, by_all(on_cpu())), lcs::all_pairs(first.views, on_cpu()));
        EXPECT_EQ(lcs::all_pairs(first.views, second.views, by_all(on_cpu())),
                  lcs::all_pairs(first.views, second.views, on_cpu()));
        EXPECT_EQ(edit::all_pairs(first.views, by_all(on_cpu())), edit::all_pairs(first.views, on_cpu()));
        EXPECT_EQ(edit::all_pairs(first.views, second.views, by_all(on_cpu())),
                  edit::all_pairs(first.views, second.views, on_cpu()));
    }
}

TEST_F(ranks, one_pair)
{
    compute_large_pairs_together();
    for (std::size_t const size : {1, 500, 2049, 30'000})
    {
        auto const first = reference::random_letters(generator, 1 + reference::random_size(generator, size), 4);
        auto const second = reference::random_size(generator, 1) != 0
                              ? reference::mutate(generator, first, 4, 20)
                              : reference::random_letters(generator, 1 + reference::random_size(generator, size), 5);
        packing::packed_sequence const rows = packing::pack(first);
        packing::packed_sequence const columns = packing::pack(second);
        plan::execution execution = on_cpu(1 + static_cast<unsigned>(reference::random_size(generator, 1)));
        EXPECT_EQ(lcs::length(rows, columns, by_all(execution)), lcs::length(rows, columns, execution));
        EXPECT_EQ(lcs::prefix_increments(rows, columns, by_all(execution)),
                  lcs::prefix_increments(rows, columns, execution));
        EXPECT_EQ(lcs::prefix_increments(columns, rows, by_all(execution)),
                  lcs::prefix_increments(columns, rows, execution));
        for (std::uint64_t const memory : {std::uint64_t{1} << 30, 4 * plan::min_memory(rows.size(), columns.size())})
        {
            execution.memory_limit = memory;
            EXPECT_EQ(lcs::subsequence(rows, columns, by_all(execution)), lcs::subsequence(rows, columns, execution));
            execution.memory_limit = 2 * memory;
            alignment::sequence_pair const pair{rows, columns};
            for (auto const preference : {edit::preference::gaps_first, edit::preference::diagonal_first})
                compare_alignments({&pair, 1},
                                   {.wanted = edit::output::alignment, .preference = preference},
                                   execution);
            compare_alignments({&pair, 1}, {}, execution);
        }
    }
}

TEST_F(ranks, columns_on_the_way)
{
    compute_large_pairs_together();
    for (std::size_t const size : {3000, 30'000})
    {
        packing::packed_sequence const rows =
            packing::pack(reference::random_letters(generator, size - reference::random_size(generator, 2000), 4));
        packing::packed_sequence const columns =
            packing::pack(reference::random_letters(generator, size - reference::random_size(generator, 900), 4));
        alignment::sequence_pair const pair{rows, columns};
        comparing_watcher watcher{pair, generator};
        mpi::parts_request const request{.pair = pair,
                                         .region = {0, rows.size(), 0, columns.size()},
                                         .wants_vertical = true};
        plan::execution const execution = on_cpu();
        mpi::words vertical = mpi::parts_call{group(), request, execution, &watcher}.run().vertical;
        util::invert_vertical(vertical, rows.size());
        EXPECT_EQ(vertical, lcs::prefix_increments(rows, columns, execution));
        // Of fourteen or more chunks.
        EXPECT_TRUE(size != 30'000 || watcher.last_column > 0);

        watcher.last_column = 0;
        watcher.fails_after = 1;
        if (size == 30'000)
        {
            EXPECT_THROW((mpi::parts_call{group(), request, execution, &watcher}.run()), std::runtime_error);
        }
    }
}

// By ranks and one process in turn, each of which is stopped when it has saved a state.
TEST_F(ranks, saved_runs)
{
    compute_large_pairs_together();
    for (plan::comparison const & wanted :
         {plan::lcs_length, plan::lcs_subsequence, plan::edit_distance, plan::edit_alignment})
        for (bool const has_begun : {false, true})
        {
            // Saving takes less time than computing.
            auto const letters =
                reference::random_letters(generator, 140'000 + reference::random_size(generator, 20'000), 4);
            packing::packed_sequence const rows = packing::pack(letters);
            packing::packed_sequence const columns = packing::pack(reference::mutate(generator, letters, 4, 20));
            alignment::sequence_pair const pair{rows, columns};
            saved_directory const directory{};
            alignment::saved_run const saved{.directory = directory.path(), .interval = std::chrono::seconds{0}};
            if (has_begun)
                save_some_rows(saved.directory, pair, wanted, 4 * plan::part_alignment);
            alignment::result const expected =
                std::move(backend::compare(dispatch::find_backend(on_cpu()), {&pair, 1}, wanted, on_cpu()).front());
            std::optional<alignment::saved_run_result> found{};
            for (std::size_t calls = 0; !found; ++calls)
            {
                std::stop_source stop{};
                plan::execution execution = on_cpu();
                execution.stop = stop.get_token();
                std::jthread const stopper{stop_at_save, saved.directory, calls < 4 ? stop : std::stop_source{}};
                try
                {
                    found = compute_saved(calls % 2 == 0, pair, wanted, saved, execution);
                }
                catch (operation_stopped const &)
                {}
            }
            expect_equal(found->result, expected);
            EXPECT_TRUE(!has_begun || found->cells_resumed > 0);

            auto const again = compute_saved(true, pair, wanted, saved);
            EXPECT_EQ(again.cells_resumed, pair.cells());
            expect_equal(again.result, expected);
        }
}

// The state before is still there.
TEST_F(ranks, saved_runs_on_full_disks)
{
    plan::comparison const & wanted =
        reference::random_size(generator, 1) == 0 ? plan::lcs_length : plan::edit_distance;
    compute_large_pairs_together();
    packing::packed_sequence const letters = packing::pack(reference::random_letters(generator, 60'000, 4));
    alignment::sequence_pair const pair{letters, letters};
    saved_directory const directory{};
    alignment::saved_run const saved{.directory = directory.path(), .interval = std::chrono::seconds{0}};
    save_some_rows(saved.directory, pair, wanted, 0);

    auto const handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit const full{1000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
    EXPECT_THROW(compute_saved(true, pair, wanted, saved), saved_run_error);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);

    alignment::saved_run_result const found = compute_saved(true, pair, wanted, saved);
    EXPECT_EQ(found.cells_resumed, 1.0 * plan::part_alignment * 3 * plan::part_alignment);
    EXPECT_EQ(plan::value_of(found.result, wanted.metric), wanted.metric == plan::metric::lcs ? letters.size() : 0);
}

TEST_F(ranks, saved_runs_that_are_refused)
{
    compute_large_pairs_together();
    packing::packed_sequence const letters[]{packing::pack("ACGTACGT"), packing::pack("GGTT")};
    saved_directory const directory{};
    alignment::saved_run saved{.directory = directory.path(), .interval = std::chrono::seconds{0}};
    EXPECT_EQ(compute_saved(true, {letters[0], letters[1]}, plan::lcs_length, saved).saves, 1u);
    EXPECT_THROW(compute_saved(true, {letters[1], letters[0]}, plan::lcs_length, saved), saved_run_error);
    EXPECT_THROW(compute_saved(true, {letters[0], {}}, plan::lcs_length, saved), saved_run_error);
    {
        resume::run_store const other{saved.directory};
        EXPECT_THROW(compute_saved(true, {letters[0], letters[1]}, plan::lcs_length, saved), saved_run_error);
    }
    EXPECT_THROW(compute_saved(true, {letters[0], letters[1]}, plan::edit_distance, saved), saved_run_error);
    saved.interval = std::chrono::seconds{-1};
    EXPECT_THROW(compute_saved(true, {letters[0], letters[1]}, plan::lcs_length, saved), invalid_option);
    saved.interval = std::chrono::hours{1};
    saved.restart = true;
    EXPECT_EQ(compute_saved(true, {letters[1], letters[0]}, plan::lcs_length, saved).result.length, 3u);
}

TEST_F(ranks, one_large_pair_among_others)
{
    mpi::tuned_group::tune(group(), {.min_task_cells = 1000, .min_cells_for_all = 1e6, .min_chunk_columns = 1});
    sequence_set const set{generator, 10, 200};
    sequence_set const large{generator, 3, 12'000};
    std::vector pairs = random_pairs(generator, set, 20);
    for (std::size_t const place : {0, 7, 22})
        pairs.insert(pairs.begin() + static_cast<std::ptrdiff_t>(place), random_pairs(generator, large, 1).front());
    EXPECT_EQ(lcs::lengths(pairs, by_all(on_cpu())), lcs::lengths(pairs, on_cpu()));
    EXPECT_EQ(edit::distances(pairs, by_all(on_cpu())), edit::distances(pairs, on_cpu()));
    compare_alignments(pairs, {.wanted = edit::output::alignment}, on_cpu());
}

// One rank is done with them before the others would begin.
TEST_F(ranks, similar_sequences)
{
    auto letters = reference::random_letters(generator, 140'000, 4);
    packing::packed_sequence const first = packing::pack(letters);
    letters.erase(letters.begin() + 70'000, letters.begin() + 70'050);
    packing::packed_sequence const second = packing::pack(letters);
    alignment::sequence_pair const pair{first, second};
    for (lcs::output const wanted : {lcs::output::length, lcs::output::subsequence})
    {
        alignment::result const found = std::move(lcs::compute({&pair, 1}, wanted, by_all(on_cpu())).front());
        EXPECT_EQ(found.length, second.size());
        EXPECT_EQ(found.path.matches(), wanted == lcs::output::length ? 0 : second.size());
        EXPECT_EQ(found.method, alignment::method::wavefront);
    }
}

// All ranks compute them, but not the rest of the matrix.
TEST_F(ranks, bands)
{
    compute_large_pairs_together();
    for (plan::comparison const & wanted :
         {plan::lcs_length, plan::lcs_subsequence, plan::edit_distance, plan::edit_alignment})
    {
        auto letters = reference::random_letters(generator, 140'000 + reference::random_size(generator, 20'000), 4);
        packing::packed_sequence const first = packing::pack(letters);
        packing::packed_sequence const second = packing::pack(reference::mutate(generator, letters, 4, 12));
        alignment::sequence_pair pair{first, second};
        alignment::result const expected = api::compare(pair, wanted, on_cpu());
        std::uint64_t const value = plan::value_of(expected, wanted.metric);
        alignment::result found = api::compare(pair, wanted, by_all(on_cpu()));
        expect_equal(found, expected);
        EXPECT_EQ(found.method, alignment::method::band);
        EXPECT_LT(found.cells, 0.7 * pair.cells());

        // One letter decides.
        for (bool const is_of_interest : {true, false})
        {
            pair.min_length = wanted.metric == plan::metric::lcs ? value + !is_of_interest : 0;
            pair.max_distance = value - !is_of_interest;
            found = api::compare(pair, wanted, by_all(on_cpu()));
            EXPECT_EQ(plan::value_of(found, wanted.metric),
                      is_of_interest ? value : plan::value_of_no_interest(wanted.metric));
        }
    }
}

std::vector<std::uint64_t> values_of(std::vector<alignment::result> const & results, plan::metric const metric)
{
    std::vector<std::uint64_t> values{};
    for (alignment::result const & result : results)
        values.push_back(plan::value_of(result, metric));
    return values;
}

// The functions that took the ranks before executions had them.
TEST_F(ranks, former_calls)
{
    mpi::communicator & all = *all_ranks;
    sequence_set const set{generator, 5, 200};
    std::vector const pairs = random_pairs(generator, set, 20);
    auto const & views = set.views;
    EXPECT_EQ(mpi::lengths(all, pairs, on_cpu()), lcs::lengths(pairs, on_cpu()));
    EXPECT_EQ(values_of(mpi::compute(all, pairs, lcs::output::length, on_cpu()), plan::metric::lcs),
              lcs::lengths(pairs, on_cpu()));
    EXPECT_EQ(mpi::length(all, views[0], views[1], on_cpu()), lcs::length(views[0], views[1], on_cpu()));
    EXPECT_EQ(mpi::subsequence(all, views[0], views[1], on_cpu()), lcs::subsequence(views[0], views[1], on_cpu()));
    EXPECT_EQ(mpi::prefix_increments(all, views[0], views[1], on_cpu()),
              lcs::prefix_increments(views[0], views[1], on_cpu()));
    EXPECT_EQ(mpi::all_pairs(all, views, on_cpu()), lcs::all_pairs(views, on_cpu()));
    EXPECT_EQ(mpi::all_pairs(all, views, views, on_cpu()), lcs::all_pairs(views, views, on_cpu()));
    EXPECT_EQ(mpi::distances(all, pairs, on_cpu()), edit::distances(pairs, on_cpu()));
    EXPECT_EQ(values_of(mpi::compute(all, pairs, edit::options{}, on_cpu()), plan::metric::edit),
              edit::distances(pairs, on_cpu()));
    EXPECT_EQ(mpi::all_distances(all, views, on_cpu()), edit::all_pairs(views, on_cpu()));
    EXPECT_EQ(mpi::all_distances(all, views, views, on_cpu()), edit::all_pairs(views, views, on_cpu()));

    lcs::search expected{views, {}, on_cpu()};
    mpi::search search{all, views, {}, on_cpu()};
    expected.add(views);
    search.add(views);
    EXPECT_EQ(search.hits().at(1), expected.hits(1));
    edit::search expected_by_distance{views, {}, on_cpu()};
    mpi::edit_search search_by_distance{all, views, {}, on_cpu()};
    expected_by_distance.add(views);
    search_by_distance.add(views);
    EXPECT_EQ(search_by_distance.hits().at(1), expected_by_distance.hits(1));

    auto const primer = packing::pack("ACGTACGTTGCA");
    auto const text = packing::pack("TTTTACGTACGTTGCATTTT");
    packing::packed_sequence_view const texts[]{text};
    packing::packed_sequence_view const primers[]{primer};
    EXPECT_EQ(mpi::find_sites(all, primers, texts, {}, on_cpu()), primer::find_sites(primers, texts, {}, on_cpu()));
    primer::target const target{text};
    EXPECT_EQ(mpi::compute_primers(all, {&target, 1}, {}, {.differences = 2}, on_cpu()),
              primer::compute({&target, 1}, {}, {.differences = 2}, on_cpu()));
}

TEST_F(ranks, values_of_32_bits)
{
    sequence_set const set{generator, 30, 200};
    std::vector const pairs = random_pairs(generator, set, 200);
    std::vector<std::uint32_t> found(pairs.size());
    lcs::lengths_into(pairs, std::span{found}, by_all(on_cpu()));
    EXPECT_TRUE(std::ranges::equal(found, lcs::lengths(pairs, on_cpu())));
    std::vector<std::uint32_t> of_set(set.views.size() * (set.views.size() - 1) / 2);
    edit::all_pairs_into(set.views, std::span{of_set}, by_all(on_cpu()));
    EXPECT_TRUE(std::ranges::equal(of_set, edit::all_pairs(set.views, on_cpu())));
}

// Its batches are compared by the thread that may call MPI.
TEST_F(ranks, align_pairwise)
{
    std::vector<std::pair<std::vector<seqan3::dna4>, std::vector<seqan3::dna4>>> pairs(300);
    for (auto & [first, second] : pairs)
        for (std::vector<seqan3::dna4> * const sequence : {&first, &second})
            for (std::uint8_t const rank :
                 reference::random_letters(generator, reference::random_size(generator, 700), 4))
                sequence->push_back(seqan3::dna4{}.assign_rank(rank));
    align_cfg::bit_parallel on_ranks{};
    on_ranks.execution = by_all(on_cpu(3));
    on_ranks.batch_size = 50;
    auto const config = seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme
                      | seqan3::align_cfg::output_score{} | seqan3::align_cfg::output_sequence1_id{};
    std::vector<int> expected{};
    for (auto const & result : seqan3::align_pairwise(pairs, config))
        expected.push_back(result.score());
    std::size_t number = 0;
    for (auto const & result : seqan3::align_pairwise(pairs, config | on_ranks))
    {
        ASSERT_EQ(result.sequence1_id(), number);
        EXPECT_EQ(result.score(), expected[number++]);
    }
    EXPECT_EQ(number, pairs.size());
}

// A search that was stopped while ranks were asked has no hits, also later.
TEST_F(ranks, stopped_search)
{
    if (all_ranks->size() == 1)
        GTEST_SKIP() << "One rank asks nobody.";
    sequence_set const set{generator, 40, 200};
    std::stop_source stop{};
    plan::execution stoppable = on_cpu();
    stoppable.stop = stop.get_token();
    lcs::search search{std::span{set.views}.first(3), {}, by_all(stoppable)};
    search.add(set.views);
    stop.request_stop();
    EXPECT_THROW(search.hits(0), operation_stopped);
    EXPECT_THROW(search.hits(1), invalid_option);
    EXPECT_THROW(search.add(set.views), invalid_option);
}

// Prepared and kept sequences are taken as by one process.
TEST_F(ranks, prepared_sequences)
{
    sequence_set const set{generator, 40, 200};
    alignment::resident_set const kept{set.views};
    auto const queries = std::span{set.views}.first(3);
    EXPECT_EQ(lcs::all_pairs(queries, kept, by_all(on_cpu())), lcs::all_pairs(queries, set.views, on_cpu()));
    lcs::search search{queries, {.top = 4}, by_all(on_cpu())};
    lcs::search expected{queries, {.top = 4}, on_cpu()};
    search.add(kept);
    expected.add(set.views);
    for (std::size_t query = 0; query < queries.size(); ++query)
        EXPECT_EQ(search.hits(query), expected.hits(query));

    auto const primer = packing::pack("ACGTACGTTGCA");
    auto const text = packing::pack("TTTTACGTACGTTGCATTTT");
    packing::packed_sequence_view const texts[]{text};
    packing::packed_sequence_view const primers[]{primer};
    primer::prepared_sequences const prepared{texts};
    EXPECT_EQ(primer::find_sites(primers, prepared, {}, by_all(on_cpu())),
              primer::find_sites(primers, texts, {}, on_cpu()));
}

TEST_F(ranks, search)
{
    compare_searches<lcs::search>(generator);
    compare_searches<edit::search>(generator);
}

TEST_F(ranks, primers)
{
    sequence_set const set{generator, 4, 300};
    std::vector<packing::packed_sequence_view> const backgrounds(set.views.begin(), set.views.begin() + 2);
    std::vector<primer::target> const targets{{set.views[3]}, {set.views[2], 10, 200}, {set.views[2], 50, 20}};
    primer::options const options{.differences = 2, .min_length = 5, .max_length = 60};
    EXPECT_EQ(primer::compute(targets, backgrounds, options, by_all(on_cpu())),
              primer::compute(targets, backgrounds, options, on_cpu()));
    EXPECT_TRUE(primer::compute({}, backgrounds, options, by_all(on_cpu())).empty());

    auto const virus = packing::pack("ACTGNACTGCCTTAGACCA");
    auto const host = packing::pack("AGCAAGGGTACNNCATG");
    std::vector<primer::target> const virus_target{{virus}};
    std::vector<packing::packed_sequence_view> const hosts{host};
    primer::options const both_strands{.differences = 2,
                                       .unknown = primer::unknown_nucleotides(),
                                       .complement = primer::complement_of_dna()};
    EXPECT_EQ(primer::compute(virus_target, hosts, both_strands, by_all(on_cpu())),
              primer::compute(virus_target, hosts, both_strands, on_cpu()));
    primer::options const ambiguous{.differences = 2,
                                    .meanings = primer::iupac_nucleotides(),
                                    .complement = primer::complement_of_dna()};
    auto const lengths = primer::compute(virus_target, hosts, ambiguous, on_cpu());
    EXPECT_EQ(primer::compute(virus_target, hosts, ambiguous, by_all(on_cpu())), lengths);
    EXPECT_NE(lengths, primer::compute(virus_target, hosts, both_strands, on_cpu()));
    EXPECT_THROW(primer::compute(virus_target, hosts, {.differences = 0}, by_all(on_cpu())), invalid_option);
}

TEST_F(ranks, sites)
{
    std::vector<std::string> primers{};
    for (std::size_t i = 0; i < 7; ++i)
        primers.push_back(reference::random_text(generator, 15 + i, "ACGT"));
    auto const packed_primers = reference::pack_all(primers);
    auto const packed_sequences = reference::pack_all({reference::text_with_copies(generator, primers, 20, 4, "ACGTN"),
                                                       "",
                                                       reference::text_with_copies(generator, primers, 10, 4, "ACGT")});
    std::vector<packing::packed_sequence_view> const views = reference::views_of(packed_primers);
    std::vector<packing::packed_sequence_view> const sequences = reference::views_of(packed_sequences);
    for (primer::site_options const & options :
         {primer::site_options{.max_edits = 3},
          primer::site_options{.max_edits = 2,
          .both_strands = false,
          .mismatches_only = true,
          .cuts_at_ambiguous = true},
          primer::site_options{.max_edits = 3, .three_prime_letters = 3, .max_three_prime_edits = 1}})
    {
        EXPECT_EQ(primer::find_sites(views, sequences, options, by_all(on_cpu())),
                  primer::find_sites(views, sequences, options, on_cpu()));
        EXPECT_EQ(primer::find_sites({views.begin(), 1}, sequences, options, by_all(on_cpu())),
                  primer::find_sites({views.begin(), 1}, sequences, options, on_cpu()));
    }
    EXPECT_TRUE(primer::find_sites({}, sequences, {}, by_all(on_cpu())).empty());
    EXPECT_THROW(primer::find_sites(views, sequences, {.max_edits = 15}, by_all(on_cpu())), invalid_option);
}

TEST_F(ranks, tasks_in_order)
{
    constexpr std::uint64_t max_unsent_words{10'000};
    mpi::tuned_group::tune(group(), {.max_unsent_words = max_unsent_words});
    plan::execution const execution = on_cpu();
    mpi::rank_call call{group(), make_test_job, {static_cast<std::uint64_t>(test_kind)}, execution};
    std::vector<std::vector<std::uint64_t>> numbers(static_cast<std::size_t>(all_ranks->size()));
    share_tasks(
        call,
        all_ranks->size(),
        std::vector<double>(100, 1.0),
        [&](std::size_t const number)
        {
            EXPECT_LE(group().messages().unsent_words(), max_unsent_words);
            mpi::words content(1 + number * 1000, number);
            content.front() = static_cast<std::uint64_t>(test_task::echo);
            return content;
        },
        [&](mpi::task_result && result)
        {
            numbers[static_cast<std::size_t>(result.rank)].push_back(result.number);
            EXPECT_EQ(result.content.size(), 1 + result.number * 1000);
            EXPECT_TRUE(std::ranges::all_of(result.content.begin() + 1,
                                            result.content.end(),
                                            [&](std::uint64_t const word)
                                            {
                                                return word == result.number;
                                            }));
        });
    std::size_t done = 0;
    for (auto const & of_rank : numbers)
    {
        EXPECT_TRUE(std::ranges::is_sorted(of_rank));
        EXPECT_GE(of_rank.size(), 2u);
        done += of_rank.size();
    }
    EXPECT_EQ(done, 100u);
}

TEST_F(ranks, failure)
{
    for (int rank = 0; rank < all_ranks->size(); ++rank)
    {
        expect_failure<invalid_option>(group(), rank, 0, "This is not valid.");
        expect_failure<memory_limit_too_small>(group(), rank, 1, "This is too small.");
        if (rank == 0)
            expect_failure<std::bad_alloc>(group(), rank, 2, {});
        else
            expect_failure<error>(group(), rank, 2, "start fewer ranks on this host, or give shorter sequences.");
    }
}

// Also if its message came while rank 0 waited for another call.
TEST_F(ranks, failed_job)
{
    std::stop_source stop{};
    plan::execution execution = on_cpu();
    execution.stop = stop.get_token();
    // Rather than to wait forever.
    std::jthread const timer{[&stop](std::stop_token const & done)
                             {
                                 for (int i = 0; i < 200 && !done.stop_requested(); ++i)
                                     std::this_thread::sleep_for(std::chrono::milliseconds{100});
                                 stop.request_stop();
                             }};
    mpi::words const echo{static_cast<std::uint64_t>(test_task::echo)};
    for (int rank = 0; rank < all_ranks->size(); ++rank)
    {
        mpi::rank_call failed{group(),
                              make_test_job,
                              {static_cast<std::uint64_t>(failing_kind), static_cast<std::uint64_t>(rank)},
                              execution};
        {
            mpi::rank_call other{group(), make_test_job, {static_cast<std::uint64_t>(test_kind)}, execution};
            std::vector<double> const cells(20, 1.0);
            share_tasks(
                other,
                all_ranks->size(),
                cells,
                [&](std::size_t)
                {
                    return echo;
                },
                [](mpi::task_result &&) {});
        }
        failed.assign(rank, {0, echo});
        EXPECT_THROW(failed.wait(), invalid_option);
    }
}

// Of the library: the ranks can be used again.
TEST_F(ranks, refusal)
{
    sequence_set const set{generator, 3, 100};
    packing::packed_sequence const pair[]{packing::pack("ACGT"), packing::pack("TTGA")};
    alignment::sequence_pair const letters{pair[0], pair[1]};
    plan::execution execution = on_cpu();
    execution.memory_limit = 1;
    EXPECT_THROW(lcs::compute({&letters, 1}, lcs::output::subsequence, by_all(execution)), memory_limit_too_small);
    execution.backend = plan::backend::cuda;
    execution.devices = {1000};
    EXPECT_THROW(lcs::lengths({&letters, 1}, by_all(execution)), backend_unavailable);
    EXPECT_THROW(lcs::all_pairs(set.views, by_all(execution)), backend_unavailable);
    EXPECT_THROW((lcs::search{set.views, {}, by_all(execution)}), no_device);
    mpi::tuned_group::tune(group(), {.min_task_cells = 1, .min_cells_for_all = 1, .min_chunk_columns = 1});
    EXPECT_THROW(lcs::length(pair[0], pair[1], by_all(execution)), no_device);
    EXPECT_THROW(all_ranks->serve(), mpi::communication_error);
    EXPECT_EQ(lcs::length(pair[0], pair[1], by_all(on_cpu())), 1u);
}

TEST_F(ranks, stop)
{
    // Unrelated: similar sequences would be done too soon.
    auto const first = packing::pack(reference::random_letters(generator, 1 << 20, 4));
    auto const second = packing::pack(reference::random_letters(generator, 1 << 20, 4));
    for (double const min_cells : {1.0, 1e15})
    {
        mpi::tuned_group::tune(group(),
                               {.min_task_cells = 1, .min_cells_for_all = min_cells, .min_chunk_columns = 1 << 16});
        std::stop_source stop{};
        plan::execution execution = on_cpu();
        execution.stop = stop.get_token();
        double reported = 0;
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_LE(reported, progress.cells_done);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            EXPECT_EQ(progress.cells_total, 1024.0 * 1024 * 1024 * 1024);
            reported = progress.cells_done;
            if (reported > 0)
                stop.request_stop();
        };
        EXPECT_THROW(lcs::length(first, second, by_all(execution)), operation_stopped);
        EXPECT_GT(reported, 0);

        execution = on_cpu();
        execution.on_progress = [](plan::progress const &)
        {
            throw std::runtime_error{"the callback"};
        };
        EXPECT_THROW(lcs::length(first, second, by_all(execution)), std::runtime_error);
    }
}

namespace
{

// What gtest cannot test, as several ranks take part.
bool expect(bool const is_right, char const * const what)
{
    if (!is_right)
        std::cerr << "Wrong: " << what << '\n';
    return is_right;
}

template <typename function_t>
bool fails(function_t const & function)
{
    try
    {
        function();
        return false;
    }
    catch (mpi::communication_error const &)
    {
        return true;
    }
}

// The message arrives although there is no memory for it at first.
bool waits_for_memory(mpi::messenger & messages)
{
    std::uint64_t pages{};
    std::ifstream{"/proc/self/statm"} >> pages;
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    rlimit little{before};
    little.rlim_cur = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + (1 << 24);
    setrlimit(RLIMIT_AS, &little);
    bool has_failed = false;
    std::optional<mpi::message> received{};
    while (!has_failed && !received)
    {
        try
        {
            received = messages.receive();
        }
        catch (std::bad_alloc const &)
        {
            has_failed = true;
        }
    }
    setrlimit(RLIMIT_AS, &before);
    while (!received)
        received = messages.receive();
    return has_failed && received->content == mpi::words(1 << 23, 7);
}

// Rank 0 has all others send back what it sends, in pieces of 1,000 words. Then each sends something that nobody waits for.
bool are_messages_right()
{
    MPI_Comm copy{MPI_COMM_NULL};
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    int rank{};
    int size{};
    MPI_Comm_rank(copy, &rank);
    MPI_Comm_size(copy, &size);
    mpi::messenger messages{copy, 1000};
    constexpr std::uint64_t unwanted{6};

    bool is_right = true;
    for (std::size_t const count : {0, 1, 999, 1000, 1001, 12'345})
    {
        mpi::words expected(count);
        std::iota(expected.begin(), expected.end(), std::uint64_t{count});
        mpi::words content{rank == 0 ? expected : mpi::words{}};
        messages.broadcast(content);
        is_right = is_right && content == expected;
        for (int other = 1; rank == 0 && other < size; ++other)
            messages.send({other, mpi::message_kind::task, 5, count, expected});
        for (int missing = rank == 0 ? size - 1 : 1; missing != 0;)
        {
            std::optional<mpi::message> received = messages.receive();
            if (!received || received->call == unwanted)
                continue;
            --missing;
            is_right = is_right && received->call == 5 && received->number == count && received->content == expected;
            if (rank != 0)
                messages.send({0, mpi::message_kind::result, 5, count, std::move(received->content)});
        }
    }
    // With more ranks, other messages may come first.
    if (size == 2 && rank == 1)
        messages.send({0, mpi::message_kind::task, 5, 0, mpi::words(1 << 23, 7)});
    if (size == 2 && rank == 0)
        is_right = waits_for_memory(messages) && is_right;
    messages.send({(rank + 1) % size, mpi::message_kind::task, unwanted, 0, mpi::words(1 << 20)});
    is_right = is_right && messages.unsent_words() >= 1 << 20;
    std::uint64_t const pieces_before = messages.pieces_done();
    is_right = messages.finish(std::chrono::seconds{20}) && is_right;
    // At least those that were sent, each in a message with a header.
    is_right = is_right && messages.unsent_words() == 0 && messages.pieces_done() - pieces_before > (1 << 20) / 1000;
    MPI_Comm_free(&copy);
    return is_right;
}

// The even and the odd ranks compute apart from each other, in reverse order.
bool are_halves_right()
{
    int rank{};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm half{MPI_COMM_NULL};
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    bool is_right = true;
    {
        mpi::communicator some{half};
        mpi::tuned_group::tune(some.group(), {.min_task_cells = 1, .min_cells_for_all = 1, .min_chunk_columns = 1});
        packing::packed_sequence const letters{packing::pack(std::string(3000, 'A') + (rank % 2 == 0 ? "CC" : "GGG"))};
        if (some.rank() == 0)
            is_right = mpi::length(some, letters, letters, on_cpu()) == letters.size();
        else
            some.serve();
    }
    MPI_Comm_free(&half);
    return is_right;
}

// Returns the exit status of this rank.
int run_tests()
{
    mpi::communicator world{};
    bool is_right = expect(are_messages_right(), "messages");
    is_right = expect(are_halves_right(), "other communicators") && is_right;

    int status = 0;
    {
        mpi::communicator copy{MPI_COMM_WORLD};
        all_ranks = &copy;
        if (copy.rank() == 0)
        {
            status = RUN_ALL_TESTS();
        }
        else
        {
            plan::execution const execution = on_cpu();
            is_right = expect(fails(
                                  [&]()
                                  {
                                      mpi::rank_call{copy.group(), make_test_job, {1000}, execution};
                                  }),
                              "a call by another rank than 0")
                    && is_right;
            copy.group().serve(make_test_job);
        }
    }
    if (world.rank() != 0)
        world.serve();
    return is_right ? status : 1;
}

} // namespace

int main(int count, char ** arguments)
{
    ::testing::InitGoogleTest(&count, arguments);
    int const status = run_tests();
    bool const is_right = expect(fails(
                                     []()
                                     {
                                         mpi::communicator{};
                                     }),
                                 "a communicator when MPI has been ended");
    return is_right ? status : 1;
}
