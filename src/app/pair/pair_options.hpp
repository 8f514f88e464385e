// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs lcs` and `gpulcs edit`.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <seqan3_gpulcs/alignment/free_ends.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/metric.hpp"
#include "src/app/pair/pair_distance.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs lcs` and `gpulcs edit`.
struct pair_options : comparison_options
{
    app::metric metric{}; //!< The metric to compute.
    bool all_pairs{};
    bool one_file{true};                  //!< Whether there is no second file: the first one is compared with itself.
    std::optional<double> min_identity{}; //!< Pairs below it are omitted.
    std::optional<distance_kind> distance{}; //!< The distance in a matrix; see matrix_distance().
    bool within{};                           //!< The first sequence is aligned with any part of the second one,
    bool prefix{};                           //!< with a prefix of it,
    bool suffix{};                           //!< or with a suffix.
    bool quiet{};                            //!< Whether nothing is said about what may be a mistake.
    bool both_strands{};                     //!< Whether the reverse complement of the first sequence is tried, too.
    bool coverage{};                         //!< Whether the table tells about solid parts of alignments.

    //!\brief Pairs above it are omitted; only for edit distances.
    std::uint64_t max_distance{std::numeric_limits<std::uint64_t>::max()};

    std::optional<std::string> checkpoint{};     //!< The directory where the state of the run is saved.
    std::optional<double> checkpoint_interval{}; //!< The seconds from one save to the next.
    bool restart{};                              //!< Whether a state that is there is removed.
};

//!\brief The ends of the second sequence that cost nothing.
alignment::free_ends free_ends(pair_options const & options);

//!\brief Whether the records of one file are compared with each other, or with themselves; asked before it is read.
bool compares_with_itself(pair_options const & options);

//!\brief The distance in a matrix, if that is the format: the one that was chosen, or that of the shorter sequence for lengths, and of the
//!       aligned columns for edit distances.
std::optional<distance_kind> matrix_distance(pair_options const & options);

//!\brief Whether the alignments are needed: for a file, for the table, for distances, or to know where they begin.
bool needs_alignments(pair_options const & options);

//!\brief Describes the arguments of the command for the metric; the options must live longer than what is returned.
command_syntax pair_syntax(pair_options & options);

//!\brief Checks that the options agree. \throws usage_error
void check(pair_options const & options);

} // namespace seqan3_gpulcs::app
