// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What k-difference primers differ from the least.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief A substring of a background.
struct match
{
    std::uint64_t begin{0}; //!< The position of its first letter, counted from 0.
    std::uint64_t end{0};   //!< The one behind its last letter.

    //!\brief Whether both are the same.
    friend constexpr bool operator==(match const &, match const &) noexcept = default;
};

/*!\brief Finds, for each primer of a sequence, the substring of a background with exactly k differences to it.
 * \param target     The sequence that has the primers.
 * \param lengths    What seqan3_gpulcs::primer::compute has found for this target and this background alone with the same
 *                   options: a number for each position to look at.
 * \param background The sequence that the primers differ from.
 * \param options    Which primers were wanted: without complements and without a minimal length.
 * \param execution  Where and how, as for seqan3_gpulcs::primer::compute.
 * \returns A substring for each length. Of all that have k differences it is one that ends first, and of these the shortest
 *          one. A primer of k letters has k differences to the empty substring, too: for it, and for positions without a
 *          primer, that is the one in front of the first letter.
 * \throws seqan3_gpulcs::invalid_option, seqan3_gpulcs::backend_unavailable, seqan3_gpulcs::device_error,
 *         seqan3_gpulcs::operation_stopped, std::bad_alloc, and what `execution.on_progress` throws.
 *
 * No substring has an unknown letter. The result depends on neither the backend nor the number of threads nor the machine.
 *
 * ### Complexity
 *
 * For n letters of the background and primers of l letters, one bit-parallel pass, `ceil(l / 64) * n` steps, for all primers
 * that end together, and `l * k` steps for each place that is found. This takes several times as long as finding the primers
 * of unrelated sequences, and tens of times as long as finding those of related ones. Memory: as for
 * seqan3_gpulcs::primer::compute.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 */
std::vector<match> find_matches(target const & target,
                                std::span<std::uint64_t const> lengths,
                                packing::packed_sequence_view const & background,
                                options const & options,
                                plan::execution const & execution = {});

//!\brief Finds the matches of the primers of one string in another one; otherwise the same.
std::vector<match> find_matches(std::string_view target,
                                std::span<std::uint64_t const> lengths,
                                std::string_view background,
                                options const & options,
                                plan::execution const & execution = {});

} // namespace seqan3_gpulcs::primer
