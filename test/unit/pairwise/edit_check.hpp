// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Compares edit distances of align_pairwise with those of SeqAn3's own algorithms.
 */

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <seqan3/alignment/configuration/all.hpp>
#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/concept.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "unit/pairwise/tested_backend.hpp"

namespace edit_check
{

//!\brief All that a result may have, as far as it is an output.
struct values
{
    long score{};
    std::size_t first_begin{};
    std::size_t first_end{};
    std::size_t second_begin{};
    std::size_t second_end{};
    std::string first_row{};
    std::string second_row{};

    //!\brief Whether all are equal.
    friend bool operator==(values const &, values const &) = default;

    //!\brief For failures.
    friend std::ostream & operator<<(std::ostream & out, values const & some)
    {
        return out << some.score << " [" << some.first_begin << ", " << some.first_end << ") [" << some.second_begin
                   << ", " << some.second_end << ") " << some.first_row << ' ' << some.second_row;
    }
};

//!\brief A method with free ends by number: bit 0 is the leading one of sequence 1, bit 1 its trailing one, and bits 2 and 3 those of
//!       sequence 2.
inline seqan3::align_cfg::method_global method(unsigned const number)
{
    seqan3::align_cfg::method_global made{};
    made.free_end_gaps_sequence1_leading = (number & 1) != 0;
    made.free_end_gaps_sequence1_trailing = (number & 2) != 0;
    made.free_end_gaps_sequence2_leading = (number & 4) != 0;
    made.free_end_gaps_sequence2_trailing = (number & 8) != 0;
    return made;
}

//!\brief The letters and gaps of a row.
template <typename row_t>
std::string text_of(row_t const & row)
{
    std::string text{};
    for (auto const letter : row)
        text += seqan3::to_char(letter);
    return text;
}

//!\brief The values of a result.
template <typename config_t, typename result_t>
values values_of(config_t const &, result_t const & result)
{
    values some{};
    if constexpr (config_t::template exists<seqan3::align_cfg::output_score>())
        some.score = static_cast<long>(result.score());
    if constexpr (config_t::template exists<seqan3::align_cfg::output_begin_position>())
    {
        some.first_begin = result.sequence1_begin_position();
        some.second_begin = result.sequence2_begin_position();
    }
    if constexpr (config_t::template exists<seqan3::align_cfg::output_end_position>())
    {
        some.first_end = result.sequence1_end_position();
        some.second_end = result.sequence2_end_position();
    }
    if constexpr (config_t::template exists<seqan3::align_cfg::output_alignment>())
    {
        some.first_row = text_of(std::get<0>(result.alignment()));
        some.second_row = text_of(std::get<1>(result.alignment()));
    }
    return some;
}

//!\brief The values of all pairs.
template <typename pairs_t, typename config_t>
std::vector<values> align(pairs_t & pairs, config_t const & config)
{
    std::vector<values> found{};
    for (auto && result : seqan3::align_pairwise(pairs, config))
        found.push_back(values_of(config, result));
    return found;
}

//!\brief Expects that SeqAn3 itself has the same results for a configuration without `bit_parallel`.
template <typename pairs_t, typename config_t>
void expect_same(pairs_t & pairs,
                 config_t const & config,
                 seqan3_gpulcs::align_cfg::bit_parallel const & element = tested::bit_parallel())
{
    std::vector<values> const theirs = align(pairs, config);
    std::vector<values> const ours = align(pairs, config | element);
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
        ASSERT_EQ(ours[i], theirs[i]) << "pair " << i << " with lengths "
                                      << std::ranges::distance(std::get<0>(pairs[i])) << " and "
                                      << std::ranges::distance(std::get<1>(pairs[i]));
}

inline auto const score = seqan3::align_cfg::output_score{};                      //!< Scores alone.
inline auto const ends = score | seqan3::align_cfg::output_end_position{};        //!< Where alignments end.
inline auto const positions = ends | seqan3::align_cfg::output_begin_position{};  //!< All positions.
inline auto const everything = positions | seqan3::align_cfg::output_alignment{}; //!< Alignments, too.

} // namespace edit_check
