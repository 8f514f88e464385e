// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Converts the library's results to SeqAn3's.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <seqan3/alignment/pairwise/alignment_result.hpp>
#include <seqan3/alignment/pairwise/detail/type_traits.hpp>
#include <seqan3/utility/views/slice.hpp>
#include <seqan3/utility/views/type_reduce.hpp>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/pairwise/detail/shared_columns.hpp>

namespace seqan3_gpulcs::pairwise
{

/*!\brief Whether a type of scores can hold a number exactly.
 * \tparam score_t     The type set by `seqan3::align_cfg::score_type`.
 * \param  magnitude   The number without its sign.
 * \param  is_negative Whether it has a minus.
 */
template <typename score_t>
constexpr bool holds(std::uint64_t const magnitude, bool const is_negative) noexcept
{
    if constexpr (std::is_floating_point_v<score_t>)
        return magnitude <= std::uint64_t{1} << std::numeric_limits<score_t>::digits;
    else if (is_negative && std::is_unsigned_v<score_t>)
        return magnitude == 0;
    else // There is one negative number more.
        return magnitude <= static_cast<std::uint64_t>(std::numeric_limits<score_t>::max()) + (is_negative ? 1 : 0);
}

/*!\brief Turns a length into a score.
 * \tparam score_t The type set by `seqan3::align_cfg::score_type`.
 * \throws seqan3_gpulcs::score_overflow if the type cannot hold the length exactly.
 */
template <typename score_t>
score_t to_score(std::uint64_t const length)
{
    if (!holds<score_t>(length, false))
        throw score_overflow{"The longest common subsequence has " + std::to_string(length)
                             + " letters, too many for the score type; configure a larger one, for example "
                               "seqan3::align_cfg::score_type<int64_t>."};

    return static_cast<score_t>(length);
}

/*!\brief Turns an edit distance into a score: the distance with a minus. If it is too large by `min_score`, the largest score, as
 *        with SeqAn3's own algorithm.
 * \tparam score_t The type set by `seqan3::align_cfg::score_type`.
 * \throws seqan3_gpulcs::score_overflow if the type cannot hold the score exactly.
 */
template <typename score_t>
score_t to_edit_score(std::uint64_t const distance)
{
    if (distance == alignment::too_distant)
        return std::numeric_limits<score_t>::max();
    if (!holds<score_t>(distance, true))
        throw score_overflow{"The edit distance is " + std::to_string(distance)
                             + ", too large for the score type; configure a larger one with a sign, for example "
                               "seqan3::align_cfg::score_type<int64_t>."};

    // The lowest integer has no positive number.
    if constexpr (std::is_floating_point_v<score_t>)
        return -static_cast<score_t>(distance);
    else
        return static_cast<score_t>(std::uint64_t{0} - distance);
}

/*!\brief Makes a row of an alignment.
 * \tparam row_t    A specialisation of seqan3_gpulcs::pairwise::alignment_row.
 * \param  sequence The sequence.
 * \param  part     The part of it that is aligned.
 * \param  columns  The columns of the alignment.
 * \param  number   The first (0) or the second row (1).
 */
template <typename row_t, typename sequence_t>
row_t make_row(sequence_t & sequence,
               alignment::part const & part,
               detail::shared_columns const & columns,
               unsigned const number)
{
    return row_t{sequence | seqan3::views::type_reduce | seqan3::views::slice(part.begin, part.end), columns, number};
}

//!\brief The parts of a pair that are aligned, and their alignment.
struct aligned_parts
{
    alignment::part first{};                //!< The part of the first sequence.
    alignment::part second{};               //!< The part of the second sequence.
    std::span<std::uint64_t const> steps{}; //!< The alignment, as in seqan3_gpulcs::alignment::path.
    std::uint64_t columns{};                //!< Its number of columns.

    //!\brief Those of a result, for as long as it lives.
    static aligned_parts of(alignment::result const & found) noexcept
    {
        return {found.first, found.second, found.path.words(), found.path.columns()};
    }
};

/*!\brief Builds a result of `seqan3::align_pairwise`.
 * \tparam traits_t  The traits of the configuration, which say what to output.
 * \param first      The first sequence.
 * \param second     The second sequence.
 * \param id         The position of the pair in its range.
 * \param score      The score.
 * \param found      The parts that are aligned, and their alignment.
 * \throws std::bad_alloc
 *
 * Linear in the columns, 32 at a time, if the alignment is an output, otherwise constant time.
 */
template <typename traits_t, typename first_t, typename second_t>
auto make_result(first_t && first,
                 second_t && second,
                 std::uint32_t const id,
                 typename traits_t::original_score_type const score,
                 aligned_parts const & found)
{
    using result_t = typename traits_t::alignment_result_type;
    using value_t = typename seqan3::detail::alignment_result_value_type_accessor<result_t>::type;

    value_t value{};

    if constexpr (traits_t::output_sequence1_id)
        value.sequence1_id = id;

    if constexpr (traits_t::output_sequence2_id)
        value.sequence2_id = id;

    if constexpr (traits_t::compute_score)
        value.score = score;

    if constexpr (traits_t::compute_begin_positions)
    {
        value.begin_positions.first = found.first.begin;
        value.begin_positions.second = found.second.begin;
    }

    if constexpr (traits_t::compute_end_positions)
    {
        value.end_positions.first = found.first.end;
        value.end_positions.second = found.second.end;
    }

    if constexpr (traits_t::compute_sequence_alignment)
    {
        using alignment_t = decltype(value.alignment);
        detail::shared_columns const columns{found.steps, found.columns};
        value.alignment = {make_row<std::tuple_element_t<0, alignment_t>>(first, found.first, columns, 0),
                           make_row<std::tuple_element_t<1, alignment_t>>(second, found.second, columns, 1)};
    }

    return result_t{std::move(value)};
}

} // namespace seqan3_gpulcs::pairwise
