// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include "src/runtime/parallel_for.hpp"

using namespace seqan3_gpulcs;

TEST(parallel_for, calls_a_worker_once_for_each_index)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    for (unsigned const threads : {1u, 2u, 5u})
        for (std::size_t const count : {0, 1, 2, 4, 1000})
        {
            std::vector<std::atomic<unsigned>> calls(count);
            std::atomic<unsigned> workers{0};
            runtime::parallel_for(control,
                                  threads,
                                  count,
                                  [&]()
                                  {
                                      ++workers;
                                      return [&, owner = std::this_thread::get_id()](std::size_t const i)
                                      {
                                          EXPECT_EQ(owner, std::this_thread::get_id());
                                          ++calls[i];
                                      };
                                  });
            for (std::size_t i = 0; i < count; ++i)
                EXPECT_EQ(calls[i], 1u) << "index " << i << " of " << count;
            EXPECT_LE(workers, threads);
        }
}

TEST(parallel_for, hands_indices_out_in_ascending_order)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    for (unsigned const threads : {1u, 3u})
        runtime::parallel_for(control,
                              threads,
                              500,
                              []()
                              {
                                  return [next = std::size_t{0}](std::size_t const i) mutable
                                  {
                                      EXPECT_GE(i, next);
                                      next = i + 1;
                                  };
                              });
}

TEST(parallel_for, an_exception_ends_all_threads_and_reaches_the_caller)
{
    for (unsigned const threads : {1u, 4u})
    {
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        std::atomic<std::size_t> calls{0};
        auto const run = [&]()
        {
            // Far more indices than anyone waits for.
            runtime::parallel_for(control,
                                  threads,
                                  std::size_t{1} << 40,
                                  [&]()
                                  {
                                      return [&](std::size_t)
                                      {
                                          if (++calls == 100)
                                              throw std::runtime_error{"100"};
                                      };
                                  });
        };
        EXPECT_THROW(run(), std::runtime_error);
    }
}

TEST(parallel_for, a_stop_request_ends_it)
{
    std::stop_source source{};
    plan::execution execution{};
    execution.stop = source.get_token();
    runtime::task_control control{execution, 0};
    auto const run = [&]()
    {
        runtime::parallel_for(control,
                              3,
                              std::size_t{1} << 40,
                              [&]()
                              {
                                  return [&](std::size_t const i)
                                  {
                                      if (i == 50)
                                          source.request_stop();
                                  };
                              });
    };
    EXPECT_THROW(run(), operation_stopped);
}
