// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A simulation of how one pair is computed by several devices and hosts.
 */

#pragma once

#include <cstdint>
#include <vector>

#include "cuda/strip/tuning_strip.hpp"

namespace seqan3_gpulcs::simulation
{

//!\brief A device. By default an H200, with the library's own costs of the kernels.
struct device_model
{
    unsigned multiprocessors{132};
    double clock_hz{1.98e9};
    cuda::kernel_costs costs{cuda::kernel_costs_on(90)};

    //!\brief The warps that work at a time, one for each scheduler.
    unsigned warps() const noexcept
    {
        return multiprocessors * cuda::schedulers_per_multiprocessor;
    }
};

//!\brief A host, all of whose devices are the same.
struct host_model
{
    device_model device{};
    unsigned devices{1};
    double link_seconds{0.72e-6}; //!< For a store to be seen by another device: half of a round trip.
    std::uint64_t wave_strips{};  //!< Those that a device has before the next has its turn; 0: the same in all rounds.
    std::uint64_t column_groups{16}; //!< The parts of a strip that are simulated one by one.
};

//!\brief Hosts, all of which are the same; each is a rank.
struct cluster_model
{
    host_model host{};
    unsigned hosts{1};
    double message_seconds{10e-6}; //!< The latency of a message.
    double bytes_per_second{10e9}; //!< Of a message.
    std::uint64_t chunk_columns{}; //!< Those of a launch, if there are several hosts; 0: as many as the library takes.
    double chunk_seconds{200e-6};  //!< A launch beside its kernel: copies of sequences and borders.
};

//!\brief A launch of strips on the devices of a host. All times in the same unit.
struct strip_schedule
{
    std::uint64_t strips{};
    std::uint64_t groups{};      //!< The groups of columns of a strip, one after the other.
    double group_time{};         //!< What a group takes.
    double lag{};                //!< A group can begin so much later than in the strip above.
    double tail{};               //!< From the end of the first lane to that of the last.
    unsigned devices{1};         //!< Strips go round them in waves.
    unsigned warps{};            //!< Of each device.
    std::uint64_t wave_strips{}; //!< The strips of a wave.
    double link_time{};          //!< How much longer the lag is where the strip above is on another device.

    //!\brief Which device computes a strip.
    unsigned device_of(std::uint64_t const strip) const noexcept
    {
        return static_cast<unsigned>(strip / wave_strips % devices);
    }

    //!\brief The lag of a strip.
    double lag_of(std::uint64_t const strip) const noexcept
    {
        return strip != 0 && device_of(strip) != device_of(strip - 1) ? lag + link_time : lag;
    }

    //!\brief What a strip takes that never waits.
    double strip_time() const noexcept
    {
        return static_cast<double>(groups) * group_time + tail;
    }
};

//!\brief What the warps do all the time: the sum over all warps.
struct time_use
{
    double computing{}; //!< Columns of strips.
    double fill{};      //!< Waiting for the first strip's first columns.
    double waiting{};   //!< Waiting for the strip above later.
    double imbalance{}; //!< Fewer strips than other warps.
    double drain{};     //!< Done before the last one.
    double hosts{};     //!< The host has no launch: it waits for another one, or copies.

    //!\brief All of it.
    double all() const noexcept
    {
        return computing + fill + waiting + imbalance + drain + hosts;
    }

    //!\brief Adds some number of times another one.
    void add(time_use const & other, double const times) noexcept;
};

//!\brief What a simulation finds.
struct outcome
{
    double time{};
    time_use use{};
};

//!\brief Simulates a launch: strips times groups steps.
outcome simulate_strips(strip_schedule const & schedule);

//!\brief Parts of a matrix that ranks compute: chunks of columns go from one rank to the next.
struct chunk_schedule
{
    std::vector<std::vector<double>> times{}; //!< Of each rank, for each chunk.
    double message_time{};                    //!< From the end of a chunk until the next rank has its border.
};

//!\brief The time until the last rank is done with the last chunk.
double simulate_chunks(chunk_schedule const & schedule);

//!\brief A pair, and the kernel that computes it.
struct pair_task
{
    std::uint64_t rows{};
    std::uint64_t columns{};
    cuda::kernel_shape shape{};
};

//!\brief The schedule of a pair, or of a part of one, on one host.
strip_schedule make_strip_schedule(pair_task const & task, host_model const & host);

//!\brief Simulates a pair.
outcome simulate_pair(pair_task const & task, cluster_model const & cluster);

//!\brief Two lengths, and maybe a kernel.
struct pair_question
{
    std::uint64_t first{};
    std::uint64_t second{};
    unsigned words{}; //!< The words of a lane; 0: those that take the least time.
};

//!\brief What takes the least time.
struct simulated_pair
{
    pair_task task{};
    outcome found{};

    //!\brief The strips of the whole matrix.
    std::uint64_t strips() const noexcept;
};

/*!\brief Simulates a pair with each choice of rows and kernel.
 * \throws std::invalid_argument if there is no kernel with these words
 */
simulated_pair simulate_best(pair_question const & question, cluster_model const & cluster);

} // namespace seqan3_gpulcs::simulation
