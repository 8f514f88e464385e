// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/runtime/async_batch.hpp"
#include "cuda/runtime/out_of_memory.hpp"
#include "cuda/runtime/pair_batches.hpp"
#include "cuda/runtime/pipeline.hpp"
#include "reference/random_sequence.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Some bytes on the device and on the host.
struct test_buffers : cuda::buffer_set<test_buffers>
{
    using buffer_set::buffer_set;

    static auto members(auto & self) noexcept
    {
        return std::tie(self.on_device, self.on_host);
    }

    cuda::device_buffer<std::uint8_t> on_device{stream};
    cuda::mapped_buffer<std::uint8_t> on_host{};
};

struct other_buffers final : test_buffers
{
    using test_buffers::test_buffers;
};

// Copies numbers to the device and back.
class test_batch : public cuda::async_batch
{
public:
    explicit test_batch(cuda::stream_context & context) : async_batch{context}, buffers_{context.get<test_buffers>()}
    {}

    void start(std::span<std::uint8_t const> const values)
    {
        auto const host = buffers_.on_host.reserve(values.size());
        std::ranges::copy(values, host.begin());
        auto const device = buffers_.on_device.reserve(values.size());
        enqueue(
            [&]()
            {
                cuda::copy_to_device(device, host, context_.stream);
            },
            no_step,
            [&]()
            {
                cuda::copy_to_host(host, device, context_.stream);
            });
        size_ = values.size();
    }

    std::span<std::uint8_t const> finish(std::function<void()> const & on_turn)
    {
        wait(on_turn);
        return {buffers_.on_host.host(), size_};
    }

    unsigned device() const noexcept
    {
        return context_.device;
    }

private:
    test_buffers & buffers_;
    std::size_t size_{};
};

// Batch i has sizes[i] times the value i.
struct test_job
{
    using batch_t = test_batch;
    using input_t = std::vector<std::uint8_t>;

    std::size_t batch_count() const noexcept
    {
        return sizes.size();
    }

    void prepare(std::size_t const number, input_t & input) const
    {
        input.assign(sizes[number], static_cast<std::uint8_t>(number));
    }

    void start(test_batch & batch, input_t const & input)
    {
        {
            std::scoped_lock const lock{mutex};
            if (auto const it = failures.find(input.front()); it != failures.end() && it->second-- > 0)
                throw out_of_device_memory{"There is no memory for this batch.", 0, 0};
        }
        batch.start(input);
    }

    void finish(test_batch &, input_t const & input, std::span<std::uint8_t const> const found)
    {
        std::scoped_lock const lock{mutex};
        EXPECT_TRUE(std::ranges::equal(found, input));
        finished.push_back(input.front());
    }

    std::vector<std::size_t> sizes{};
    std::map<std::size_t, int> failures{}; // How many times a batch finds no memory.
    std::vector<std::size_t> finished{};
    std::mutex mutex{};
};

std::vector<std::size_t> sorted(std::vector<std::size_t> numbers)
{
    std::ranges::sort(numbers);
    return numbers;
}

} // namespace

class cuda_stream_context : public stream_context_test
{};

class cuda_pipeline : public device_test
{
protected:
    std::vector<std::size_t> run(test_job & job, unsigned const threads)
    {
        cuda::pipeline_resources const resources{{number}, contexts, threads, control};
        return cuda::pipeline{job, resources}.run();
    }

    plan::execution const execution{};
    runtime::task_control control{execution, 1.0};
    cuda::stream_context_pool contexts{};
};

TEST(cuda_try_with_room, tries_until_there_is_no_more_room)
{
    for (unsigned const max_rooms : {0u, 1u, 3u})
        for (unsigned const failures : {0u, 1u, 2u, 3u, 4u})
        {
            unsigned attempts = 0;
            unsigned rooms = 0;
            std::exception_ptr const failure = cuda::try_with_room(
                [&]()
                {
                    if (++attempts <= failures)
                        throw out_of_device_memory{"Attempt " + std::to_string(attempts), attempts, 0};
                },
                [&]()
                {
                    return rooms < max_rooms && ++rooms != 0;
                });
            EXPECT_EQ(failure == nullptr, failures <= max_rooms);
            EXPECT_EQ(rooms, std::min(failures, max_rooms));
            EXPECT_EQ(attempts, 1 + rooms);
            if (!failure)
                continue;
            try
            {
                std::rethrow_exception(failure);
            }
            catch (out_of_device_memory const & first)
            {
                EXPECT_EQ(first.requested_bytes(), 1u);
            }
        }

    unsigned rooms = 0;
    auto const fail = []()
    {
        throw std::runtime_error{"mine"};
    };
    EXPECT_THROW(static_cast<void>(cuda::try_with_room(fail,
                                                       [&]()
                                                       {
                                                           return ++rooms != 0;
                                                       })),
                 std::runtime_error);
    EXPECT_EQ(rooms, 0u);
}

TEST_F(cuda_stream_context, has_buffers_of_each_type)
{
    auto & some = context->get<test_buffers>();
    auto & others = context->get<other_buffers>();
    EXPECT_EQ(&context->get<test_buffers>(), &some);
    EXPECT_EQ(&context->get<other_buffers>(), &others);
    EXPECT_NE(&some, &others);

    some.on_device.reserve(100);
    others.on_device.reserve(20);
    others.on_host.reserve(3);
    EXPECT_EQ(context->bytes(), 120u);
    EXPECT_EQ(context->host_bytes(), 3u);
    context->release();
    EXPECT_EQ(context->bytes(), 0u);
    EXPECT_EQ(context->host_bytes(), 0u);
    EXPECT_EQ(&context->get<test_buffers>(), &some);
}

TEST_F(cuda_stream_context, pool_lends_the_context_used_last_with_its_buffers)
{
    cuda::stream_context_pool contexts{};
    auto first = contexts.lend(number);
    auto second = contexts.lend(number);
    second->get<test_buffers>().on_device.reserve(100);
    auto const * const last = second.get();
    first.reset();
    second.reset();

    auto again = contexts.lend(number);
    EXPECT_EQ(again.get(), last);
    EXPECT_EQ(again->bytes(), 100u);
    again.reset();
    contexts.release_idle(number);
    EXPECT_EQ(contexts.lend(number)->bytes(), 0u);

    auto broken = contexts.lend(number);
    broken->get<other_buffers>().on_device.reserve(7);
    broken->is_broken = true;
    broken.reset();
    EXPECT_EQ(contexts.lend(number)->bytes(), 0u);
}

TEST_F(cuda_stream_context, pool_keeps_no_more_than_its_limit)
{
    cuda::stream_context_pool contexts{};
    auto small = contexts.lend(number);
    auto large = contexts.lend(number);
    std::uint64_t const limit = std::min(cuda::stream_context_pool::max_kept_bytes, large->limits.memory_bytes / 16);
    small->get<test_buffers>().on_device.reserve(100);
    large->get<test_buffers>().on_device.reserve(limit);
    small.reset();
    // Both together are too much, so the one that was used earlier is released.
    large.reset();
    auto const first = contexts.lend(number);
    EXPECT_EQ(first->bytes(), limit);
    EXPECT_EQ(contexts.lend(number)->bytes(), 0u);

    auto too_large = contexts.lend(number);
    too_large->get<test_buffers>().on_device.reserve(limit + 1);
    too_large.reset();
    EXPECT_EQ(contexts.lend(number)->bytes(), 0u);
}

TEST_F(cuda_pipeline, each_batch_is_finished_once)
{
    for (unsigned const threads : {1u, 2u, 4u})
        for (std::size_t const count : {0, 1, 2, 3, 10})
        {
            test_job job{};
            for (std::size_t i = 0; i < count; ++i)
                job.sizes.push_back(1 + i * 1000 % 7);
            EXPECT_TRUE(run(job, threads).empty());
            std::vector<std::size_t> all(count);
            std::iota(all.begin(), all.end(), std::size_t{0});
            EXPECT_EQ(sorted(job.finished), all);
        }
}

TEST_F(cuda_pipeline, batches_without_memory_are_left)
{
    for (unsigned const threads : {1u, 3u})
    {
        // One failure is overcome by making room, two are not.
        test_job job{};
        job.sizes = {10, 20, 30, 40, 50, 60};
        job.failures = {{0, 2}, {1, 1}, {3, 2}, {5, 1}};
        EXPECT_EQ(sorted(run(job, threads)), (std::vector<std::size_t>{0, 3}));
        EXPECT_EQ(sorted(job.finished), (std::vector<std::size_t>{1, 2, 4, 5}));
    }
}

TEST_F(cuda_pipeline, an_exception_ends_all_threads)
{
    struct failing_job : test_job
    {
        void prepare(std::size_t const batch, input_t & input) const
        {
            if (batch == 3)
                throw std::runtime_error{"mine"};
            test_job::prepare(batch, input);
        }
    };
    for (unsigned const threads : {1u, 3u})
    {
        failing_job job{};
        job.sizes.assign(100, 10);
        runtime::task_control own_control{execution, 1.0};
        cuda::pipeline_resources const resources{{number}, contexts, threads, own_control};
        EXPECT_THROW((cuda::pipeline{job, resources}.run()), std::runtime_error);
        EXPECT_LT(job.finished.size(), 100u);
    }
}

TEST(cuda_batch_queue, each_number_once)
{
    cuda::batch_queue queue{3};
    EXPECT_FALSE(queue.empty());
    EXPECT_EQ(queue.draw(), 0u);
    queue.put_back(0);
    EXPECT_EQ(queue.draw(), 1u);
    EXPECT_EQ(queue.draw(), 2u);
    EXPECT_FALSE(queue.empty());
    EXPECT_EQ(queue.draw(), 0u);
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(queue.draw(), std::nullopt);
    EXPECT_TRUE(cuda::batch_queue{0}.empty());
}

#if defined(SEQAN3_GPULCS_EMULATION)

namespace
{

// Each thread has a batch before any of them starts one; and what a device does instead of a batch can be chosen.
struct meeting_job : test_job
{
    meeting_job(std::size_t const batches, std::size_t const all_threads) : wanted_threads{all_threads}
    {
        sizes.assign(batches, 10);
    }

    void start(test_batch & batch, input_t const & input)
    {
        {
            std::unique_lock lock{mutex};
            threads.insert(std::this_thread::get_id());
            changed.notify_all();
            changed.wait(lock,
                         [&]()
                         {
                             return threads.size() == wanted_threads;
                         });
        }
        if (instead)
            instead(batch.device(), input.front());
        test_job::start(batch, input);
    }

    void finish(test_batch & batch, input_t const & input, std::span<std::uint8_t const> const found)
    {
        test_job::finish(batch, input, found);
        std::scoped_lock const lock{mutex};
        ++by_device[batch.device()];
        changed.notify_all();
    }

    std::size_t wanted_threads;
    std::function<void(unsigned, std::uint8_t)> instead{};
    std::set<std::thread::id> threads{};
    std::map<unsigned, std::size_t> by_device{};
    std::condition_variable changed{};
};

std::vector<std::size_t> numbers_below(std::size_t const count)
{
    std::vector<std::size_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return numbers;
}

} // namespace

class cuda_pipeline_of_devices : public device_test
{
protected:
    void SetUp() override
    {
        device_test::SetUp();
        // The second one has the most memory.
        std::vector<cudaDeviceProp> devices(3, emulation::default_device());
        devices[1].totalGlobalMem *= 2;
        devices[2].totalGlobalMem /= 2;
        emulation::set_devices(devices);
    }

    std::vector<std::size_t> run(meeting_job & job, std::vector<unsigned> devices)
    {
        runtime::task_control control{execution, 1.0};
        cuda::pipeline_resources const resources{std::move(devices),
                                                 contexts,
                                                 static_cast<unsigned>(job.wanted_threads),
                                                 control};
        return cuda::pipeline{job, resources}.run();
    }

    plan::execution const execution{};
    cuda::stream_context_pool contexts{};
};

TEST_F(cuda_pipeline_of_devices, all_draw_from_one_queue)
{
    for (std::vector<unsigned> const & devices : {std::vector{0u, 1u}, {2u, 0u}, {1u}, {0u, 1u, 2u}})
        for (std::size_t const threads_per_device : {1u, 2u})
        {
            meeting_job job{20, threads_per_device * devices.size()};
            EXPECT_TRUE(run(job, devices).empty());
            EXPECT_EQ(sorted(job.finished), numbers_below(20));
            EXPECT_EQ(job.by_device.size(), devices.size());
            for (unsigned const device : devices)
                EXPECT_GE(job.by_device[device], threads_per_device);
        }
}

TEST_F(cuda_pipeline_of_devices, no_more_devices_than_threads)
{
    meeting_job job{20, 2};
    EXPECT_TRUE(run(job, {2, 0, 1}).empty());
    EXPECT_EQ(job.by_device.size(), 2u);
    EXPECT_EQ(job.by_device.count(1), 0u);
}

TEST_F(cuda_pipeline_of_devices, one_that_is_busy_gets_less)
{
    meeting_job job{20, 3};
    job.instead = [&](unsigned const device, std::uint8_t)
    {
        std::unique_lock lock{job.mutex};
        job.changed.wait(lock,
                         [&]()
                         {
                             return device != 1 || job.finished.size() == 19;
                         });
    };
    EXPECT_TRUE(run(job, {0, 1, 2}).empty());
    EXPECT_EQ(sorted(job.finished), numbers_below(20));
    EXPECT_EQ(job.by_device[1], 1u);
}

TEST_F(cuda_pipeline_of_devices, what_one_has_no_memory_for_is_left_to_others)
{
    for (std::size_t const threads_per_device : {1u, 2u})
    {
        meeting_job job{20, 3 * threads_per_device};
        job.instead = [](unsigned const device, std::uint8_t)
        {
            if (device == 0)
                throw out_of_device_memory{"This one has no memory.", 0, 0};
        };
        EXPECT_TRUE(run(job, {0, 1, 2}).empty());
        EXPECT_EQ(sorted(job.finished), numbers_below(20));
        EXPECT_EQ(job.by_device.count(0), 0u);
    }
}

// A device that others have filled has no memory even for a context.
TEST_F(cuda_pipeline_of_devices, one_without_a_context_is_left_out)
{
    for (std::uint64_t const failures : {1u, 1000u})
    {
        runtime::task_control control{execution, 1.0};
        cuda::stream_context_pool empty{};
        cuda::pipeline_resources const resources{{0, 1, 2}, empty, 3, control};
        test_job job{};
        job.sizes.assign(20, 10);
        emulation::fail(emulation::call::allocate_host, cudaErrorMemoryAllocation, 1, failures);
        cuda::pipeline all{job, resources};
        if (failures == 1)
        {
            EXPECT_TRUE(all.run().empty());
            EXPECT_EQ(sorted(job.finished), numbers_below(20));
        }
        else
            EXPECT_THROW(all.run(), out_of_device_memory);
        emulation::fail(emulation::call::allocate_host, cudaSuccess, 1, 0);
    }
}

// The limit is that of each device.
TEST_F(cuda_pipeline_of_devices, the_pool_releases_no_buffers_of_other_devices)
{
    auto const keep = [&](unsigned const device, std::uint64_t const bytes)
    {
        cuda::scoped_device const mine{device};
        auto const context = contexts.lend(device);
        context->get<test_buffers>().on_device.reserve(bytes);
    };
    keep(0, 100);
    keep(2, emulation::default_device().totalGlobalMem / 16);
    EXPECT_EQ(emulation::allocated_bytes(0), 100u);
    EXPECT_EQ(emulation::allocated_bytes(2), 0u);
}

// The one with the most memory tries again.
TEST_F(cuda_pipeline_of_devices, what_none_has_memory_for_is_left)
{
    std::set<unsigned> tried{};
    meeting_job job{20, 3};
    job.instead = [&](unsigned const device, std::uint8_t const batch)
    {
        std::scoped_lock const lock{job.mutex};
        tried.insert(device);
        if (batch == 3 || batch == 7 || device != 1)
            throw out_of_device_memory{"There is no memory for this batch.", 0, 0};
    };
    EXPECT_EQ(sorted(run(job, {0, 1, 2})), (std::vector<std::size_t>{3, 7}));
    EXPECT_EQ(job.finished.size(), 18u);
    EXPECT_EQ(job.by_device[1], 18u);
    EXPECT_EQ(tried.size(), 3u);
}

TEST_F(cuda_pipeline_of_devices, one_that_fails_is_named)
{
    for (unsigned const failing : {0u, 1u, 2u})
    {
        meeting_job job{20, 3};
        job.instead = [&](unsigned const device, std::uint8_t)
        {
            if (device == failing)
                emulation::fail_device(static_cast<int>(failing), cudaErrorECCUncorrectable, 0);
        };
        try
        {
            run(job, {0, 1, 2});
            FAIL();
        }
        catch (device_error const & error)
        {
            std::string const message{error.what()};
            EXPECT_NE(message.find("CUDA device " + std::to_string(failing)), std::string::npos) << message;
            EXPECT_NE(message.find("ECC"), std::string::npos) << message;
        }
        emulation::fail_device(static_cast<int>(failing), cudaSuccess, 0);
        EXPECT_LT(job.finished.size(), 20u);
    }
}

#endif

// No part is empty, even where a sequence alone has more letters than a part should have.
TEST(cut_sets, each_pair_is_in_one_part)
{
    auto generator = reference::make_generator();
    for (unsigned repetition = 0; repetition < 50; ++repetition)
    {
        constexpr std::size_t max_sequences{3};
        constexpr std::uint64_t max_letters{20};
        std::vector<packing::packed_sequence_view> sequences{};
        for (std::size_t count = 1 + reference::random_size(generator, 11); count != 0; --count)
            sequences.emplace_back(nullptr, reference::random_size(generator, 30), 2u, std::span<std::uint8_t const>{});
        std::size_t const border = reference::random_size(generator, sequences.size() - 1);
        std::span<packing::packed_sequence_view const> const all{sequences};
        bool const is_one_set = border == 0;
        plan::sequence_sets const sets =
            is_one_set ? plan::sequence_sets{all} : plan::sequence_sets{all.first(border), all.subspan(border)};

        std::map<std::pair<std::size_t, std::size_t>, unsigned> found{};
        for (cuda::set_part const & part : cuda::cut_sets(sets, max_sequences, max_letters))
        {
            auto const expect_limits = [&](auto const & of, std::size_t const begin, std::size_t const end)
            {
                EXPECT_LT(begin, end);
                EXPECT_LE(end - begin, max_sequences);
                std::uint64_t letters = 0;
                for (std::size_t i = begin; i < end; ++i)
                    letters += of[i].size();
                EXPECT_TRUE(letters <= max_letters || end - begin == 1) << letters;
            };
            expect_limits(sets.first(), part.first_begin, part.first_end);
            expect_limits(sets.second(), part.second_begin, part.second_end);
            for (std::size_t i = part.first_begin; i < part.first_end; ++i)
                for (std::size_t j = part.second_begin; j < part.second_end; ++j)
                    if (!is_one_set || i < j)
                        ++found[{i, j}];
        }
        std::size_t const count = sequences.size();
        EXPECT_EQ(found.size(), is_one_set ? count * (count - 1) / 2 : border * (count - border));
        for (auto const & [pair, times] : found)
            EXPECT_EQ(times, 1u) << pair.first << ", " << pair.second << ", seed " << reference::seed();
    }
}
