// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/lane/lane_plan.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include "cuda/lane/lane_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

static_assert(std::size(lane_shapes) < std::numeric_limits<std::uint8_t>::max());

// With so many blocks on a multiprocessor, a scheduler has two warps: they hide each other's waiting.
constexpr std::uint64_t fewest_blocks{2};

// The largest number of words of a kernel.
constexpr unsigned most_words_of_lane{32};

// In instructions, for all columns of a kind alike.
unsigned cost_of_column(lane_shape const & shape) noexcept
{
    switch (shape.rows)
    {
    case lane_rows::one_query:
        return 3 * shape.words + 7;
    case lane_rows::matches:
        return 3 * shape.words + 9;
    default:
        return (shape.bits + 2) * shape.words + 2 * shape.bits + 3;
    }
}

// For each number of words of 32 rows.
using shapes_of_words = std::array<std::uint8_t, longest_in_lane / 32 + 1>;

constexpr std::uint8_t no_shape{std::numeric_limits<std::uint8_t>::max()};

// Takes kernels of a kind where they need less time than what was best so far: those with so many words, or all.
void improve(shapes_of_words & best, lane_shape const & kind) noexcept
{
    auto const cost = [](lane_shape const & shape, std::size_t const words)
    {
        return std::uint64_t{strips_of_lane(shape, words * 32)} * cost_of_column(shape);
    };
    for (std::size_t i = 0; i < std::size(lane_shapes); ++i)
    {
        lane_shape const & shape = lane_shapes[i];
        if (shape.bits != kind.bits || shape.rows != kind.rows || (kind.words != 0 && shape.words != kind.words))
            continue;
        for (std::size_t words = 0; words < best.size(); ++words)
            if (best[words] == no_shape || cost(shape, words) < cost(lane_shapes[best[words]], words))
                best[words] = static_cast<std::uint8_t>(i);
    }
}

// Asked for each pair, which takes little longer itself; so all answers are there.
struct lane_choices
{
    lane_choices() noexcept
    {
        for (unsigned const bits : {2u, 4u, 8u})
        {
            shapes_of_words none{};
            none.fill(no_shape);
            of_query[bits / 4] = none;
            improve(of_query[bits / 4], {0, bits, lane_rows::one_query});

            auto & of_most_words = of_pairs[bits / 4];
            of_most_words[0] = none;
            improve(of_most_words[0], {0, bits, lane_rows::planes});
            for (unsigned words = 1; words <= most_words_of_lane; ++words)
            {
                of_most_words[words] = of_most_words[words - 1];
                improve(of_most_words[words], {words, bits, lane_rows::matches});
            }
        }
    }

    // For 2, 4 and 8 bits.
    std::array<shapes_of_words, 3> of_query{};
    // The same, for each number of words that lanes with match words may have.
    std::array<std::array<shapes_of_words, most_words_of_lane + 1>, 3> of_pairs{};
};

lane_choices const & choices() noexcept
{
    static lane_choices const all{};
    return all;
}

} // namespace

unsigned most_words_of_matches(std::uint64_t const letters, std::uint64_t const shared_bytes) noexcept
{
    std::uint64_t const bytes_of_word =
        shared_bytes_of_lanes({1, 8, lane_rows::matches}, 1, std::max<std::uint64_t>(letters, 1));
    return static_cast<unsigned>(
        std::min<std::uint64_t>(shared_bytes / fewest_blocks / bytes_of_word, most_words_of_lane));
}

bool is_for_query_kernel(std::uint64_t const rows,
                         unsigned const bits,
                         std::uint64_t const letters,
                         std::uint64_t const shared_bytes) noexcept
{
    lane_shape const & shape = lane_shapes[plan_query_lanes(rows, bits)];
    return shared_bytes_of_lanes(shape, strips_of_lane(shape, rows), letters) <= shared_bytes / fewest_blocks;
}

std::size_t plan_query_lanes(std::uint64_t const rows, unsigned const bits) noexcept
{
    return choices().of_query[bits / 4][(rows + 31) / 32];
}

std::size_t plan_pair_lanes(std::uint64_t const rows, unsigned const bits, unsigned const most_words) noexcept
{
    return choices().of_pairs[bits / 4][most_words][(rows + 31) / 32];
}

} // namespace seqan3_gpulcs::cuda
