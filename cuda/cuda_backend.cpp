// SPDX-License-Identifier: BSD-3-Clause

#include "cuda_backend.hpp"

#include <chrono>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "devices.hpp"
#include "scoped_device.hpp"

namespace seqan3_gpulcs::cuda
{

device_report const & cuda_backend::devices() const
{
    // Asking takes longer than a small comparison.
    std::call_once(looked_for_devices_,
                   [this]()
                   {
                       devices_ = cuda::find_devices(false);
                       has_started_.store(true, std::memory_order_release);
                   });
    return devices_;
}

bool cuda_backend::has_device() const
{
    return devices().chosen() != nullptr;
}

unsigned cuda_backend::device_of(plan::execution const & execution) const
{
    device_report const & report = devices();
    std::string const advice = " Choose the backend cpu, or leave the choice to the library.";

    if (report.devices.empty())
        throw no_device{report.problem + advice};

    if (!execution.device)
    {
        if (device const * const chosen = report.chosen())
            return chosen->number;
        throw no_device{report.devices.front().problem + advice};
    }

    unsigned const number = *execution.device;
    if (number >= report.devices.size())
        throw no_device{"There is no CUDA device " + std::to_string(number) + ", they are numbered from 0 to "
                        + std::to_string(report.devices.size() - 1) + "; choose one of them."};
    if (!report.devices[number].usable())
        throw no_device{"The CUDA device " + std::to_string(number) + " cannot be used. "
                        + report.devices[number].problem + " Choose another one."};
    return number;
}

long_pair_result cuda_backend::compute_with_room(lcs::sequence_pair const & pair,
                                                 last_column const wanted,
                                                 workspace & space,
                                                 run_control & control) const
{
    return compute_long_pair(pair.first,
                             pair.second,
                             wanted,
                             space,
                             control,
                             [&]()
                             {
                                 workspaces_.release_idle(space.device);
                             });
}

std::vector<lcs::result> cuda_backend::compute(std::span<lcs::sequence_pair const> const pairs,
                                               lcs::output const wanted,
                                               plan::execution const & execution) const
{
    if (wanted != lcs::output::length)
        throw backend_unavailable{"The backend cuda computes the length of a longest common subsequence, not yet the "
                                  "subsequence itself; choose the backend cpu, or leave the choice to the library."};

    unsigned const device = device_of(execution);
    scoped_device const current{device};
    auto const space = workspaces_.lend(device);

    double cells_total = 0;
    for (lcs::sequence_pair const & pair : pairs)
        cells_total += pair.cells();
    run_control control{execution, cells_total};

    std::vector<lcs::result> results(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        auto const start = std::chrono::steady_clock::now();
        control.check();
        results[i].backend = plan::backend::cuda;
        if (pairs[i].first.empty() || pairs[i].second.empty())
            continue;

        long_pair_result const found = compute_with_room(pairs[i], last_column::only_length, *space, control);
        results[i].length = found.length;
        results[i].transfer_seconds = found.transfer_seconds;
        results[i].kernel_seconds = found.kernel_seconds;
        results[i].forward_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    return results;
}

std::vector<std::uint64_t> cuda_backend::prefix_increments(packing::packed_sequence_view const first,
                                                           packing::packed_sequence_view const second,
                                                           plan::execution const & execution) const
{
    unsigned const device = device_of(execution);
    run_control control{execution, lcs::sequence_pair{first, second}.cells()};
    control.check();
    if (first.empty() || second.empty())
        return std::vector<std::uint64_t>((first.size() + 63) / 64);

    scoped_device const current{device};
    auto const space = workspaces_.lend(device);
    return std::move(compute_with_room({first, second}, last_column::increments, *space, control).increments);
}

} // namespace seqan3_gpulcs::cuda
