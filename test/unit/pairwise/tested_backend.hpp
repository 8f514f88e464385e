// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The backend of the tests of `align_pairwise`: the same tests run on the CPU and on devices.
 */

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <seqan3_gpulcs/configuration/bit_parallel.hpp>
#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace tested
{

//!\brief Whether the tests run on devices: if the environment variable SEQAN3_GPULCS_TEST_BACKEND is `cuda`.
inline bool on_devices()
{
    char const * const name = std::getenv("SEQAN3_GPULCS_TEST_BACKEND");
    return name != nullptr && std::string_view{name} == "cuda";
}

//!\brief Skips all tests where devices are to be tested and there is none, or fails if SEQAN3_GPULCS_TEST_DEVICE is set.
class device_environment : public ::testing::Environment
{
public:
    void SetUp() override
    {
        if (!on_devices() || seqan3_gpulcs::find_devices().chosen())
            return;
        if (std::getenv("SEQAN3_GPULCS_TEST_DEVICE"))
            FAIL() << "There is no CUDA device.";
        GTEST_SKIP() << "There is no CUDA device.";
    }
};

inline ::testing::Environment const * const environment{::testing::AddGlobalTestEnvironment(new device_environment)};

//!\brief The element, on the tested backend where a test leaves the choice.
inline seqan3_gpulcs::align_cfg::bit_parallel
bit_parallel(seqan3_gpulcs::plan::execution execution = {},
             std::size_t const batch_size = seqan3_gpulcs::plan::max_batch_pairs)
{
    if (on_devices() && execution.backend == seqan3_gpulcs::plan::backend::automatic)
        execution.backend = seqan3_gpulcs::plan::backend::cuda;
    return seqan3_gpulcs::align_cfg::bit_parallel{std::move(execution), batch_size};
}

} // namespace tested
