// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sets that devices keep.
 */

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/lane/kept_lanes.hpp"
#include "cuda/runtime/pipeline.hpp"
#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The sequences of a set on one or more devices, in parts that have addresses of 32 bits.
 *
 * Thread safety: concurrent reads are safe.
 */
class kept_set final : public backend::kept_sequences
{
public:
    /*!\brief Copies a set to devices.
     * \param set       The set, which must outlive the object.
     * \param resources The devices, each of which gets all sequences, and the threads that pack.
     * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, std::bad_alloc
     */
    kept_set(std::span<packing::packed_sequence_view const> set, pipeline_resources const & resources);

    std::span<unsigned const> devices() const noexcept override
    {
        return devices_;
    }

    //!\brief The parts, one after the other.
    std::span<std::unique_ptr<kept_lanes> const> parts() const noexcept
    {
        return parts_;
    }

    std::uint64_t device_bytes() const noexcept override;

private:
    std::vector<unsigned> devices_;
    std::vector<std::unique_ptr<kept_lanes>> parts_{};
};

} // namespace seqan3_gpulcs::cuda
