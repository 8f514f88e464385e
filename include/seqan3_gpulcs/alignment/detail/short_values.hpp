// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The values of lists of short ranges, straight from the ranks of their letters.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <type_traits>

#include <seqan3/alphabet/concept.hpp>

#include <seqan3_gpulcs/alignment/detail/rank_pairs.hpp>
#include <seqan3_gpulcs/alignment/detail/short_pairs.hpp>
#include <seqan3_gpulcs/alignment/packed_pairs.hpp>
#include <seqan3_gpulcs/packing/common_letter.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::alignment::detail
{

// clang-format off
//!\brief Sequences in memory, any of which any thread may read at any time.
template <typename ranges_t>
concept shared_sequences =
    packing::detail::concurrently_readable_set<ranges_t>
    && std::is_lvalue_reference_v<std::ranges::range_reference_t<ranges_t>>
    && std::ranges::sized_range<std::ranges::range_reference_t<ranges_t>>;
// clang-format on

//!\brief Fewer pairs are left to what compares each of them fastest.
inline constexpr std::size_t min_short_pairs{16};

/*!\brief The values of pairs without free ends, if all of them are short, and no device may be chosen, which would be faster.
 * \param first     The first sequences.
 * \param second    The second sequences.
 * \param is_edit   Whether it is edit distances rather than longest common subsequences.
 * \param execution Where and how to compute.
 * \param found     Receives the values: a vector, or a span with one place for each.
 * \returns Whether the pairs have been compared. If not, nothing has happened.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested; std::bad_alloc, and whatever the sequences throw.
 */
template <packing::letter_range_set firsts_t, packing::letter_range_set seconds_t, typename found_t>
bool find_short_values(firsts_t & first,
                       seconds_t & second,
                       bool const is_edit,
                       plan::execution const & execution,
                       found_t & found)
{
    if constexpr (
        shared_sequences<
            firsts_t> && shared_sequences<seconds_t> && packing::comparable_letters<set_letter_t<firsts_t>, set_letter_t<seconds_t>>)
    {
        using letter_t = packing::common_letter_t<set_letter_t<firsts_t>, set_letter_t<seconds_t>>;
        using value_t = std::ranges::range_value_t<found_t>;
        constexpr bool is_vector = requires
        {
            found.resize(std::size_t{});
        };

        short_pairs const shorts{
            {.is_edit = is_edit, .alphabet_size = seqan3::alphabet_size<letter_t>, .prefers_device = true},
            execution};
        auto const count = static_cast<std::size_t>(std::ranges::size(first));
        if (shorts.max_size() == 0 || count < min_short_pairs
            || static_cast<std::size_t>(std::ranges::size(second)) != count || (!is_vector && found.size() != count))
            return false;

        auto const firsts = std::ranges::begin(first);
        auto const seconds = std::ranges::begin(second);
        auto const at = [](auto const & begin, std::size_t const i) -> auto &
        {
            return begin[static_cast<std::iter_difference_t<decltype(begin)>>(i)];
        };
        double cells = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            auto const rows = static_cast<std::size_t>(std::ranges::size(at(firsts, i)));
            auto const columns = static_cast<std::size_t>(std::ranges::size(at(seconds, i)));
            if (std::max(rows, columns) > shorts.max_size())
                return false;
            cells += static_cast<double>(rows) * static_cast<double>(columns);
        }
        if constexpr (is_vector)
            found.resize(count);
        short_pairs::for_each_part(count,
                                   cells,
                                   execution,
                                   [&](std::size_t const begin, std::size_t const end)
                                   {
                                       rank_pairs<letter_t> ranks{end - begin};
                                       for (std::size_t i = begin; i < end; ++i)
                                           ranks.add(at(firsts, i), at(seconds, i));
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
