// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <reference/lcs_reference.hpp>
#include <reference/letter_pairs.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/search.hpp>

#include "cuda/backend/cuda_backend.hpp"
#include "cuda/lane/lane_batch.hpp"
#include "cuda/lane/lane_plan.hpp"
#include "src/dispatch/find_backend.hpp"
#include "unit/cuda/compared_metric.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;
using reference::letter_pairs;
using reference::letters;

namespace
{

plan::execution const on_cpu{.backend = plan::backend::cpu};

std::vector<std::uint64_t> lengths_on_device(cuda::lane_batch & batch,
                                             std::span<alignment::sequence_pair const> const pairs)
{
    constexpr std::uint64_t none = ~std::uint64_t{0};
    std::vector<std::uint64_t> lengths(pairs.size(), none);
    batch.start(pairs, {});
    EXPECT_TRUE(batch.is_started());
    for (cuda::lane_hit const & hit : batch.finish())
    {
        EXPECT_EQ(lengths.at(hit.id), none) << "reported twice";
        lengths[hit.id] = hit.value;
    }
    EXPECT_FALSE(batch.is_started());

    // All of them stored without thresholds; then in the opposite order.
    std::vector<std::uint64_t> stored(pairs.size(), none);
    batch.start(plan::pair_list{pairs, {}});
    EXPECT_TRUE(batch.finish().empty());
    batch.store_values(stored);
    EXPECT_TRUE(stored == lengths);
    if (!pairs.empty())
    {
        std::vector<std::size_t> indices(pairs.size());
        std::iota(indices.rbegin(), indices.rend(), std::size_t{0});
        batch.start(plan::pair_list{pairs, indices});
        batch.finish();
        batch.store_values(stored);
        std::ranges::reverse(stored);
        EXPECT_TRUE(stored == lengths);
    }
    return lengths;
}

} // namespace

class cuda_lane_batch : public stream_context_test
{};

class lane_plan : public ::testing::TestWithParam<plan::metric>
{
protected:
    cuda::recurrence_traits const & traits{cuda::lanes_of(GetParam()).traits};
};

INSTANTIATE_FOR_METRICS(lane_plan);

TEST_P(lane_plan, each_kernel_is_the_best_one_for_some_rows)
{
    std::set<std::size_t> chosen{};
    for (std::uint64_t rows = 0; rows <= cuda::max_lane_size; ++rows)
        for (unsigned const bits : {2u, 4u, 8u})
        {
            std::size_t const of_query = cuda::plan_query_lanes(rows, bits, traits);
            ASSERT_LT(of_query, std::size(cuda::lane_shapes));
            EXPECT_EQ(cuda::lane_shapes[of_query].bits, bits);
            EXPECT_EQ(cuda::lane_shapes[of_query].rows, cuda::lane_rows::one_query);
            chosen.insert(of_query);
            for (unsigned max_words = bits == 8 ? 0 : 1; max_words <= 32; ++max_words)
            {
                std::size_t const of_pairs = cuda::plan_pair_lanes(rows, bits, max_words, traits);
                ASSERT_LT(of_pairs, std::size(cuda::lane_shapes));
                cuda::lane_shape const & shape = cuda::lane_shapes[of_pairs];
                EXPECT_EQ(shape.bits, bits);
                EXPECT_NE(shape.rows, cuda::lane_rows::one_query);
                EXPECT_TRUE(shape.rows == cuda::lane_rows::planes || shape.words <= max_words);
                chosen.insert(of_pairs);
            }
        }
    EXPECT_EQ(chosen.size(),
              static_cast<std::size_t>(std::ranges::count_if(cuda::lane_shapes,
                                                             [this](cuda::lane_shape const & shape)
                                                             {
                                                                 return cuda::has_lane_kernel(shape,
                                                                                              traits.state_words);
                                                             })));
}

TEST_P(lane_plan, there_is_shared_memory_for_two_blocks)
{
    for (std::uint64_t const shared_bytes : {49'152u, 101'376u, 232'448u})
        for (unsigned letter_count = 1; letter_count <= 256; ++letter_count)
        {
            unsigned const bits = letter_count <= 4 ? 2 : letter_count <= 16 ? 4 : 8;
            unsigned const max_words = cuda::max_match_words(letter_count, shared_bytes);
            EXPECT_TRUE(bits == 8 || max_words != 0);
            for (std::uint64_t const rows : {1u, 150u, 1000u, 4096u})
            {
                cuda::lane_shape const & shape =
                    cuda::lane_shapes[cuda::plan_pair_lanes(rows, bits, max_words, traits)];
                EXPECT_LE(2 * cuda::lane_shared_bytes(shape, cuda::lane_strips(shape, rows), letter_count),
                          shared_bytes);
            }
        }
    // Of a query with the letters of proteins, and with all.
    EXPECT_TRUE(cuda::is_for_query_kernel(4096, 8, 27, 49'152, traits));
    EXPECT_TRUE(cuda::is_for_query_kernel(300, 8, 256, 49'152, traits));
    EXPECT_FALSE(cuda::is_for_query_kernel(4096, 8, 256, 49'152, traits));
}

TEST_F(cuda_lane_batch, lengths_are_those_of_the_oracle)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context};
    for (unsigned const alphabet : {1u, 2u, 4u, 5u, 16u, 17u, 200u})
    {
        letter_pairs pairs{};
        for (std::size_t const size : {0u, 1u, 7u, 8u, 9u, 31u, 32u, 33u, 63u, 64u, 65u, 130u})
            for (std::size_t const other : {0u, 1u, 15u, 16u, 17u, 32u, 100u})
            {
                letters const one = reference::random_letters(generator, size, alphabet);
                pairs.add(one, reference::random_letters(generator, other, alphabet));
                pairs.add(one, reference::mutate(generator, one, alphabet, 10));
            }
        auto const found = lengths_on_device(batch, pairs.views());
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_EQ(found[i], pairs.expected(i)) << pairs.first[i].size() << " x " << pairs.second[i].size();
    }
}

// The rows of each kernel, and one more and one less.
TEST_F(cuda_lane_batch, word_and_strip_borders)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context};
    std::vector<std::size_t> sizes{};
    for (std::size_t const words : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 12u, 14u, 16u, 20u, 24u, 28u, 32u})
        for (std::size_t const size : {32 * words - 1, 32 * words, 32 * words + 1})
            sizes.push_back(size);
    for (std::size_t const size : {1300u, 2047u, 2048u, 2049u, 4095u, 4096u})
        sizes.push_back(size);

    for (unsigned const alphabet : {4u, 16u, 250u})
    {
        letter_pairs pairs{};
        for (std::size_t const size : sizes)
        {
            // Equal ones have the longest carries; mutated ones have nearly as long ones.
            letters const one = reference::random_letters(generator, size, alphabet);
            for (unsigned copies = 0; copies < (on_emulation ? 1 : 20); ++copies)
            {
                letters const part(one.begin(),
                                   one.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(size, 150)));
                pairs.add(one, reference::mutate(generator, part, alphabet, 20));
                pairs.add(reference::mutate(generator, part, alphabet, 20), one);
                pairs.add(part, part);
            }
        }
        std::vector<alignment::sequence_pair> const views = pairs.views();
        EXPECT_TRUE(lengths_on_device(batch, views) == lengths_on_cpu(views)) << alphabet;

        // Each of the larger ones once as the query.
        for (std::size_t i = 0; i < pairs.first.size(); i += on_emulation ? 7 : 1)
        {
            letter_pairs of_query{};
            for (unsigned subject = 0; subject < 40; ++subject)
                of_query.add(pairs.first[i], reference::random_letters(generator, 20 + subject, alphabet));
            std::vector<alignment::sequence_pair> const one_query = of_query.query_views();
            EXPECT_TRUE(lengths_on_device(batch, one_query) == lengths_on_cpu(one_query)) << pairs.first[i].size();
        }
    }
}

// Enough pairs to launch each kernel, with rows up to its last word, and columns up to the end of a unit and beyond.
TEST_F(cuda_lane_batch, each_kernel)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context};
    for (std::size_t kernel = 0; kernel < std::size(cuda::lane_shapes); ++kernel)
    {
        cuda::lane_shape const & shape = cuda::lane_shapes[kernel];
        bool const is_one_query = shape.rows == cuda::lane_rows::one_query;
        unsigned const alphabet = shape.bits == 2                       ? 4
                                : shape.bits == 4                       ? 5
                                : shape.rows == cuda::lane_rows::planes ? 250
                                                                        : 20;
        unsigned const max_words = cuda::max_match_words(alphabet, context->limits.shared_bytes_per_block);
        auto const is_chosen_for = [&](std::uint64_t const rows)
        {
            return kernel
                == (is_one_query ? cuda::plan_query_lanes(rows, shape.bits, cuda::lcs_lanes.traits)
                                 : cuda::plan_pair_lanes(rows, shape.bits, max_words, cuda::lcs_lanes.traits));
        };
        std::size_t rows = 32;
        while (rows < cuda::max_lane_size && !is_chosen_for(rows))
            rows += 32;
        // Not on all devices.
        if (!is_chosen_for(rows))
            continue;

        letter_pairs pairs{};
        letters one{};
        for (unsigned i = 0; i < 70; ++i)
        {
            if (i == 0 || !is_one_query)
                one = reference::random_letters(generator, rows - i % 2, alphabet);
            letters other = reference::mutate(generator, one, alphabet, 20);
            other.resize(std::min<std::size_t>(other.size(), i));
            // All letters occur in both.
            for (std::size_t at = 0; at < one.size() && (i == 0 || !is_one_query); ++at)
                one[at] = at < alphabet && alphabet < 10 ? static_cast<std::uint8_t>(at) : one[at];
            pairs.add(one, other);
        }
        std::vector<alignment::sequence_pair> const views = is_one_query ? pairs.query_views() : pairs.views();
        EXPECT_TRUE(lengths_on_device(batch, views) == lengths_on_cpu(views))
            << shape.words << ' ' << shape.bits << ' ' << static_cast<unsigned>(shape.rows);
    }
}

// Any letters of 256 on either side.
TEST_F(cuda_lane_batch, all_alphabets)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context};
    for (unsigned const universe : {3u, 5u, 6u, 16u, 17u, 28u, 256u})
    {
        letter_pairs pairs{};
        auto const random_sequence = [&](std::size_t const largest)
        {
            // Some of them, or all.
            std::vector<std::uint8_t> some(universe);
            std::iota(some.begin(), some.end(), std::uint8_t{0});
            std::ranges::shuffle(some, generator);
            some.resize(1 + reference::random_size(generator, universe - 1));
            letters sequence(reference::random_size(generator, largest));
            for (std::uint8_t & letter : sequence)
                letter = some[reference::random_size(generator, some.size() - 1)];
            return sequence;
        };
        for (unsigned i = 0; i < 150; ++i)
            pairs.add(random_sequence(i == 0 ? 700 : 300), random_sequence(300));
        auto const found = lengths_on_device(batch, pairs.views());
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_EQ(found[i], pairs.expected(i)) << universe;
        auto const of_query = lengths_on_device(batch, pairs.query_views());
        for (std::size_t i = 0; i < of_query.size(); ++i)
            ASSERT_EQ(of_query[i], reference::lcs_matrix(pairs.first[0], pairs.second[i]).back().back()) << universe;
    }
}

TEST(lane_codes, translated_ones_are_the_same_letters)
{
    auto generator = reference::make_generator();
    std::vector<std::vector<std::uint8_t>> kept{};
    std::vector<packing::packed_sequence> kept_sequences{};
    kept.reserve(300);
    kept_sequences.reserve(300);
    cuda::letter_lists lists{};
    cuda::code_translator translator{lists};
    for (unsigned round = 0; round < 300; ++round)
    {
        unsigned const from_letters = 1 + static_cast<unsigned>(reference::random_size(generator, round % 2 ? 4 : 39));
        letters sequence = reference::random_letters(generator, reference::random_size(generator, 100), from_letters);
        packing::packed_sequence_view const view{kept_sequences.emplace_back(packing::pack(sequence))};

        // Each second letter, and some more.
        std::vector<std::uint8_t> & list = kept.emplace_back();
        for (unsigned letter = round % 3; letter < 50; letter += 1 + round % 2)
            if (list.size() < (round % 5 == 0 ? 3 : round % 5 == 1 ? 15 : 255))
                list.push_back(static_cast<std::uint8_t>(letter));
        unsigned const bits = std::max(view.bits_per_letter(), list.size() < 4 ? 2u : list.size() < 16 ? 4u : 8u);
        std::vector<std::uint64_t> words(cuda::code_words(sequence.size(), bits) + 1, 12345);
        packing::packed_sequence_view const list_letters{nullptr, 0, bits, list};
        std::uint32_t const from = lists.number_of(view, 0);
        std::uint32_t const into = lists.number_of(list_letters, from);
        EXPECT_TRUE(std::ranges::equal(lists[from], view.letters()));
        EXPECT_TRUE(std::ranges::equal(lists[into], list));
        EXPECT_EQ(lists.number_of(view, into), from);
        translator.translate(view, from, into, bits, words.data());
        for (std::size_t i = 0; i < sequence.size(); ++i)
        {
            std::uint64_t const code = words[i * bits / 64] >> (i * bits % 64) & ((1u << bits) - 1);
            auto const found = std::ranges::find(list, sequence[i]);
            ASSERT_EQ(code, static_cast<std::uint64_t>(found - list.begin())) << round << ' ' << i;
        }
        EXPECT_EQ(words.back(), 12345u);
    }
}

TEST_F(cuda_lane_batch, one_letter_only)
{
    cuda::lane_batch batch{*context};
    letter_pairs pairs{};
    for (std::size_t const size : {1u, 32u, 33u, 1024u, 1025u, 3000u})
        for (std::size_t const other : {1u, 31u, 32u, 33u, 200u})
            pairs.add(letters(size), letters(other));
    for (auto const & views : {pairs.views(), pairs.query_views()})
    {
        auto const found = lengths_on_device(batch, views);
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_EQ(found[i], std::min(views[i].first.size(), views[i].second.size()));
    }
}

// Sequences that are packed on their own: the same code may mean different letters.
TEST_F(cuda_lane_batch, letters_that_one_of_them_does_not_have)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context};
    letter_pairs pairs{};
    for (unsigned round = 0; round < 200; ++round)
    {
        auto const some_letters = [&](std::size_t const largest)
        {
            unsigned const count = 1 + static_cast<unsigned>(reference::random_size(generator, 6));
            auto sequence = reference::random_letters(generator, reference::random_size(generator, largest), count);
            auto const shift = static_cast<std::uint8_t>(reference::random_size(generator, 5));
            for (std::uint8_t & letter : sequence)
                letter = static_cast<std::uint8_t>(letter + shift);
            return sequence;
        };
        pairs.add(some_letters(round == 0 ? 90 : 200), some_letters(200));
    }
    // The last one of these has 15 letters, and the query a sixteenth.
    letters many = reference::random_letters(generator, 100, 15);
    pairs.add(many, letters(50, 15));
    for (auto const & views : {pairs.views(), pairs.query_views()})
        EXPECT_TRUE(lengths_on_device(batch, views) == lengths_on_cpu(views));
}

TEST_F(cuda_lane_batch, only_what_is_long_enough_is_reported)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    std::vector<std::uint64_t> min_lengths{};
    std::size_t expected = 0;
    for (unsigned i = 0; i < 100; ++i)
    {
        pairs.add(reference::random_letters(generator, 100, 4), reference::random_letters(generator, i, 4));
        std::uint64_t const length = pairs.expected(i);
        min_lengths.push_back(i % 3 == 0 ? length : i % 3 == 1 ? length + 1 : std::uint64_t{1} << 40);
        expected += i % 3 == 0;
    }
    cuda::lane_batch batch{*context};
    batch.start(pairs.views(), min_lengths);
    auto const hits = batch.finish();
    EXPECT_EQ(hits.size(), expected);
    for (cuda::lane_hit const & hit : hits)
    {
        EXPECT_EQ(hit.id % 3, 0u);
        EXPECT_EQ(hit.value, pairs.expected(hit.id));
    }
}

// Each query has other ones of the subjects. Some queries and subjects have letters that most have not, some codes of another
// width; two neighbouring queries are the same.
TEST_F(cuda_lane_batch, several_queries_share_subjects)
{
    auto generator = reference::make_generator();
    auto const random_sequence = [&](std::size_t const max_size, unsigned const i)
    {
        return reference::random_letters(generator,
                                         reference::random_size(generator, max_size),
                                         i % 7 == 3    ? 5
                                         : i % 11 == 4 ? 20
                                                       : 4);
    };
    std::vector<letters> queries{};
    std::vector<letters> subjects{};
    for (unsigned i = 0; i < 12; ++i)
        queries.push_back(random_sequence(i % 5 == 0 ? 1500 : 200, i));
    queries[8] = queries[7];
    for (unsigned i = 0; i < 90; ++i)
        subjects.push_back(random_sequence(150, i));
    std::vector<packing::packed_sequence> packed{};
    for (letters const & one : queries)
        packed.push_back(packing::pack(one));
    for (letters const & one : subjects)
        packed.push_back(packing::pack(one));
    std::span<packing::packed_sequence const> const all{packed};

    std::vector<alignment::sequence_pair> pairs{};
    std::vector<std::uint32_t> numbers{};
    std::vector<std::uint64_t> expected{};
    for (std::size_t query = 0; query < queries.size(); ++query)
        for (std::size_t subject = 0; subject < subjects.size(); ++subject)
            if (reference::random_size(generator, 3) != 0)
            {
                pairs.push_back({all[query == 8 ? 7 : query], all[queries.size() + subject]});
                numbers.push_back(static_cast<std::uint32_t>(subject));
                expected.push_back(reference::lcs_matrix(queries[query], subjects[subject]).back().back());
            }

    cuda::lane_batch batch{*context};
    std::vector<std::uint64_t> thresholds{};
    for (std::uint64_t const length : expected)
        thresholds.push_back(length + reference::random_size(generator, 1));
    for (bool const has_thresholds : {false, true})
    {
        std::vector<char> is_reported(pairs.size());
        batch.start(pairs, has_thresholds ? thresholds : std::vector<std::uint64_t>{}, numbers);
        for (cuda::lane_hit const & hit : batch.finish())
        {
            EXPECT_FALSE(std::exchange(is_reported.at(hit.id), true));
            EXPECT_EQ(hit.value, expected[hit.id]);
        }
        for (std::size_t i = 0; i < pairs.size(); ++i)
            EXPECT_EQ(is_reported[i] != 0, !has_thresholds || thresholds[i] == expected[i]) << i;
    }
}

// In one kernel, those with fewer strips may have more columns.
TEST_F(cuda_lane_batch, strips_and_columns_of_different_numbers)
{
    auto generator = reference::make_generator();
    cuda::lane_batch batch{*context};
    letter_pairs pairs{};
    for (std::size_t const rows : {4096u, 1000u, 3000u, 2000u, 4000u})
        for (unsigned i = 0; i < 40; ++i)
        {
            letters const one = reference::random_letters(generator, rows, 4);
            letters other = reference::mutate(generator, one, 4, 5);
            other.resize(std::min<std::size_t>(other.size(), 100'000 / rows * 6 + i));
            pairs.add(one, other);
        }
    EXPECT_TRUE(lengths_on_device(batch, pairs.views()) == lengths_on_cpu(pairs.views()));
    EXPECT_TRUE(lengths_on_device(batch, pairs.query_views()) == lengths_on_cpu(pairs.query_views()));
}

TEST_F(cuda_lane_batch, searches_find_what_the_cpu_finds)
{
    auto generator = reference::make_generator();
    letters const query_letters = reference::random_letters(generator, 300, 4);
    auto const query = packing::pack(query_letters);
    std::vector<packing::packed_sequence> subjects{};
    for (unsigned i = 0; i < (on_emulation ? 3000 : 60'000); ++i)
    {
        // Some are related, some have a letter that the query does not have, and one is too long for a lane.
        letters subject = i % 50 == 0
                            ? reference::mutate(generator, query_letters, 4, 10)
                            : reference::random_letters(generator,
                                                        reference::random_size(generator, i == 777 ? 9000 : 400),
                                                        i % 9 == 0 ? 5 : 4);
        subjects.push_back(packing::pack(subject));
    }
    std::vector<packing::packed_sequence_view> const views(subjects.begin(), subjects.end());
    for (lcs::search_options const & options : {lcs::search_options{},
                                                lcs::search_options{.top = 10},
                                                lcs::search_options{.top = 100, .order = lcs::search_order::identity},
                                                lcs::search_options{.min_length = 200},
                                                lcs::search_options{.top = 5, .min_identity = 0.6}})
    {
        auto const hits_with = [&](plan::execution const & execution)
        {
            lcs::search finder{query, options, execution};
            std::size_t const half = views.size() / 2;
            finder.add(std::span{views}.first(half));
            finder.add(std::span{views}.subspan(half));
            EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, views.size());
            EXPECT_EQ(finder.statistics().backends, std::set{execution.backend});
            return finder.hits();
        };
        auto const expected = hits_with(on_cpu);
        for (unsigned const threads : {1u, 4u})
            EXPECT_TRUE(hits_with({.backend = plan::backend::cuda, .threads = threads}) == expected);
    }
}

// Some queries are too long for a lane, and so is a subject: what fits is computed in lanes.
TEST_F(cuda_lane_batch, searches_for_several_queries_find_what_the_cpu_finds)
{
    auto generator = reference::make_generator();
    std::vector<packing::packed_sequence> queries{};
    letters const first = reference::random_letters(generator, 120, 4);
    for (std::size_t const size : {120u, 9000u, 0u, 200u, 64u, 5000u, 90u})
        queries.push_back(packing::pack(size == 120 ? first : reference::random_letters(generator, size, 4)));
    std::vector<packing::packed_sequence> subjects{};
    for (unsigned i = 0; i < (on_emulation ? 300 : 30'000); ++i)
        subjects.push_back(packing::pack(
            i % 20 == 0
                ? reference::mutate(generator, first, 4, 10)
                : reference::random_letters(generator, reference::random_size(generator, 150), i % 9 == 0 ? 5 : 4)));
    std::vector<packing::packed_sequence_view> views{};
    // Two blocks.
    for (unsigned i = 0; i < (on_emulation ? 8500 : 60'000); ++i)
        views.push_back(subjects[i < 300 ? i : reference::random_size(generator, subjects.size() - 1)]);
    auto const long_subject = packing::pack(reference::random_letters(generator, 9000, 4));
    std::vector<packing::packed_sequence_view> const query_views(queries.begin(), queries.end());

    for (lcs::search_options const & options :
         {lcs::search_options{.top = 10, .min_identity = 0.6}, lcs::search_options{.min_identity = 0.6}})
    {
        auto const search_with = [&](plan::execution const & execution)
        {
            lcs::search finder{query_views, options, execution};
            finder.add(views);
            finder.add(std::vector{views[0], packing::packed_sequence_view{long_subject}, views[1]});
            EXPECT_EQ(finder.statistics().computed + finder.statistics().skipped, queries.size() * (views.size() + 3));
            EXPECT_EQ(finder.statistics().backends, std::set{execution.backend});
            std::vector<std::vector<lcs::hit>> hits{};
            for (std::size_t i = 0; i < queries.size(); ++i)
                hits.push_back(finder.hits(i));
            return hits;
        };
        auto const expected = search_with(on_cpu);
        for (unsigned const threads : {1u, 4u})
            EXPECT_TRUE(search_with({.backend = plan::backend::cuda, .threads = threads}) == expected);
    }
}

// Of compute(): a batch ends when it has enough letters.
#if defined(SEQAN3_GPULCS_EMULATION)

TEST_F(cuda_lane_batch, all_queries_of_a_search_share_the_copy_of_the_subjects)
{
    auto generator = reference::make_generator();
    constexpr std::size_t size = 512;
    constexpr std::uint64_t words_of_subject = size * 2 / 64;
    std::vector<packing::packed_sequence> sequences{};
    for (unsigned i = 0; i < 200; ++i)
        sequences.push_back(packing::pack(reference::random_letters(generator, i < 5 ? 20 : size, 4)));
    std::vector<packing::packed_sequence_view> const views(sequences.begin(), sequences.end());
    std::span const subjects = std::span{views}.subspan(5);

    std::vector<std::uint64_t> copied{};
    for (std::size_t const queries : {1u, 5u})
    {
        // A batch of them does not depend on the hits of another one.
        lcs::search finder{std::span{views}.first(queries),
                           {.min_length = 1},
                           {.backend = plan::backend::cuda, .threads = 1}};
        std::uint64_t const before = emulation::uploaded_bytes();
        finder.add(subjects);
        copied.push_back(emulation::uploaded_bytes() - before);
    }
    EXPECT_GE(copied[0], subjects.size() * words_of_subject * 8);
    // A query adds itself, and for each subject where it is and a threshold.
    EXPECT_LE(copied[1], copied[0] + 4 * (subjects.size() * 16 + 256));
}

#endif

TEST_F(cuda_lane_batch, long_and_narrow_ones)
{
    auto generator = reference::make_generator();
    auto const long_sequence = packing::pack(reference::random_letters(generator, 4096, 200));
    auto const short_sequence = packing::pack(reference::random_letters(generator, 1, 200));
    std::vector<alignment::sequence_pair> pairs(6000, {long_sequence, short_sequence});
    for (std::size_t i = 1; i < pairs.size(); i += 2)
        pairs[i] = {short_sequence, long_sequence};
    auto const expected = lengths_on_cpu(pairs);
    auto const found = lcs::compute(pairs, lcs::output::length, {.backend = plan::backend::cuda, .threads = 1});
    for (std::size_t i = 0; i < pairs.size(); ++i)
        ASSERT_EQ(found[i].length, expected[i]);
}

TEST_F(cuda_lane_batch, a_batch_that_nobody_waits_for)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < 64; ++i)
        pairs.add(reference::random_letters(generator, 300, 4), reference::random_letters(generator, 300, 4));
    {
        cuda::lane_batch batch{*context};
        batch.start(pairs.views(), {});
    }
    cuda::lane_batch batch{*context};
    EXPECT_FALSE(batch.is_started());
    EXPECT_TRUE(lengths_on_device(batch, {}).empty());
    EXPECT_TRUE(lengths_on_device(batch, pairs.views()) == lengths_on_cpu(pairs.views()));
}

TEST_F(cuda_lane_batch, threads_share_the_batches)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    unsigned const count = on_emulation ? 5000 : 50'000;
    for (unsigned i = 0; i < count; ++i)
        pairs.add(reference::random_letters(generator, reference::random_size(generator, 60), 4),
                  reference::random_letters(generator, reference::random_size(generator, 60), 4));
    // Among them some that have a kernel for themselves.
    for (unsigned i = 0; i < 3; ++i)
        pairs.add(reference::random_letters(generator, 5000, 4), reference::random_letters(generator, 100, 4));

    std::vector<alignment::sequence_pair> const views = pairs.views();
    auto const expected = lengths_on_cpu(views);
    for (unsigned const threads : {1u, 2u, 3u, 8u})
    {
        double last = 0;
        plan::execution execution{.backend = plan::backend::cuda, .threads = threads};
        execution.on_progress = [&](plan::progress const & progress)
        {
            EXPECT_GE(progress.cells_done, last);
            EXPECT_LE(progress.cells_done, progress.cells_total);
            last = progress.cells_done;
        };
        auto const found = lcs::compute(views, lcs::output::length, execution);
        last = 0;
        EXPECT_TRUE(lcs::lengths(views, execution) == expected);
        last = 0;
        EXPECT_TRUE(lcs::lengths(std::span{views}.first(count), execution)
                    == std::vector(expected.begin(), expected.begin() + count));
        ASSERT_EQ(found.size(), views.size());
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            ASSERT_EQ(found[i].length, expected[i]) << i;
            EXPECT_EQ(found[i].backend, plan::backend::cuda);
        }
        EXPECT_GT(found.front().kernel_seconds, 0);
        EXPECT_GT(found.front().forward_seconds, 0);

        // In batches, one of them empty.
        std::vector<std::uint64_t> min_lengths(count);
        for (std::uint64_t & one : min_lengths)
            one = reference::random_size(generator, 40);
        std::size_t const per_batch = count / 7;
        plan::pair_source source{.max_sizes = std::vector<std::uint64_t>(9, 60)};
        source.produce = [&](std::size_t const batch_number, plan::pair_batch & batch)
        {
            EXPECT_TRUE(batch.pairs.empty() && batch.ids.empty());
            for (std::size_t i = batch_number * per_batch;
                 i < std::min<std::size_t>((batch_number + 1) * per_batch, count);
                 ++i)
            {
                batch.pairs.push_back(views[i]);
                batch.pairs.back().min_length = min_lengths[i];
                batch.ids.push_back(i);
            }
        };
        std::vector<unsigned> taken(source.batch_count());
        std::vector<std::uint64_t> reached(count, ~std::uint64_t{0});
        source.consume = [&](std::size_t const batch_number, std::span<plan::pair_value const> const some)
        {
            ++taken[batch_number];
            for (plan::pair_value const & one : some)
                reached[one.id] = one.value;
        };
        execution.on_progress = {};
        auto const done =
            dispatch::find_backend(execution).compute(backend::source_request{source}, execution).statistics;
        EXPECT_EQ(done.backends, std::set{plan::backend::cuda});
        EXPECT_GT(done.kernel_seconds, 0);
        EXPECT_EQ(taken, std::vector<unsigned>(source.batch_count(), 1));
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_EQ(reached[i], expected[i] < min_lengths[i] ? ~std::uint64_t{0} : expected[i]);
    }
}

TEST_F(cuda_lane_batch, a_stop_in_the_middle)
{
    auto generator = reference::make_generator();
    auto const sequence = packing::pack(reference::random_letters(generator, on_emulation ? 10 : 2000, 4));
    std::vector<alignment::sequence_pair> const pairs(on_emulation ? 500'000 : 2'000'000, {sequence, sequence});

    std::stop_source source{};
    source.request_stop();
    EXPECT_THROW(lcs::compute(pairs, lcs::output::length, {.backend = plan::backend::cuda, .stop = source.get_token()}),
                 operation_stopped);

    std::stop_source later{};
    plan::execution execution{.backend = plan::backend::cuda, .threads = 2, .stop = later.get_token()};
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_LT(progress.cells_done, progress.cells_total);
        later.request_stop();
    };
    EXPECT_THROW(lcs::compute(pairs, lcs::output::length, execution), operation_stopped);
    later = std::stop_source{};
    execution.stop = later.get_token();
    EXPECT_THROW(lcs::lengths(pairs, execution), operation_stopped);

    struct own_error
    {};
    execution.stop = {};
    execution.on_progress = [](plan::progress const &)
    {
        throw own_error{};
    };
    EXPECT_THROW(lcs::compute(pairs, lcs::output::length, execution), own_error);
}

#if defined(SEQAN3_GPULCS_EMULATION)

TEST_F(cuda_lane_batch, what_fails_reaches_the_caller)
{
    auto generator = reference::make_generator();
    letter_pairs pairs{};
    for (unsigned i = 0; i < 3000; ++i)
        pairs.add(reference::random_letters(generator, 40, 4), reference::random_letters(generator, 40, 4));
    auto const views = pairs.views();

    for (auto const call : {emulation::call::launch,
                            emulation::call::allocate_device,
                            emulation::call::allocate_host,
                            emulation::call::function_attribute})
    {
        for (std::uint64_t const nth : {1u, 2u})
        {
            cuda::cuda_backend const backend{};
            EXPECT_EQ(backend.state(true), plan::device_state::started);
            emulation::fail(call, cudaErrorMemoryAllocation, nth);
            EXPECT_THROW(backend::compare(backend, views, plan::lcs_length, {.threads = 2}), out_of_device_memory)
                << static_cast<unsigned>(call) << ' ' << nth;
            emulation::reset();

            // And is forgotten.
            EXPECT_EQ(backend::compare(backend, views, plan::lcs_length, {.threads = 2}).front().length,
                      pairs.expected(0));
        }
    }

    // The same for lengths alone. One failure only costs time: room is made, or pairs are computed one by one.
    plan::pair_list const list{views, {}};
    plan::list_survey const survey = plan::survey_list(list, plan::lcs_length);
    std::vector<std::uint64_t> expected{};
    for (std::size_t i = 0; i < views.size(); ++i)
        expected.push_back(pairs.expected(i));
    std::vector<std::uint64_t> lengths(views.size());
    backend::list_request const request{.pairs = list,
                                        .wanted = plan::lcs_length,
                                        .survey = survey,
                                        .results{lengths, plan::metric::lcs}};
    for (std::uint64_t const times : {1u, 2u})
    {
        cuda::cuda_backend const backend{};
        EXPECT_EQ(backend.state(true), plan::device_state::started);
        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 1, times);
        backend.compute(request, {.threads = 1});
        emulation::reset();
        EXPECT_TRUE(lengths == expected) << times;
        std::ranges::fill(lengths, 0);

        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation);
        EXPECT_THROW(backend.compute(request, {.threads = 2}), out_of_device_memory);
        emulation::reset();
    }

    // A launch that fails once has failed.
    {
        cuda::cuda_backend const backend{};
        EXPECT_EQ(backend.state(true), plan::device_state::started);
        emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, 1, 1);
        EXPECT_THROW(backend::compare(backend, views, plan::lcs_length, {.threads = 1}), out_of_device_memory);
        emulation::reset();
    }

    // One failed allocation does no harm: buffers kept for later make room.
    cuda::cuda_backend const backend{};
    EXPECT_EQ(backend.state(true), plan::device_state::started);
    emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 1, 1);
    EXPECT_EQ(backend::compare(backend, views, plan::lcs_length, {.threads = 1}).front().length, pairs.expected(0));
}

#endif
