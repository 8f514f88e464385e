// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Helpers for the tests of the CUDA backend. Each is compiled twice: for a device, and for the emulated one.
 */

#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <reference/environment.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/runtime/stream_context.hpp"

#if defined(SEQAN3_GPULCS_EMULATION)
#    include <emulation.hpp>
#endif

//!\brief Skips its tests where there is no device, or fails if SEQAN3_GPULCS_TEST_DEVICE is set; the emulated one is there.
class device_test : public ::testing::Test
{
protected:
    void SetUp() override
    {
#if defined(SEQAN3_GPULCS_EMULATION)
        seqan3_gpulcs::emulation::reset();
        // After a test in which it failed, another one is the current device.
        cudaSetDevice(0);
        seqan3_gpulcs::emulation::set_seed(reference::seed());
        // The runtime may do either.
        seqan3_gpulcs::emulation::pageable_copies_block = reference::seed() % 2 == 0;
#endif
        auto const report = seqan3_gpulcs::cuda::find_devices(false);
        if (!report.chosen())
        {
            std::string const problem = report.devices.empty() ? report.problem : report.devices.front().problem;
            if (std::getenv("SEQAN3_GPULCS_TEST_DEVICE"))
                FAIL() << problem;
            GTEST_SKIP() << problem;
        }
        number = report.chosen()->number;
        current.emplace(number);
    }

    unsigned number{};
    std::optional<seqan3_gpulcs::cuda::scoped_device> current{};
};

//!\brief The same with a stream_context.
class stream_context_test : public device_test
{
protected:
    void SetUp() override
    {
        device_test::SetUp();
        if (!IsSkipped() && !HasFatalFailure())
            context.emplace(number);
    }

    void TearDown() override
    {
        context.reset();
    }

    std::optional<seqan3_gpulcs::cuda::stream_context> context{};
};

//!\brief The lengths that the CPU finds.
inline std::vector<std::uint64_t> lengths_on_cpu(std::vector<seqan3_gpulcs::alignment::sequence_pair> const & pairs)
{
    std::vector<std::uint64_t> lengths{};
    for (auto const & found : seqan3_gpulcs::lcs::compute(pairs,
                                                          seqan3_gpulcs::lcs::output::length,
                                                          {.backend = seqan3_gpulcs::plan::backend::cpu}))
        lengths.push_back(found.length);
    return lengths;
}

#if defined(SEQAN3_GPULCS_EMULATION)
inline constexpr bool on_emulation{true};
#else
inline constexpr bool on_emulation{false};
#endif
