// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The interface that a backend implements, and how one is chosen.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::lcs
{

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
