// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The interface that a backend implements.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/plan/column_chunks.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/offload_policy.hpp"
#include "src/plan/pair_list.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/pair_survey.hpp"
#include "src/plan/result_sink.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/plan/value_span.hpp"
#include "src/plan/wavefront_attempt.hpp"

namespace seqan3_gpulcs::scan
{

struct request;

} // namespace seqan3_gpulcs::scan

namespace seqan3_gpulcs::backend
{

class device_interface;

//!\brief The time that a pair may take without most of its matrix.
struct similar_limits
{
    double max_share{1};                                         //!< In parts of what the whole matrix takes here.
    double max_seconds{std::numeric_limits<double>::infinity()}; //!< The maximum.
};

//!\brief Pairs in memory.
struct list_request
{
    plan::pair_list pairs{};          //!< The pairs.
    plan::comparison wanted{};        //!< What is computed; without paths if only values are taken.
    plan::list_survey const & survey; //!< The sizes of the pairs.
    plan::result_sink results;        //!< Takes the result of each pair of the list, by its index.

    /*!\brief If there are limits, only pairs are computed that probably take no more time. The first one that is left ends the call.
     *
     * So a pair is tried where parts of its matrix would be computed otherwise, or where a device would be started for it.
     */
    std::optional<similar_limits> limits{};

    //!\brief Whether pairs are left for which a device has too little memory; otherwise that is an error.
    bool leaves_pairs{};

    //!\brief Empty, or what is known about each pair of the call. Receives what is found out about pairs that are left.
    std::span<plan::wavefront_attempt> attempts{};
};

/*!\brief Sequences that a backend keeps where it computes, to compare them again and again with others.
 *
 * Thread safety: concurrent calls of compute() may use them.
 */
class kept_sequences
{
public:
    kept_sequences() = default;
    kept_sequences(kept_sequences const &) = delete;
    kept_sequences & operator=(kept_sequences const &) = delete;
    virtual ~kept_sequences() = default;

    //!\brief The memory that they take on devices.
    virtual std::uint64_t device_bytes() const noexcept = 0;

    //!\brief The devices that keep them, each all of them.
    virtual std::span<unsigned const> devices() const noexcept = 0;
};

//!\brief Every pair of one set, or of two.
struct set_request
{
    plan::sequence_sets const & sets; //!< The sequences.
    plan::metric metric{};            //!< What is compared.
    plan::value_span values; //!< Where the length or distance of each pair goes, as plan::sequence_sets::index says.

    //!\brief What backend_interface::keep() returned for the second set, or null. No other device may be named.
    kept_sequences const * kept{};

    //!\brief Whether nothing is computed where these would not be used; then no backend is among the statistics.
    bool is_for_kept{};
};

/*!\brief Very many short pairs, of which those are reported that have a long enough common subsequence, or a small enough distance.
 *
 * If all pairs of a batch have the same first sequence, it should be the same view. A batch that has been consumed stays done, even if
 * an exception follows.
 */
struct source_request
{
    plan::pair_source const & source; //!< The pairs, and what takes their values.
};

//!\brief The pairs of a call, and where their results go.
using pair_request = std::variant<list_request, set_request, source_request>;

//!\brief What became of the pairs of a call.
struct pair_outcome
{
    std::vector<std::size_t> left{};      //!< The indices of pairs of a list that were left, in ascending order.
    plan::source_statistics statistics{}; //!< What the pairs of a source took, or those of a set that is kept.
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

    //!\brief The state of the hardware. The first call that starts it may take long.
    virtual plan::device_state state(bool starts) const = 0;

    /*!\brief Compares pairs.
     * \param request   The pairs.
     * \param execution Where and how.
     * \returns The pairs that are left, which only requests of lists allow, and whose results are undefined; what the others took.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute, and those of a source. After seqan3_gpulcs::out_of_device_memory, no
     *         result of a list or a set is there.
     *
     * Of a pair that fails its threshold, value and path may be those of any pair that does.
     */
    virtual pair_outcome compute(pair_request const & request, plan::execution const & execution) const = 0;

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

    /*!\brief Keeps sequences where this backend computes.
     * \param sequences The sequences, which must outlive what is returned.
     * \param execution Names devices, or leaves the choice; and how many threads pack.
     * \returns Null if nothing is gained: the CPU reads them where they are.
     * \throws The exceptions of seqan3_gpulcs::lcs::all_pairs.
     */
    virtual std::unique_ptr<kept_sequences const>
    keep([[maybe_unused]] std::span<packing::packed_sequence_view const> sequences,
         [[maybe_unused]] plan::execution const & execution) const
    {
        return nullptr;
    }

    //!\brief What it offers for sequences that are on a device; null if it has none.
    virtual device_interface const * on_device() const noexcept
    {
        return nullptr;
    }
};

/*!\brief Compares pairs.
 * \param backend   Computes them.
 * \param pairs     The pairs.
 * \param wanted    What is computed.
 * \param execution Where and how.
 * \returns The result of each pair, in their order.
 */
std::vector<alignment::result> compare(backend_interface const & backend,
                                       std::span<alignment::sequence_pair const> pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution);

//!\brief A pair that may be similar.
struct similar_pair
{
    alignment::sequence_pair pair{};   //!< The pair.
    plan::comparison wanted{};         //!< What is computed.
    similar_limits limits{};           //!< The time it may take.
    plan::wavefront_attempt attempt{}; //!< What is known about the pair. Receives what is found out.
};

/*!\brief Compares a pair of similar sequences, if that probably takes little enough time.
 * \param backend   Computes it.
 * \param similar   The pair.
 * \param execution Where and how.
 * \returns The result; none if it would probably take more time, or memory is short.
 */
std::optional<alignment::result>
compare_if_similar(backend_interface const & backend, similar_pair & similar, plan::execution const & execution);

/*!\brief Compares the pairs of sets, or of a source, by lists of many pairs: for backends that have no better way.
 * \param backend   Computes the lists.
 * \param request   The pairs; those of a source batch by batch.
 * \param execution Where and how.
 */
void compute_lists(backend_interface const & backend, set_request const & request, plan::execution const & execution);

//!\copydoc compute_lists
plan::source_statistics
compute_lists(backend_interface const & backend, source_request const & request, plan::execution const & execution);

/*!\brief Computes one part of a matrix; see backend_interface::compute_parts().
 * \param backend   Computes it.
 * \param part      The part.
 * \param execution Where and how.
 * \returns What computed, and for how long.
 */
plan::source_statistics
compute_part(backend_interface const & backend, plan::matrix_part const & part, plan::execution const & execution);

} // namespace seqan3_gpulcs::backend
