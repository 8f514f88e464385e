// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds pairs that are no more alike than unrelated sequences, and says what may be wrong.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/app/pair/pair_blocks.hpp"
#include "src/app/pair/pair_list.hpp"
#include "src/app/pair/pair_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief The identity that random sequences have, of the lengths of a pair and with its letters as often.
 * \param options The metric, the free ends, and whether both strands are compared.
 * \param pair    The pair.
 *
 * Found by comparing such sequences, of some thousand letters at most, with the same result in each call.
 */
double chance_identity(pair_options const & options, alignment::sequence_pair const & pair);

//!\brief How many different words of sixteen letters two sequences have in common; of long sequences, of a sample of them.
struct shared_words
{
    std::uint64_t sampled{};  //!< The words of the second sequence in the sample.
    std::uint64_t as_read{};  //!< Those of them that the first sequence has,
    std::uint64_t reversed{}; //!< and those that its reverse complement has.
};

//!\brief Counts them. Linear.
shared_words count_shared_words(alignment::sequence_pair const & pair);

/*!\brief Looks at pairs that have been compared, for those that are no more alike than random sequences.
 *
 * An identity of 0.64 may be that of unrelated genomes, of equal ones of which one is reversed, or of circles that begin at different
 * places: an alignment from start to end cannot tell. So whoever compares one record with another is told, and what to do. Only the first
 * hundred pairs are looked at. Of all pairs of two files, most may well be unrelated: if not all that were looked at are, a note is only
 * about a pair that has long words in common, and only the first ten are tried. Where there are thresholds, pairs that were given up have
 * no value, and nothing is said; nor is it of sequences with nearly only one letter.
 */
class chance_watch
{
public:
    //!\brief Both must outlive the object.
    chance_watch(pair_list const & pairs, pair_options const & options) noexcept : pairs_{pairs}, options_{options}
    {}

    //!\brief Looks at the pairs of a block, until it has seen enough.
    void look_at(pair_block const & block);

    //!\brief A sentence about what was seen; none if nothing is suspicious.
    std::optional<std::string> note() const;

private:
    // A pair that is no more alike than random sequences.
    struct unlike_pair
    {
        pair_position position{};
        double identity{};
        double expected{}; // The identity of random sequences.
    };

    void look_at(pair_position const & position, std::uint64_t value);

    // Returns what words in common suggest, or nothing: the end of a sentence about the pair.
    std::string advice(unlike_pair const & unlike) const;

    // Returns the start of a sentence about the pair.
    std::string describe(unlike_pair const & unlike) const;

    pair_list const & pairs_;
    pair_options const & options_;
    std::size_t visited_{};
    std::size_t seen_{};    // The pairs that are long enough to be judged.
    std::size_t unclear_{}; // The pairs of which a sequence has nearly only one letter.
    std::size_t by_chance_{};
    std::vector<unlike_pair> examples_{}; // The first of those by chance.
};

} // namespace seqan3_gpulcs::app
