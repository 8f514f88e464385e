// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Tests that run once for each kind of vectors that this machine has.
 */

#pragma once

// clang-format off
#include "src/util/highway_targets.hpp" // Before Highway.
// clang-format on

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <hwy/highway.h>

//!\brief Chooses the vectors; the base of a suite.
class vector_test : public ::testing::TestWithParam<std::int64_t>
{
protected:
    void SetUp() override
    {
        hwy::SetSupportedTargetsForTest(GetParam());
        hwy::GetChosenTarget().Update(GetParam());
    }

    void TearDown() override
    {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

//!\brief The kinds of vectors.
inline std::vector<std::int64_t> vector_targets()
{
    std::vector<std::int64_t> targets{};
    for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1)
        targets.push_back(rest & -rest);
    return targets;
}

//!\brief The name of a kind.
inline std::string vector_target_name(::testing::TestParamInfo<std::int64_t> const & info)
{
    return hwy::TargetName(info.param);
}
