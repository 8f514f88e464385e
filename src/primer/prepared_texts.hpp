// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The sequences of a call, ready to be searched.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

#include "src/runtime/task_control.hpp"
#include "src/scan/background_cuts.hpp"
#include "src/scan/background_text.hpp"
#include "src/scan/letter_codes.hpp"
#include "src/scan/primer_request.hpp"
#include "src/scan/target_text.hpp"

namespace seqan3_gpulcs::primer
{

/*!\brief Rejects options that no primer can satisfy.
 * \throws seqan3_gpulcs::invalid_option
 */
void check_options(options const & wanted);

/*!\brief Rejects options with which there are no matches.
 * \throws seqan3_gpulcs::invalid_option
 */
void check_match_options(options const & wanted);

/*!\brief Rejects letters that cannot be compared with one another, or that the options do not cover.
 * \throws seqan3_gpulcs::invalid_option
 */
void check_letters(std::span<target const> targets,
                   std::span<packing::packed_sequence_view const> backgrounds,
                   options const & wanted);

//!\brief Whether letters mean the same by two options: then a background that was prepared by one serves the other, too.
bool mean_the_same(options const & left, options const & right) noexcept;

//!\brief The backgrounds, and their codes.
struct prepared_background
{
    scan::letter_codes codes;   //!< The codes of the call for which it was prepared.
    scan::background_text text; //!< The letters.

    //!\brief Whether a call with these codes, and the same meanings of letters, can search it.
    bool has_codes(scan::letter_codes const & wanted) const noexcept;
};

/*!\brief Prepares backgrounds for a call.
 * \param cuts    The backgrounds, which must outlive the result.
 * \param codes   The codes of the call.
 * \param wanted  The meanings of letters, and the complements.
 * \param control Asked now and then whether to stop.
 * \param threads The threads that share the work.
 * \throws std::bad_alloc and what the control throws.
 *
 * Linear in the number of letters.
 */
std::shared_ptr<prepared_background const> prepare_background(scan::background_cuts const & cuts,
                                                              scan::letter_codes const & codes,
                                                              options const & wanted,
                                                              runtime::task_control & control,
                                                              unsigned threads);

/*!\brief The targets and the backgrounds in the same codes.
 *
 * Thread safety: concurrent reads are safe.
 */
struct prepared_texts
{
    /*!\brief Prepares targets and backgrounds, which must outlive the object.
     * \param targets_    The targets.
     * \param backgrounds The backgrounds.
     * \param wanted      Which letters are unknown, and the complements.
     * \param control     Asked now and then whether to stop.
     * \param threads     The threads that share the work.
     * \throws std::bad_alloc and what the control throws.
     *
     * Linear in the number of letters.
     */
    prepared_texts(std::span<target const> targets_,
                   std::span<packing::packed_sequence_view const> backgrounds,
                   options const & wanted,
                   runtime::task_control & control,
                   unsigned threads);

    /*!\brief Prepares targets, which must outlive the object, for backgrounds that have been prepared.
     * \param targets_    The targets.
     * \param codes       The codes of the call.
     * \param background_ The backgrounds; see prepared_background::has_codes().
     * \param wanted      Which letters are unknown.
     * \param control     Asked now and then whether to stop.
     * \throws std::bad_alloc and what the control throws.
     */
    prepared_texts(std::span<target const> targets_,
                   scan::letter_codes const & codes,
                   std::shared_ptr<prepared_background const> background_,
                   options const & wanted,
                   runtime::task_control & control);

    std::shared_ptr<prepared_background const> background{};
    std::vector<scan::target_text> targets{};
};

/*!\brief Finds the primers of some texts.
 * \param targets    The wanted positions of each target.
 * \param texts      The texts.
 * \param context    The backgrounds of the texts, and how to search them.
 * \param execution  Where to search them.
 * \param statistics If not null, receives statistics about the computation.
 * \returns The lengths, as seqan3_gpulcs::primer::compute returns them.
 * \throws The exceptions of seqan3_gpulcs::primer::compute, but for those of the options.
 */
std::vector<std::vector<std::uint64_t>> find_lengths(std::span<target const> targets,
                                                     prepared_texts const & texts,
                                                     scan::search_context const & context,
                                                     plan::execution const & execution,
                                                     statistics * statistics);

/*!\brief Finds the matches of the primers of some texts.
 * \param lengths   The lengths of the primers, for each target, in order.
 * \param texts     The texts.
 * \param context   The background of the texts, and how to search it.
 * \param execution Where to search it.
 * \returns The matches of each target, as seqan3_gpulcs::primer::find_matches returns them.
 * \throws The exceptions of seqan3_gpulcs::primer::find_matches, but for those of the options.
 */
std::vector<std::vector<match>> search_matches(std::span<std::span<std::uint64_t const> const> lengths,
                                               prepared_texts const & texts,
                                               scan::search_context const & context,
                                               plan::execution const & execution);

} // namespace seqan3_gpulcs::primer
