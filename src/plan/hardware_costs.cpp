// SPDX-License-Identifier: BSD-3-Clause

#include "src/plan/hardware_costs.hpp"

#include <hwy/targets.h>

namespace seqan3_gpulcs::plan
{

namespace
{

// About the rate at which a thread computes the tiles that a device leaves to it.
constexpr double tile_cells_of_thread{4e11};

// A pass with AVX-512 takes 0.08, 0.15 or 0.3 ns for each letter of the text if a pattern has 16, 32 or 64 letters.
constexpr double searched_cells_of_thread{2.1e11};

// The innermost loop alone, on an AMD EPYC (Zen 5) with wider vectors disabled: AVX-512 706 GCUPS, AVX2 265. Vectors of fewer than four
// words are hardly used; the chain of carries reached 196 there.
constexpr double avx2_share{265.0 / 706};
constexpr double carry_chain_share{196.0 / 706};

// Four schedulers have 32 lanes each, whose integer units take a warp every second cycle, on all architectures from 7.5 to 9.0.
constexpr double lanes_of_multiprocessor{4 * 32 * 0.5};

// `strip_benchmark` on an H200, 1.98 GHz: 144 to 153 TCUPS of 178 for large LCS, and 43.6 of 53.5 for edit distances.
constexpr double reached_share{0.82};

// A column of a strip of 1,024 rows, at 1.98 GHz: 7 ns.
constexpr double column_cycles{13.5};

} // namespace

processor_costs describe_host(unsigned const threads, unsigned const vector_bits) noexcept
{
    double const share = vector_bits >= 512 ? 1 : vector_bits >= 256 ? avx2_share : carry_chain_share;
    return {.threads = threads,
            .vector_share = share,
            .tile_cells_per_second = share * tile_cells_of_thread,
            .searched_cells_per_second = share * searched_cells_of_thread};
}

device_costs describe_device(unsigned const multiprocessors, std::uint64_t const clock_hz) noexcept
{
    auto const clock = static_cast<double>(clock_hz);
    return {.lane_instructions_per_second = reached_share * lanes_of_multiprocessor * multiprocessors * clock,
            .column_seconds = column_cycles / clock};
}

device_costs typical_device() noexcept
{
    return describe_device(132, typical_clock_hz);
}

unsigned host_vector_bits() noexcept
{
    static std::int64_t const targets = hwy::SupportedTargets();
#if HWY_ARCH_X86
    // The better a target is, the lower is its bit.
    std::int64_t const best = targets & -targets;
    return best <= HWY_AVX3 ? 512 : best <= HWY_AVX2 ? 256 : 128;
#else
    static_cast<void>(targets);
    return 128;
#endif
}

processor_costs this_host(unsigned const threads) noexcept
{
    return describe_host(threads, host_vector_bits());
}

hardware_costs costs_before_start(unsigned const threads) noexcept
{
    return {this_host(threads), typical_device()};
}

} // namespace seqan3_gpulcs::plan
