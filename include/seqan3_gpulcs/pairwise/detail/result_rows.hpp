// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The types of rows in the results of `align_pairwise`.
 */

#pragma once

#include <cstddef>
#include <span>
#include <tuple>

#include <seqan3/alignment/decorator/gap_decorator.hpp>
#include <seqan3/alignment/pairwise/alignment_result.hpp>

#include <seqan3_gpulcs/pairwise/alignment_row.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

/*!\brief A view that rows can have of sequences that SeqAn3 has this view of.
 *
 * SeqAn3 knows the sequences from the values of the range of pairs. The elements may be constant where the values are not, as in a zip of
 * constant sequences.
 */
template <typename sequence_t>
struct row_sequence
{
    //!\brief The type.
    using type = sequence_t;
};

//!\copydoc row_sequence
template <typename letter_t, std::size_t size>
struct row_sequence<std::span<letter_t, size>>
{
    //!\brief The type.
    using type = std::span<letter_t const, size>;
};

//!\brief The type of a row.
template <typename sequence_t>
using row_t = alignment_row<typename row_sequence<sequence_t>::type>;

//!\brief The type of the values of a result, with rows of this library if it has an alignment.
template <typename value_t>
struct result_value
{
    //!\brief The type.
    using type = value_t;
};

//!\copydoc result_value
template <typename id1_t,
          typename id2_t,
          typename score_t,
          typename ends_t,
          typename begins_t,
          typename first_t,
          typename second_t,
          typename... others_t>
struct result_value<seqan3::detail::alignment_result_value_type<
    id1_t,
    id2_t,
    score_t,
    ends_t,
    begins_t,
    std::tuple<seqan3::gap_decorator<first_t>, seqan3::gap_decorator<second_t>>,
    others_t...>>
{
    //!\brief The type.
    using type = seqan3::detail::alignment_result_value_type<id1_t,
                                                             id2_t,
                                                             score_t,
                                                             ends_t,
                                                             begins_t,
                                                             std::tuple<row_t<first_t>, row_t<second_t>>,
                                                             others_t...>;
};

} // namespace seqan3_gpulcs::pairwise::detail
