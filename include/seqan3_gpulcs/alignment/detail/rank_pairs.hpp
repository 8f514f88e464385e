// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The ranks of the letters of short pairs of SeqAn3's ranges.
 */

#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <seqan3/alphabet/concept.hpp>

#include <seqan3_gpulcs/alignment/detail/short_pairs.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/detail/rank_chunks.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::alignment::detail
{

/*!\brief Collects the ranks of pairs: those in memory where they are, others in memory of its own.
 * \tparam letter_t The alphabet in which letters are compared.
 */
template <typename letter_t>
class rank_pairs
{
public:
    //!\brief Makes room for a number of pairs.
    explicit rank_pairs(std::size_t const count)
    {
        pairs_.reserve(count);
    }

    /*!\brief Adds a pair, which must stay.
     * \throws std::bad_alloc, and whatever the sequences throw.
     */
    template <typename first_t, typename second_t>
    void add(first_t & first, second_t & second)
    {
        std::span<std::uint8_t const> const of_first = find(first);
        pairs_.push_back({of_first, find(second)});
    }

    //!\brief The pairs; valid until another one is added.
    std::span<rank_pair const> get() const noexcept
    {
        return pairs_;
    }

private:
    // The letters of which sequences are copied together. Memory never moves, so that views of it stay valid.
    static constexpr std::size_t block_size{std::size_t{1} << 16};

    template <typename sequence_t>
    std::span<std::uint8_t const> find(sequence_t & sequence)
    {
        // The terminating zero of a literal is not a letter.
        if constexpr (packing::detail::text_array<sequence_t>)
        {
            std::string_view const text = packing::detail::text_of(sequence);
            return find(text);
        }
        else if constexpr (packing::detail::ranks_in_memory<sequence_t, letter_t>)
        {
            return {reinterpret_cast<std::uint8_t const *>(std::ranges::data(sequence)),
                    static_cast<std::size_t>(std::ranges::size(sequence))};
        }
        else
        {
            copied_.clear();
            packing::detail::for_rank_chunks<letter_t>(sequence,
                                                       [&](std::span<std::uint8_t const> const ranks)
                                                       {
                                                           copied_.insert(copied_.end(), ranks.begin(), ranks.end());
                                                       });
            return keep(copied_);
        }
    }

    std::span<std::uint8_t const> keep(std::span<std::uint8_t const> const ranks)
    {
        if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < ranks.size())
            blocks_.emplace_back().reserve(std::max(block_size, ranks.size()));
        std::vector<std::uint8_t> & block = blocks_.back();
        std::size_t const begin = block.size();
        block.insert(block.end(), ranks.begin(), ranks.end());
        return std::span{block}.subspan(begin);
    }

    std::vector<rank_pair> pairs_{};
    std::vector<std::uint8_t> copied_{};
    std::vector<std::vector<std::uint8_t>> blocks_{};
};

// clang-format off
//!\brief Sequences in memory, any of which any thread may read at any time.
template <typename ranges_t>
concept shared_sequences =
    packing::detail::divisible<ranges_t> && packing::detail::concurrently_readable<ranges_t>
    && std::is_lvalue_reference_v<std::ranges::range_reference_t<ranges_t>>
    && packing::detail::concurrently_readable<std::remove_reference_t<std::ranges::range_reference_t<ranges_t>>>
    && std::ranges::sized_range<std::ranges::range_reference_t<ranges_t>>;
// clang-format on

//!\brief Fewer pairs are left to what compares each of them fastest.
inline constexpr std::size_t min_short_pairs{16};

/*!\brief The values of pairs, straight from the ranks of their letters, if all of them are short.
 * \param first     The first sequences.
 * \param second    As many second sequences.
 * \param wanted    What is wanted, but for the size of the alphabet.
 * \param execution Where and how to compute.
 * \param found     Receives the values: a vector, or a span with one place for each.
 * \returns Whether the pairs have been compared. If not, nothing has happened.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested; std::bad_alloc, and whatever the sequences throw.
 */
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t, typename found_t>
bool find_short_values(firsts_t & first,
                       seconds_t & second,
                       short_comparison wanted,
                       plan::execution const & execution,
                       found_t & found)
{
    using first_letter_t = std::ranges::range_value_t<std::ranges::range_reference_t<firsts_t>>;
    using second_letter_t = std::ranges::range_value_t<std::ranges::range_reference_t<seconds_t>>;
    if constexpr (
        shared_sequences<
            firsts_t> && shared_sequences<seconds_t> && packing::comparable_letters<first_letter_t, second_letter_t>)
    {
        using letter_t = packing::common_letter_t<first_letter_t, second_letter_t>;
        using value_t = std::ranges::range_value_t<found_t>;
        wanted.alphabet_size = seqan3::alphabet_size<letter_t>;
        wanted.are_for_device = true;
        short_pairs const shorts{wanted, execution};
        std::size_t const count = std::ranges::size(first);
        if (shorts.max_size() == 0 || count < min_short_pairs || std::ranges::size(second) != count)
            return false;

        auto const at = [](auto & sequences, std::size_t const i) -> auto &
        {
            using difference_t = std::ranges::range_difference_t<decltype(sequences)>;
            return std::ranges::begin(sequences)[static_cast<difference_t>(i)];
        };
        double cells = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            std::size_t const rows = std::ranges::size(at(first, i));
            std::size_t const columns = std::ranges::size(at(second, i));
            if (std::max(rows, columns) > shorts.max_size())
                return false;
            cells += static_cast<double>(rows) * static_cast<double>(columns);
        }
        if constexpr (requires { found.resize(count); })
            found.resize(count);
        if (found.size() != count)
            return false;
        short_pairs::for_each_part(count,
                                   cells,
                                   execution,
                                   [&](std::size_t const begin, std::size_t const end)
                                   {
                                       rank_pairs<letter_t> ranks{end - begin};
                                       for (std::size_t i = begin; i < end; ++i)
                                           ranks.add(at(first, i), at(second, i));
                                       shorts.compare(ranks.get(),
                                                      [&](std::size_t const i, short_result const & result)
                                                      {
                                                          found[begin + i] = static_cast<value_t>(result.value);
                                                      });
                                   });
        return true;
    }
    return false;
}

} // namespace seqan3_gpulcs::alignment::detail
