// SPDX-License-Identifier: BSD-3-Clause

// The CUDA backend as programs use it: in a shared library, beside their own copy of the core.

#include <gtest/gtest.h>

#include <cstdlib>
#include <stop_token>
#include <tuple>

#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#if defined(SEQAN3_GPULCS_WITH_EMULATED_LIBRARY)
#    include <emulation.hpp>
#endif

using namespace seqan3_gpulcs;

class shared_backend : public ::testing::Test
{
protected:
    void SetUp() override
    {
#if defined(SEQAN3_GPULCS_WITH_EMULATED_LIBRARY)
        emulation::set_seed(reference::seed());
#endif
        device_report const report = find_devices();
        if (report.chosen())
            return;
#if defined(SEQAN3_GPULCS_WITH_EMULATED_LIBRARY)
        FAIL() << report.problem;
#else
        if (std::getenv("SEQAN3_GPULCS_TEST_DEVICE"))
            FAIL() << report.problem;
        GTEST_SKIP() << report.problem;
#endif
    }

    std::mt19937_64 generator{reference::make_generator()};
    std::vector<std::uint8_t> const first{reference::random_letters(generator, 1500, 4)};
    std::vector<std::uint8_t> const second{reference::random_letters(generator, 1000, 4)};
    packing::packed_sequence const packed_first{packing::pack(first)};
    packing::packed_sequence const packed_second{packing::pack(second)};
};

TEST_F(shared_backend, computes)
{
    EXPECT_EQ(lcs::length(packed_first, packed_second, {.backend = plan::backend::cuda}),
              reference::lcs_matrix(first, second).back().back());
}

TEST_F(shared_backend, stopped_computation_is_caught_by_its_type)
{
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.backend = plan::backend::cuda, .stop = source.get_token()};
    EXPECT_THROW(lcs::length(packed_first, packed_second, execution), operation_stopped);
}

// Needs no device.
TEST(shared_backend_without_device, missing_device_is_caught_by_its_type_and_by_those_it_is_derived_from)
{
    plan::execution const execution{.backend = plan::backend::cuda, .devices = {1000}};
    packing::packed_sequence const empty{};
    EXPECT_THROW(lcs::length(empty, empty, execution), no_device);
    EXPECT_THROW(lcs::length(empty, empty, execution), backend_unavailable);
    EXPECT_THROW(lcs::length(empty, empty, execution), error);
    EXPECT_THROW(lcs::length(empty, empty, execution), std::runtime_error);
}

#if defined(SEQAN3_GPULCS_WITH_EMULATED_LIBRARY)
// It takes the failure, which no other computation has then.
TEST_F(shared_backend, device_is_started_where_it_is_worth_it)
{
    plan::execution const on_device{.backend = plan::backend::cuda};
    for (auto const & [backend, cells, starts] : {std::tuple{plan::backend::cuda, 0.0, true},
                                                  std::tuple{plan::backend::automatic, 1e20, true},
                                                  std::tuple{plan::backend::automatic, 1e6, false},
                                                  std::tuple{plan::backend::cpu, 1e20, false}})
    {
        emulation::fail(emulation::call::launch, cudaErrorLaunchFailure, 1, 1);
        {
            device_start const start{{.backend = backend}, cells};
        }
        if (starts)
            EXPECT_NO_THROW(lcs::length(packed_first, packed_second, on_device));
        else
            EXPECT_THROW(lcs::length(packed_first, packed_second, on_device), launch_failure);
    }
}

TEST_F(shared_backend, errors_of_the_device_are_caught_by_their_types)
{
    plan::execution const execution{.backend = plan::backend::cuda};
    emulation::fail(emulation::call::launch, cudaErrorLaunchFailure);
    EXPECT_THROW(lcs::length(packed_first, packed_second, execution), launch_failure);
    EXPECT_THROW(lcs::length(packed_first, packed_second, execution), device_error);

    emulation::reset();
    emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation);
    EXPECT_THROW(lcs::length(packed_first, packed_second, execution), out_of_device_memory);
    // The automatic choice, which is not in the shared library, uses it, too.
    plan::execution const automatic{.threads = 1};
    auto const large = packing::pack(reference::random_letters(generator, 60'000, 4));
    EXPECT_NO_THROW(lcs::length(large, large, automatic));
    emulation::reset();
    EXPECT_NO_THROW(lcs::length(packed_first, packed_second, execution));
}

TEST_F(shared_backend, callback_exception_reaches_the_caller)
{
    struct own_exception
    {};
    plan::execution execution{.backend = plan::backend::cuda};
    execution.on_progress = [](plan::progress const &)
    {
        throw own_exception{};
    };
    // Soon done, but not before there is progress to report.
    auto const large = packing::pack(reference::random_letters(generator, 60'000, 4));
    EXPECT_THROW(lcs::length(large, large, execution), own_exception);
}
#endif
