// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Helpers for the tests of the CUDA backend. Each is compiled twice: for a device, and for the emulated one.
 */

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <reference/environment.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/devices.hpp"
#include "cuda/runtime/scoped_device.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/matrix_band.hpp"

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

//!\brief What the CPU finds for a pair.
inline seqan3_gpulcs::alignment::result result_on_cpu(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                                      seqan3_gpulcs::plan::comparison const & wanted)
{
    using namespace seqan3_gpulcs;
    plan::execution const on_cpu{.backend = plan::backend::cpu};
    if (wanted.metric == plan::metric::lcs)
        return lcs::compute({&pair, 1}, wanted.with_path ? lcs::output::subsequence : lcs::output::length, on_cpu)
            .front();
    edit::options const options{.wanted = wanted.with_path ? edit::output::alignment : edit::output::distance,
                                .ends = wanted.ends,
                                .preference = wanted.preference,
                                .end = wanted.end};
    return edit::compute({&pair, 1}, options, on_cpu).front();
}

//!\brief The length or the distance that the CPU finds.
inline std::uint64_t value_on_cpu(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                  seqan3_gpulcs::plan::metric const metric)
{
    return seqan3_gpulcs::plan::value_of(result_on_cpu(pair, {.metric = metric}), metric);
}

//!\brief A bound that is somewhat weaker, but not weaker than any.
inline std::uint64_t weaker_bound(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                  std::uint64_t const bound,
                                  std::uint64_t const by,
                                  seqan3_gpulcs::plan::metric const metric)
{
    if (metric == seqan3_gpulcs::plan::metric::lcs)
        return bound - std::min(bound, by);
    return std::min(bound + by, seqan3_gpulcs::plan::weakest_bound(pair, metric));
}

//!\brief A bound that is somewhat stronger, as far as the sizes allow.
inline std::uint64_t stronger_bound(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                    std::uint64_t const bound,
                                    std::uint64_t const by,
                                    seqan3_gpulcs::plan::metric const metric)
{
    auto const [shorter, longer] = std::minmax({pair.first.size(), pair.second.size()});
    if (metric == seqan3_gpulcs::plan::metric::lcs)
        return std::min(bound + by, shorter);
    return std::max(bound - std::min(bound, by), longer - shorter);
}

//!\brief The strongest bound that the sizes allow.
inline std::uint64_t strongest_bound(seqan3_gpulcs::alignment::sequence_pair const & pair,
                                     seqan3_gpulcs::plan::metric const metric)
{
    return stronger_bound(pair,
                          seqan3_gpulcs::plan::weakest_bound(pair, metric),
                          pair.first.size() + pair.second.size(),
                          metric);
}

//!\brief All metrics.
inline constexpr std::array all_metrics{seqan3_gpulcs::plan::metric::lcs, seqan3_gpulcs::plan::metric::edit};

#if defined(SEQAN3_GPULCS_EMULATION)
inline constexpr bool on_emulation{true};
#else
inline constexpr bool on_emulation{false};
#endif
