// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cuda/runtime/staging_layout.hpp"
#include "reference/random_sequence.hpp"

using namespace seqan3_gpulcs;

namespace
{

struct three_halves
{
    std::uint32_t values[3];
};

struct word_and_byte
{
    std::uint64_t word;
    std::uint8_t byte;
};

// What a layout has placed, and where a plain recomputation expects it, in bytes.
struct placed
{
    std::size_t begin;
    std::size_t end;
    std::function<std::span<std::byte>(std::span<std::uint64_t>)> on_host;
    std::function<void const *(cuda::device_view<std::uint64_t>)> on_device;
    std::size_t alignment;
};

// Adds values to a layout, and returns them as bytes.
template <typename value_t>
placed add(cuda::staging_layout & layout, std::size_t const count, std::size_t const end_before)
{
    std::size_t begin = end_before;
    while (begin % 8 != 0)
        ++begin;
    cuda::staged<value_t> const added = layout.add<value_t>(count);
    EXPECT_EQ(added.count, count);
    return {begin,
            begin + count * sizeof(value_t),
            [added](std::span<std::uint64_t> const host)
            {
                return std::as_writable_bytes(added.in(host));
            },
            [added](cuda::device_view<std::uint64_t> const device)
            {
                EXPECT_EQ(added.in(device).size(), added.count);
                return static_cast<void const *>(added.in(device).data());
            },
            alignof(value_t)};
}

placed add_random(std::mt19937_64 & generator, cuda::staging_layout & layout, std::size_t const end_before)
{
    std::size_t const count = reference::random_size(generator, 20);
    switch (reference::random_size(generator, 5))
    {
    case 0:
        return add<std::uint8_t>(layout, count, end_before);
    case 1:
        return add<std::uint16_t>(layout, count, end_before);
    case 2:
        return add<std::uint32_t>(layout, count, end_before);
    case 3:
        return add<three_halves>(layout, count, end_before);
    case 4:
        return add<word_and_byte>(layout, count, end_before);
    default:
        return add<std::uint64_t>(layout, count, end_before);
    }
}

} // namespace

TEST(cuda_staging_layout, nothing_takes_no_words)
{
    cuda::staging_layout layout{};
    EXPECT_EQ(layout.words(), 0u);
    cuda::staged<std::uint64_t> const none = layout.add<std::uint64_t>(0);
    EXPECT_EQ(layout.words(), 0u);
    EXPECT_TRUE(none.in(std::span<std::uint64_t>{}).empty());
}

TEST(cuda_staging_layout, offsets_have_64_bits)
{
    cuda::staging_layout layout{};
    layout.add<std::uint32_t>((std::uint64_t{1} << 34) + 1);
    cuda::staged<std::uint8_t> const last = layout.add<std::uint8_t>();
    EXPECT_EQ(last.at, (std::uint64_t{1} << 33) + 1);
    EXPECT_EQ(layout.words(), (std::uint64_t{1} << 33) + 2);
}

TEST(cuda_staging_layout, values_are_where_a_plain_recomputation_has_them)
{
    std::mt19937_64 generator = reference::make_generator();
    for (unsigned repetition = 0; repetition < 50; ++repetition)
    {
        cuda::staging_layout layout{};
        std::vector<placed> all{};
        std::size_t end = 0;
        for (std::size_t parts = reference::random_size(generator, 30); parts != 0; --parts)
        {
            all.push_back(add_random(generator, layout, end));
            end = all.back().end;
        }
        ASSERT_EQ(layout.words(), (end + 7) / 8);

        std::vector<std::uint64_t> memory(layout.words());
        cuda::device_view<std::uint64_t> const device{memory.data(), memory.size()};
        auto const * const base = reinterpret_cast<std::byte const *>(memory.data());
        std::vector<std::byte> expected(memory.size() * 8);
        for (std::size_t i = 0; i < all.size(); ++i)
        {
            std::span<std::byte> const values = all[i].on_host(memory);
            EXPECT_EQ(values.data() - base, static_cast<std::ptrdiff_t>(all[i].begin));
            EXPECT_EQ(values.size(), all[i].end - all[i].begin);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values.data()) % all[i].alignment, 0u);
            EXPECT_EQ(all[i].on_device(device), values.data());
            for (std::byte & byte : values)
                byte = static_cast<std::byte>(i + 1);
            for (std::size_t at = all[i].begin; at < all[i].end; ++at)
                expected[at] = static_cast<std::byte>(i + 1);
        }
        // An overlap would show, as each part has written another value.
        EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span{memory}), expected));
    }
}
