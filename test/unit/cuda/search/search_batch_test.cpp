// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <set>
#include <vector>

#include <reference/letter_set_reference.hpp>
#include <reference/random_sequence.hpp>

#include "cuda/search/search_batch.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

// A text on the device, or on the host.
struct placed_text
{
    placed_text(letters_t const & letters_,
                cuda::stream_context & context,
                bool const is_on_device,
                primer::options const & options = {}) :
        letters{letters_},
        sets{options.meanings ? letters : reference::sets_of(letters)},
        packed{packing::pack(letters)},
        cuts{{&view, 1}, options, control, 2},
        background{cuts, {{&all, options.meanings ? 0u : 1u}, cuts, options}, options, control, 2},
        text{background, context, is_on_device ? ~std::uint64_t{0} : 0}
    {
        EXPECT_EQ(text.size(), letters.size());
        EXPECT_EQ(text.is_on_device(), is_on_device);
        EXPECT_EQ(text.class_bits(), options.meanings ? 4u : 2u);
    }

    letters_t letters; // Classes, or sets of classes if they are their own meanings.
    letters_t sets;
    packing::packed_sequence packed;
    packing::packed_sequence_view view{packed};
    packing::packed_sequence all_letters{packing::pack(letters_t{0, 1, 2, 3})};
    primer::target all{all_letters}; // So classes are letters.
    plan::execution execution{};
    runtime::task_control control{execution, 0};
    scan::background_cuts cuts;
    scan::background_text background;
    cuda::device_text text;
};

std::vector<letters_t> sets_of(std::vector<letters_t> const & patterns)
{
    std::vector<letters_t> sets{};
    for (letters_t const & pattern : patterns)
        sets.push_back(reference::sets_of(pattern));
    return sets;
}

// The ends of all substrings with less than k differences. Letters are sets of classes.
std::set<std::uint64_t>
expected_ends(letters_t const & text, letters_t const & pattern, std::uint64_t const differences)
{
    std::vector<std::uint32_t> const row = reference::set_end_distances(pattern, text);
    std::set<std::uint64_t> expected{};
    for (std::uint64_t end = 1; end < row.size(); ++end)
        if (row[end] < differences)
            expected.insert(end);
    return expected;
}

std::vector<std::set<std::uint64_t>> find_ends(cuda::search_batch & batch,
                                               placed_text const & where,
                                               cuda::text_range const & part,
                                               std::vector<letters_t> const & patterns,
                                               std::uint64_t const differences,
                                               unsigned const multiprocessors)
{
    std::vector<cuda::search_batch::pattern> const views{patterns.begin(), patterns.end()};
    batch.start(where.text, part, views, differences, multiprocessors);
    EXPECT_TRUE(batch.is_started());
    batch.finish();
    EXPECT_FALSE(batch.is_started());
    EXPECT_TRUE(batch.is_complete());

    std::vector<std::set<std::uint64_t>> ends(patterns.size());
    for (cuda::search_hit const hit : batch.hits())
        ends.at(hit >> cuda::end_bits).insert(hit & ((std::uint64_t{1} << cuda::end_bits) - 1));
    return ends;
}

// A text with copies of patterns in it that have some differences.
letters_t make_text(std::mt19937_64 & generator, std::vector<letters_t> const & patterns, std::size_t const size)
{
    letters_t text = reference::random_letters(generator, size, 4);
    for (letters_t const & pattern : patterns)
        for (int i = 0; i < 3; ++i)
        {
            auto const copy = reference::mutate(generator, pattern, 4, 6);
            if (copy.size() < size)
                std::ranges::copy(copy,
                                  text.begin()
                                      + static_cast<int>(reference::random_size(generator, size - copy.size())));
        }
    return text;
}

} // namespace

class cuda_search_batch : public stream_context_test
{
protected:
    void SetUp() override
    {
        stream_context_test::SetUp();
        if (context)
            text_space.emplace(number);
    }

    void TearDown() override
    {
        text_space.reset();
        stream_context_test::TearDown();
    }

    void check(placed_text const & where,
               std::vector<letters_t> const & patterns,
               std::uint64_t const differences,
               unsigned const multiprocessors = 2)
    {
        check_sets(where, sets_of(patterns), differences, multiprocessors);
    }

    void check_sets(placed_text const & where,
                    std::vector<letters_t> const & patterns,
                    std::uint64_t const differences,
                    unsigned const multiprocessors = 2)
    {
        cuda::search_batch batch{*context};
        auto const ends = find_ends(batch, where, {0, where.letters.size()}, patterns, differences, multiprocessors);
        for (std::size_t i = 0; i < patterns.size(); ++i)
            ASSERT_EQ(ends[i], expected_ends(where.sets, patterns[i], differences))
                << where.letters.size() << " letters, pattern " << i << " of " << patterns.size() << " with "
                << patterns[i].size() << " letters, " << differences << " differences";
    }

    // Some patterns of random sets, the first one of this many letters, with few and with many differences.
    void check_random_sets(std::mt19937_64 & generator, placed_text const & where, std::size_t const size)
    {
        std::vector<letters_t> patterns{};
        for (std::size_t i = 0; i < 5; ++i)
            patterns.push_back(reference::random_letters(generator, size - std::min(size - 1, i * 3), 16));
        std::size_t const shortest = patterns.back().size();
        for (std::uint64_t differences = 1; differences <= shortest; differences += 1 + 4 * differences)
            check_sets(where, patterns, differences);
    }

    std::optional<cuda::stream_context> text_space{};
};

TEST(search_plan, each_kernel_is_the_best_one_for_some_patterns)
{
    std::size_t next = 0;
    for (std::uint64_t size = 1; size <= 2000; ++size)
    {
        cuda::search_kernel_shape const shape = cuda::plan_search_kernel(size);
        if (next < std::size(cuda::search_kernel_shapes) && shape == cuda::search_kernel_shapes[next])
            ++next;
        EXPECT_EQ(shape, cuda::search_kernel_shapes[next - 1]);
        EXPECT_TRUE(shape.is_strip || size <= shape.words * 32);
    }
    EXPECT_EQ(next, std::size(cuda::search_kernel_shapes));

    for (std::uint64_t size = 1; size <= 2000; ++size)
    {
        cuda::search_kernel_shape const shape = cuda::plan_search_kernel(size, 4);
        EXPECT_NE(std::ranges::find(cuda::set_search_kernel_shapes, shape), std::end(cuda::set_search_kernel_shapes));
        EXPECT_TRUE(shape.is_strip || size <= shape.words * 32);
    }
}

TEST(search_plan, stretches_cover_the_part)
{
    for (std::uint64_t const pattern_size : {1u, 32u, 33u, 224u, 1024u, 5000u})
        for (std::uint64_t const patterns : {1u, 3u, 4u, 5u, 200u})
            for (std::uint64_t const differences : {1u, 100u})
                for (std::uint64_t const text_size : {1ul, 31ul, 32ul, 33ul, 100'000ul, 3'000'000'000ul})
                    for (std::uint64_t const blocks : {1u, 8u, 528u})
                    {
                        auto const plan = cuda::plan_search(pattern_size, patterns, differences, {text_size}, blocks);
                        std::uint64_t const words = (text_size + 31) / 32;
                        std::uint64_t const stretches = plan.stretches;
                        EXPECT_GE(stretches * plan.stretch_words, words);
                        EXPECT_LT((stretches - 1) * plan.stretch_words, words);
                        EXPECT_GE((plan.steps - plan.stretch_words) * 32ul, pattern_size + differences - 1);
                        EXPECT_GE(plan.groups * plan.shape.patterns, patterns);
                        EXPECT_GE(plan.strips * plan.shape.words * 32ul, pattern_size);
                    }
}

// To each side of all multiples: words, groups of patterns, strips.
TEST_F(cuda_search_batch, all_pattern_sizes)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {1u,   2u,   31u,  32u,  33u,  63u,  64u,  65u,  96u,  97u,   129u,  161u,  193u,
                                   225u, 257u, 320u, 350u, 400u, 500u, 600u, 700u, 800u, 1000u, 1024u, 1025u, 2100u})
    {
        std::vector<letters_t> patterns{};
        for (std::size_t i = 0; i < 5; ++i)
            patterns.push_back(reference::random_letters(generator, size - std::min(size - 1, i * 3), 4));
        std::size_t const shortest = patterns.back().size();
        placed_text const where{make_text(generator, patterns, 2 * size + 700), *text_space, true};
        for (std::uint64_t differences = 1; differences <= shortest; differences += 1 + 2 * differences)
            check(where, patterns, differences);
        check(where, patterns, shortest);
        check(where, {patterns.front()}, size);
    }
}

TEST_F(cuda_search_batch, all_text_sizes)
{
    auto generator = reference::make_generator();
    std::vector<letters_t> const patterns{reference::random_letters(generator, 20, 3),
                                          reference::random_letters(generator, 18, 3)};
    for (std::size_t const size : {1u, 2u, 19u, 31u, 32u, 33u, 63u, 64u, 65u, 127u, 128u, 129u, 4095u, 4096u, 4097u})
        for (bool const is_on_device : {true, false})
            for (unsigned const multiprocessors : {1u, 100u})
                check({reference::random_letters(generator, size, 3), *text_space, is_on_device},
                      patterns,
                      10,
                      multiprocessors);
}

TEST_F(cuda_search_batch, text_parts)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {15u, 300u})
    {
        std::vector<letters_t> const patterns{reference::random_letters(generator, size, 4),
                                              reference::random_letters(generator, size - 4, 4)};
        letters_t const text = make_text(generator, patterns, 5000);
        for (bool const is_on_device : {true, false})
        {
            placed_text const where{text, *text_space, is_on_device};
            cuda::search_batch batch{*context};
            std::vector<std::set<std::uint64_t>> all(patterns.size());
            for (cuda::text_range const & part : {cuda::text_range{0, 32}, {32, 2048}, {2048, 4992}, {4992, 5000}})
            {
                auto const some = find_ends(batch, where, part, sets_of(patterns), 6, 1);
                for (std::size_t i = 0; i < patterns.size(); ++i)
                    all[i].insert(some[i].begin(), some[i].end());
            }
            for (std::size_t i = 0; i < patterns.size(); ++i)
                EXPECT_EQ(all[i], expected_ends(reference::sets_of(text), reference::sets_of(patterns[i]), 6));
        }
    }
}

TEST_F(cuda_search_batch, one_letter_and_letters_that_do_not_occur)
{
    for (std::size_t const size : {16u, 64u, 200u, 1100u})
    {
        placed_text const where{letters_t(1500, 2), *text_space, true};
        check(where, {letters_t(size, 2)}, size / 2);
        check(where, {letters_t(size, 3), letters_t(size, 2)}, size);
        check_sets(where, {letters_t(size, 0), letters_t(size, 12)}, size);
    }
}

// Letters of patterns that match several classes, all of them, or none.
TEST_F(cuda_search_batch, sets_of_classes)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {1u, 5u, 32u, 33u, 64u, 90u, 224u, 1030u})
    {
        placed_text const where{reference::random_letters(generator, 3000, 4), *text_space, true};
        check_random_sets(generator, where, size);
    }
}

// The same in a text of sets, on the device and on the host, of all lengths next to those of words.
TEST_F(cuda_search_batch, text_of_sets)
{
    auto generator = reference::make_generator();
    primer::options options{};
    auto & meanings = options.meanings.emplace();
    for (std::uint8_t set = 0; set < 16; ++set)
        meanings[set] = set;
    for (std::size_t const size : {1u, 20u, 33u, 64u, 90u, 224u, 400u, 1030u})
        for (std::size_t const text_size : {15u, 16u, 17u, 31u, 32u, 33u, 3000u, 3008u})
        {
            letters_t text = reference::sets_of(reference::random_letters(generator, text_size, 4));
            for (std::size_t i = 0; i < text.size(); i += 1 + reference::random_size(generator, 20))
                text[i] = static_cast<std::uint8_t>(3 + 4 * reference::random_size(generator, 3));
            placed_text const where{text, *text_space, text_size % 3 != 0, options};
            check_random_sets(generator, where, size);
        }
}

TEST_F(cuda_search_batch, more_finds_than_there_is_room_for)
{
    placed_text const where{letters_t(20'000, 1), *text_space, true};
    std::vector<letters_t> const patterns(40, letters_t(20, 2));
    std::vector<cuda::search_batch::pattern> const views{patterns.begin(), patterns.end()};
    cuda::search_batch batch{*context};
    batch.start(where.text, {0, 20'000}, views, 2, 1);
    batch.finish();
    EXPECT_FALSE(batch.is_complete());
    for (cuda::search_hit const hit : batch.hits())
        ASSERT_LT(hit >> cuda::end_bits, 40u);

    // The same object can be used again.
    check(where, {letters_t(20, 1)}, 2);
}
