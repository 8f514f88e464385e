// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <forward_list>
#include <ranges>
#include <set>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/container/bitpacked_sequence.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>
#include <seqan3/alphabet/nucleotide/dna5.hpp>
#include <seqan3/utility/views/pairwise_combine.hpp>
#include <seqan3/utility/views/zip.hpp>

#include <reference/counted_allocations.hpp>
#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/pairwise/detail/packed_batch.hpp>

using namespace seqan3_gpulcs;
using pairwise::detail::batch_limits;
using pairwise::detail::counted_letters;

namespace
{

using sequence_t = std::vector<seqan3::dna5>;
using pairs_t = std::vector<std::pair<sequence_t, sequence_t>>;

constexpr batch_limits no_limits{1000, std::uint64_t{1} << 40, counted_letters::pairs};

sequence_t random_sequence(std::mt19937_64 & generator, std::size_t const max_size)
{
    sequence_t sequence(reference::random_size(generator, max_size));
    bool const has_unknown = reference::random_size(generator, 3) == 0;
    for (seqan3::dna5 & letter : sequence)
        letter.assign_char("ACGTN"[reference::random_size(generator, has_unknown ? 4 : 3)]);
    return sequence;
}

pairs_t random_pairs(std::size_t const count, std::size_t const max_size)
{
    auto generator = reference::make_generator();
    pairs_t pairs(count);
    for (auto & [first, second] : pairs)
    {
        first = random_sequence(generator, max_size);
        second = random_sequence(generator, max_size);
    }
    return pairs;
}

// Codes may differ: a sequence may have those of another one that has more kinds of letters.
bool is_same(packing::packed_sequence_view const & found, packing::packed_sequence_view const & expected)
{
    if (found.size() != expected.size() || found.bits_per_letter() != expected.bits_per_letter())
        return false;
    auto const letters_of = [](packing::packed_sequence_view const & sequence)
    {
        return std::views::iota(std::uint64_t{}, sequence.size())
             | std::views::transform(
                   [&sequence](std::uint64_t const position)
                   {
                       return sequence[position];
                   });
    };
    return std::ranges::equal(letters_of(found), letters_of(expected));
}

template <typename range_t>
auto with_ids(range_t & pairs, int const first_id = 0)
{
    return seqan3::views::zip(pairs, std::views::iota(first_id));
}

// With memory and threads of its own.
template <typename indexed_t>
class batch_t : public pairwise::detail::packed_batch<std::ranges::iterator_t<indexed_t>, seqan3::dna5>
{
private:
    using base_t = pairwise::detail::packed_batch<std::ranges::iterator_t<indexed_t>, seqan3::dna5>;

public:
    auto take(auto const & it, auto const & end, pairwise::detail::batch_limits const & limits)
    {
        return base_t::take(it, end, limits, memory_);
    }

    void pack(unsigned const threads, std::stop_token const & stop)
    {
        base_t::pack(team_, threads, stop);
    }

private:
    pairwise::detail::batch_memory memory_{};
    pairwise::detail::batch_threads team_{};
};

// All sequences packed as each of them alone, whatever the number of threads, and all handed out again.
template <typename range_t>
void check(range_t & pairs, std::vector<unsigned> const & thread_counts = {1, 2, 17})
{
    for (unsigned const threads : thread_counts)
    {
        auto indexed = with_ids(pairs, 5);
        batch_t<decltype(indexed)> batch{};
        auto const end = batch.take(indexed.begin(), indexed.end(), no_limits);
        EXPECT_TRUE(end == indexed.end());
        batch.pack(threads, {});

        std::size_t i = 0;
        for (auto && pair : pairs)
        {
            ASSERT_LT(i, batch.pairs().size());
            auto const first = packing::pack<seqan3::dna5>(std::get<0>(pair));
            auto const second = packing::pack<seqan3::dna5>(std::get<1>(pair));
            EXPECT_TRUE(is_same(batch.pairs()[i].first, first)) << i;
            EXPECT_TRUE(is_same(batch.pairs()[i].second, second)) << i;
            ++i;
        }
        ASSERT_EQ(batch.pairs().size(), i);

        std::size_t calls = 0;
        batch.for_each(
            [&](std::size_t const number, auto & first, auto & second, std::uint32_t const id)
            {
                EXPECT_EQ(number, calls);
                ++calls;
                EXPECT_EQ(id, number + 5);
                EXPECT_EQ(std::ranges::size(first), batch.pairs()[number].first.size());
                EXPECT_EQ(std::ranges::size(second), batch.pairs()[number].second.size());
            });
        EXPECT_EQ(calls, i);
    }
}

} // namespace

TEST(packed_batch, any_range)
{
    pairs_t pairs = random_pairs(60, 300);
    check(pairs);
    pairs_t const & unchangeable = pairs;
    check(unchangeable);
    pairs_t none{};
    check(none);

    std::forward_list<std::pair<sequence_t, sequence_t>> list(pairs.begin(), pairs.end());
    check(list);

    // Pairs on the fly: of references, of views, and of containers, which are gone with their pair.
    auto references = std::views::iota(0, 60)
                    | std::views::transform(
                          [&](int const i)
                          {
                              auto & [first, second] = pairs[static_cast<std::size_t>(i)];
                              return std::tuple<sequence_t const &, sequence_t &>{first, second};
                          });
    check(references);
    auto views = std::views::iota(0, 60)
               | std::views::transform(
                     [&](int const i)
                     {
                         auto & [first, second] = pairs[static_cast<std::size_t>(i)];
                         return std::pair{first | std::views::take(7), second | std::views::reverse};
                     });
    check(views);
    auto copies = std::views::iota(0, 60)
                | std::views::transform(
                      [&](int const i)
                      {
                          return pairs[static_cast<std::size_t>(i)];
                      });
    check(copies);
    // The letters lie in the view.
    auto singles =
        std::views::iota(0, 60)
        | std::views::transform(
            [](int const i)
            {
                return std::pair{std::views::single(seqan3::dna5{}.assign_rank(static_cast<std::uint8_t>(i % 5))),
                                 std::views::single(seqan3::dna5{}.assign_rank(static_cast<std::uint8_t>(i % 3)))};
            });
    check(singles);
}

TEST(packed_batch, large_enough_for_threads)
{
    pairs_t pairs = random_pairs(40, 150'000);
    check(pairs, {1, 3, 16});
}

TEST(packed_batch, which_types_threads_may_read)
{
    pairs_t pairs{};
    auto vectors = with_ids(pairs);
    static_assert(batch_t<decltype(vectors)>::is_concurrent);

    std::vector<std::pair<seqan3::bitpacked_sequence<seqan3::dna5>, sequence_t>> bits{};
    auto containers = with_ids(bits);
    static_assert(batch_t<decltype(containers)>::is_concurrent);

    // The function might not be safe to call concurrently.
    auto const as_it_is = [](seqan3::dna5 const letter)
    {
        return letter;
    };
    using transformed_t = decltype(std::declval<sequence_t &>() | std::views::transform(as_it_is));
    std::vector<std::pair<transformed_t, sequence_t>> views{};
    auto transformed = with_ids(views);
    static_assert(!batch_t<decltype(transformed)>::is_concurrent);

    auto copies = pairs
                | std::views::transform(
                      [](auto const & pair)
                      {
                          return pair;
                      });
    auto copied = with_ids(copies);
    static_assert(!batch_t<decltype(copied)>::is_concurrent);
}

TEST(packed_batch, limits)
{
    pairs_t pairs(10, {sequence_t(30), sequence_t(70)});
    auto indexed = with_ids(pairs);
    batch_t<decltype(indexed)> batch{};
    auto const size_of = [&](batch_limits const & limits)
    {
        auto const end = batch.take(indexed.begin(), indexed.end(), limits);
        batch.pack(1, {});
        EXPECT_EQ(static_cast<std::size_t>(end - indexed.begin()), batch.pairs().size());
        return batch.pairs().size();
    };
    EXPECT_EQ(size_of({1, 100'000, counted_letters::pairs}), 1u);
    EXPECT_EQ(size_of({9, 100'000, counted_letters::pairs}), 9u);
    EXPECT_EQ(size_of({10, 100'000, counted_letters::pairs}), 10u);
    EXPECT_EQ(size_of({11, 100'000, counted_letters::pairs}), 10u);
    EXPECT_EQ(size_of({11, 1, counted_letters::pairs}), 1u);
    EXPECT_EQ(size_of({11, 299, counted_letters::pairs}), 3u);
    EXPECT_EQ(size_of({11, 300, counted_letters::pairs}), 3u);
    EXPECT_EQ(size_of({11, 301, counted_letters::pairs}), 4u);
}

// Sequence 1 counts for each pair, sequence 2 once, and not at the beginning of a batch.
TEST(packed_batch, letters_of_targets)
{
    sequence_t const target(30);
    std::vector<sequence_t> const backgrounds(3, sequence_t(1000));
    // Of target and background: 30 and 0, 30 and 0, 30 and 1000, 30 and 0, 30 and 1000.
    std::vector<std::size_t> const numbers{0, 0, 1, 1, 2};
    auto pairs = numbers
               | std::views::transform(
                     [&](std::size_t const i)
                     {
                         return std::tie(target, backgrounds[i]);
                     });
    auto indexed = with_ids(pairs);
    batch_t<decltype(indexed)> batch{};
    auto const size_of = [&](std::uint64_t const letters)
    {
        batch.take(indexed.begin(), indexed.end(), {1000, letters, counted_letters::targets});
        batch.pack(1, {});
        return batch.pairs().size();
    };
    EXPECT_EQ(size_of(30), 1u);
    EXPECT_EQ(size_of(31), 2u);
    EXPECT_EQ(size_of(60), 2u);
    EXPECT_EQ(size_of(61), 3u);
    EXPECT_EQ(size_of(1090), 3u);
    EXPECT_EQ(size_of(1091), 4u);
    EXPECT_EQ(size_of(1120), 4u);
    EXPECT_EQ(size_of(1121), 5u);

    // Containers that are gone with their pair are never shared.
    auto copies = std::views::iota(0, 4)
                | std::views::transform(
                      [&](int)
                      {
                          return std::pair{target, backgrounds.front()};
                      });
    auto indexed_copies = with_ids(copies);
    batch_t<decltype(indexed_copies)> of_copies{};
    of_copies.take(indexed_copies.begin(), indexed_copies.end(), {1000, 61, counted_letters::targets});
    of_copies.pack(1, {});
    EXPECT_EQ(of_copies.pairs().size(), 2u);
}

// The packed memory is the same, so that others notice it, too.
TEST(packed_batch, one_query)
{
    auto generator = reference::make_generator();
    sequence_t const query = random_sequence(generator, 200);
    std::vector<sequence_t> subjects{};
    for (unsigned i = 0; i < 50; ++i)
        subjects.push_back(random_sequence(generator, 300));
    for (bool const is_first : {true, false})
    {
        auto pairs = subjects
                   | std::views::transform(
                         [&](sequence_t const & subject)
                         {
                             return is_first ? std::tie(query, subject) : std::tie(subject, query);
                         });
        check(pairs);
        auto indexed = with_ids(pairs);
        batch_t<decltype(indexed)> batch{};
        batch.take(indexed.begin(), indexed.end(), no_limits);
        batch.pack(2, {});
        for (alignment::sequence_pair const & pair : batch.pairs())
        {
            alignment::sequence_pair const & front = batch.pairs().front();
            EXPECT_EQ((is_first ? pair.first : pair.second).words(), (is_first ? front.first : front.second).words());
        }
    }
}

TEST(packed_batch, all_pairs)
{
    auto generator = reference::make_generator();
    std::vector<sequence_t> sequences{};
    std::size_t letters = 0;
    for (unsigned i = 0; i < 40; ++i)
    {
        sequences.push_back(random_sequence(generator, 300));
        sequences.back().push_back({});
        letters += sequences.back().size();
    }
    auto pairs = seqan3::views::pairwise_combine(sequences);
    check(pairs);

    auto indexed = with_ids(pairs);
    batch_t<decltype(indexed)> batch{};
    batch.take(indexed.begin(), indexed.end(), no_limits);
    batch.pack(3, {});
    std::set<std::uint64_t const *> words{};
    for (alignment::sequence_pair const & pair : batch.pairs())
    {
        words.insert(pair.first.words());
        words.insert(pair.second.words());
    }
    EXPECT_EQ(words.size(), sequences.size());

    // Shared letters count once, or for each pair.
    batch.take(indexed.begin(), indexed.end(), {1000, letters + 1, counted_letters::sequences});
    batch.pack(1, {});
    EXPECT_EQ(batch.pairs().size(), sequences.size() * (sequences.size() - 1) / 2);
    batch.take(indexed.begin(), indexed.end(), {1000, letters, counted_letters::pairs});
    batch.pack(1, {});
    EXPECT_LT(batch.pairs().size(), sequences.size());
}

// A batch that is filled again has nothing of the one before.
TEST(packed_batch, one_after_the_other)
{
    pairs_t pairs = random_pairs(100, 200);
    auto indexed = with_ids(pairs);
    batch_t<decltype(indexed)> batch{};
    std::size_t i = 0;
    for (auto it = indexed.begin(); it != indexed.end();)
    {
        it = batch.take(it, indexed.end(), {7, 1000, counted_letters::pairs});
        batch.pack(2, {});
        for (alignment::sequence_pair const & pair : batch.pairs())
        {
            EXPECT_TRUE(is_same(pair.first, packing::pack(pairs[i].first)));
            EXPECT_TRUE(is_same(pair.second, packing::pack(pairs[i].second)));
            ++i;
        }
    }
    EXPECT_EQ(i, pairs.size());
}

// A long sequence at another place of each batch: the memory of all these places is not kept.
TEST(packed_batch, memory_that_is_kept)
{
    using long_t = std::vector<seqan3::aa27>;
    constexpr std::size_t long_size{std::size_t{1} << 22};
    constexpr std::size_t places = reference::is_instrumented ? 27 : 40;
    static_assert(places * long_size > pairwise::detail::batch_memory::max_kept_bytes + 5 * long_size);
    std::vector<std::pair<long_t, long_t>> pairs(places, {long_t(10), long_t(10)});
    auto indexed = with_ids(pairs);
    pairwise::detail::batch_threads team{};
    for (unsigned const threads : {1u, 2u})
    {
        pairwise::detail::batch_memory memory{};
        std::size_t const peak = reference::peak_of(
            [&]()
            {
                pairwise::detail::packed_batch<std::ranges::iterator_t<decltype(indexed)>, seqan3::aa27> batch{};
                for (auto & [first, second] : pairs)
                {
                    // All letters, so that each takes a byte.
                    first.resize(long_size);
                    for (std::size_t i = 0; i < 27; ++i)
                        first[i].assign_rank(static_cast<std::uint8_t>(i));
                    batch.take(indexed.begin(), indexed.end(), no_limits, memory);
                    batch.pack(team, threads, {});
                    // Several threads pack the long one first.
                    EXPECT_GE(memory.arenas.size(), threads == 1 ? 2 * pairs.size() : 1);
                    first = long_t(10);
                }
            });
        // Besides, those of one batch: the letters, and these packed, where a vector doubles.
        EXPECT_LE(peak, pairwise::detail::batch_memory::max_kept_bytes + 5 * long_size);
    }
}

namespace
{

// One that all threads pack together.
constexpr std::size_t long_size{packing::detail::min_letters_for_pieces};

sequence_t long_sequence(std::mt19937_64 & generator, std::size_t const size)
{
    sequence_t sequence(size);
    for (seqan3::dna5 & letter : sequence)
        letter.assign_char("ACGT"[generator() % 4]);
    sequence[reference::random_size(generator, size - 1)].assign_char('N');
    return sequence;
}

} // namespace

TEST(packed_batch, long_sequences)
{
    auto generator = reference::make_generator();
    pairs_t pairs = random_pairs(5, 2000);
    pairs[0].second = long_sequence(generator, long_size - 1);
    pairs[1].second = long_sequence(generator, long_size);
    pairs[3].first = long_sequence(generator, long_size + 1 + reference::random_size(generator, 1'000'000));
    check(pairs, {2, 3});

    // It is shared, and a view.
    auto shared = std::views::iota(std::size_t{0}, pairs.size())
                | std::views::transform(
                      [&](std::size_t const i)
                      {
                          return std::pair{std::span{pairs[3].first}, pairs[i].second | std::views::reverse};
                      });
    check(shared, {2});

    std::vector<std::pair<seqan3::bitpacked_sequence<seqan3::dna5>, sequence_t>> bits(1);
    for (seqan3::dna5 const letter : pairs[1].second)
        bits[0].first.push_back(letter);
    check(bits, {2});
}

TEST(packed_batch, long_sequence_that_throws)
{
    sequence_t const sequence(2 * long_size);
    for (std::size_t const place : {std::size_t{0}, long_size, sequence.size() - 1})
    {
        auto pairs = std::views::iota(0, 1)
                   | std::views::transform(
                         [&](int)
                         {
                             auto const failing = [last = &sequence[place]](seqan3::dna5 const & letter)
                             {
                                 if (&letter == last)
                                     throw std::runtime_error{"unreadable"};
                                 return letter;
                             };
                             return std::pair{sequence | std::views::transform(failing), std::span{sequence}};
                         });
        auto indexed = with_ids(pairs);
        batch_t<decltype(indexed)> batch{};
        batch.take(indexed.begin(), indexed.end(), no_limits);
        EXPECT_THROW(batch.pack(3, {}), std::runtime_error);
    }

    pairs_t pairs{{sequence, sequence}};
    auto indexed = with_ids(pairs);
    batch_t<decltype(indexed)> batch{};
    batch.take(indexed.begin(), indexed.end(), no_limits);
    std::stop_source stop{};
    stop.request_stop();
    EXPECT_THROW(batch.pack(3, stop.get_token()), operation_stopped);
}
