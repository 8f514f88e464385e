// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/pairwise/detail/batch_pipeline.hpp>

using namespace seqan3_gpulcs;
using pairwise::detail::batch_steps;

namespace
{

// Counts what happens to each batch, and fails where it is told to.
class batches final : public batch_steps
{
public:
    explicit batches(std::size_t const count) : count_{count}
    {}

    void run(bool const overlap, std::stop_token const & stop = {})
    {
        pairwise::detail::run_batches(*this, overlap, stop);
    }

    // The batches that were handed on.
    std::vector<std::size_t> handed_on{};
    std::size_t pack_fails_at{~std::size_t{0}};
    std::size_t compute_fails_at{~std::size_t{0}};
    std::size_t hand_on_fails_at{~std::size_t{0}};
    bool waits_for_stop{}; // Whether the second batch is computed until a stop ends it.
    std::atomic<bool> was_stopped{false};
    std::atomic<bool> is_computing{false};
    std::atomic<bool> was_elsewhere{false}; // Whether another thread computed.

private:
    bool pack(std::size_t const number) override
    {
        EXPECT_EQ(std::this_thread::get_id(), caller_);
        EXPECT_EQ(number, packed_);
        if (number == pack_fails_at)
            throw std::runtime_error{"pack"};
        if (number == count_)
            return false;
        data_[number % 3] = number;
        ++packed_;
        return true;
    }

    bool is_last() const override
    {
        return packed_ == count_;
    }

    void compute(std::size_t const number, std::stop_token const & stop) override
    {
        was_elsewhere = was_elsewhere || std::this_thread::get_id() != caller_;
        is_computing = true;
        EXPECT_EQ(data_[number % 3], number);
        if (waits_for_stop && number == 1)
        {
            while (!stop.stop_requested())
                std::this_thread::yield();
            was_stopped = true;
            throw operation_stopped{"stopped"};
        }
        if (number == compute_fails_at)
            throw std::runtime_error{"compute"};
        data_[number % 3] = number + 1000;
    }

    void hand_on(std::size_t const number) override
    {
        EXPECT_EQ(std::this_thread::get_id(), caller_);
        EXPECT_EQ(data_[number % 3], number + 1000);
        if (number == hand_on_fails_at)
            throw std::runtime_error{"hand_on"};
        handed_on.push_back(number);
    }

    std::thread::id caller_{std::this_thread::get_id()};
    std::size_t count_;
    std::size_t packed_{0};
    std::size_t data_[3]{};
};

std::string message_of(batches & some, bool const overlap)
{
    try
    {
        some.run(overlap);
    }
    catch (std::runtime_error const & error)
    {
        return error.what();
    }
    return "";
}

} // namespace

TEST(run_batches, all_in_order)
{
    for (bool const overlap : {false, true})
        for (std::size_t const count : {0, 1, 2, 3, 4, 5, 100})
        {
            batches some{count};
            some.run(overlap);
            ASSERT_EQ(some.handed_on.size(), count);
            for (std::size_t i = 0; i < count; ++i)
                ASSERT_EQ(some.handed_on[i], i);
            // A thread for a single batch would gain nothing.
            EXPECT_EQ(some.was_elsewhere, overlap && count > 1);
        }
}

TEST(run_batches, a_failure_belongs_to_its_batch)
{
    for (bool const overlap : {false, true})
        for (std::size_t const place : {0, 1, 2, 3, 4})
        {
            batches packs{5};
            packs.pack_fails_at = place;
            EXPECT_EQ(message_of(packs, overlap), "pack");
            EXPECT_EQ(packs.handed_on.size(), place);

            batches computes{5};
            computes.compute_fails_at = place;
            EXPECT_EQ(message_of(computes, overlap), "compute");
            EXPECT_EQ(computes.handed_on.size(), place);

            batches hands_on{5};
            hands_on.hand_on_fails_at = place;
            EXPECT_EQ(message_of(hands_on, overlap), "hand_on");
            EXPECT_EQ(hands_on.handed_on.size(), place);
        }

    // The first one in the order of the batches.
    batches both{5};
    both.pack_fails_at = 2;
    both.compute_fails_at = 1;
    EXPECT_EQ(message_of(both, true), "compute");
    EXPECT_EQ(both.handed_on.size(), 1u);
}

TEST(run_batches, a_failure_stops_the_computation_in_flight)
{
    batches some{5};
    some.hand_on_fails_at = 0;
    some.waits_for_stop = true;
    EXPECT_EQ(message_of(some, true), "hand_on");
    EXPECT_TRUE(some.was_stopped || !some.was_elsewhere);
}

TEST(run_batches, a_stop_in_flight)
{
    batches some{5};
    some.waits_for_stop = true;
    std::stop_source source{};
    std::jthread const stopper{[&]()
                               {
                                   while (!some.is_computing)
                                       std::this_thread::yield();
                                   std::this_thread::sleep_for(std::chrono::milliseconds{5});
                                   source.request_stop();
                               }};
    EXPECT_THROW(some.run(true, source.get_token()), operation_stopped);
    EXPECT_TRUE(some.was_stopped);
    EXPECT_EQ(some.handed_on.size(), 1u);
}

TEST(for_each_number, every_number_once)
{
    for (unsigned threads = 1; threads <= 17; ++threads)
        for (std::size_t const count : {0, 1, 2, 16, 17, 18, 1000})
        {
            std::vector<std::atomic<int>> calls(count);
            pairwise::detail::for_each_number(threads,
                                              count,
                                              {},
                                              [&](std::size_t const i)
                                              {
                                                  ++calls[i];
                                              });
            for (auto const & times : calls)
                ASSERT_EQ(times, 1);
        }
}

// One call after the other with the same threads.
TEST(batch_threads, every_number_once)
{
    pairwise::detail::batch_threads team{};
    for (unsigned const threads : {3u, 17u, 1u, 2u, 16u})
        for (std::size_t const count : {0, 1, 2, 16, 17, 18, 1000})
        {
            std::vector<std::atomic<int>> calls(count);
            team.for_each_number(threads,
                                 count,
                                 {},
                                 [&](std::size_t const i)
                                 {
                                     ++calls[i];
                                 });
            for (auto const & times : calls)
                ASSERT_EQ(times, 1);
            EXPECT_THROW(team.for_each_number(threads,
                                              1,
                                              {},
                                              [](std::size_t)
                                              {
                                                  throw std::runtime_error{"enough"};
                                              }),
                         std::runtime_error);
        }
}

TEST(for_each_number, failures_and_stops)
{
    for (unsigned const threads : {1u, 5u})
    {
        EXPECT_THROW(pairwise::detail::for_each_number(threads,
                                                       100,
                                                       {},
                                                       [](std::size_t const i)
                                                       {
                                                           if (i == 50)
                                                               throw std::runtime_error{"enough"};
                                                       }),
                     std::runtime_error);
        std::stop_source source{};
        source.request_stop();
        EXPECT_THROW(pairwise::detail::for_each_number(threads, 1, source.get_token(), [](std::size_t) {}),
                     operation_stopped);
    }
}
