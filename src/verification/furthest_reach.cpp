// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/furthest_reach.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace seqan3_gpulcs::verification
{

namespace
{

// A diagonal that nothing has reached, also after a few steps.
constexpr std::int64_t unreached{-(std::int64_t{1} << 62)};

// Steps that are counted together.
constexpr std::int64_t counted_steps{4096};

//!\brief Letters in the direction in which they are read.
template <direction towards, unsigned bits>
class letter_reader
{
public:
    explicit letter_reader(code_span const & letters) noexcept :
        words_{letters.words()},
        begin_{static_cast<std::int64_t>(letters.begin())},
        end_{static_cast<std::int64_t>(letters.begin() + letters.size())},
        last_word_{(end_ * bits - 1) / 64}
    {}

    std::int64_t size() const noexcept
    {
        return end_ - begin_;
    }

    // A word of codes from a letter on, which must be there. What is behind the last letter means nothing.
    std::uint64_t load(std::int64_t const letter) const noexcept
    {
        if constexpr (towards == direction::forward)
        {
            std::int64_t const bit = (begin_ + letter) * bits;
            std::int64_t const word = bit / 64;
            auto const shift = static_cast<unsigned>(bit % 64);
            return words_[word] >> shift | words_[std::min(word + 1, last_word_)] << 1 << (63 - shift);
        }
        else
        {
            std::int64_t const bit = (end_ - letter) * bits - 1;
            std::int64_t const word = bit / 64;
            auto const shift = static_cast<unsigned>(bit % 64);
            return words_[word] << (63 - shift) | words_[std::max<std::int64_t>(word - 1, 0)] >> 1 >> shift;
        }
    }

private:
    std::uint64_t const * words_;
    std::int64_t begin_;
    std::int64_t end_;
    std::int64_t last_word_;
};

// The letters that two sequences have in common from the given ones on, at most so many.
template <direction towards, unsigned bits>
std::int64_t count_equal(letter_reader<towards, bits> const & first,
                         std::int64_t const first_letter,
                         letter_reader<towards, bits> const & second,
                         std::int64_t const second_letter,
                         std::int64_t const max_count) noexcept
{
    constexpr std::int64_t word_letters = 64 / bits;
    for (std::int64_t count = 0; count < max_count; count += word_letters)
        if (std::uint64_t const different = first.load(first_letter + count) ^ second.load(second_letter + count);
            different != 0)
        {
            int const equal_bits =
                towards == direction::forward ? std::countr_zero(different) : std::countl_zero(different);
            return std::min<std::int64_t>(count + equal_bits / static_cast<int>(bits), max_count);
        }
    return max_count;
}

template <direction towards, unsigned bits>
void find_reach(letter_reader<towards, bits> const pattern,
                letter_reader<towards, bits> const text,
                std::span<std::int64_t> const furthest,
                std::vector<std::uint64_t> & reach,
                runtime::stop_poll & poll)
{
    // A diagonal has as many columns more than rows; beside the outermost ones nothing is reached.
    auto const max_edits = static_cast<std::int64_t>(furthest.size() - 3) / 2;
    std::int64_t * const diagonals = furthest.data() + max_edits + 1;
    std::int64_t const rows = pattern.size();
    std::int64_t const columns = text.size();
    std::ranges::fill(furthest, unreached);
    std::int64_t steps = 0;
    for (std::int64_t e = 0; e <= max_edits; ++e)
    {
        std::int64_t best = 0;
        std::int64_t left = unreached; // Diagonal d - 1, with an edit less.
        for (std::int64_t d = -e; d <= e; ++d)
        {
            std::int64_t const here = diagonals[d];
            std::int64_t row = e == 0 ? 0 : std::max({here + 1, left, diagonals[d + 1] + 1});
            left = here;

            // With the last row or column, what an edit less has reached beside it.
            row = std::min({row, rows, columns - d});
            if (row < 0)
                continue;

            std::int64_t const column = row + d;
            row += count_equal(pattern, row, text, column, std::min(rows - row, columns - column));
            diagonals[d] = row;
            best = std::max(best, row);
        }

        // No diagonal has compared more words than that.
        if (steps += (2 * e + 1) * (1 + best * bits / 64); steps >= counted_steps)
            poll.add(static_cast<std::uint64_t>(std::exchange(steps, 0)));

        // Diagonals that an edit more takes out of the matrix keep what they have reached.
        if (!reach.empty())
            best = std::max(best, static_cast<std::int64_t>(reach.back()));
        reach.push_back(static_cast<std::uint64_t>(best));
        if (best == rows)
            break;
    }
    poll.add(static_cast<std::uint64_t>(steps));
}

template <unsigned bits>
void find_reach(direction const towards,
                code_span const & pattern,
                code_span const & text,
                std::span<std::int64_t> const furthest,
                std::vector<std::uint64_t> & reach,
                runtime::stop_poll & poll)
{
    auto const find = [&]<direction way>()
    {
        find_reach(letter_reader<way, bits>{pattern}, letter_reader<way, bits>{text}, furthest, reach, poll);
    };
    if (towards == direction::forward)
        find.template operator()<direction::forward>();
    else
        find.template operator()<direction::backward>();
}

} // namespace

std::span<std::uint64_t const> furthest_reach::compute(direction const towards,
                                                       code_span const & pattern,
                                                       code_span const & text,
                                                       std::uint64_t const max_edits,
                                                       runtime::stop_poll & poll)
{
    // With as many edits as letters all is reached.
    std::uint64_t const edits = std::min(max_edits, pattern.size());
    reach_.clear();
    furthest_.resize(2 * edits + 3);
    switch (text.bits())
    {
    case 2:
        find_reach<2>(towards, pattern, text, furthest_, reach_, poll);
        break;
    case 4:
        find_reach<4>(towards, pattern, text, furthest_, reach_, poll);
        break;
    default:
        find_reach<8>(towards, pattern, text, furthest_, reach_, poll);
    }
    return reach_;
}

} // namespace seqan3_gpulcs::verification
