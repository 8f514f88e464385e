// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <vector>

#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "src/backend/backend.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;
using lengths_t = std::vector<std::vector<std::uint64_t>>;

struct problem
{
    reference::letter_sequences targets{};
    reference::letter_sequences backgrounds{};
    primer::options options{};

    lengths_t find(plan::execution const & execution, primer::statistics * const done = nullptr) const
    {
        std::vector<packing::packed_sequence> packed{};
        for (letters_t const & target : targets)
            packed.push_back(packing::pack(target));
        for (letters_t const & background : backgrounds)
            packed.push_back(packing::pack(background));
        std::vector<primer::target> whole{};
        std::vector<packing::packed_sequence_view> views{};
        for (std::size_t i = 0; i < packed.size(); ++i)
            if (i < targets.size())
                whole.push_back({packed[i]});
            else
                views.push_back(packed[i]);
        return primer::compute(whole, views, options, execution, done);
    }
};

std::array<std::uint8_t, 256> rank_complements()
{
    std::array<std::uint8_t, 256> complement{};
    for (unsigned i = 0; i < 4; ++i)
        complement[i] = static_cast<std::uint8_t>(3 - i);
    return complement;
}

} // namespace

class cuda_seeded_search : public device_test
{
protected:
    std::mt19937_64 generator{reference::make_generator()};

    //!\brief Once started, a device pays sooner.
    static void start_runtime()
    {
        problem{{{0, 1, 2, 3}}, {{3, 2, 1, 0}}, {.differences = 2}}.find({.backend = plan::backend::cuda});
    }

    void check(problem const & given, std::initializer_list<unsigned> const threads = {1, 3})
    {
        lengths_t const expected = given.find({.backend = plan::backend::cpu});
        for (unsigned const count : reference::any_of(generator, threads))
        {
            double last = 0;
            plan::execution execution{.backend = plan::backend::cuda, .threads = count};
            execution.on_progress = [&](plan::progress const & progress)
            {
                EXPECT_GE(progress.cells_done, last);
                EXPECT_LE(progress.cells_done, progress.cells_total);
                last = progress.cells_done;
            };
            ASSERT_EQ(given.find(execution), expected)
                << given.options.differences << " differences, " << count << " threads";
        }
    }
};

// The text is copied to the device by the first call. Targets with other letters get a text of their own.
TEST_F(cuda_seeded_search, prepared_backgrounds)
{
    std::vector<packing::packed_sequence> packed{};
    for (unsigned const alphabet : {4u, 2u, 5u})
        packed.push_back(packing::pack(reference::random_letters(generator, 400, alphabet)));
    packing::packed_sequence const background = packing::pack(reference::random_letters(generator, 5000, 4));
    packing::packed_sequence_view const view{background};
    primer::prepared_sequences const prepared{std::span{&view, 1}};
    for (std::size_t i = 0; i < 2 * packed.size(); ++i)
    {
        primer::target const target{packed[i % packed.size()]};
        primer::options const options{.differences = 3 + i};
        primer::statistics done{};
        plan::execution const execution{.backend = plan::backend::cuda, .threads = 2};
        EXPECT_EQ(primer::compute({&target, 1}, prepared, options, execution, &done),
                  primer::compute({&target, 1}, {&view, 1}, options, {.backend = plan::backend::cpu}));
        EXPECT_EQ(done.backend, plan::backend::cuda);
    }
}

// Against plain dynamic programming.
TEST_F(cuda_seeded_search, small_sequences)
{
    for (unsigned i = 0; i < 40 * reference::test_rounds(); ++i)
    {
        unsigned const letters = std::array{1u, 2u, 4u, 4u, 5u, 20u}[reference::random_size(generator, 5)];
        auto const target = reference::random_letters(generator, reference::random_size(generator, 200), letters);
        reference::letter_sequences const backgrounds{
            reference::random_letters(generator, reference::random_size(generator, 300), letters),
            reference::mutate(generator, target, letters, 1 + reference::random_size(generator, 40))};
        std::uint64_t const differences = 1 + reference::random_size(generator, i % 2 == 0 ? 4 : 40);
        problem const given{{target}, backgrounds, {.differences = differences}};
        ASSERT_EQ(given.find({.backend = plan::backend::cuda, .threads = 1 + i % 3}).front(),
                  reference::primer_lengths(target, backgrounds, static_cast<std::uint32_t>(differences)))
            << letters << " letters, " << differences << " differences";
    }
}

TEST_F(cuda_seeded_search, random_and_related_sequences)
{
    std::size_t const size = !on_emulation ? 20'000 : reference::is_instrumented ? 400 : 1500;
    for (std::uint64_t const differences : reference::any_of(generator, {1u, 5u, 30u, 100u}))
    {
        auto const target = reference::random_letters(generator, size, 4);
        auto const other = reference::random_letters(generator, size, 4);
        check({{target, other}, {reference::random_letters(generator, 4 * size, 4)}, {.differences = differences}});
        check({{target},
               {reference::mutate(generator, target, 4, 20), other, reference::mutate(generator, target, 4, size / 10)},
               {.differences = differences}});
    }
}

TEST_F(cuda_seeded_search, patterns_of_several_strips)
{
    if (reference::is_instrumented)
        GTEST_SKIP() << "Takes a minute with a sanitizer.";

    auto const target = reference::random_letters(generator, 1900, 4);
    check({{target}, {reference::random_letters(generator, 2500, 4)}, {.differences = 620}}, {1});
}

// Patterns of so many strips that lanes read most of the text, or all of it.
TEST_F(cuda_seeded_search, long_patterns)
{
    if (reference::is_instrumented)
        GTEST_SKIP() << "Takes a minute with a sanitizer.";

    auto const target = reference::random_letters(generator, 4700, 4);
    check({{target}, {reference::random_letters(generator, 7000, 4)}, {.differences = 2200}}, {1});
    // No position has a primer.
    check({{target}, {reference::random_letters(generator, 4600, 4)}, {.differences = 4200}}, {1});
}

TEST_F(cuda_seeded_search, unknown_letters_both_strands_and_lengths)
{
    for (int i = 0; i < 4; ++i)
    {
        problem given{{reference::random_letters(generator, 700, 4), {}, reference::random_letters(generator, 3, 4)},
                      {reference::random_letters(generator, 3000, 4), {}},
                      {.differences = 4}};
        given.backgrounds.push_back(reference::mutate(generator, given.targets[0], 4, 60));
        given.options.unknown.set(4);
        given.options.complement = rank_complements();
        for (reference::letter_sequences * const sequences : {&given.targets, &given.backgrounds})
            for (letters_t & sequence : *sequences)
                for (std::uint8_t & letter : sequence)
                    if (reference::random_size(generator, 150) == 0)
                        letter = 4;
        check(given);
        given.options.min_length = 12;
        given.options.max_length = 18;
        check(given);
    }
}

// Ambiguous letters, few or many; the CPU is compared with plain dynamic programming elsewhere.
TEST_F(cuda_seeded_search, ambiguous_letters)
{
    std::size_t const size = !on_emulation ? 20'000 : reference::is_instrumented ? 400 : 1500;
    auto const random_nucleotides = [&](std::size_t const count)
    {
        letters_t letters = reference::random_letters(generator, count, 4);
        for (std::uint8_t & letter : letters)
            letter = static_cast<std::uint8_t>("ACGT"[letter]);
        return letters;
    };
    for (std::uint64_t const differences : {1u, 5u, 30u, 100u})
    {
        auto const target = random_nucleotides(size);
        reference::letter_sequences backgrounds{random_nucleotides(3 * size), target, random_nucleotides(size)};
        for (letters_t & background : backgrounds)
            for (std::size_t i = 0; i < background.size();
                 i += reference::random_size(generator, differences == 5 ? 50 : 300))
                background[i++] = static_cast<std::uint8_t>("NNNRYK-"[reference::random_size(generator, 6)]);
        std::fill_n(backgrounds.front().begin() + static_cast<std::ptrdiff_t>(size), 70, std::uint8_t{'N'});
        problem given{{target, target},
                      backgrounds,
                      {.differences = differences, .meanings = primer::iupac_nucleotides()}};
        check(given);
        given.options.complement = primer::complement_of_dna();
        check(given);
    }
}

// There are more hits than room.
TEST_F(cuda_seeded_search, repeats)
{
    letters_t target(300, 0);
    auto const tail = reference::random_letters(generator, 300, 4);
    target.insert(target.end(), tail.begin(), tail.end());
    letters_t background(!on_emulation ? 600'000 : reference::is_instrumented ? 100'000 : 300'000, 0);
    background.insert(background.end(), tail.begin(), tail.end());
    for (std::uint64_t const differences : reference::any_of(generator, {1u, 6u}))
        check({{target, target, target}, {background}, {.differences = differences}}, {1});

    letters_t const unit = reference::random_letters(generator, 3, 4);
    letters_t repeat{};
    while (repeat.size() < background.size())
        repeat.insert(repeat.end(), unit.begin(), unit.end());
    letters_t copy{repeat.begin(), repeat.begin() + 400};
    check({{reference::mutate(generator, copy, 4, 15)}, {repeat}, {.differences = 5}});
}

// Each has a scan of its own, with few positions.
TEST_F(cuda_seeded_search, many_short_targets)
{
    reference::letter_sequences const backgrounds{reference::random_letters(generator, 1500, 4),
                                                  reference::random_letters(generator, 700, 4)};
    for (std::uint64_t const differences : {2u, 6u})
    {
        problem given{{}, backgrounds, {.differences = differences}};
        for (unsigned i = 0; i < 100; ++i)
        {
            auto const begin =
                backgrounds.front().begin() + static_cast<std::ptrdiff_t>(reference::random_size(generator, 1400));
            letters_t const copy{begin, begin + static_cast<std::ptrdiff_t>(1 + reference::random_size(generator, 80))};
            given.targets.push_back(i % 2 == 0 ? reference::mutate(generator, copy, 4, 6)
                                               : reference::random_letters(generator, copy.size(), 4));
        }
        lengths_t const found = given.find({.backend = plan::backend::cuda, .threads = 3});
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_EQ(found[i],
                      reference::primer_lengths(given.targets[i], backgrounds, static_cast<std::uint32_t>(differences)))
                << "target " << i << ", " << differences << " differences";
    }
}

// Patterns are found at every unit of a repeat, with differences of its own.
TEST_F(cuda_seeded_search, diverged_tandem_repeats)
{
    for (std::size_t const unit_size : {2u, 7u, 31u})
    {
        auto const unit = reference::random_letters(generator, unit_size, 4);
        auto const make_repeat = [&](std::size_t const size)
        {
            letters_t repeat{};
            while (repeat.size() < size)
            {
                auto const copy = reference::mutate(generator, unit, 4, 12);
                repeat.insert(repeat.end(), copy.begin(), copy.end());
            }
            return repeat;
        };
        letters_t target = reference::random_letters(generator, 50, 4);
        letters_t const repeat = make_repeat(250);
        target.insert(target.end(), repeat.begin(), repeat.end());
        letters_t const tail = reference::random_letters(generator, 80, 4);
        target.insert(target.end(), tail.begin(), tail.end());
        reference::letter_sequences const backgrounds{make_repeat(900), reference::random_letters(generator, 300, 4)};
        for (std::uint64_t const differences : {3u, 12u, 40u})
            ASSERT_EQ((problem{{target}, backgrounds, {.differences = differences}})
                          .find({.backend = plan::backend::cuda, .threads = 2})
                          .front(),
                      reference::primer_lengths(target, backgrounds, static_cast<std::uint32_t>(differences)))
                << unit_size << " letters, " << differences << " differences";
    }
}

// Most candidates are letters that share a class with others.
TEST_F(cuda_seeded_search, matches_of_twenty_letters)
{
    auto const target = reference::random_letters(generator, 200, 20);
    for (letters_t const & background :
         {reference::random_letters(generator, 3000, 20), reference::mutate(generator, target, 20, 9)})
        for (std::uint64_t const differences : {1u, 4u})
        {
            auto const packed_target = packing::pack(target);
            auto const packed_background = packing::pack(background);
            packing::packed_sequence_view const view{packed_background};
            primer::target const only{packed_target};
            primer::options const options{.differences = differences};
            auto const expected = primer::compute_with_matches(only, view, options, {.backend = plan::backend::cpu});
            EXPECT_EQ(primer::find_matches(only, expected.lengths, view, options, {.backend = plan::backend::cuda}),
                      expected.matches)
                << background.size() << " letters, " << differences << " differences";
        }
}

TEST_F(cuda_seeded_search, nothing_to_find_and_nothing_to_differ_from)
{
    auto const letters = reference::random_letters(generator, 50, 4);
    for (std::uint64_t const differences : {std::uint64_t{1}, std::uint64_t{30}, std::uint64_t{51}, ~std::uint64_t{0}})
    {
        check({{letters}, {}, {.differences = differences}});
        check({{letters}, {{}, {}}, {.differences = differences}});
        check({{}, {letters}, {.differences = differences}});
        check({{{}}, {letters}, {.differences = differences}});
        check({{letters}, {letters}, {.differences = differences}});
    }
}

TEST_F(cuda_seeded_search, matches)
{
    std::size_t const size = on_emulation ? 600 : 4'000; // No primer is too long for a device.
    auto const target = reference::random_letters(generator, size, 4);
    auto const related = reference::mutate(generator, target, 4, size / 20);
    auto with_unknown = reference::random_letters(generator, 3 * size, 4);
    for (std::uint8_t & letter : with_unknown)
        if (reference::random_size(generator, 200) == 0)
            letter = 4;
    for (letters_t const & background : {related, with_unknown, letters_t{}, letters_t(50, 4)})
        for (std::uint64_t const differences : {1u, 5u, 40u})
        {
            primer::options options{.differences = differences};
            options.unknown.set(4);
            auto const packed_target = packing::pack(target);
            auto const packed_background = packing::pack(background);
            packing::packed_sequence_view const view{packed_background};
            primer::target const some{packed_target, 7};
            auto const lengths = primer::compute({&some, 1}, {&view, 1}, options).front();
            auto const expected = primer::find_matches(some, lengths, view, options, {.backend = plan::backend::cpu});
            for (unsigned const threads : {1u, 3u})
                EXPECT_EQ(primer::find_matches(some,
                                               lengths,
                                               view,
                                               options,
                                               {.backend = plan::backend::cuda, .threads = threads}),
                          expected)
                    << background.size() << " letters, " << differences << " differences";
        }
}

// The backend searches for them, or says why not and how to proceed; the automatic choice takes the CPU where that is faster.
TEST_F(cuda_seeded_search, matches_of_long_primers)
{
    for (std::size_t const size : {4200u, 66'000u})
    {
        if (size > 10'000 && reference::is_instrumented)
            continue;
        letters_t const letters = reference::random_letters(generator, size + 400, 4);
        // Only the first position has a primer, one letter longer than the first part of the background.
        letters_t background{letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(size)};
        background.push_back(4);
        background.insert(background.end(), letters.begin() + 1, letters.end());
        auto const packed_target = packing::pack(letters);
        auto const packed_background = packing::pack(background);
        packing::packed_sequence_view const view{packed_background};
        primer::target const only{packed_target};
        primer::options options{.differences = 1};
        options.unknown.set(4);
        auto const expected = primer::compute_with_matches(only, view, options, {.backend = plan::backend::cpu});
        EXPECT_EQ(expected.lengths.front(), size + 1);
        EXPECT_EQ(primer::compute_with_matches(only, view, options).matches, expected.matches);

        auto const find_on_device = [&]()
        {
            return primer::find_matches(only, expected.lengths, view, options, {.backend = plan::backend::cuda});
        };
        if (size < 65'536)
            EXPECT_EQ(find_on_device(), expected.matches);
        else
            EXPECT_THROW(find_on_device(), backend_unavailable);
    }
}

// Where all primers have k letters, nothing is searched, however long they are.
TEST_F(cuda_seeded_search, matches_of_long_primers_of_k_letters)
{
    auto const target = packing::pack(letters_t(5005, 0));
    auto const background = packing::pack(letters_t(100, 1));
    primer::target const only{target};
    for (std::uint64_t const differences : {4095u, 4096u, 4097u, 5000u})
    {
        std::vector<std::uint64_t> lengths(5005, primer::no_primer);
        std::fill_n(lengths.begin(), 5005 - differences + 1, differences);
        EXPECT_EQ(primer::find_matches(only,
                                       lengths,
                                       background,
                                       {.differences = differences},
                                       {.backend = plan::backend::cuda}),
                  std::vector<primer::match>(lengths.size()));
    }
}

// Some backgrounds with all threads, and small ones with a thread for each.
TEST_F(cuda_seeded_search, many_pairs)
{
    std::vector<packing::packed_sequence> targets{};
    std::vector<packing::packed_sequence> backgrounds{};
    for (unsigned i = 0; i < 12; ++i)
    {
        targets.push_back(packing::pack(reference::random_letters(generator, 60, 4)));
        backgrounds.push_back(packing::pack(reference::random_letters(generator, i == 0 ? 40'000 : 200, 4)));
    }
    std::vector<primer::detail::target_pair> pairs{};
    for (unsigned i = 0; i < 12; ++i)
    {
        pairs.push_back({{targets[i]}, backgrounds[0]});
        pairs.push_back({{targets[i]}, backgrounds[i / 2]});
    }
    primer::options const options{.differences = 3};
    for (unsigned const threads : {1u, 3u})
    {
        auto const found = primer::detail::compute_pairs(pairs,
                                                         primer::detail::pair_output::lengths_and_matches,
                                                         options,
                                                         {.backend = plan::backend::cuda, .threads = threads});
        ASSERT_EQ(found.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            auto const expected = primer::compute_with_matches(pairs[i].target,
                                                               pairs[i].background,
                                                               options,
                                                               {.backend = plan::backend::cpu});
            EXPECT_EQ(found[i].lengths, expected.lengths) << i;
            EXPECT_EQ(found[i].matches, expected.matches) << i;
        }
    }
}

// Both search the same copy of the text.
TEST_F(cuda_seeded_search, primers_with_matches)
{
    auto const target = packing::pack(reference::random_letters(generator, 300, 4));
    auto const background = packing::pack(reference::random_letters(generator, 20'000, 4));
    primer::target const only{target};
    primer::options const options{.differences = 4};
    auto const expected = primer::compute_with_matches(only, background, options, {.backend = plan::backend::cpu});
    auto const found = primer::compute_with_matches(only, background, options, {.backend = plan::backend::cuda});
    EXPECT_EQ(found.lengths, expected.lengths);
    EXPECT_EQ(found.matches, expected.matches);
}

// If not all hits fit, the first match must not be missed.
TEST_F(cuda_seeded_search, matches_in_repeats)
{
    letters_t target(30, 0);
    auto const tail = reference::random_letters(generator, 100, 4);
    target.insert(target.end(), tail.begin(), tail.end());
    letters_t background(on_emulation ? 400'000 : 3'000'000, 0);
    for (std::size_t i = 29; i < background.size(); i += 29)
        background[i] = 1;
    auto const packed_target = packing::pack(target);
    auto const packed_background = packing::pack(background);
    packing::packed_sequence_view const view{packed_background};
    primer::target const only{packed_target};
    for (std::uint64_t const differences : reference::any_of(generator, {1u, 2u}))
    {
        primer::options const options{.differences = differences};
        auto const lengths = primer::compute({&only, 1}, {&view, 1}, options).front();
        EXPECT_EQ(primer::find_matches(only, lengths, view, options, {.backend = plan::backend::cuda, .threads = 1}),
                  primer::find_matches(only, lengths, view, options, {.backend = plan::backend::cpu}));
    }
}

TEST_F(cuda_seeded_search, stop_and_callback)
{
    problem const given{{reference::random_letters(generator, 20'000, 4)},
                        {reference::random_letters(generator, on_emulation ? 200'000 : 50'000'000, 4)},
                        {.differences = 20}};
    plan::execution execution{.backend = plan::backend::cuda, .threads = 2};
    struct enough
    {};
    execution.on_progress = [](plan::progress const & progress)
    {
        EXPECT_LE(progress.cells_done, progress.cells_total);
        throw enough{};
    };
    EXPECT_THROW(given.find(execution), enough);

    std::stop_source source{};
    execution.stop = source.get_token();
    execution.on_progress = [&](plan::progress const &)
    {
        source.request_stop();
    };
    EXPECT_THROW(given.find(execution), operation_stopped);
    EXPECT_THROW(given.find(execution), operation_stopped);
}

TEST_F(cuda_seeded_search, calls_at_the_same_time)
{
    problem const given{{reference::random_letters(generator, 300, 4)},
                        {reference::random_letters(generator, 3000, 4)},
                        {.differences = 5}};
    lengths_t const expected = given.find({.backend = plan::backend::cpu});
    std::vector<std::jthread> team{};
    for (unsigned i = 0; i < 4; ++i)
        team.emplace_back(
            [&]()
            {
                EXPECT_EQ(given.find({.backend = plan::backend::cuda, .threads = 2}), expected);
            });
}

#if defined(SEQAN3_GPULCS_EMULATION)

// The text does not fit, and goes to the device part by part.
TEST_F(cuda_seeded_search, a_small_device)
{
    problem const given{{reference::random_letters(generator, 300, 4)},
                        {reference::random_letters(generator, 150'000, 4)},
                        {.differences = 4}};
    cudaDeviceProp device = emulation::default_device();
    device.totalGlobalMem = emulation::allocated_bytes() + 60'000;
    emulation::set_devices({device});
    check(given);
}

// The first match is just after the border of two parts, and others follow soon.
TEST_F(cuda_seeded_search, matches_on_a_small_device)
{
    std::size_t const allocated = emulation::allocated_bytes();
    for (unsigned i = 0; i < reference::case_count(20, 200); ++i)
    {
        auto const target = reference::random_letters(generator, 120, 4);
        letters_t background(15'000, 3);
        // Parts have 5,000 letters and some more.
        std::size_t const end =
            32 * (156 + reference::random_size(generator, 12)) + reference::random_size(generator, 40);
        std::copy_n(target.begin(), 28, background.begin() + static_cast<std::ptrdiff_t>(end - 28));
        std::copy_n(target.begin() + 14, 26, background.begin() + 12'000);

        emulation::set_devices({emulation::default_device()});
        auto const packed_target = packing::pack(target);
        auto const packed_background = packing::pack(background);
        packing::packed_sequence_view const view{packed_background};
        primer::target const only{packed_target};
        primer::options const options{.differences = 30};
        auto const lengths = primer::compute({&only, 1}, {&view, 1}, options, {.backend = plan::backend::cpu}).front();
        auto const expected = primer::find_matches(only, lengths, view, options, {.backend = plan::backend::cpu});

        cudaDeviceProp device = emulation::default_device();
        device.totalGlobalMem = allocated + 5'000 + 32 * reference::random_size(generator, 12);
        emulation::set_devices({device});
        EXPECT_EQ(primer::find_matches(only, lengths, view, options, {.backend = plan::backend::cuda, .threads = 1}),
                  expected)
            << i << ": " << options.differences << " differences";
    }
}

TEST_F(cuda_seeded_search, where_the_memory_does_not_suffice_the_automatic_choice_is_the_cpu)
{
    // Large enough to be worth a device; one thread is slower than the emulated device, as it is assumed to be, but two may be faster.
    problem const given{{reference::random_letters(generator, 3000, 4)},
                        {reference::random_letters(generator, 600'000, 4)},
                        {.differences = 5}};
    constexpr unsigned threads{1};
    lengths_t const expected = given.find({.backend = plan::backend::cpu});
    start_runtime();
    std::vector<unsigned> launches = reference::any_of(generator, {1u, 40u});
    launches.push_back(1'000'000);
    for (std::uint64_t const nth : launches)
    {
        // A launch that finds no memory.
        bool const fails = nth < 1000;
        if (fails)
        {
            emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth);
            EXPECT_THROW(given.find({.backend = plan::backend::cuda, .threads = threads}), out_of_device_memory);
            emulation::reset();
        }
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth);
        double last = 0;
        plan::execution execution{.threads = threads};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
        };
        primer::statistics done{};
        EXPECT_EQ(given.find(execution, &done), expected);
        EXPECT_EQ(done.backend, fails ? plan::backend::cpu : plan::backend::cuda) << nth;
        EXPECT_EQ(done.device_bytes > 0, !fails);
        emulation::reset();
    }
}

TEST_F(cuda_seeded_search, matches_where_the_memory_does_not_suffice)
{
    auto const target = packing::pack(reference::random_letters(generator, 1500, 4));
    auto const background = packing::pack(reference::random_letters(generator, 600'000, 4));
    packing::packed_sequence_view const view{background};
    primer::target const only{target};
    primer::options const options{.differences = 5};
    plan::execution const on_cpu{.backend = plan::backend::cpu};
    auto const lengths = primer::compute({&only, 1}, {&view, 1}, options, on_cpu).front();
    auto const expected = primer::find_matches(only, lengths, view, options, on_cpu);
    for (std::uint64_t const nth : {1u, 5u})
        for (unsigned const threads : reference::any_of(generator, {1u, 2u}))
        {
            emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth);
            EXPECT_THROW(primer::find_matches(only,
                                              lengths,
                                              view,
                                              options,
                                              {.backend = plan::backend::cuda, .threads = threads}),
                         out_of_device_memory);
            emulation::reset();
            emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, nth);
            EXPECT_EQ(primer::find_matches(only, lengths, view, options, {.threads = threads}), expected);
            emulation::reset();
        }
}

// An exception of the callback itself is not a failure of the computation.
TEST_F(cuda_seeded_search, callback_out_of_memory_reaches_the_caller)
{
    problem const given{{reference::random_letters(generator, 20'000, 4)},
                        {reference::random_letters(generator, 400'000, 4)},
                        {.differences = 20}};
    start_runtime();
    plan::execution execution{.threads = 2};
    execution.on_progress = [](plan::progress const & progress)
    {
        // Before, nothing is on the device.
        if (progress.cells_done > 0)
            throw out_of_device_memory{"none for you", 1, 0};
    };
    EXPECT_THROW(given.find(execution), out_of_device_memory);
}

#endif
