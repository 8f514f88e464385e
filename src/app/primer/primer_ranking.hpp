// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Chooses the best primers of targets.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/primer/primer_options.hpp"
#include "src/app/primer/primer_writer.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Ranks the primers of targets.
 *
 * The more edits to everything in the backgrounds, the better; then, the nearer the melting temperature to the best one. The best
 * primers are spread over their target.
 */
class primer_ranking
{
public:
    /*!\brief Finds the lengths of primers at some positions.
     * \param ranges      The positions.
     * \param differences The fewest edits of the primers.
     * \param max_length  The maximum length.
     */
    using finder = std::function<std::vector<std::vector<std::uint64_t>>(std::span<primer::target const> ranges,
                                                                         std::uint64_t differences,
                                                                         std::uint64_t max_length)>;

    /*!\brief All primers have the edits that were asked for.
     * \param options The options that they were found with; must live longer than this object, as must the targets.
     * \param targets The targets.
     * \param lengths For each of them the length of the primer at each position, or seqan3_gpulcs::primer::no_primer.
     */
    primer_ranking(primer_options const & options,
                   std::span<sequence const> targets,
                   std::span<std::vector<std::uint64_t> const> lengths);

    /*!\brief Counts the edits of primers that were extended, which may have more.
     * \param find Called for one edit more after the other, as long as there are such primers.
     */
    void count_edits(finder const & find);

    /*!\brief The best primers of a target, the best one first.
     * \param target The number of the target.
     *
     * Let n be the number that is wanted. None overlaps one before it, or begins fewer letters away from it than a 2n-th part of the
     * target: where there are primers everywhere, that leaves n. O(p log p) for p primers.
     */
    std::vector<ranked_primer> best(std::size_t target) const;

private:
    bool find_more(std::uint64_t edits, finder const & find);

    primer_options const & options_;
    std::span<sequence const> targets_;
    std::vector<std::vector<ranked_primer>> primers_{}; // By their positions.
};

} // namespace seqan3_gpulcs::app
