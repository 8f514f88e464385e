// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Calls of the emulated CUDA runtime that fail while pairs are computed.
 */

#pragma once

#include <gtest/gtest.h>

#include <emulation.hpp>
#include <initializer_list>

#include <reference/letter_pairs.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/backend/cuda_backend.hpp"

//!\brief Whatever fails reaches the caller, and is forgotten: the next computation is right.
inline void expect_failures_reach_the_caller(reference::letter_pairs const & pairs,
                                             std::initializer_list<seqan3_gpulcs::plan::comparison> const outputs)
{
    using namespace seqan3_gpulcs;
    auto const views = pairs.views();
    for (auto const call : {emulation::call::launch,
                            emulation::call::allocate_device,
                            emulation::call::allocate_host,
                            emulation::call::function_attribute})
    {
        cuda::cuda_backend const backend{};
        EXPECT_EQ(backend.state(true), plan::device_state::started);
        emulation::fail(call, cudaErrorMemoryAllocation);
        for (plan::comparison const & wanted : outputs)
            EXPECT_THROW(backend::compare(backend, views, wanted, {.threads = 2}), out_of_device_memory)
                << static_cast<unsigned>(call);
        emulation::reset();
        plan::comparison const & first = *outputs.begin();
        std::uint64_t const expected =
            first.metric == plan::metric::lcs
                ? pairs.expected(0)
                : edit::distance(views[0].first, views[0].second, {.backend = plan::backend::cpu});
        EXPECT_EQ(plan::value_of(backend::compare(backend, views, first, {.threads = 2}).front(), first.metric),
                  expected);
    }
}
