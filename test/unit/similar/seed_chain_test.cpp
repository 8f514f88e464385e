// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/similar/seed_chain.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

similar::seed_chain find(packing::packed_sequence_view const & first,
                         packing::packed_sequence_view const & second,
                         plan::execution const & execution = {})
{
    runtime::task_control control{execution, 0};
    return similar::find_seed_chain(first, second, control);
}

// Packed with more letters than occur, if there are others.
packing::packed_sequence pack(letters_t const & letters, letters_t const & others = {})
{
    packing::letter_set set{};
    set.add(letters);
    set.add(others);
    packing::sequence_packer packer{set};
    packer.append(letters);
    return packer.finish();
}

// Matches, in order, and no more of them than there are.
void check(similar::seed_chain const & chain, letters_t const & first, letters_t const & second)
{
    std::uint64_t first_end = 0;
    std::uint64_t second_end = 0;
    for (similar::seed const & seed : chain.seeds)
    {
        ASSERT_GT(seed.length, 0u);
        ASSERT_GE(seed.first, first_end);
        ASSERT_GE(seed.second, second_end);
        first_end = seed.first + seed.length;
        second_end = seed.second + seed.length;
        ASSERT_LE(first_end, first.size());
        ASSERT_LE(second_end, second.size());
        ASSERT_TRUE(std::equal(first.data() + seed.first, first.data() + first_end, second.data() + seed.second));
    }
    EXPECT_LE(chain.chained_kmers, chain.kmers);
    EXPECT_LE(chain.seeds.size(), chain.chained_kmers);
    EXPECT_GE(chain.identity(), 0);
    EXPECT_LE(chain.identity(), 1);
}

similar::seed_chain checked_chain(letters_t const & first, letters_t const & second)
{
    similar::seed_chain const chain = find(pack(first), pack(second));
    check(chain, first, second);
    return chain;
}

letters_t join(std::initializer_list<letters_t> const parts)
{
    letters_t all{};
    for (letters_t const & part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

// The letters of seeds that begin in a part of the first sequence and are on a diagonal; on any, if none is given.
std::uint64_t seeded_letters(similar::seed_chain const & chain, std::uint64_t const begin, std::uint64_t const end)
{
    std::uint64_t letters = 0;
    for (similar::seed const & seed : chain.seeds)
        letters += begin <= seed.first && seed.first < end ? seed.length : 0;
    return letters;
}

std::uint64_t seeded_letters(similar::seed_chain chain,
                             std::uint64_t const begin,
                             std::uint64_t const end,
                             std::int64_t const diagonal)
{
    std::erase_if(chain.seeds,
                  [diagonal](similar::seed const & seed)
                  {
                      return static_cast<std::int64_t>(seed.second - seed.first) != diagonal;
                  });
    return seeded_letters(chain, begin, end);
}

// The share of a path's matches that are more than some letters away from the lines between the seeds.
double share_off_chain(alignment::path const & path,
                       similar::seed_chain const & chain,
                       std::pair<std::size_t, std::size_t> const & sizes,
                       double const max_distance)
{
    std::vector<similar::seed> corners{{}};
    corners.insert(corners.end(), chain.seeds.begin(), chain.seeds.end());
    corners.push_back({sizes.first, sizes.second, 0});
    std::size_t next = 1;
    double i = 0;
    double j = 0;
    std::uint64_t off = 0;
    for (alignment::run const & run : path.runs())
        for (std::uint64_t k = 0; k < run.count; ++k)
        {
            i += run.operation != alignment::operation::deletion;
            j += run.operation != alignment::operation::insertion;
            while (next + 1 < corners.size() && static_cast<double>(corners[next].first) < i)
                ++next;
            double const begin = static_cast<double>(corners[next - 1].first);
            double const end = static_cast<double>(corners[next].first);
            double const from = static_cast<double>(corners[next - 1].second);
            double const to = static_cast<double>(corners[next].second);
            double const line = from + (to - from) * (i - begin) / std::max(1.0, end - begin);
            off += run.operation == alignment::operation::match && std::abs(line - j) > max_distance;
        }
    return static_cast<double>(off) / static_cast<double>(path.matches());
}

} // namespace

TEST(seed_chain, follows_the_path)
{
    auto generator = reference::make_generator();
    for (auto const & [size, distance] :
         {std::pair{4000u, 10u}, {4000u, 100u}, {20'000u, 10u}, {20'000u, 30u}, {40'000u, 100u}, {40'000u, 1000u}})
    {
        letters_t const first = reference::random_letters(generator, size, 4);
        letters_t const second = reference::mutate(generator, first, 4, distance);
        similar::seed_chain const chain = checked_chain(first, second);
        EXPECT_NEAR(chain.identity(), 1 - 1.0 / distance, 0.05) << size << ' ' << distance;
        alignment::path const path = lcs::subsequence(pack(first), pack(second));
        EXPECT_LT(share_off_chain(path, chain, {first.size(), second.size()}, 200), 0.01) << size << ' ' << distance;
    }
}

// Sequences of different lengths: the shorter one's k-mers are looked up, whichever it is.
TEST(seed_chain, either_may_be_the_shorter_one)
{
    auto generator = reference::make_generator();
    letters_t const longer = reference::random_letters(generator, 80'000, 4);
    letters_t const shorter = reference::mutate(generator, {longer.begin() + 20'000, longer.begin() + 52'000}, 4, 50);
    similar::seed_chain const chain = checked_chain(longer, shorter);
    similar::seed_chain swapped = checked_chain(shorter, longer);
    for (similar::seed & seed : swapped.seeds)
        std::swap(seed.first, seed.second);
    EXPECT_EQ(chain.seeds, swapped.seeds);
    EXPECT_EQ(chain.kmers, swapped.kmers);
    EXPECT_GT(seeded_letters(chain, 20'000, 52'000), 12'000u);
    EXPECT_LT(seeded_letters(chain, 0, 19'900) + seeded_letters(chain, 52'100, 80'000), 100u);
}

TEST(seed_chain, equal_sequences)
{
    auto generator = reference::make_generator();
    letters_t const sequence = reference::random_letters(generator, 50'000, 4);
    similar::seed_chain const chain = checked_chain(sequence, sequence);
    EXPECT_GT(chain.kmers, 2000u);
    EXPECT_LT(chain.kmers, 5000u);
    EXPECT_EQ(chain.chained_kmers, chain.kmers);
    EXPECT_EQ(chain.identity(), 1);
    EXPECT_EQ(seeded_letters(chain, 0, sequence.size()), seeded_letters(chain, 0, sequence.size(), 0));
    // Those that overlap are one.
    EXPECT_LT(chain.seeds.size(), chain.kmers * 3 / 4);
}

TEST(seed_chain, large_insertion)
{
    auto generator = reference::make_generator();
    letters_t const left = reference::random_letters(generator, 10'000, 4);
    letters_t const right = reference::random_letters(generator, 10'000, 4);
    letters_t const inserted = reference::random_letters(generator, 9000, 4);
    similar::seed_chain const chain = checked_chain(join({left, right}), join({left, inserted, right}));
    EXPECT_GT(seeded_letters(chain, 0, 10'000, 0), 3000u);
    EXPECT_GT(seeded_letters(chain, 10'000, 20'000, 9000), 3000u);
    EXPECT_EQ(seeded_letters(chain, 0, 20'000),
              seeded_letters(chain, 0, 20'000, 0) + seeded_letters(chain, 0, 20'000, 9000));
}

TEST(seed_chain, inversion)
{
    auto generator = reference::make_generator();
    letters_t const left = reference::random_letters(generator, 10'000, 4);
    letters_t const middle = reference::random_letters(generator, 5000, 4);
    letters_t const right = reference::random_letters(generator, 10'000, 4);
    letters_t const inverted{middle.rbegin(), middle.rend()};
    similar::seed_chain const chain = checked_chain(join({left, middle, right}), join({left, inverted, right}));
    EXPECT_GT(seeded_letters(chain, 0, 10'000, 0), 3000u);
    EXPECT_GT(seeded_letters(chain, 15'000, 25'000, 0), 3000u);
    EXPECT_LT(seeded_letters(chain, 10'000, 15'000), 200u);
}

// Of two parts that changed places, the larger one stays.
TEST(seed_chain, rearrangement)
{
    auto generator = reference::make_generator();
    letters_t const left = reference::random_letters(generator, 8000, 4);
    letters_t const small = reference::random_letters(generator, 2000, 4);
    letters_t const large = reference::random_letters(generator, 8000, 4);
    letters_t const right = reference::random_letters(generator, 8000, 4);
    similar::seed_chain const chain =
        checked_chain(join({left, small, large, right}), join({left, large, small, right}));
    EXPECT_GT(seeded_letters(chain, 0, 8000, 0), 2000u);
    EXPECT_GT(seeded_letters(chain, 10'000, 18'000, -2000), 2000u);
    EXPECT_GT(seeded_letters(chain, 18'000, 26'000, 0), 2000u);
    EXPECT_LT(seeded_letters(chain, 8000, 9950), 100u);
}

// A part that is found again far away is not worth the way there and back.
TEST(seed_chain, detour)
{
    auto generator = reference::make_generator();
    letters_t const left = reference::random_letters(generator, 10'000, 4);
    letters_t const right = reference::random_letters(generator, 10'000, 4);
    letters_t const repeat = reference::random_letters(generator, 200, 4);
    letters_t const first = join({left, repeat, reference::random_letters(generator, 10'000, 4), right});
    letters_t const second = join({left, reference::random_letters(generator, 10'000, 4), repeat, right});
    similar::seed_chain const chain = checked_chain(first, second);
    EXPECT_GT(seeded_letters(chain, 0, 10'000, 0), 3000u);
    EXPECT_GT(seeded_letters(chain, 20'200, 30'200, 0), 3000u);
    EXPECT_LT(seeded_letters(chain, 10'000, 20'000), 100u);
}

TEST(seed_chain, unrelated_sequences)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {2u, 4u, 20u, 256u})
    {
        letters_t const first = reference::random_letters(generator, 30'000, letters);
        letters_t const second = reference::random_letters(generator, 40'000, letters);
        similar::seed_chain const chain = checked_chain(first, second);
        EXPECT_GT(chain.kmers, 500u) << letters;
        EXPECT_LT(chain.chained_kmers, chain.kmers / 50) << letters;
    }
}

TEST(seed_chain, repeats_have_no_seeds)
{
    auto generator = reference::make_generator();
    letters_t const unit = reference::random_letters(generator, 60, 4);
    letters_t repeats{};
    for (int i = 0; i < 200; ++i)
        repeats.insert(repeats.end(), unit.begin(), unit.end());
    EXPECT_EQ(checked_chain(repeats, repeats).kmers, 0u);

    letters_t const left = reference::random_letters(generator, 10'000, 4);
    letters_t const right = reference::random_letters(generator, 10'000, 4);
    letters_t const more = join({repeats, unit, unit, unit});
    similar::seed_chain const chain = checked_chain(join({left, repeats, right}), join({left, more, right}));
    EXPECT_GT(seeded_letters(chain, 0, 10'000, 0), 3000u);
    EXPECT_EQ(seeded_letters(chain, 10'000, 10'000 + repeats.size() - 50), 0u);
    EXPECT_GT(seeded_letters(chain, 10'000 + repeats.size(), 20'000 + repeats.size(), 180), 3000u);
}

// It is enough that one of the sequences has it twice, whichever is the shorter one.
TEST(seed_chain, repeat_in_one_sequence)
{
    auto generator = reference::make_generator();
    letters_t const left = reference::random_letters(generator, 6000, 4);
    letters_t const right = reference::random_letters(generator, 6000, 4);
    letters_t const repeat = reference::random_letters(generator, 2000, 4);
    letters_t const once = join({left, repeat, right});
    letters_t const twice = join({left, repeat, repeat, right});
    letters_t const longer_once = join({once, reference::random_letters(generator, 6000, 4)});
    for (similar::seed_chain const & chain : {checked_chain(once, twice), checked_chain(longer_once, twice)})
    {
        EXPECT_GT(seeded_letters(chain, 0, 6000, 0), 2000u);
        EXPECT_GT(seeded_letters(chain, 8000, 14'000, 2000), 2000u);
        EXPECT_LT(seeded_letters(chain, 6000, 7950), 100u);
    }
}

TEST(seed_chain, nothing_to_find)
{
    auto generator = reference::make_generator();
    letters_t const sequence = reference::random_letters(generator, 5000, 4);
    letters_t const other_letters(5000, 7);
    for (letters_t const & some : {letters_t{}, letters_t{1}, letters_t{0, 1, 2, 3}, letters_t(8000, 2), other_letters})
    {
        EXPECT_LT(checked_chain(sequence, some).seeds.size(), 5u);
        EXPECT_LT(checked_chain(some, sequence).seeds.size(), 5u);
        EXPECT_LT(checked_chain(some, some).seeds.size(), 2u);
    }
}

// Each may have any codes, and letters that the other one does not have.
TEST(seed_chain, packings)
{
    auto generator = reference::make_generator();
    letters_t const first = reference::random_letters(generator, 20'000, 4);
    letters_t second = reference::mutate(generator, first, 4, 50);
    for (std::uint8_t & letter : second)
        if (reference::random_size(generator, 500) == 0)
            letter = 14;
    letters_t const few{5, 9};
    letters_t const many = reference::random_letters(generator, 3000, 30);
    for (packing::packed_sequence const & packed_first : {pack(first), pack(first, few), pack(first, many)})
        for (packing::packed_sequence const & packed_second : {pack(second), pack(second, many)})
        {
            similar::seed_chain const chain = find(packed_first, packed_second);
            check(chain, first, second);
            EXPECT_GT(chain.chained_kmers, chain.kmers / 3);
        }
}

TEST(seed_chain, alphabets)
{
    auto generator = reference::make_generator();
    for (unsigned const letters : {2u, 3u, 5u, 16u, 20u, 100u, 256u})
    {
        letters_t const first = reference::random_letters(generator, 20'000, letters);
        letters_t const second = reference::mutate(generator, first, letters, 100);
        similar::seed_chain const chain = checked_chain(first, second);
        EXPECT_GT(chain.kmers, 500u) << letters;
        EXPECT_NEAR(chain.identity(), 0.99, 0.03) << letters;
    }
}

// A letter that means nothing may be the most frequent one.
TEST(seed_chain, unknown_letters)
{
    auto generator = reference::make_generator();
    letters_t const left = reference::random_letters(generator, 20'000, 4);
    letters_t const right = reference::random_letters(generator, 20'000, 4);
    for (std::uint8_t const unknown : letters_t{0, 2, 4})
    {
        letters_t first = join({left, letters_t(15'000, 4), right});
        for (std::uint8_t & letter : first)
            letter = letter == 4 ? unknown : static_cast<std::uint8_t>(letter + (letter < unknown ? 0 : 1));
        similar::seed_chain const chain = checked_chain(first, reference::mutate(generator, first, 5, 50));
        EXPECT_GT(chain.kmers, 1000u);
        EXPECT_GT(seeded_letters(chain, 0, 20'000), 5000u);
        EXPECT_EQ(seeded_letters(chain, 20'000, 34'900), 0u);
        EXPECT_GT(seeded_letters(chain, 35'000, 55'000), 5000u);
    }
}

// Long sequences have fewer seeds for each letter.
TEST(seed_chain, rate)
{
    auto generator = reference::make_generator();
    letters_t const unit = reference::random_letters(generator, 3'000'000, 4);
    similar::seed_chain const chain = checked_chain(unit, unit);
    EXPECT_GT(chain.kmers, 20'000u);
    EXPECT_LT(chain.kmers, 80'000u);
}

TEST(seed_chain, stops)
{
    std::stop_source stop{};
    stop.request_stop();
    plan::execution execution{};
    execution.stop = stop.get_token();
    packing::packed_sequence const sequence = pack(letters_t(1'000'000, 3));
    EXPECT_THROW(find(sequence, sequence, execution), operation_stopped);
}
