// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Teams of devices, and what they compute together.
 */

#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/peer_buffer.hpp"
#include "cuda/strip/divided_pair.hpp"
#include "unit/cuda/device_test.hpp"

namespace seqan3_gpulcs
{

inline plan::execution const on_cpu{.backend = plan::backend::cpu};

// Teams of devices: emulated ones, or those that there are.
class divided_devices : public device_test
{
protected:
    static constexpr unsigned max_devices{4};

    void SetUp() override
    {
        device_test::SetUp();
        if (IsSkipped() || HasFatalFailure())
            return;
#if defined(SEQAN3_GPULCS_EMULATION)
        std::vector<cudaDeviceProp> devices(max_devices, emulation::default_device());
        for (cudaDeviceProp & device : devices)
        {
            device.multiProcessorCount = 1;
            device.clockRate = 1; // so slow that starting a launch takes no time beside it
        }
        emulation::set_devices(devices);
        emulation::slice = 20'000;
#endif
        for (device const & each : cuda::find_devices(false).devices)
            if (each.usable() && numbers.size() < max_devices)
                numbers.push_back(each.number);
        set_sizes(min_size + reference::random_size(generator, max_size),
                  min_size + reference::random_size(generator, max_size),
                  4);
    }

    void TearDown() override
    {
#if defined(SEQAN3_GPULCS_EMULATION)
        emulation::slice = 200'000;
#endif
    }

    // 2, 4 or 8 bits a letter.
    void set_sizes(std::size_t const rows, std::size_t const columns, unsigned const alphabet)
    {
        first_letters = reference::random_letters(generator, rows, alphabet);
        second_letters = reference::mutate(generator, first_letters, alphabet, 200);
        second_letters.resize(columns, 1);
        first = packing::pack(first_letters);
        second = packing::pack(second_letters);
    }

    // Some devices, in any order.
    std::vector<unsigned> random_devices(std::size_t const count)
    {
        std::vector<unsigned> chosen{numbers};
        std::ranges::shuffle(chosen, generator);
        chosen.resize(count);
        return chosen;
    }

    bool has_peer_access() const
    {
        return std::ranges::all_of(numbers,
                                   [this](unsigned const one)
                                   {
                                       return std::ranges::all_of(numbers,
                                                                  [one](unsigned const other)
                                                                  {
                                                                      return cuda::can_access(one, other);
                                                                  });
                                   });
    }

    alignment::sequence_pair pair() const noexcept
    {
        return {first, second};
    }

    static constexpr std::size_t min_size{4100};
    static constexpr std::size_t max_size{reference::is_instrumented ? 1500 : 5000};

    std::mt19937_64 generator{reference::make_generator()};
    bool hands_over_through_host{generator() % 2 == 1};
    std::vector<unsigned> numbers{};
    std::vector<std::uint8_t> first_letters{};
    std::vector<std::uint8_t> second_letters{};
    packing::packed_sequence first{};
    packing::packed_sequence second{};
    cuda::stream_context_pool contexts{};
    plan::execution execution{.threads = 2};
    runtime::task_control control{execution, 1e9};
};

} // namespace seqan3_gpulcs
