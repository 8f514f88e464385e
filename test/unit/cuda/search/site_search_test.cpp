// SPDX-License-Identifier: BSD-3-Clause

#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <reference/site_check.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

// Primers, and sequences that have copies of them.
struct problem
{
    std::vector<packing::packed_sequence> primers{};
    std::vector<packing::packed_sequence> sequences{};
    primer::site_options options{};

    std::vector<primer::site> find(plan::execution const & execution, primer::statistics * const done = nullptr) const
    {
        return primer::find_sites(reference::views_of(primers),
                                  reference::views_of(sequences),
                                  options,
                                  execution,
                                  done);
    }
};

} // namespace

class cuda_site_search : public device_test
{
protected:
    std::mt19937_64 generator{reference::make_generator()};

    problem make(std::size_t const size, std::size_t const copies, std::string const & letters)
    {
        std::vector<std::string> primers{};
        for (unsigned i = 0; i < 6; ++i)
            primers.push_back(reference::random_text(generator, size + i, "ACGT"));
        primers.push_back(reference::random_text(generator, size, "ACGTRYN"));
        std::vector<std::string> sequences{};
        for (unsigned i = 0; i < 3; ++i)
            sequences.push_back(reference::text_with_copies(generator, primers, copies * i, 5, letters));
        return {reference::pack_all(primers),
                reference::pack_all(sequences),
                {.max_edits = reference::random_size(generator, 4)}};
    }

    void check(problem const & given)
    {
        std::vector<primer::site> const expected = given.find({.backend = plan::backend::cpu});
        for (unsigned const threads : {1u, 3u})
        {
            double last = 0;
            plan::execution execution{.backend = plan::backend::cuda, .threads = threads};
            execution.on_progress = [&](plan::progress const & progress)
            {
                EXPECT_GE(progress.cells_done, last);
                EXPECT_LE(progress.cells_done, progress.cells_total * 1.0001);
                last = progress.cells_done;
            };
            primer::statistics done{};
            ASSERT_EQ(given.find(execution, &done), expected) << threads << " threads";
            ASSERT_EQ(done.backend, plan::backend::cuda);
        }
    }
};

// The text is copied to the device by the first call, and every call finds what the CPU does.
TEST_F(cuda_site_search, prepared_sequences)
{
    problem const given = make(20, 7, "ACGTN");
    std::vector<packing::packed_sequence_view> const sequences = reference::views_of(given.sequences);
    primer::prepared_sequences const prepared{sequences};
    std::vector<primer::site> const expected = given.find({.backend = plan::backend::cpu});
    plan::execution const execution{.backend = plan::backend::cuda, .threads = 2};
    std::vector<std::jthread> threads{};
    for (unsigned thread = 0; thread < 3; ++thread)
        threads.emplace_back(
            [&]()
            {
                for (unsigned round = 0; round < 3; ++round)
                {
                    primer::statistics done{};
                    EXPECT_EQ(primer::find_sites(reference::views_of(given.primers),
                                                 prepared,
                                                 given.options,
                                                 execution,
                                                 &done),
                              expected);
                    EXPECT_EQ(done.backend, plan::backend::cuda);
                    EXPECT_GT(done.device_bytes, 0u);
                }
            });
    threads.clear();
    EXPECT_EQ(primer::find_sites(reference::views_of(given.primers),
                                 prepared,
                                 given.options,
                                 {.backend = plan::backend::cpu}),
              expected);
}

TEST_F(cuda_site_search, equals_the_cpu)
{
    for (std::size_t const size : {5, 16, 27, 40, 60, 130})
        for (std::string const letters : {"ACGT", "ACGTACGTACGTN"})
        {
            problem given = make(size, 6, letters);
            ASSERT_NO_FATAL_FAILURE(check(given));
            given.options.max_three_prime_edits = 1;
            given.options.both_strands = false;
            ASSERT_NO_FATAL_FAILURE(check(given));
            given.options.mismatches_only = true;
            given.options.cuts_at_ambiguous = true;
            ASSERT_NO_FATAL_FAILURE(check(given));
        }
}

// More hits than there is room for at a time.
TEST_F(cuda_site_search, found_everywhere)
{
    std::string const text = reference::random_text(generator, reference::is_instrumented ? 20'000 : 200'000, "A")
                           + reference::random_text(generator, 1000, "ACGT");
    problem given{reference::pack_all({std::string(20, 'A'), std::string(22, 'T'), "ACGTACGTACGTNNN"}),
                  reference::pack_all({text, "ACGT"}),
                  {.max_edits = 3}};
    check(given);
}

TEST_F(cuda_site_search, stop)
{
    std::size_t const primers = on_emulation ? 500 : 20'000;
    std::size_t const letters = on_emulation ? 200'000 : 50'000'000;
    std::string const primer = reference::random_text(generator, 25, "ACGT");
    problem const given{reference::pack_all(std::vector<std::string>(primers, primer)),
                        reference::pack_all({reference::random_text(generator, letters, "ACGT")}),
                        {.max_edits = 3}};
    std::stop_source source{};
    plan::execution execution{.backend = plan::backend::cuda, .threads = 2};
    execution.stop = source.get_token();
    execution.on_progress = [&](plan::progress const & progress)
    {
        EXPECT_LE(progress.cells_done, progress.cells_total);
        source.request_stop();
    };
    EXPECT_THROW(given.find(execution), operation_stopped);
}

TEST_F(cuda_site_search, nothing_to_search)
{
    problem given{reference::pack_all({"ACGTACGT"}), reference::pack_all({"", "NNNNNNNNNNNN", "-"}), {.max_edits = 1}};
    for (plan::backend const backend : {plan::backend::cpu, plan::backend::cuda, plan::backend::automatic})
        EXPECT_TRUE(given.find({.backend = backend}).empty());
}

#if defined(SEQAN3_GPULCS_EMULATION)

// The text stays on the host, and goes to the device in parts.
TEST_F(cuda_site_search, small_device)
{
    problem const given = make(21, 200, "ACGT");
    cudaDeviceProp device = emulation::default_device();
    device.totalGlobalMem = emulation::allocated_bytes() + 5'000;
    emulation::set_devices({device});
    check(given);
}

TEST_F(cuda_site_search, two_devices)
{
    problem const given = make(21, 60, "ACGT");
    emulation::set_devices({emulation::default_device(), emulation::default_device()});
    check(given);
}

TEST_F(cuda_site_search, the_cpu_takes_over)
{
    problem const given = make(21, 60, "ACGT");
    std::vector<primer::site> const expected = given.find({.backend = plan::backend::cpu});
    emulation::fail(emulation::call::launch, cudaErrorMemoryAllocation, 1);
    EXPECT_THROW(given.find({.backend = plan::backend::cuda}), out_of_device_memory);
    EXPECT_EQ(given.find({}), expected);
}

#endif
