// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Packs SeqAn3's ranges.
 */

#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>

#include <seqan3/alphabet/concept.hpp>

#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/letter_checks.hpp>
#include <seqan3_gpulcs/packing/detail/piece_packing.hpp>
#include <seqan3_gpulcs/packing/detail/rank_chunks.hpp>
#include <seqan3_gpulcs/packing/detail/sequence_arena.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

namespace seqan3_gpulcs::packing
{

//!\brief A range that can be iterated twice, over any of SeqAn3's alphabets.
template <typename range_t>
concept letter_range = std::ranges::forward_range<range_t> && seqan3::semialphabet<std::ranges::range_value_t<range_t>>;

/*!\brief The letters that the ranks of an alphabet stand for: its characters, if no two letters share one.
 * \tparam letter_t The alphabet.
 *
 * Otherwise the letters are ranks: `seqan3::mask` has no characters, and those of `seqan3::structured_rna` leave out the
 * structure.
 *
 * Linear in the size of the alphabet.
 */
template <packable_letter letter_t>
letter_table make_letter_table()
{
    letter_table table{};
    if constexpr (seqan3::alphabet<letter_t> && seqan3::writable_semialphabet<letter_t>)
    {
        std::bitset<256> taken{};
        for (std::size_t rank = 0; rank < seqan3::alphabet_size<letter_t>; ++rank)
        {
            auto const character = seqan3::to_char(
                seqan3::assign_rank_to(static_cast<seqan3::alphabet_rank_t<letter_t>>(rank), letter_t{}));
            std::size_t const value = static_cast<std::make_unsigned_t<decltype(character)>>(character);
            if (value >= taken.size() || taken[value])
                return {.kind = letter_kind::rank};
            taken.set(value);
            table.letters[rank] = static_cast<std::uint8_t>(value);
        }
    }
    else
        table.kind = letter_kind::rank;
    return table;
}

namespace detail
{

//!\brief Whether any part of a sequence can be read without the part before.
template <typename sequence_t>
concept divisible = std::ranges::random_access_range<sequence_t> && std::ranges::sized_range<sequence_t>;

//!\brief Whether several threads may read a sequence: memory and containers, but not views, which may call a function of the
//!       user.
template <typename sequence_t>
concept concurrently_readable =
    std::ranges::contiguous_range<sequence_t> || !std::ranges::view<std::remove_cv_t<sequence_t>>;

// clang-format off
//!\brief Sequences of which several threads may read any ones.
template <typename ranges_t>
concept concurrently_readable_set =
    divisible<ranges_t> && concurrently_readable<std::remove_reference_t<ranges_t>>
    && concurrently_readable<std::remove_reference_t<std::ranges::range_reference_t<ranges_t>>>;
// clang-format on

//!\brief The letters that the ranks of an alphabet stand for, made once.
template <typename target_t>
letter_table const & letters_of_ranks()
{
    static letter_table const table = make_letter_table<target_t>();
    return table;
}

/*!\brief Passes the ranks of a sequence to a packer.
 * \tparam target_t The alphabet to convert letters to.
 * \param sequence  The sequence.
 * \param begin     Called once, with the set of the ranks, their number and the letters that they stand for; returns an object
 *                  that has `append` and, with a loop, `resize` and `write`.
 * \param loop      If not empty, divides a long divisible sequence among threads.
 */
template <typename target_t, typename sequence_t, typename begin_t>
void pack_ranks(sequence_t & sequence, begin_t && begin, number_loop const & loop = {})
{
    letter_table const & table = letters_of_ranks<target_t>();
    // With at most four letters, the width is 2 bits, whichever of them occur.
    static letter_set const all_of_four = []()
    {
        constexpr std::array<std::uint8_t, 4> ranks{0, 1, 2, 3};
        letter_set set{};
        set.add(std::span{ranks}.first(std::min<std::size_t>(seqan3::alphabet_size<target_t>, 4)));
        return set;
    }();
    constexpr bool is_known = seqan3::alphabet_size<target_t> <= 4 && std::ranges::sized_range<sequence_t>;

    if constexpr (packed_ranks_in_memory<sequence_t, target_t>)
        if (sequence.raw_data().width() == 2 && std::ranges::is_sorted(std::span{table.letters}.template first<4>()))
        {
            auto const size = static_cast<std::uint64_t>(std::ranges::size(sequence));
            begin(all_of_four, size, table).append_codes(sequence.raw_data().data(), size);
            return;
        }

    if constexpr (divisible<sequence_t>)
    {
        auto const size = static_cast<std::uint64_t>(std::ranges::size(sequence));
        if (loop && size >= min_letters_for_pieces)
        {
            auto const first = std::ranges::begin(sequence);
            auto const read = [first](std::uint64_t const from, std::uint64_t const count, auto const & consume)
            {
                auto const it = first + static_cast<std::ranges::range_difference_t<sequence_t>>(from);
                std::ranges::subrange piece{it, it + static_cast<std::ranges::range_difference_t<sequence_t>>(count)};
                for_rank_chunks<target_t>(piece, consume);
            };
            auto & packer = begin(is_known ? all_of_four : collect_pieces(size, loop, read), size, table);
            write_pieces(size, loop, read, packer);
            return;
        }
    }

    letter_set set{};
    std::uint64_t size = 0;
    if constexpr (is_known)
        size = static_cast<std::uint64_t>(std::ranges::size(sequence));
    else
        for_rank_chunks<target_t>(sequence,
                                  [&](std::span<std::uint8_t const> const ranks)
                                  {
                                      set.add(ranks);
                                      size += ranks.size();
                                  });

    auto & packer = begin(is_known ? all_of_four : set, size, table);
    for_rank_chunks<target_t>(sequence,
                              [&](std::span<std::uint8_t const> const ranks)
                              {
                                  packer.append(ranks);
                              });
}

/*!\brief Packs a sequence as the next one of an arena.
 * \tparam target_t The alphabet to convert letters to.
 * \param arena     The arena.
 * \param sequence  The sequence.
 * \param loop      As for seqan3_gpulcs::packing::detail::pack_ranks.
 */
template <typename target_t, typename sequence_t>
void append_ranks(sequence_arena & arena, sequence_t & sequence, number_loop const & loop = {})
{
    // The terminating zero of a literal is not a letter.
    if constexpr (text_array<sequence_t>)
    {
        std::string_view text = text_of(sequence);
        return append_ranks<target_t>(arena, text, loop);
    }
    else
    {
        // All sequences over at most four letters have the same codes anyway.
        if constexpr (ranks_in_memory<sequence_t, target_t> && 4 < seqan3::alphabet_size<target_t>)
            if (!loop
                && arena.append_with_last_codes(
                    {reinterpret_cast<std::uint8_t const *>(std::ranges::data(sequence)), std::ranges::size(sequence)},
                    letters_of_ranks<target_t>()))
                return;
        pack_ranks<target_t>(
            sequence,
            [&](letter_set const & set, std::uint64_t, letter_table const & table) -> auto & {
                arena.begin(set, table);
                return arena;
            },
            loop);
    }
}

} // namespace detail

/*!\brief Packs a range of letters.
 * \tparam letter_t   The alphabet to convert letters to; by default the range's own, without qualities.
 * \tparam sequence_t Any forward range of letters, including views and `seqan3::bitpacked_sequence`.
 * \param sequence    The sequence.
 * \param threads     The maximum number of threads, at least 1. One thread packs sequences of less than a million letters, views
 *                    whose letters are not in memory, and what has no random access.
 * \returns The packed sequence. Its letters are characters of the alphabet: 'A', not 0. So sequences over different alphabets
 *          can be compared with one another and with strings. But 'U' is not 'T': to compare DNA with RNA, pack both as
 *          `seqan3::dna15`. Letters without characters of their own are packed as ranks; see
 *          seqan3_gpulcs::packing::make_letter_table. The width of a code depends on the letters that occur, not on the type:
 *          DNA without unknown bases also takes 2 bits per letter as `dna5`, `dna15` or `char`.
 * \throws std::bad_alloc, and whatever the range throws.
 *
 * Strings use the other overload, unless `letter_t` is given. The terminating zero of a literal is never packed.
 *
 * Two passes over the range; one pass if its size is known and the alphabet has at most four letters. Thread safety: that of
 * the range.
 */
template <typename letter_t = void, letter_range sequence_t>
    requires(!std::same_as<letter_t, void> || !std::convertible_to<sequence_t, std::string_view>)
packed_sequence pack(sequence_t && sequence, unsigned const threads = 1)
{
    using value_t = std::ranges::range_value_t<sequence_t>;
    using target_t = std::conditional_t<std::same_as<letter_t, void>, common_letter_t<value_t, value_t>, letter_t>;
    [[maybe_unused]] detail::check_packable<target_t> const check{};

    // The terminating zero of a literal is not a letter.
    if constexpr (detail::text_array<sequence_t>)
        return pack<letter_t>(detail::text_of(sequence), threads);

    detail::number_loop loop{};
    if constexpr (detail::concurrently_readable<std::remove_reference_t<sequence_t>>)
        loop = detail::start_threads(threads);
    std::optional<sequence_packer> packer{};
    detail::pack_ranks<target_t>(
        sequence,
        [&](auto const &... arguments) -> sequence_packer &
        {
            return packer.emplace(arguments...);
        },
        loop);
    return packer->finish();
}

//!\brief A range of ranges of letters, such as a vector of sequences.
template <typename ranges_t>
concept letter_range_set =
    std::ranges::forward_range<ranges_t> && letter_range<std::ranges::range_reference_t<ranges_t>>;

/*!\brief Packs ranges of letters.
 * \tparam letter_t The alphabet to convert letters to; by default that of the ranges, without qualities.
 * \param sequences A range of ranges of letters, such as a vector of sequences.
 * \param threads   The maximum number of threads, at least 1. They pack different sequences at the same time; for few long ones,
 *                  seqan3_gpulcs::packing::pack has all threads pack each. One thread packs what has no random access, and views whose
 *                  letters are not in memory.
 * \returns The packed sequences, as seqan3_gpulcs::packing::pack makes them; but where codes have two bits, letters of other sequences may be
 *          among those that may occur, which depends on the number of threads.
 * \throws std::bad_alloc, and whatever the ranges throw.
 *
 * Sets of `std::string_view` use the other overload, unless `letter_t` is given.
 *
 * Linear in the number of letters.
 */
template <typename letter_t = void, letter_range_set ranges_t>
    requires(!std::same_as<letter_t, void> || !std::convertible_to<ranges_t, std::span<std::string_view const>>)
packed_set pack_all(ranges_t && sequences, unsigned const threads)
{
    using sequence_t = std::remove_reference_t<std::ranges::range_reference_t<ranges_t>>;
    using value_t = std::ranges::range_value_t<sequence_t>;
    using target_t = std::conditional_t<std::same_as<letter_t, void>, common_letter_t<value_t, value_t>, letter_t>;
    [[maybe_unused]] detail::check_packable<target_t> const check{};
    auto it = std::ranges::begin(sequences);
    if constexpr (detail::concurrently_readable_set<ranges_t>)
        return {static_cast<std::size_t>(std::ranges::size(sequences)),
                threads,
                [&](detail::sequence_arena & arena, std::size_t const i)
                {
                    auto && sequence = it[static_cast<std::ranges::range_difference_t<ranges_t>>(i)];
                    detail::append_ranks<target_t>(arena, sequence);
                }};
    else
        return {static_cast<std::size_t>(std::ranges::distance(sequences)),
                1,
                [&](detail::sequence_arena & arena, std::size_t)
                {
                    auto && sequence = *it;
                    detail::append_ranks<target_t>(arena, sequence);
                    ++it;
                }};
}

} // namespace seqan3_gpulcs::packing
