// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the tests of the CUDA backend share. Each is compiled twice: for a device, and for the emulated one.
 */

#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <string>

#include "../../../cuda/devices.hpp"
#include "../../../cuda/scoped_device.hpp"

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
        seqan3_gpulcs::emulation::seed = std::random_device{}();
        std::cout << "emulation::seed=" << seqan3_gpulcs::emulation::seed << '\n';
        // The run-time may do either.
        seqan3_gpulcs::emulation::pageable_copies_block = seqan3_gpulcs::emulation::seed % 2 == 0;
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

#if defined(SEQAN3_GPULCS_EMULATION)
inline constexpr bool on_emulation{true};
#else
inline constexpr bool on_emulation{false};
#endif

//!\brief How many times as many random cases are wanted: SEQAN3_GPULCS_TEST_ROUNDS, 1 by default.
inline unsigned test_rounds()
{
    char const * const given = std::getenv("SEQAN3_GPULCS_TEST_ROUNDS");
    return given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : 1;
}
