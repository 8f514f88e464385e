// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/alignment/resident_set.hpp>
#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/search.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;
using reference::random_letters;
using reference::random_size;

namespace
{

plan::execution const on_cuda{.backend = plan::backend::cuda, .threads = 2};
plan::execution const on_cpu{.backend = plan::backend::cpu, .threads = 2};

struct sequence_set
{
    sequence_set(std::mt19937_64 & generator,
                 std::size_t const count,
                 std::size_t const max_size,
                 unsigned const alphabet,
                 unsigned const first_letter = 0)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            auto letters = random_letters(generator, random_size(generator, max_size), alphabet);
            for (std::uint8_t & letter : letters)
                letter = static_cast<std::uint8_t>(letter + first_letter);
            packed.push_back(packing::pack(letters));
        }
        views.assign(packed.begin(), packed.end());
    }

    std::vector<packing::packed_sequence> packed{};
    std::vector<packing::packed_sequence_view> views{};
};

class cuda_kept_set : public device_test
{};

void expect_as_on_cpu(std::span<packing::packed_sequence_view const> const queries,
                      alignment::resident_set const & subjects,
                      plan::execution const & execution)
{
    EXPECT_EQ(lcs::all_pairs(queries, subjects, execution), lcs::all_pairs(queries, subjects.views(), on_cpu));
    std::vector<std::uint32_t> found(queries.size() * subjects.size());
    edit::all_pairs_into(queries, subjects, found, execution);
    std::vector<std::uint64_t> const expected = edit::all_pairs(queries, subjects.views(), on_cpu);
    EXPECT_TRUE(std::ranges::equal(found, expected));
}

} // namespace

// Some queries have letters that no kept sequence has.
TEST_F(cuda_kept_set, values_are_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    for (unsigned const alphabet : {1u, 3u, 4u, 5u, 16u, 17u, 200u})
    {
        sequence_set const subjects{generator, 1 + random_size(generator, 300), 90, alphabet};
        alignment::resident_set const kept{subjects.views, on_cuda};
        EXPECT_GT(kept.device_bytes(), 0u);
        EXPECT_EQ(kept.size(), subjects.views.size());
        for (unsigned const letters : {1u, 4u, 5u, 16u, 17u, 200u})
            for (unsigned const first_letter : {0u, 2u, 55u})
            {
                sequence_set const queries{generator, random_size(generator, 5), 150, letters, first_letter};
                expect_as_on_cpu(queries.views, kept, on_cuda);
            }
    }
}

// Some are too long for lanes, some are empty, and some sets have nothing.
TEST_F(cuda_kept_set, long_and_empty_sequences)
{
    auto generator = reference::make_generator();
    sequence_set const queries{generator, 3, 100, 4};
    std::vector<packing::packed_sequence> all{};
    for (std::size_t const size : {0, 5000, 20, 4096, 4097, 0, 60})
        all.push_back(packing::pack(random_letters(generator, size, 4)));
    std::vector<packing::packed_sequence_view> const views{all.begin(), all.end()};
    alignment::resident_set const kept{views, on_cuda};
    expect_as_on_cpu(queries.views, kept, on_cuda);
    expect_as_on_cpu(views, kept, on_cuda);
    expect_as_on_cpu({}, kept, on_cuda);
    expect_as_on_cpu(queries.views, alignment::resident_set{std::span{views}.first(0), on_cuda}, on_cuda);
    expect_as_on_cpu(queries.views, alignment::resident_set{std::span{views}.first(1), on_cuda}, on_cuda);
}

TEST_F(cuda_kept_set, is_owned_and_moved)
{
    auto generator = reference::make_generator();
    std::vector<std::string> texts{};
    for (std::size_t i = 0; i < 100; ++i)
        texts.emplace_back(random_size(generator, 50), static_cast<char>('A' + random_size(generator, 5)));
    std::vector<std::string_view> const views{texts.begin(), texts.end()};
    alignment::resident_set made{packing::pack_all(views, 2), on_cuda};
    alignment::resident_set moved{std::move(made)};
    sequence_set const queries{generator, 2, 60, 6, 'A'};
    expect_as_on_cpu(queries.views, moved, on_cuda);
    moved = alignment::resident_set{packing::pack_all(std::span{views}.first(10), 2), on_cuda};
    expect_as_on_cpu(queries.views, moved, on_cuda);
    // The others read the sequences where they are.
    expect_as_on_cpu(queries.views, moved, {});
    expect_as_on_cpu(queries.views, moved, on_cpu);
}

TEST_F(cuda_kept_set, serves_concurrent_calls)
{
    auto generator = reference::make_generator();
    sequence_set const subjects{generator, 200, 80, 4};
    alignment::resident_set const kept{subjects.views, on_cuda};
    std::vector<sequence_set> queries{};
    for (std::size_t i = 0; i < 4; ++i)
        queries.emplace_back(generator, 3, 100, 5);
    std::vector<std::vector<std::uint64_t>> found(queries.size());
    {
        std::vector<std::jthread> threads{};
        for (std::size_t i = 0; i < queries.size(); ++i)
            threads.emplace_back(
                [&, i]()
                {
                    found[i] = lcs::all_pairs(queries[i].views, kept, on_cuda);
                });
    }
    for (std::size_t i = 0; i < queries.size(); ++i)
        EXPECT_EQ(found[i], lcs::all_pairs(queries[i].views, subjects.views, on_cpu));
}

// One query, or several, in subjects that devices keep, with others added before and after: the hits are those of the CPU.
TEST_F(cuda_kept_set, is_searched)
{
    auto generator = reference::make_generator();
    for (unsigned const alphabet : {4u, 20u})
    {
        sequence_set const before{generator, 30, 90, alphabet};
        sequence_set const subjects{generator, 3000, 90, alphabet};
        alignment::resident_set const kept{subjects.views, on_cuda};
        sequence_set const queries{generator, 4, 90, alphabet, 1};
        auto const compare = [&](auto const & make)
        {
            auto found = make(plan::execution{on_cuda});
            auto expected = make(plan::execution{on_cpu});
            found.add(before.views);
            expected.add(before.views);
            for (unsigned round = 0; round < 2; ++round)
            {
                alignment::search_changes const changes = found.add(kept);
                alignment::search_changes const expected_changes = expected.add(subjects.views);
                EXPECT_EQ(changes.entered, expected_changes.entered);
                EXPECT_EQ(changes.left, expected_changes.left);
            }
            found.add(before.views);
            expected.add(before.views);
            for (std::size_t query = 0; query < queries.views.size(); ++query)
                EXPECT_EQ(found.hits(query), expected.hits(query));
            EXPECT_EQ(found.statistics().backends.count(plan::backend::cuda), 1u);
        };
        for (std::uint64_t const top : {0, 1, 10})
        {
            for (double const identity : {0.0, 0.55})
                compare(
                    [&](plan::execution const & execution)
                    {
                        lcs::search_options options{.top = top, .min_identity = identity};
                        options.order = top == 1 ? lcs::search_order::identity : lcs::search_order::length;
                        return lcs::search{queries.views, options, execution};
                    });
            compare(
                [&](plan::execution const & execution)
                {
                    return edit::search{queries.views, {.top = top, .max_distance = 60}, execution};
                });
        }
    }
}

// Where the CPU compares, or nothing is kept, it is the same as with views. Progress counts all cells.
TEST_F(cuda_kept_set, is_searched_anywhere)
{
    auto generator = reference::make_generator();
    sequence_set const subjects{generator, 300, 90, 4};
    sequence_set const queries{generator, 3, 90, 4};
    lcs::search expected{queries.views, {.top = 5}, on_cpu};
    expected.add(subjects.views);
    for (plan::execution const & of_set : {on_cuda, on_cpu})
        for (plan::execution execution : {on_cuda, on_cpu, plan::execution{}})
        {
            alignment::resident_set const kept{subjects.views, of_set};
            double last = 0;
            double total = 0;
            execution.on_progress = [&](plan::progress const & progress)
            {
                EXPECT_GE(progress.cells_done, last);
                last = progress.cells_done;
                total = progress.cells_total;
            };
            lcs::search found{queries.views, {.top = 5}, execution};
            found.add(kept);
            for (std::size_t query = 0; query < 3; ++query)
                EXPECT_EQ(found.hits(query), expected.hits(query));
            EXPECT_EQ(last, total);
        }
    lcs::search nothing{queries.views, {}, on_cuda};
    EXPECT_TRUE(nothing.add(alignment::resident_set{std::span{subjects.views}.first(0), on_cuda}).entered.empty());
    plan::execution stopped{on_cuda};
    std::stop_source source{};
    stopped.stop = source.get_token();
    lcs::search late{queries.views, {}, stopped};
    source.request_stop();
    EXPECT_THROW(late.add(alignment::resident_set{subjects.views, on_cuda}), operation_stopped);
}

TEST_F(cuda_kept_set, what_is_refused)
{
    auto generator = reference::make_generator();
    sequence_set const subjects{generator, 10, 80, 4};
    alignment::resident_set const kept{subjects.views, on_cuda};
    sequence_set const queries{generator, 2, 100, 4};
    std::vector<std::uint32_t> too_few(19);
    EXPECT_THROW(lcs::all_pairs_into(queries.views, kept, too_few, on_cuda), invalid_option);

    packing::packed_sequence const ranks = [&]()
    {
        packing::letter_set set{};
        auto const letters = random_letters(generator, 20, 3);
        set.add(letters);
        packing::letter_table table{};
        table.kind = packing::letter_kind::rank;
        packing::sequence_packer packer{set, letters.size(), table};
        packer.append(letters);
        return packer.finish();
    }();
    packing::packed_sequence_view const view{ranks};
    if (!std::ranges::all_of(subjects.views, &packing::packed_sequence_view::empty))
    {
        EXPECT_THROW(lcs::all_pairs(std::span{&view, 1}, kept, on_cuda), invalid_option);
    }
    plan::execution unknown_device{on_cuda};
    unknown_device.devices = {1000};
    EXPECT_THROW((alignment::resident_set{subjects.views, unknown_device}), no_device);
    EXPECT_THROW(lcs::all_pairs(queries.views, kept, unknown_device), invalid_option);
    for (plan::backend const backend : {plan::backend::automatic, plan::backend::cuda})
    {
        lcs::search finder{queries.views, {}, {.backend = backend}};
        EXPECT_NO_THROW(finder.add(kept));
    }
}

// Places are 32 bits wide, so many sequences are kept in parts.
TEST_F(cuda_kept_set, several_parts)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> some{};
    for (unsigned const letter : {0u, 1u, 2u})
        some.push_back(packing::pack(std::vector{static_cast<std::uint8_t>(letter)}));
    std::vector<packing::packed_sequence_view> views{};
    for (std::size_t i = 0; i < (std::size_t{1} << 18) + 10; ++i)
        views.push_back(some[random_size(generator, 2)]);
    alignment::resident_set const kept{views, on_cuda};
    packing::packed_sequence const query = packing::pack(std::vector<std::uint8_t>{1, 1});
    packing::packed_sequence_view const view{query};
    std::vector<std::uint32_t> found(views.size());
    lcs::all_pairs_into({&view, 1}, kept, found, on_cuda);
    for (std::size_t i = 0; i < views.size(); ++i)
        ASSERT_EQ(found[i], views[i][0] == 1 ? 1u : 0u) << i;
}

TEST_F(cuda_kept_set, stops_when_asked_to)
{
    auto generator = reference::make_generator();
    sequence_set const subjects{generator, 100, 80, 4};
    std::stop_source source{};
    source.request_stop();
    plan::execution stopped{on_cuda};
    stopped.stop = source.get_token();
    EXPECT_THROW((alignment::resident_set{subjects.views, stopped}), operation_stopped);
    alignment::resident_set const kept{subjects.views, on_cuda};
    EXPECT_THROW(lcs::all_pairs(subjects.views, kept, stopped), operation_stopped);
}

// Whoever asks for a device is told, others get the CPU; what is in use stays, and counts until it is given back.
TEST_F(cuda_kept_set, a_limit_of_memory)
{
    struct without_limit_again
    {
        ~without_limit_again()
        {
            limit_device_memory(std::numeric_limits<std::uint64_t>::max());
        }
    } const without_limit{};
    auto generator = reference::make_generator();
    sequence_set const subjects{generator, 400, 300, 4};
    sequence_set const queries{generator, 3, 100, 4};
    std::optional<alignment::resident_set> kept{std::in_place, subjects.views, on_cuda};
    std::uint64_t const bytes = kept->device_bytes();
    ASSERT_GT(bytes, 1000u);

    limit_device_memory(bytes + 1000);
    try
    {
        alignment::resident_set const second{subjects.views, on_cuda};
        ADD_FAILURE() << "There is memory beyond the limit.";
    }
    catch (out_of_device_memory const & problem)
    {
        EXPECT_NE(std::string{problem.what()}.find("limit_device_memory"), std::string::npos) << problem.what();
        EXPECT_GT(problem.requested_bytes(), problem.free_bytes());
    }
    EXPECT_EQ((alignment::resident_set{subjects.views, {}}).device_bytes(), 0u);
    limit_device_memory(1);
    EXPECT_THROW(lcs::all_pairs(subjects.views, subjects.views, on_cuda), out_of_device_memory);
    EXPECT_EQ(lcs::all_pairs(queries.views, subjects.views, {}), lcs::all_pairs(queries.views, subjects.views, on_cpu));

    limit_device_memory(bytes + (std::uint64_t{1} << 26));
    expect_as_on_cpu(queries.views, *kept, on_cuda);
    kept.reset();
    limit_device_memory(bytes);
    kept.emplace(subjects.views, on_cuda);
    EXPECT_EQ(kept->device_bytes(), bytes);
}

// What the caller's function throws is no lack of memory on a device, for which the CPU would take over.
TEST_F(cuda_kept_set, an_executor_without_memory)
{
    auto generator = reference::make_generator();
    sequence_set const subjects{generator, 2000, 90, 4};
    plan::execution execution{.devices = {0}, .threads = 3};
    execution.executor = [](plan::thread_task const &)
    {
        throw out_of_device_memory{"of the executor", 1, 0};
    };
    lcs::all_pairs(subjects.views, subjects.views, on_cuda); // Now a device has started, and pays soon.
    EXPECT_THROW(lcs::all_pairs(subjects.views, subjects.views, execution), out_of_device_memory);
}

#if defined(SEQAN3_GPULCS_EMULATION)

TEST_F(cuda_kept_set, too_little_memory)
{
    auto generator = reference::make_generator();
    sequence_set const subjects{generator, 100, 80, 4};
    sequence_set const queries{generator, 3, 100, 4};
    for (auto const call : {emulation::call::allocate_device, emulation::call::allocate_host})
    {
        emulation::fail(call, cudaErrorMemoryAllocation);
        EXPECT_THROW((alignment::resident_set{subjects.views, on_cuda}), out_of_device_memory);
        emulation::reset();
    }
    alignment::resident_set const kept{subjects.views, on_cuda};
    emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation);
    EXPECT_THROW(lcs::all_pairs(queries.views, kept, on_cuda), device_error);
    emulation::reset();
    expect_as_on_cpu(queries.views, kept, on_cuda);
}

#endif
