// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <new>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/alignment/device_set.hpp>
#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/edit/all_pairs.hpp>
#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/edit/enqueue.hpp>
#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/lcs/enqueue.hpp>

#include "cuda/backend/device_calls.hpp"
#include "cuda/runtime/buffer.hpp"
#include "cuda/runtime/stream.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;
using alignment::device_call;
using alignment::device_set;
using alignment::device_stream;

namespace
{

plan::execution const on_cpu{.backend = plan::backend::cpu, .threads = 2};

std::string first_letters(unsigned const count)
{
    std::string alphabet{};
    // Descending, and one twice.
    for (unsigned letter = count; letter-- != 0;)
        alphabet += static_cast<char>(letter);
    return alphabet + '\0';
}

// Sequences on the host, and their letters one after the other.
struct host_set
{
    host_set(std::mt19937_64 & generator, std::size_t const count, std::size_t const max_size, unsigned const alphabet)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            std::size_t const size = reference::random_size(generator, max_size);
            add(reference::random_letters(generator, size, alphabet));
        }
    }

    void add(std::vector<std::uint8_t> const & sequence)
    {
        letters.insert(letters.end(), sequence.begin(), sequence.end());
        offsets.push_back(letters.size());
        packed.push_back(packing::pack(sequence));
    }

    std::vector<packing::packed_sequence_view> views() const
    {
        return {packed.begin(), packed.end()};
    }

    std::vector<std::uint8_t> letters{};
    std::vector<std::uint64_t> offsets{0};
    std::vector<packing::packed_sequence> packed{};
};

class cuda_device_calls : public device_test
{
protected:
#if defined(SEQAN3_GPULCS_EMULATION)
    void SetUp() override
    {
        device_test::SetUp();
        // The library looks for devices once.
        emulation::set_devices({emulation::default_device(), emulation::default_device()});
    }
#endif

    // As the code of a caller, who has a stream and memory.
    struct caller
    {
        explicit caller(unsigned const number) : device{number}
        {}

        device_stream at() const
        {
            return {.handle = static_cast<cudaStream_t>(stream), .device = device};
        }

        caller(caller const &) = delete;

        ~caller()
        {
            cudaStreamSynchronize(stream);
        }

        // The copy need not have been made when this returns.
        template <typename value_t>
        value_t const * copy(std::vector<value_t> const & values)
        {
            auto const * const bytes = reinterpret_cast<std::uint8_t const *>(values.data());
            auto const & kept = copied.emplace_back(bytes, bytes + values.size() * sizeof(value_t));
            auto & buffer = buffers.emplace_back(std::make_unique<cuda::device_buffer<std::uint8_t>>(stream));
            auto const memory = buffer->reserve(kept.size() + 1);
            cuda::copy_to_device(memory, kept, stream);
            return reinterpret_cast<value_t const *>(memory.data());
        }

        device_set place(host_set const & set, std::string const & alphabet)
        {
            return device_set{alignment::device_letters{copy(set.letters), set.offsets}, alphabet, at()};
        }

        // Enqueues a call, and a copy of its values.
        template <typename enqueue_t>
        std::vector<std::uint32_t> values_of(std::size_t const count, enqueue_t const & enqueue)
        {
            std::vector<std::uint32_t> found(count);
            cuda::device_buffer<std::uint32_t> memory{stream};
            memory.reserve(count + 1);
            device_call const call = enqueue(memory.view().data());
            cuda::copy_to_host(std::span{found}, memory.view(), stream);
            cuda::wait_for(static_cast<cudaStream_t>(stream), []() {});
            EXPECT_TRUE(call.is_done());
            return found;
        }

        unsigned device;
        cuda::stream stream{};
        std::list<std::vector<std::uint8_t>> copied{};
        std::vector<std::unique_ptr<cuda::device_buffer<std::uint8_t>>> buffers{};
    };

    static void expect_all(caller & who,
                           device_set const & first,
                           device_set const & second,
                           host_set const & first_on_host,
                           host_set const & second_on_host)
    {
        auto const first_views = first_on_host.views();
        auto const second_views = second_on_host.views();
        std::size_t const all = first.size() * second.size();
        auto const lengths = who.values_of(all,
                                           [&](std::uint32_t * const found)
                                           {
                                               return lcs::enqueue_all_pairs(first, second, found, who.at());
                                           });
        EXPECT_TRUE(std::ranges::equal(lengths, lcs::all_pairs(first_views, second_views, on_cpu)));
        auto const distances = who.values_of(all,
                                             [&](std::uint32_t * const found)
                                             {
                                                 return edit::enqueue_all_pairs(first, second, found, who.at());
                                             });
        EXPECT_TRUE(std::ranges::equal(distances, edit::all_pairs(first_views, second_views, on_cpu)));
        if (first.size() != second.size())
            return;

        std::vector<alignment::sequence_pair> pairs{};
        for (std::size_t i = 0; i < first.size(); ++i)
            pairs.push_back({first_views[i], second_views[i]});
        auto const lengths_of_pairs = who.values_of(pairs.size(),
                                                    [&](std::uint32_t * const found)
                                                    {
                                                        return lcs::enqueue_lengths(first, second, found, who.at());
                                                    });
        EXPECT_TRUE(std::ranges::equal(lengths_of_pairs, lcs::lengths(pairs, on_cpu)));
        auto const distances_of_pairs =
            who.values_of(pairs.size(),
                          [&](std::uint32_t * const found)
                          {
                              return edit::enqueue_distances(first, second, found, who.at());
                          });
        EXPECT_TRUE(std::ranges::equal(distances_of_pairs, edit::distances(pairs, on_cpu)));
    }
};

} // namespace

TEST_F(cuda_device_calls, values_are_those_of_the_cpu)
{
    auto generator = reference::make_generator();
    caller who{number};
    for (unsigned const alphabet : {1u, 2u, 4u, 5u, 16u, 17u, 200u, 256u})
    {
        std::size_t const count = 1 + reference::random_size(generator, 150);
        host_set const first{generator, count, 100, alphabet};
        host_set const second{generator, count, 150, alphabet};
        host_set const third{generator, 3, 300, alphabet};
        device_set const first_on_device = who.place(first, first_letters(alphabet));
        device_set const second_on_device = who.place(second, first_letters(alphabet));
        EXPECT_EQ(first_on_device.size(), count);
        EXPECT_EQ(first_on_device.device(), number);
        EXPECT_GT(first_on_device.device_bytes(), 0u);
        expect_all(who, first_on_device, second_on_device, first, second);
        expect_all(who, who.place(third, first_letters(alphabet)), first_on_device, third, first);
    }
}

// All kernels of long and short rows, and empty sequences.
TEST_F(cuda_device_calls, very_different_sizes)
{
    auto generator = reference::make_generator();
    caller who{number};
    for (unsigned const alphabet : {4u, 20u})
    {
        host_set first{generator, 5, 40, alphabet};
        host_set second{generator, 5, 40, alphabet};
        for (std::size_t const size : {0, 4096, 33, 1024, 1, 500, 64, 0})
        {
            first.add(reference::random_letters(generator, size, alphabet));
            second.add(reference::random_letters(generator, 700 - size % 700, alphabet));
        }
        expect_all(who,
                   who.place(first, first_letters(alphabet)),
                   who.place(second, first_letters(alphabet)),
                   first,
                   second);
    }
    host_set const none{generator, 0, 0, 4};
    host_set const empty{generator, 3, 0, 4};
    device_set const no_sequence = who.place(none, "ACGT");
    device_set const no_letter = who.place(empty, "ACGT");
    expect_all(who, no_sequence, no_letter, none, empty);
    expect_all(who, no_letter, no_sequence, empty, none);
    expect_all(who, no_letter, no_letter, empty, empty);
    expect_all(who, no_sequence, no_sequence, none, none);
}

// From memory of the host, and codes in memory of the caller.
TEST_F(cuda_device_calls, other_sources)
{
    auto generator = reference::make_generator();
    caller who{number};
    for (unsigned const alphabet : {4u, 16u, 100u})
    {
        host_set const set{generator, 40, 80, alphabet};
        std::string const letters = first_letters(alphabet);
        device_set const from_device = who.place(set, letters);
        device_set const from_host{set.views(), letters, number};

        std::vector<std::uint64_t> words{};
        std::vector<std::uint64_t> first_words{};
        std::vector<std::uint64_t> sizes{};
        unsigned const bits = alphabet == 4 ? 2 : alphabet == 16 ? 4 : 8;
        for (std::size_t i = 0; i < set.packed.size(); ++i)
        {
            words.push_back(generator());
            first_words.push_back(words.size());
            sizes.push_back(set.offsets[i + 1] - set.offsets[i]);
            for (std::size_t k = 0; k < sizes.back(); ++k)
            {
                if (k % (64 / bits) == 0)
                    words.push_back(0);
                words.back() |= std::uint64_t{set.letters[set.offsets[i] + k]} << k % (64 / bits) * bits;
            }
        }
        words.resize(words.size() + 8);
        device_set const of_codes{alignment::device_codes{who.copy(words), first_words, sizes}, letters, who.at()};
        EXPECT_LT(of_codes.device_bytes(), from_host.device_bytes());
        expect_all(who, from_host, from_device, set, set);
        expect_all(who, of_codes, from_host, set, set);
        expect_all(who, from_device, of_codes, set, set);
    }
}

// Neither sets nor the call have to outlive the work; values go to pinned memory of the host.
TEST_F(cuda_device_calls, lifetimes)
{
    auto generator = reference::make_generator();
    caller who{number};
    host_set const set{generator, 60, 60, 4};
    cuda::mapped_buffer<std::uint32_t> found{};
    std::ranges::fill(found.reserve(set.packed.size()), 42u);
    {
        device_set first = who.place(set, first_letters(4));
        device_set moved{std::move(first)};
        device_set const second = who.place(set, first_letters(4));
        static_cast<void>(edit::enqueue_distances(moved, second, found.device(), who.at()));
    }
    EXPECT_EQ(std::ranges::count(found.view(), 0u), 60);
    // A set waits for its calls, too, before another one is assigned to it.
    std::ranges::fill(found.view(), 42u);
    device_set replaced = who.place(set, first_letters(4));
    static_cast<void>(edit::enqueue_distances(replaced, replaced, found.device(), who.at()));
    replaced = who.place(set, first_letters(5));
    EXPECT_EQ(std::ranges::count(found.view(), 0u), 60);
    device_call{}.wait();
    EXPECT_TRUE(device_call{}.is_done());

    device_set const kept = who.place(set, first_letters(4));
    device_call const call = lcs::enqueue_lengths(kept, kept, found.device(), who.at());
    device_call const copy = call;
    copy.wait();
    EXPECT_TRUE(call.is_done());
    for (std::size_t i = 0; i < set.packed.size(); ++i)
        EXPECT_EQ(found.view()[i], set.offsets[i + 1] - set.offsets[i]);
}

TEST_F(cuda_device_calls, threads_with_a_stream_each)
{
    auto generator = reference::make_generator();
    host_set const first{generator, 30, 60, 4};
    host_set const second{generator, 30, 60, 4};
    device_set const shared{second.views(), first_letters(4), number};
    std::vector<std::jthread> threads{};
    for (unsigned i = 0; i < 8; ++i)
        threads.emplace_back(
            [&]()
            {
                cuda::scoped_device const of_thread{number};
                caller who{number};
                for (int repeat = 0; repeat < 3; ++repeat)
                    expect_all(who, who.place(first, first_letters(4)), shared, first, second);
            });
}

// More calls than there are contexts, in more streams; they wait for those whose memory they get, and some need more of it.
TEST_F(cuda_device_calls, calls_in_flight)
{
    auto generator = reference::make_generator();
    std::vector<std::unique_ptr<caller>> callers{};
    for (unsigned i = 0; i < 7; ++i)
        callers.push_back(std::make_unique<caller>(number));
    host_set const set{generator, 30, 60, 4};
    device_set const first = callers.front()->place(set, first_letters(4));
    std::vector<host_set> others{};
    std::vector<device_set> on_device{};
    for (std::size_t const count : {5, 40, 90})
    {
        others.emplace_back(generator, count, 70 * count / 5, 4);
        on_device.push_back(callers.front()->place(others.back(), first_letters(4)));
    }
    constexpr std::size_t calls{30};
    constexpr std::size_t room{30 * 90};
    cuda::mapped_buffer<std::uint32_t> found{};
    found.reserve(calls * room);
    for (std::size_t i = 0; i < calls; ++i)
    {
        std::uint32_t * const places = found.device() + i * room;
        device_stream const at = callers[i * i % callers.size()]->at();
        i % 2 == 0 ? lcs::enqueue_all_pairs(first, on_device[i / 3 % 3], places, at)
                   : edit::enqueue_all_pairs(on_device[i / 3 % 3], first, places, at);
#if defined(SEQAN3_GPULCS_EMULATION)
        // A call that fails takes nothing away from the others.
        if (i % 7 == 3)
        {
            emulation::fail(emulation::call::launch, cudaErrorLaunchOutOfResources, 2, 1);
            EXPECT_THROW(lcs::enqueue_all_pairs(first, first, places, callers[i % 5]->at()), device_error);
            emulation::fail(emulation::call::launch, cudaErrorLaunchOutOfResources, 1, 0);
            i % 2 == 0 ? lcs::enqueue_all_pairs(first, on_device[i / 3 % 3], places, at)
                       : edit::enqueue_all_pairs(on_device[i / 3 % 3], first, places, at);
        }
#endif
    }
    for (std::unique_ptr<caller> const & who : callers)
        cuda::wait_for(static_cast<cudaStream_t>(who->stream), []() {});
    for (std::size_t i = 0; i < calls; ++i)
    {
        auto const views = set.views();
        auto const more = others[i / 3 % 3].views();
        std::vector<std::uint64_t> const expected =
            i % 2 == 0 ? lcs::all_pairs(views, more, on_cpu) : edit::all_pairs(more, views, on_cpu);
        EXPECT_TRUE(std::ranges::equal(found.view().subspan(i * room, expected.size()), expected)) << i;
    }
}

// Launches of few pairs, and groups of rows for several kernels.
TEST_F(cuda_device_calls, many_launches)
{
    auto generator = reference::make_generator();
    caller who{number};
    cuda::stream_context_pool contexts{};
    cuda::device_calls const calls{contexts, {.listed_pairs = 7, .query_pairs = 40, .min_pairs = 5}};
    for (unsigned const alphabet : {4u, 20u})
    {
        host_set const first{generator, 23, 400, alphabet};
        host_set const second{generator, 23, 90, alphabet};
        std::string sorted = first_letters(alphabet);
        std::ranges::sort(sorted);
        sorted.erase(sorted.begin());
        auto const place = [&](host_set const & set)
        {
            return calls.place(alignment::device_letters{who.copy(set.letters), set.offsets}, sorted, who.at());
        };
        auto const rows = place(first);
        auto const columns = place(second);
        for (plan::metric const metric : {plan::metric::lcs, plan::metric::edit})
        {
            auto const all =
                who.values_of(23 * 23,
                              [&](std::uint32_t * const found)
                              {
                                  return device_call{calls.start({*rows, *columns, metric, true, found, who.at()})};
                              });
            auto const first_views = first.views();
            auto const second_views = second.views();
            EXPECT_TRUE(std::ranges::equal(all,
                                           metric == plan::metric::lcs
                                               ? lcs::all_pairs(first_views, second_views, on_cpu)
                                               : edit::all_pairs(first_views, second_views, on_cpu)));
            auto const pairs =
                who.values_of(23,
                              [&](std::uint32_t * const found)
                              {
                                  return device_call{calls.start({*rows, *columns, metric, false, found, who.at()})};
                              });
            for (std::size_t i = 0; i < 23; ++i)
                EXPECT_EQ(pairs[i], all[i * 23 + i]) << i;
        }
    }
}

// Packed sequences with wider codes than the alphabet needs, and codes that are greater than those of all letters.
TEST_F(cuda_device_calls, unusual_codes)
{
    auto generator = reference::make_generator();
    caller who{number};
    std::string const text = "ACGTTGCATGCAAATTTGGGACGT";
    std::string const letters = "ACGT";
    std::vector<std::uint64_t> wide(text.size() / 8 + 1);
    for (std::size_t i = 0; i < text.size(); ++i)
        wide[i / 8] |= std::uint64_t{letters.find(text[i])} << i % 8 * 8;
    std::vector<std::uint8_t> const list(letters.begin(), letters.end());
    packing::packed_sequence_view const view{wide.data(), text.size(), 8, list};
    packing::packed_sequence const packed = packing::pack(text);
    packing::packed_sequence_view const usual{packed};
    device_set const of_wide{std::span{&view, 1}, letters, number};
    device_set const of_usual{std::span{&usual, 1}, letters, number};
    EXPECT_EQ(who.values_of(1,
                            [&](std::uint32_t * const found)
                            {
                                return lcs::enqueue_lengths(of_wide, of_usual, found, who.at());
                            }),
              std::vector<std::uint32_t>{static_cast<std::uint32_t>(text.size())});

    for (unsigned const bits : {2u, 4u, 8u})
    {
        unsigned const all = 1u << bits;
        host_set const set{generator, 20, 60, all};
        std::vector<std::uint64_t> words{};
        std::vector<std::uint64_t> first_words{};
        std::vector<std::uint64_t> sizes{};
        for (std::size_t i = 0; i < set.packed.size(); ++i)
        {
            first_words.push_back(words.size());
            sizes.push_back(set.offsets[i + 1] - set.offsets[i]);
            words.resize(words.size() + sizes.back() * bits / 64 + 1);
            for (std::size_t k = 0; k < sizes.back(); ++k)
                words[first_words.back() + k * bits / 64] |= std::uint64_t{set.letters[set.offsets[i] + k]}
                                                          << k * bits % 64;
        }
        words.resize(words.size() + 8);
        // The alphabet has as few letters as codes of this width may have.
        std::string const few = first_letters(bits == 2 ? 3 : bits == 4 ? 5 : 17);
        device_set const of_codes{alignment::device_codes{who.copy(words), first_words, sizes}, few, who.at()};
        expect_all(who, of_codes, of_codes, set, set);
    }
}

// All memory comes from the caller and goes back there.
TEST_F(cuda_device_calls, memory_of_the_caller)
{
    class counted_memory final : public alignment::device_memory
    {
    public:
        void * allocate(std::size_t const bytes, device_stream const & stream) override
        {
            if (fails)
                throw std::bad_alloc{};
            bytes_ += bytes;
            ++calls;
            void * memory{};
            EXPECT_EQ(cudaMallocAsync(&memory, bytes, static_cast<cudaStream_t>(stream.handle)), cudaSuccess);
            return memory;
        }

        void deallocate(void * const memory, std::size_t const bytes, device_stream const & stream) noexcept override
        {
            bytes_ -= bytes;
            EXPECT_EQ(cudaFreeAsync(memory, static_cast<cudaStream_t>(stream.handle)), cudaSuccess);
        }

        std::size_t used() const noexcept
        {
            return bytes_;
        }

        unsigned calls{};
        bool fails{};

    private:
        std::size_t bytes_{};
    };

    auto generator = reference::make_generator();
    caller who{number};
    host_set const set{generator, 40, 600, 4};
    counted_memory memory{};
    device_stream stream = who.at();
    stream.memory = &memory;
    {
        device_set const on_device{alignment::device_letters{who.copy(set.letters), set.offsets},
                                   first_letters(4),
                                   stream};
        EXPECT_EQ(memory.used(), on_device.device_bytes());
        unsigned const calls = memory.calls;
        auto const found = who.values_of(40,
                                         [&](std::uint32_t * const places)
                                         {
                                             return edit::enqueue_distances(on_device, on_device, places, stream);
                                         });
        EXPECT_EQ(std::ranges::count(found, 0u), 40);
        EXPECT_EQ(memory.calls, calls + 1);
        EXPECT_EQ(memory.used(), on_device.device_bytes());
        expect_all(who, on_device, on_device, set, set);
        memory.fails = true;
        cuda::device_buffer<std::uint32_t> places{who.stream};
        EXPECT_THROW(lcs::enqueue_lengths(on_device, on_device, places.reserve(40).data(), stream), std::bad_alloc);
        EXPECT_THROW(
            (device_set{alignment::device_letters{who.copy(set.letters), set.offsets}, first_letters(4), stream}),
            std::bad_alloc);
    }
    EXPECT_EQ(memory.used(), 0u);
}

TEST_F(cuda_device_calls, memory_is_kept_and_released)
{
    auto generator = reference::make_generator();
    caller who{number};
    host_set const set{generator, 50, 200, 4};
    {
        device_set const on_device = who.place(set, first_letters(4));
        expect_all(who, on_device, on_device, set, set);
#if defined(SEQAN3_GPULCS_EMULATION)
        std::size_t const kept = emulation::allocated_bytes();
        expect_all(who, on_device, on_device, set, set);
        EXPECT_EQ(emulation::allocated_bytes(), kept);
        release_device_memory();
        EXPECT_LT(emulation::allocated_bytes(), kept);
#endif
        expect_all(who, on_device, on_device, set, set);
    }
    who.buffers.clear();
    release_device_memory();
#if defined(SEQAN3_GPULCS_EMULATION)
    cuda::wait_for(static_cast<cudaStream_t>(who.stream), []() {});
    EXPECT_EQ(emulation::allocated_bytes(), 0u);
#endif
}

TEST_F(cuda_device_calls, refused)
{
    auto generator = reference::make_generator();
    caller who{number};
    host_set const set{generator, 10, 50, 4};
    host_set const fewer{generator, 9, 50, 4};
    std::string const four = first_letters(4);
    device_set const first = who.place(set, four);
    auto const enqueue = [&](device_set const & second, std::uint32_t * const found)
    {
        return lcs::enqueue_lengths(first, second, found, who.at());
    };
    cuda::device_buffer<std::uint32_t> memory{who.stream};
    std::uint32_t * const found = memory.reserve(100).data();
    EXPECT_THROW(enqueue(who.place(fewer, four), found), invalid_option);
    EXPECT_THROW(enqueue(who.place(set, first_letters(5)), found), invalid_option);
    std::vector<std::uint32_t> on_host(100);
    EXPECT_THROW(enqueue(first, on_host.data()), invalid_option);
    EXPECT_THROW(enqueue(first, nullptr), invalid_option);
    EXPECT_THROW(lcs::enqueue_lengths(first, first, found, {.handle = who.at().handle, .device = number + 1}),
                 invalid_option);

    EXPECT_THROW(who.place(set, ""), invalid_option);
    EXPECT_THROW(who.place(set, first_letters(3)), invalid_option);
    EXPECT_THROW((device_set{set.views(), first_letters(3), number}), invalid_option);
    EXPECT_THROW((device_set{alignment::device_letters{set.letters.data(), set.offsets}, four, who.at()}),
                 invalid_option);
    EXPECT_THROW((device_set{alignment::device_letters{who.copy(set.letters), set.offsets},
                             four,
                             {.handle = who.at().handle, .device = 1000}}),
                 no_device);
    std::vector<std::uint64_t> const descending{0, 5, 4};
    EXPECT_THROW((device_set{alignment::device_letters{who.copy(set.letters), descending}, four, who.at()}),
                 invalid_option);
    std::vector<std::uint64_t> const one{1};
    EXPECT_THROW((device_set{alignment::device_codes{nullptr, one, {}}, four, who.at()}), invalid_option);
    EXPECT_THROW((device_set{alignment::device_codes{nullptr, one, one}, four, who.at()}), invalid_option);
    for (std::uint64_t const far : {std::uint64_t{1} << 32, ~std::uint64_t{0}})
        EXPECT_THROW((device_set{alignment::device_codes{nullptr, {&far, 1}, one}, four, who.at()}), invalid_option);
    packing::packed_sequence const letters = packing::pack(std::vector<std::uint8_t>{0, 1});
    packing::packed_sequence_view const view{letters};
    packing::packed_sequence_view const ranks{view.words(),
                                              view.size(),
                                              view.bits_per_letter(),
                                              view.letters(),
                                              packing::letter_kind::rank};
    EXPECT_THROW((device_set{std::span{&ranks, 1}, four, number}), invalid_option);
    EXPECT_THROW(lcs::enqueue_lengths(first,
                                      first,
                                      reinterpret_cast<std::uint32_t *>(reinterpret_cast<char *>(found) + 1),
                                      who.at()),
                 invalid_option);
    host_set long_one{generator, 0, 0, 4};
    long_one.add(reference::random_letters(generator, 4097, 4));
    EXPECT_THROW(who.place(long_one, four), invalid_option);
}

#if defined(SEQAN3_GPULCS_EMULATION)
TEST_F(cuda_device_calls, streams_and_memory_of_another_device)
{
    auto generator = reference::make_generator();
    host_set const set{generator, 10, 50, 4};
    std::string const four = first_letters(4);
    caller first{0};
    device_set const on_first = first.place(set, four);
    cuda::device_buffer<std::uint32_t> memory{first.stream};
    std::uint32_t * const found = memory.reserve(100).data();
    cuda::scoped_device const other{1};
    caller second{1};
    device_set const on_second = second.place(set, four);
    expect_all(second, on_second, on_second, set, set);
    EXPECT_THROW(lcs::enqueue_lengths(on_first, on_second, found, first.at()), invalid_option);
    EXPECT_THROW(lcs::enqueue_lengths(on_second, on_second, found, second.at()), invalid_option);
    EXPECT_THROW(lcs::enqueue_lengths(on_first, on_first, found, {.handle = second.at().handle, .device = 0}),
                 invalid_option);
    EXPECT_THROW((device_set{alignment::device_letters{first.copy(set.letters), set.offsets}, four, second.at()}),
                 invalid_option);
}

// Whatever fails, nothing is lost, and the next call finds its memory.
TEST_F(cuda_device_calls, failures)
{
    auto generator = reference::make_generator();
    caller who{number};
    host_set const set{generator, 20, 50, 4};
    device_set const on_device = who.place(set, first_letters(4));
    cuda::device_buffer<std::uint32_t> memory{who.stream};
    std::uint32_t * const found = memory.reserve(400).data();
    auto const enqueue = [&]()
    {
        return lcs::enqueue_all_pairs(on_device, on_device, found, who.at());
    };
    std::uint8_t const * const letters = who.copy(set.letters);
    for (std::uint64_t const nth : {1, 2})
    {
        release_device_memory();
        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, nth);
        EXPECT_THROW(enqueue(), out_of_device_memory) << nth;
        EXPECT_THROW((device_set{alignment::device_letters{letters, set.offsets}, first_letters(4), who.at()}),
                     out_of_device_memory)
            << nth;
        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 1, 0);
        expect_all(who, on_device, on_device, set, set);
        // If memory is missing, a call frees what is kept for others, and tries again.
        release_device_memory();
        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, nth, 1);
        enqueue().wait();
        emulation::fail(emulation::call::allocate_device, cudaErrorMemoryAllocation, 1, 0);
    }
    emulation::fail(emulation::call::launch, cudaErrorLaunchOutOfResources, 2, 1);
    EXPECT_THROW(enqueue(), device_error);
    emulation::fail(emulation::call::launch, cudaErrorLaunchOutOfResources, 1, 0);
    expect_all(who, on_device, on_device, set, set);
}
#endif
