// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/furthest_reach.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace seqan3_gpulcs::verification
{

namespace
{

// A diagonal that nothing has reached, even after a few steps.
constexpr std::int64_t unreached{-(std::int64_t{1} << 62)};

// Steps that are counted together.
constexpr std::int64_t counted_steps{4096};

// The minimum bits of a load: it begins at a byte, so it may have up to seven bits less than a word.
constexpr unsigned loaded_bits{56};

template <unsigned bits>
constexpr std::int64_t loaded_letters{loaded_bits / bits};

//!\brief Letters in the direction in which they are read.
template <direction towards, unsigned bits>
class letter_reader
{
public:
    explicit letter_reader(code_span const & letters) noexcept :
        words_{letters.words()},
        size_{static_cast<std::int64_t>(letters.size())},
        begin_bit_{letters.begin() * bits},
        end_bit_{begin_bit_ + letters.size() * bits},
        last_word_bit_{(end_bit_ - 1) / 64 * 64}
    {}

    std::int64_t size() const noexcept
    {
        return size_;
    }

    // The letters from one on: from the lowest bit up or, backward, from the highest bit down. At least a word of them must be
    // there.
    std::uint64_t load(std::int64_t const letter) const noexcept
    {
        std::uint64_t const offset = static_cast<std::uint64_t>(letter) * bits;
        if constexpr (std::endian::native != std::endian::little)
            return load_near_end(letter);
        std::uint64_t codes = 0;
        if constexpr (towards == direction::forward)
        {
            std::uint64_t const bit = begin_bit_ + offset;
            std::memcpy(&codes, reinterpret_cast<char const *>(words_) + bit / 8, sizeof(codes));
            return codes >> bit % 8;
        }
        else
        {
            std::uint64_t const end = end_bit_ - offset;
            // Cheaper than util::ceil_div, which cannot overflow.
            std::uint64_t const end_byte = (end + 7) / 8;
            std::memcpy(&codes, reinterpret_cast<char const *>(words_) + end_byte - 8, sizeof(codes));
            return codes << (8 * end_byte - end);
        }
    }

    // The same for at least one letter.
    std::uint64_t load_near_end(std::int64_t const letter) const noexcept
    {
        std::uint64_t const offset = static_cast<std::uint64_t>(letter) * bits;
        std::uint64_t codes = 0;
        if constexpr (towards == direction::forward)
        {
            std::uint64_t const bit = begin_bit_ + offset;
            codes = words_[bit / 64] >> bit % 64;
            if (bit < last_word_bit_)
                codes |= words_[bit / 64 + 1] << 1 << (63 - bit % 64);
        }
        else
        {
            std::uint64_t const last = end_bit_ - offset - 1;
            codes = words_[last / 64] << (63 - last % 64);
            if (last >= 64)
                codes |= words_[last / 64 - 1] >> 1 >> last % 64;
        }
        return codes;
    }

private:
    std::uint64_t const * words_;
    std::int64_t size_;
    std::uint64_t begin_bit_;
    std::uint64_t end_bit_;
    std::uint64_t last_word_bit_;
};

// The number of letters that two sequences have in common from the given positions on, up to a maximum.
template <direction towards, unsigned bits>
std::int64_t count_equal(letter_reader<towards, bits> const & first,
                         std::int64_t const first_letter,
                         letter_reader<towards, bits> const & second,
                         std::int64_t const second_letter,
                         std::int64_t const max_count) noexcept
{
    constexpr std::uint64_t lowest_bits = ~std::uint64_t{0} >> (64 - loaded_bits);
    constexpr std::uint64_t shown_bits =
        towards == direction::forward ? lowest_bits : lowest_bits << (64 - loaded_bits);
    auto const equal_letters = [](std::uint64_t const different)
    {
        return static_cast<std::int64_t>(static_cast<unsigned>(towards == direction::forward
                                                                   ? std::countr_zero(different)
                                                                   : std::countl_zero(different))
                                         / bits);
    };
    std::int64_t count = 0;
    for (; max_count - count >= 64 / bits; count += loaded_letters<bits>)
        if (std::uint64_t const different =
                (first.load(first_letter + count) ^ second.load(second_letter + count)) & shown_bits;
            different != 0)
            return count + equal_letters(different);
    for (; count < max_count; count += loaded_letters<bits>)
        if (std::uint64_t const different =
                (first.load_near_end(first_letter + count) ^ second.load_near_end(second_letter + count)) & shown_bits;
            different != 0)
            return std::min(count + equal_letters(different), max_count);
    return max_count;
}

template <direction towards, unsigned bits>
void find_reach(letter_reader<towards, bits> const pattern,
                letter_reader<towards, bits> const text,
                std::span<std::int64_t> const furthest,
                std::vector<std::uint64_t> & reach,
                runtime::stop_poll & poll)
{
    // Diagonal d has d more columns than rows; nothing is reached beside the outermost ones.
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

            // Clamped to the last row and the last column.
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

        // Diagonals that one more edit takes out of the matrix keep their reach.
        if (!reach.empty())
            best = std::max(best, static_cast<std::int64_t>(reach.back()));
        reach.push_back(static_cast<std::uint64_t>(best));
        if (best == rows)
            break;
    }
    poll.add(static_cast<std::uint64_t>(steps));
}

} // namespace

std::span<std::uint64_t const> furthest_reach::compute(direction const towards,
                                                       code_span const & pattern,
                                                       code_span const & text,
                                                       std::uint64_t const max_edits,
                                                       runtime::stop_poll & poll)
{
    // With as many edits as letters, everything is reached.
    std::uint64_t const edits = std::min(max_edits, pattern.size());
    reach_.clear();
    furthest_.resize(2 * edits + 3);
    auto const find = [&]<unsigned bits>()
    {
        auto const find_towards = [&]<direction way>()
        {
            find_reach(letter_reader<way, bits>{pattern}, letter_reader<way, bits>{text}, furthest_, reach_, poll);
        };
        if (towards == direction::forward)
            find_towards.template operator()<direction::forward>();
        else
            find_towards.template operator()<direction::backward>();
    };
    switch (text.bits())
    {
    case 2:
        find.template operator()<2>();
        break;
    case 4:
        find.template operator()<4>();
        break;
    default:
        find.template operator()<8>();
    }
    return reach_;
}

} // namespace seqan3_gpulcs::verification
