// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The interface that a backend implements.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/plan/column_chunks.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/plan/wavefront_attempt.hpp"

namespace seqan3_gpulcs::scan
{

struct request;

} // namespace seqan3_gpulcs::scan

namespace seqan3_gpulcs::backend
{

//!\brief The time that a pair may take without most of its matrix.
struct similar_limits
{
    double max_share{1};                                         //!< In parts of what the whole matrix takes here.
    double max_seconds{std::numeric_limits<double>::infinity()}; //!< The maximum.
    plan::wavefront_attempt attempt{};                           //!< What compute_if_soon_done() has found out.
};

/*!\brief Computes longest common subsequences, edit distances and primers on one kind of hardware.
 *
 * Users call seqan3_gpulcs::lcs::compute, seqan3_gpulcs::primer::compute and their siblings, which choose the backend
 * and pass the call on. All implementations return the same results, bit for bit; all of them are in this library,
 * as are their arguments.
 *
 * Thread safety: the member functions may be called concurrently.
 */
class backend_interface
{
public:
    backend_interface() = default;
    backend_interface(backend_interface const &) = delete;
    backend_interface & operator=(backend_interface const &) = delete;
    virtual ~backend_interface() = default;

    //!\brief Its kind; plan::backend::automatic for the one that chooses for each pair.
    virtual plan::backend kind() const noexcept = 0;

    //!\brief Whether has_device() answers at once. Used by the backend that chooses.
    virtual bool has_started() const noexcept
    {
        return true;
    }

    //!\brief Whether this machine has the hardware that the backend needs. The first call may take long.
    virtual bool has_device() const
    {
        return true;
    }

    /*!\brief Compares a pair that is so similar that this takes less time than starting a device. Used by the backend that chooses.
     * \param pair      The pair.
     * \param wanted    What to compute.
     * \param execution Where and how; there is no progress.
     * \param attempt   Receives what is found out, for compute_if_similar() or compute_what_fits().
     * \returns The result; none if the pair does not seem to be so similar, which is known after a few milliseconds.
     */
    virtual std::optional<alignment::result> compute_if_soon_done(alignment::sequence_pair const & /*pair*/,
                                                                  plan::comparison const & /*wanted*/,
                                                                  plan::execution const & /*execution*/,
                                                                  plan::wavefront_attempt & /*attempt*/) const
    {
        return std::nullopt;
    }

    //!\brief About the part of the time of its whole matrix that the length or distance of a pair takes, from 0 to 1. Some
    //!       microseconds. Used by the backend that chooses.
    virtual double estimate_part(alignment::sequence_pair const &, plan::metric) const
    {
        return 1;
    }

    /*!\brief Compares a pair of similar sequences, if that probably takes little enough time. Used where parts of the matrix of a pair
     *        would be computed otherwise.
     * \param pair      The pair.
     * \param wanted    What to compute.
     * \param execution Where and how.
     * \param limits    The time.
     * \returns The result, as from compute(); none if it would probably take more time, or memory is short.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute.
     */
    virtual std::optional<alignment::result> compute_if_similar(alignment::sequence_pair const & /*pair*/,
                                                                plan::comparison const & /*wanted*/,
                                                                plan::execution const & /*execution*/,
                                                                similar_limits const & /*limits*/) const
    {
        return std::nullopt;
    }

    //!\brief See seqan3_gpulcs::lcs::compute. Of a pair that is too short, length and path may be those of any that is.
    virtual std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> pairs,
                                                   plan::comparison const & wanted,
                                                   plan::execution const & execution) const = 0;

    /*!\brief Compares those pairs for which memory suffices. Used by the backend that chooses.
     * \param pairs     The pairs.
     * \param wanted    What to compute.
     * \param execution Where and how.
     * \param results   Where the result of each pair goes, as from compute().
     * \param attempts  What compute_if_soon_done() has found out about each pair; may be empty.
     * \returns The indices of the pairs for which a device has too little memory, in ascending order; their results are undefined.
     * \throws The exceptions of compute(). After seqan3_gpulcs::out_of_device_memory, no result is there.
     */
    virtual std::vector<std::size_t> compute_what_fits(std::span<alignment::sequence_pair const> pairs,
                                                       plan::comparison const & wanted,
                                                       plan::execution const & execution,
                                                       std::span<alignment::result> results,
                                                       std::span<plan::wavefront_attempt const> attempts) const;

    /*!\brief See seqan3_gpulcs::lcs::lengths and seqan3_gpulcs::edit::distances.
     * \param pairs     The pairs.
     * \param wanted    What to compute; without paths.
     * \param survey    Of all of them.
     * \param values    Where the length or distance of each goes.
     * \param execution Where and how.
     *
     * The values equal those of compute(), which is called unless a backend has a better way; those of pairs that are too short,
     * or too distant, may differ.
     */
    virtual void find_values(std::span<alignment::sequence_pair const> pairs,
                             plan::comparison const & wanted,
                             plan::pair_survey const & survey,
                             std::span<std::uint64_t> values,
                             plan::execution const & execution) const;

    /*!\brief See seqan3_gpulcs::lcs::all_pairs and seqan3_gpulcs::edit::all_pairs.
     * \param sets      The sequences.
     * \param metric    What is compared.
     * \param values    Where the length or distance of each pair goes, as plan::sequence_sets::index says.
     * \param execution Where and how.
     *
     * The values equal those of find_values(), which is called for batches of pairs unless a backend has a better way.
     */
    virtual void find_set_values(plan::sequence_sets const & sets,
                                 plan::metric metric,
                                 std::span<std::uint64_t> values,
                                 plan::execution const & execution) const;

    /*!\brief Finds those of very many short pairs that have a long enough common subsequence, or a small enough distance.
     * \param source    The pairs. If all pairs of a batch have the same first sequence, it should be the same view.
     * \param execution Where and how.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute, and those of the source.
     *
     * The values equal those of compute(), which is called unless a backend has a better way. A batch that has
     * been consumed stays done, even if an exception follows.
     */
    virtual plan::source_statistics find_interesting(plan::pair_source const & source,
                                                     plan::execution const & execution) const;

    //!\brief Whether such a pair can be computed in a batch, together with others. Used by the backend that chooses.
    virtual bool fits_into_batch(alignment::sequence_pair const &, plan::comparison const &) const noexcept
    {
        return false;
    }

    /*!\brief Computes parts of the matrix of one pair until there are no more, each in place: its left and upper border become its
     *        right and lower one.
     * \param parts     Parts with the same rows, one beside the other; compute_part() has a single one.
     * \param execution Where and how; its progress counts the cells of all parts.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute, and those of the parts. After seqan3_gpulcs::out_of_device_memory, the
     *         borders of the parts that are not done are as before; with other exceptions they are undefined, as are checkpoints.
     *
     * Thread safety: parts that have no border in common may be computed at the same time.
     */
    virtual void compute_parts(plan::column_chunks & parts, plan::execution const & execution) const = 0;

    /*!\brief Finds primers, matches or sites. What is found goes where the request says.
     * \param request   The request.
     * \param execution Where and how; its progress is that of the request's control.
     * \returns What computed, and for how long.
     * \throws The exceptions of seqan3_gpulcs::primer::compute, but for invalid options. What was found until then is undefined.
     */
    virtual primer::statistics scan(scan::request const & request, plan::execution const & execution) const = 0;
};

/*!\brief Computes one part of a matrix; see backend_interface::compute_parts().
 * \param backend   Computes it.
 * \param part      The part.
 * \param execution Where and how.
 * \returns What computed, and for how long.
 */
plan::source_statistics
compute_part(backend_interface const & backend, plan::matrix_part const & part, plan::execution const & execution);

} // namespace seqan3_gpulcs::backend
