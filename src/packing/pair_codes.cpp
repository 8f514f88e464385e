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

// So many words are looked at, all over a sequence: a larger share would take noticeable time in short pairs.
constexpr std::uint64_t fewest_words{2};
constexpr std::uint64_t most_words{256};
constexpr std::uint64_t words_for_one{64};

// Adds the letters of some words to the counts, each under its new code.
void count_some(packing::packed_sequence_view const & sequence,
                code_table const & new_codes,
                std::span<std::uint32_t> const counts) noexcept
{
    unsigned const bits = sequence.bits_per_letter();
    std::uint64_t const words = sequence.size() / sequence.codes_per_word();
    std::uint64_t const distance =
        std::max<std::uint64_t>(1, words / std::clamp(words / words_for_one, fewest_words, most_words));
    for (std::uint64_t i = distance / 2; i < words; i += distance)
    {
        std::uint64_t word = sequence.words()[i];
        for (unsigned left = sequence.codes_per_word(); left != 0; --left, word >>= bits)
            ++counts[new_codes[word & ((1u << bits) - 1u)]];
    }
}

// The most frequent codes change places with the smallest ones.
void put_frequent_first(std::span<std::uint32_t> const counts, std::span<std::uint8_t> const order) noexcept
{
    for (unsigned smallest = 0; smallest < frequent_codes; ++smallest)
    {
        auto const rest = counts.subspan(smallest);
        std::size_t const most = smallest + static_cast<std::size_t>(std::ranges::max_element(rest) - rest.begin());
        std::swap(counts[smallest], counts[most]);
        std::swap(order[smallest], order[most]);
    }
}

} // namespace

pair_codes::pair_codes(packing::packed_sequence_view const & rows,
                       packing::packed_sequence_view const & columns) noexcept
{
    std::span<std::uint8_t const> const row_letters = rows.letters();
    std::span<std::uint8_t const> const column_letters = columns.letters();

    // Both are sorted. What only one has is marked first: its code follows those that both have.
    constexpr std::uint16_t none{256};
    std::array<std::uint16_t, 256> shared_of_rows;
    std::array<std::uint16_t, 256> shared_of_columns;
    std::fill_n(shared_of_rows.begin(), row_letters.size(), none);
    std::fill_n(shared_of_columns.begin(), column_letters.size(), none);
    std::uint16_t shared = 0;
    for (std::size_t row = 0, column = 0; row < row_letters.size() && column < column_letters.size();)
    {
        if (row_letters[row] == column_letters[column])
            shared_of_rows[row++] = shared_of_columns[column++] = shared++;
        else if (row_letters[row] < column_letters[column])
            ++row;
        else
            ++column;
    }
    unsigned codes = shared;
    // Letters of one side alone are there only if not all 256 are shared, so all codes fit into a byte.
    auto const number = [&](std::span<std::uint16_t const> const given, code_table & table)
    {
        bool const has_others = std::ranges::find(given, none) != given.end();
        for (std::size_t code = 0; code < given.size(); ++code)
            table[code] = static_cast<std::uint8_t>(given[code] == none ? codes : given[code]);
        codes += has_others;
    };
    number({shared_of_rows.data(), row_letters.size()}, row_codes_);
    number({shared_of_columns.data(), column_letters.size()}, column_codes_);
    bits_ = codes <= 2 ? 1 : static_cast<unsigned>(std::bit_width(codes - 1));
    if (codes <= frequent_codes)
        return;

    std::array<std::uint32_t, 256> counts;
    std::fill_n(counts.begin(), codes, 0);
    count_some(rows, row_codes_, counts);
    count_some(columns, column_codes_, counts);
    std::array<std::uint8_t, 256> order;
    std::iota(order.begin(), order.begin() + codes, std::uint8_t{0});
    put_frequent_first({counts.data(), codes}, {order.data(), codes});

    std::array<std::uint8_t, 256> place_of;
    for (unsigned place = 0; place < codes; ++place)
        place_of[order[place]] = static_cast<std::uint8_t>(place);
    for (std::uint8_t & code : std::span{row_codes_}.first(row_letters.size()))
        code = place_of[code];
    for (std::uint8_t & code : std::span{column_codes_}.first(column_letters.size()))
        code = place_of[code];
}

} // namespace seqan3_gpulcs::packing
