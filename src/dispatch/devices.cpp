// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/devices.hpp>

#if defined(SEQAN3_GPULCS_HAS_CUDA)
#    include <array>
#    include <cstdint>
#    include <exception>

#    include "cuda/backend/shared_backend.hpp"
#    include "src/plan/offload_policy.hpp"
#endif
#include "src/plan/hardware_costs.hpp"

namespace seqan3_gpulcs
{

device_report find_devices()
{
#if defined(SEQAN3_GPULCS_HAS_CUDA)
    return cuda::find_all_devices();
#else
    return {{}, "This build of seqan3_gpulcs has no CUDA backend."};
#endif
}

processor find_processor() noexcept
{
    plan::processor_costs const costs = plan::this_host(plan::available_threads({}));
    return {.threads = costs.threads,
            .vector_bits = plan::host_vector_bits(),
            .lcs_cells_per_second = costs.threads * costs.cells_per_second(plan::metric::lcs),
            .edit_cells_per_second = costs.threads * costs.cells_per_second(plan::metric::edit)};
}

#if defined(SEQAN3_GPULCS_HAS_CUDA)
namespace
{

// The first computation on a device starts it.
void compute_one_pair(unsigned const device)
{
    std::uint64_t const word = 0;
    std::array<std::uint8_t, 1> const letter{'A'};
    packing::packed_sequence_view const sequence{&word, 1, 2, letter};
    alignment::sequence_pair const pair{sequence, sequence};
    plan::execution const execution{.backend = plan::backend::cuda, .devices = {device}, .threads = 1};
    backend::compare(cuda::shared_backend(), {&pair, 1}, plan::lcs_length, execution);
}

void start_devices(plan::execution const & execution, double const cells) noexcept
{
    try
    {
        for (unsigned const device : cuda::choose_devices(execution, cells))
            compute_one_pair(device);
    }
    catch (std::exception const &)
    {
        // Whoever needs the device will be told.
    }
}

} // namespace

device_start::device_start(plan::execution const & execution, double const cells) noexcept
{
    bool const is_worth_it = execution.backend == plan::backend::cuda
                          || (execution.backend == plan::backend::automatic
                              && plan::worth_offloading(cells,
                                                        plan::lcs_length,
                                                        plan::costs_before_start(plan::available_threads(execution)),
                                                        plan::device_state::not_started));
    if (!is_worth_it)
        return;
    try
    {
        thread_ = std::thread{start_devices,
                              plan::execution{.devices = execution.devices, .threads = execution.threads},
                              cells};
    }
    catch (std::exception const &)
    {
        // Then the first computation starts the runtime.
    }
}
#else
device_start::device_start(plan::execution const &, double) noexcept
{}
#endif

device_start::~device_start()
{
    if (thread_.joinable())
        thread_.join();
}

} // namespace seqan3_gpulcs
