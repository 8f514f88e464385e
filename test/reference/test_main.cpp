// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <iostream>

#include "environment.hpp"

namespace
{

//!\brief Each test has a seed of its own; one that fails says how to replay it.
class seed_listener : public ::testing::EmptyTestEventListener
{
    void OnTestStart(::testing::TestInfo const &) override
    {
        reference::seed_in_use().reset();
    }

    void OnTestEnd(::testing::TestInfo const & test) override
    {
        if (test.result()->Failed() && reference::seed_in_use())
            std::cerr << "Replay with SEQAN3_GPULCS_TEST_SEED=" << *reference::seed_in_use()
                      << " --gtest_filter=" << test.test_suite_name() << '.' << test.name() << '\n';
    }
};

} // namespace

int main(int count, char ** arguments)
{
    ::testing::InitGoogleTest(&count, arguments);
    ::testing::UnitTest::GetInstance()->listeners().Append(new seed_listener); // GoogleTest deletes it
    return RUN_ALL_TESTS();
}
