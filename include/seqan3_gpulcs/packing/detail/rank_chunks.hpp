// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Converts the letters of SeqAn3's ranges to ranks, many at a time.
 */

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>

#include <seqan3/alphabet/concept.hpp>

namespace seqan3_gpulcs::packing::detail
{

//!\brief Whether each letter of an alphabet is a byte with its rank.
template <typename letter_t>
constexpr bool are_ranks()
{
    for (std::size_t rank = 0; rank < seqan3::alphabet_size<letter_t>; ++rank)
    {
        letter_t const letter =
            seqan3::assign_rank_to(static_cast<seqan3::alphabet_rank_t<letter_t>>(rank), letter_t{});
        if (std::bit_cast<std::uint8_t>(letter) != rank)
            return false;
    }
    return true;
}

// clang-format off
//!\brief Letters in memory that can be read as their ranks, as compilers can tell.
template <typename sequence_t, typename target_t>
concept ranks_in_memory =
    std::ranges::contiguous_range<sequence_t> && std::ranges::sized_range<sequence_t>
    && std::same_as<std::ranges::range_value_t<sequence_t>, target_t>
    && sizeof(target_t) == 1 && std::is_trivially_copyable_v<target_t>
    && requires { typename std::bool_constant<are_ranks<target_t>()>; }
    && are_ranks<target_t>();

//!\brief Sequences over four letters whose ranks are packed as this library packs codes: `seqan3::bitpacked_sequence`, an SDSL vector of
//!       two bits for each letter.
template <typename sequence_t, typename target_t>
concept packed_ranks_in_memory =
    std::same_as<std::ranges::range_value_t<sequence_t>, target_t> && seqan3::alphabet_size<target_t> == 4
    && requires (std::remove_reference_t<sequence_t> const & sequence)
       {
           { sequence.raw_data().data() } -> std::convertible_to<std::uint64_t const *>;
           { sequence.raw_data().width() } -> std::convertible_to<unsigned>;
       };
// clang-format on

//!\brief An array of characters, such as a literal, whose terminating zero is not a letter.
template <typename sequence_t>
concept text_array =
    std::is_array_v<std::remove_reference_t<sequence_t>> && std::same_as < std::ranges::range_value_t<sequence_t>,
char > ;

//!\brief The characters of an array before a zero, or all if it has none. Linear.
template <text_array sequence_t>
std::string_view text_of(sequence_t & sequence)
{
    return {std::ranges::begin(sequence), std::ranges::find(sequence, '\0')};
}

/*!\brief Calls a function with the ranks of a range's letters, some thousand at a time or all at once, in order.
 * \tparam target_t The alphabet to convert letters to.
 * \param sequence  The range.
 * \param consume   Called with a span of ranks, which is valid during the call only.
 */
template <typename target_t, typename sequence_t, typename consume_t>
void for_rank_chunks(sequence_t & sequence, consume_t && consume)
{
    if constexpr (ranks_in_memory<sequence_t, target_t>)
    {
        consume(std::span{reinterpret_cast<std::uint8_t const *>(std::ranges::data(sequence)),
                          static_cast<std::size_t>(std::ranges::size(sequence))});
        return;
    }

    auto const to_byte = [](auto && letter)
    {
        // Not a cast: a proxy would select the constructor for other nucleotides.
        std::ranges::range_value_t<sequence_t> const plain = letter;
        return static_cast<std::uint8_t>(seqan3::to_rank(static_cast<target_t>(plain)));
    };

    std::array<std::uint8_t, 4096> chunk;
    if constexpr (std::ranges::random_access_range<sequence_t> && std::ranges::sized_range<sequence_t>)
    {
        // Whole chunks, which compilers vectorise.
        auto it = std::ranges::begin(sequence);
        for (auto remaining = static_cast<std::size_t>(std::ranges::size(sequence)); remaining != 0;)
        {
            std::size_t const count = std::min(remaining, chunk.size());
            for (std::size_t i = 0; i < count; ++i)
                chunk[i] = to_byte(it[static_cast<std::ranges::range_difference_t<sequence_t>>(i)]);
            consume(std::span<std::uint8_t const>{chunk}.first(count));
            it += static_cast<std::ranges::range_difference_t<sequence_t>>(count);
            remaining -= count;
        }
    }
    else
    {
        std::size_t filled = 0;
        for (auto && letter : sequence)
        {
            chunk[filled++] = to_byte(letter);
            if (filled == chunk.size())
            {
                consume(std::span<std::uint8_t const>{chunk});
                filled = 0;
            }
        }
        consume(std::span<std::uint8_t const>{chunk}.first(filled));
    }
}

} // namespace seqan3_gpulcs::packing::detail
