// SPDX-License-Identifier: BSD-3-Clause

#include "src/packing/pair_codes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

namespace seqan3_gpulcs::packing
{

namespace
{

// The number of words that are counted, spread over a sequence: one in 64. More would take noticeable time in short pairs.
constexpr std::uint64_t min_samples{2};
constexpr std::uint64_t max_samples{256};
constexpr std::uint64_t words_per_sample{64};

// Adds the letters of some words to the counts, each under its new code.
void count_samples(packed_sequence_view const & sequence,
                   code_table const & new_codes,
                   std::span<std::uint32_t> const counts) noexcept
{
    unsigned const bits = sequence.bits_per_letter();
    std::uint64_t const words = sequence.size() / sequence.codes_per_word();
    std::uint64_t const distance =
        std::max<std::uint64_t>(1, words / std::clamp(words / words_per_sample, min_samples, max_samples));
    for (std::uint64_t i = distance / 2; i < words; i += distance)
    {
        std::uint64_t word = sequence.words()[i];
        for (unsigned remaining = sequence.codes_per_word(); remaining != 0; --remaining, word >>= bits)
            ++counts[new_codes[word & ((1u << bits) - 1u)]];
    }
}

// The most frequent codes swap places with the smallest ones.
void put_frequent_first(std::span<std::uint32_t> const counts, std::span<std::uint8_t> const order) noexcept
{
    for (unsigned smallest = 0; smallest < frequent_codes; ++smallest)
    {
        auto const rest = counts.subspan(smallest);
        std::size_t const frequent = smallest + static_cast<std::size_t>(std::ranges::max_element(rest) - rest.begin());
        std::swap(counts[smallest], counts[frequent]);
        std::swap(order[smallest], order[frequent]);
    }
}

// The numbers of common letters, by the codes of each side; letters of one side alone have none.
struct common_letters
{
    static constexpr std::uint16_t none{256};

    std::array<std::uint16_t, 256> row_numbers;
    std::array<std::uint16_t, 256> column_numbers;
    std::uint16_t count{0};

    common_letters(std::span<std::uint8_t const> const rows, std::span<std::uint8_t const> const columns) noexcept
    {
        std::fill_n(row_numbers.begin(), rows.size(), none);
        std::fill_n(column_numbers.begin(), columns.size(), none);
        // The loop merges the lists, as both are sorted.
        for (std::size_t row = 0, column = 0; row < rows.size() && column < columns.size();)
        {
            if (rows[row] == columns[column])
                row_numbers[row++] = column_numbers[column++] = count++;
            else if (rows[row] < columns[column])
                ++row;
            else
                ++column;
        }
    }
};

// Numbers become codes; letters of this side alone share the next one. Returns the number of codes then.
unsigned assign_codes(std::span<std::uint16_t const> const numbers, unsigned codes, code_table & table) noexcept
{
    bool const has_others = std::ranges::find(numbers, common_letters::none) != numbers.end();
    // All codes fit into a byte: this side has letters of its own only if not all 256 are common.
    for (std::size_t code = 0; code < numbers.size(); ++code)
        table[code] = static_cast<std::uint8_t>(numbers[code] == common_letters::none ? codes : numbers[code]);
    return codes + has_others;
}

} // namespace

pair_codes::pair_codes(packed_sequence_view const & rows, packed_sequence_view const & columns) noexcept
{
    std::size_t const row_letters = rows.letters().size();
    std::size_t const column_letters = columns.letters().size();
    common_letters const common{rows.letters(), columns.letters()};
    unsigned codes = assign_codes(std::span{common.row_numbers}.first(row_letters), common.count, row_codes_);
    codes = assign_codes(std::span{common.column_numbers}.first(column_letters), codes, column_codes_);
    bits_ = codes <= 2 ? 1 : static_cast<unsigned>(std::bit_width(codes - 1));
    if (codes <= frequent_codes)
        return;

    std::array<std::uint32_t, 256> counts;
    std::fill_n(counts.begin(), codes, 0);
    count_samples(rows, row_codes_, counts);
    count_samples(columns, column_codes_, counts);
    std::array<std::uint8_t, 256> order;
    std::iota(order.begin(), order.begin() + codes, std::uint8_t{0});
    put_frequent_first({counts.data(), codes}, {order.data(), codes});

    std::array<std::uint8_t, 256> place;
    for (unsigned i = 0; i < codes; ++i)
        place[order[i]] = static_cast<std::uint8_t>(i);
    for (std::uint8_t & code : std::span{row_codes_}.first(row_letters))
        code = place[code];
    for (std::uint8_t & code : std::span{column_codes_}.first(column_letters))
        code = place[code];
}

} // namespace seqan3_gpulcs::packing
