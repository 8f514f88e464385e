// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The interface that a backend implements, and how one is chosen.
 */

#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::lcs
{

//!\brief The cells of all pairs. Linear in their number.
double cells_of(std::span<sequence_pair const> pairs) noexcept;

//!\brief A pair, by its index, and the length of a longest common subsequence.
struct pair_length
{
    std::uint64_t pair{};
    std::uint64_t length{};
};

//!\brief The pairs whose longest common subsequences are long enough.
struct found_pairs
{
    std::vector<pair_length> pairs{};   //!< In any order.
    double transfer_seconds{};          //!< The time of copies to and from a device.
    double kernel_seconds{};            //!< The time of kernels on a device, added up where they ran side by side.
    std::set<plan::backend> backends{}; //!< What computed.
};

/*!\brief Computes longest common subsequences on one kind of hardware.
 *
 * Users call seqan3_gpulcs::lcs::compute and its siblings, which choose the backend and hand the call on. An
 * implementation returns the same results as every other one, bit for bit.
 *
 * Thread safety: the member functions may be called concurrently.
 */
class backend
{
public:
    backend() = default;
    backend(backend const &) = delete;
    backend & operator=(backend const &) = delete;
    virtual ~backend() = default;

    //!\brief Which one it is; plan::backend::automatic for the one that chooses for each pair.
    virtual plan::backend kind() const noexcept = 0;

    //!\brief Whether has_device() answers at once. Of use to the backend that chooses.
    virtual bool has_started() const noexcept
    {
        return true;
    }

    //!\brief Whether this machine has what the backend needs. The first call may take long.
    virtual bool has_device() const
    {
        return true;
    }

    //!\brief See seqan3_gpulcs::lcs::compute.
    virtual std::vector<result>
    compute(std::span<sequence_pair const> pairs, output wanted, plan::execution const & execution) const = 0;

    /*!\brief Finds the pairs whose longest common subsequence is long enough: for very many short pairs.
     * \param pairs     The pairs. If all have the same first sequence, it should be the same view: that is faster.
     * \param least     For each pair the length from which on it is found.
     * \param execution Where and how.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute.
     *
     * The same lengths as those of compute(), which also does the work where a backend has no better way.
     */
    virtual found_pairs find_pairs(std::span<sequence_pair const> pairs,
                                   std::span<std::uint64_t const> least,
                                   plan::execution const & execution) const;

    //!\brief Whether the backend computes such a pair together with many others. Of use to the backend that chooses.
    virtual bool is_for_batches(sequence_pair const &) const noexcept
    {
        return false;
    }

    //!\brief See seqan3_gpulcs::lcs::prefix_increments.
    virtual std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view first,
                                                         packing::packed_sequence_view second,
                                                         plan::execution const & execution) const = 0;
};

/*!\brief Finds the backend for a choice.
 * \param execution What was asked for: backend and device.
 * \returns A backend that lives as long as the program.
 * \throws seqan3_gpulcs::backend_unavailable if this build or this machine does not have it, or not such a device.
 *
 * Thread safety: concurrent calls are safe.
 */
backend const & find_backend(plan::execution const & execution);

} // namespace seqan3_gpulcs::lcs
