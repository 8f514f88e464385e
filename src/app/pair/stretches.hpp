// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Parts of alignments between long gaps.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/app/io/table/pair_table.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A place between two runs of a path, and what is before it.
struct path_position
{
    alignment::run_view::iterator next{}; //!< The run after it.
    std::uint64_t first{};                //!< Letters of the first sequence before it.
    std::uint64_t second{};               //!< Letters of the second sequence before it.
    std::uint64_t matches{};
    std::uint64_t columns{};

    //!\brief Goes beyond the next run.
    void advance() noexcept;
};

//!\brief A part of an alignment.
struct stretch
{
    path_position begin{};
    path_position end{};
};

//!\brief The whole alignment, which must live as long as what is returned. Constant time, but for counting the matches.
stretch whole_path(alignment::path const & path, std::uint64_t first_length, std::uint64_t second_length);

/*!\brief Finds the stretches of an alignment between gaps. Linear; each begins and ends with a match.
 * \param path    The alignment, which must live as long as what is returned.
 * \param max_gap The largest number of letters without a partner that is no gap.
 *
 * A longest common subsequence has matches even where one sequence lacks what the other one has, but only by chance: so a gap may
 * contain some. A match counts 1, a letter without a partner -2, and a substitution as much as two such letters. A part of the
 * alignment is solid where this sum rises by 32 before it falls by more; gaps are what is between solid parts.
 */
std::vector<stretch> find_stretches(alignment::path const & path, std::uint64_t max_gap);

/*!\brief Counts what is in the solid parts of an alignment. Linear.
 *
 * A longest common subsequence has no substitutions: instead, a letter of one sequence is next to one of the other. So these share a
 * column, and the identity of the columns is about the same for both metrics.
 */
solid_letters count_solid_letters(alignment::path const & path);

} // namespace seqan3_gpulcs::app
