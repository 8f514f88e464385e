// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The arguments of a search kernel.
 */

#pragma once

#include <cstdint>

#include "cuda/search/tuning_search.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The threads of a block; all of them search for the same patterns.
inline constexpr unsigned search_block_threads{128};

//!\brief The letters in a word of a text, the first one lowest: 64 bits, or 128 if letters are sets of classes.
inline constexpr unsigned letters_per_text_word{32};

//!\brief The classes of letters.
inline constexpr unsigned class_count{4};

//!\brief The different letters of a text: classes, or with four bits sets of them.
constexpr unsigned letter_count(unsigned const class_bits) noexcept
{
    return 1u << class_bits;
}

//!\brief The words of a pattern that are read at a time.
inline constexpr unsigned words_per_quad{4};

//!\brief The number of quads for a number of words.
constexpr unsigned quad_count(unsigned const words) noexcept
{
    return util::ceil_div(words, words_per_quad);
}

//!\brief The words of match vectors that a group of patterns takes: [strip][quad][letter][word of the quad].
constexpr unsigned
group_match_words(unsigned const group_words, unsigned const strips, unsigned const class_bits) noexcept
{
    return strips * quad_count(group_words) * letter_count(class_bits) * words_per_quad;
}

//!\brief A hit: the number of the pattern on top, and where it ends.
using search_hit = std::uint64_t;

//!\brief The bits of a hit that say where it ends: the number of letters of the text up to there.
inline constexpr unsigned end_bits{48};

/*!\brief The arguments of a launch: groups of patterns, and a part of a text, cut into one stretch per lane.
 *
 * A lane continues past its stretch for as many letters as a match that begins there can have.
 */
struct search_arguments
{
    std::uint64_t const * text;    //!< The text, from its first stretch on.
    std::uint64_t text_words;      //!< The number of its words.
    std::uint64_t text_begin;      //!< The letters before it.
    std::uint64_t text_end;        //!< No match ends after this many letters.
    std::uint32_t const * match;   //!< The match vectors of all groups; see group_match_words().
    std::int32_t const * distance; //!< The number of letters of each pattern, less k.
    unsigned groups;               //!< The number of groups.
    unsigned strips;               //!< The strips of a pattern, each of all words of the kernel.
    std::int32_t differences;      //!< k.
    unsigned stretches;            //!< The number of stretches.
    unsigned stretch_words;        //!< The words of text of a stretch.
    unsigned steps;                //!< The words of text that a lane reads.
    std::uint32_t * carries;       //!< Two words for each thread of the grid and step; unused for one strip.
    unsigned long long * count;    //!< Incremented for each hit.
    search_hit * hits;             //!< The hits, in any order, and maybe twice.
    std::uint64_t max_hits;        //!< The room for hits; others are only counted.
    unsigned const * stop;         //!< Whether the host asks the kernel to end early; read before each strip.
};

} // namespace seqan3_gpulcs::cuda
