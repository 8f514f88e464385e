// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Common primers: those that occur in all of many targets, such as the strains of a species.
 */

#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief The options that say what counts as an occurrence of a primer.
struct common_options
{
    //!\brief J: the maximum edit distance of a primer to a substring of each target.
    std::uint64_t max_edits{0};

    //!\brief The characters that are unknown letters, such as N: an occurrence has none, for it may be something else.
    std::bitset<256> unknown{};

    /*!\brief The bases that each character may stand for, as in seqan3_gpulcs::primer::options::meanings. If given, no unknown letters
     *        may be given: letters are then unknown if they do not stand for one base.
     *
     * Characters of the same base are the same letter: for strings with masked repeats, in lower case, use
     * seqan3_gpulcs::primer::iupac_nucleotides(). Without meanings, each character equals only itself.
     */
    std::optional<std::array<std::uint8_t, 256>> meanings{};

    //!\brief The complement of each character. If given, occurrences in the reverse complements of targets also count.
    std::optional<std::array<std::uint8_t, 256>> complement{};
};

/*!\brief Drops the primers that do not occur in all targets, and those that occur in an earlier target without edits.
 * \param targets   The targets, each whole.
 * \param lengths   The lengths of the primers of each target, as seqan3_gpulcs::primer::compute returns them, all for the same
 *                  options; those that are dropped become seqan3_gpulcs::primer::no_primer. There may be fewer than targets: the
 *                  last ones have no primers then, but those of others must occur in them all the same.
 * \param options   The options that say what an occurrence is.
 * \param execution Where and how to compute. For progress, a cell is a pair of a position with its letters in one target and a
 *                  letter of another one; both strands and unknown letters count. The memory limit is ignored.
 * \throws seqan3_gpulcs::invalid_option if there are more lengths than targets, or not as many for a target as it has letters; if
 *         some targets consist of characters and others of ranks, or unknown letters, meanings or complements are given for ranks; if
 *         both unknown letters and meanings are given; or if the complements do not fit the letters of the targets.
 * \throws The exceptions of seqan3_gpulcs::primer::compute for devices and backends, seqan3_gpulcs::operation_stopped,
 *         std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * A primer remains if its letters have at most J edits to some substring of each target. A primer that several targets have in common
 * is left to the first of them: a primer of a later one that occurs there is dropped, for that target has the same primer, or on the
 * other strand one with no more letters. So without edits all that remain are primers of the first target, and no lengths of others
 * are needed. Of equal primers of one target, all
 * remain. With a single target, nothing changes. A target without letters has no substring but the empty one.
 *
 * Primers of related targets mostly occur at neighbouring places, which furthest-reaching points (Ukkonen, "Algorithms for
 * approximate string matching", Information and Control 64, 1985) find together; the other places are those where one of J + 1
 * blocks of a primer occurs (Wu and Manber, "Fast text searching allowing errors", Communications of the ACM 35, 1992). Where such
 * blocks are so short that they occur everywhere, seqan3_gpulcs::primer::compute finds the primers that do not occur.
 * "Common primers" in doc/algorithms/sites.md has the details.
 *
 * ### Complexity
 *
 * For each target with primers and each other one, in practice: linear time, plus some steps for each place where one of J + 1
 * blocks of a primer occurs that is not similar where its neighbour is. At worst, each primer is compared with each place. Memory
 * for each thread: for DNA 1.2 bytes for each letter of a target with primers and 0.25 bytes for each letter and strand of
 * another one, for other letters up to 2 bytes; and 48 MiB.
 *
 * ### Thread safety
 *
 * Concurrent calls with different lengths are safe. Several threads compare several targets at a time, so two targets have one thread.
 */
void keep_common(std::span<packing::packed_sequence_view const> targets,
                 std::span<std::vector<std::uint64_t>> lengths,
                 common_options const & options,
                 plan::execution const & execution = {});

/*!\brief Finds the positions of targets whose primers may not occur in an earlier target: only these need primers for
 *        seqan3_gpulcs::primer::keep_common.
 * \param targets    The targets, each whole.
 * \param max_length The maximum length of primers.
 * \param options    The options that say what an occurrence is; here it has no edits, whatever J is.
 * \param execution  Where and how to compute, without progress. The memory limit is ignored.
 * \returns For each target, ranges of its positions, in order, for seqan3_gpulcs::primer::compute. All positions of the first
 *          target; no positions of others if J is 0.
 * \throws The exceptions of seqan3_gpulcs::primer::keep_common.
 *
 * Where the letters from a position on, as many as the maximum length, occur in an earlier target, the primer of the position also
 * does. If targets are similar, few other positions are left. A range may have some positions more, so that there are not too many ranges.
 *
 * Complexity and thread safety are those of seqan3_gpulcs::primer::keep_common without edits.
 */
std::vector<std::vector<target>> find_new_positions(std::span<packing::packed_sequence_view const> targets,
                                                    std::uint64_t max_length,
                                                    common_options const & options,
                                                    plan::execution const & execution = {});

} // namespace seqan3_gpulcs::primer
