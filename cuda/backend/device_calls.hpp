// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Comparisons in streams of the caller.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cuda/backend/device_comparison.hpp"
#include "cuda/backend/placed_lanes.hpp"
#include "cuda/runtime/device_limits.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "src/backend/device_interface.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Compares sequences that are on devices.
 *
 * A call has a context until it is done; only the memory of the context is used, in the stream of the caller. Calls in one stream share a context,
 * as they come one after the other anyway. If a device has calls in many streams that are not done, the next one shares the context of the first of
 * them, and its work waits for that.
 *
 * Thread safety: all functions may be called concurrently.
 */
class device_calls final : public backend::device_interface
{
public:
    //!\brief The streams of a device whose calls have a context each.
    static constexpr std::size_t max_contexts{4};

    //!\brief Borrows contexts, which must outlive the object.
    explicit device_calls(stream_context_pool & contexts, launch_limits const & limits = {}) noexcept;
    ~device_calls() override;

    std::unique_ptr<backend::placed_sequences const> place(backend::sequence_source const & source,
                                                           std::string alphabet,
                                                           alignment::device_stream const & stream) const override;

    std::shared_ptr<backend::started_call const> start(backend::device_request const & request) const override;

    void release_memory() const noexcept override;

    void limit_memory(std::uint64_t bytes) const noexcept override;

private:
    // A context, and the last call that uses its memory.
    struct borrowed_context
    {
        stream_context_pool::lease context{};
        std::shared_ptr<device_event> last{};
        cudaStream_t stream{}; // That of the last call.

        bool is_done_or_broken() noexcept;
    };

    void launch_in_memory_of_caller(backend::device_request const & request, std::uint32_t * found) const;
    void launch_in_own_memory(backend::device_request const & request,
                              std::uint32_t * found,
                              std::shared_ptr<device_event> const & call) const;
    void reserve(device_comparison const & comparison, borrowed_context & borrowed, cudaStream_t in) const;
    borrowed_context borrow(unsigned device, cudaStream_t in) const;
    void give_back(borrowed_context & borrowed) const noexcept;
    void give_back_done() const noexcept;
    void make_room(unsigned device) const noexcept;
    device_limits find_limits(unsigned device) const;

    stream_context_pool & contexts_;
    launch_limits limits_;
    mutable std::mutex mutex_{};
    mutable std::vector<borrowed_context> in_use_{};     // The oldest one first.
    mutable std::map<unsigned, std::size_t> borrowed_{}; // How many contexts of each device threads launch in.
    mutable std::map<unsigned, device_limits> device_limits_{};
};

} // namespace seqan3_gpulcs::cuda
