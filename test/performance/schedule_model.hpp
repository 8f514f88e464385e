// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A simulation of how one pair is computed by several devices and hosts.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuda/strip/tuning_strip.hpp"

namespace seqan3_gpulcs::simulation
{

//!\brief The kernels of a metric, and what they cost.
struct kernel_model
{
    cuda::kernel_costs costs{cuda::lcs_costs};
    std::span<cuda::kernel_shape const> shapes{cuda::kernel_shapes};
};

//!\brief The library's own kernels for edit distances.
inline constexpr kernel_model edit_kernels{cuda::edit_costs, cuda::edit_shapes};

//!\brief A device. By default an H200, with the library's own kernels for longest common subsequences.
struct device_model
{
    unsigned multiprocessors{132};
    double clock_hz{1.98e9};
    kernel_model kernels{};

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
    double chunk_seconds{2e-3};    //!< From the end of a launch until the host has its borders.
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

    //!\brief Adds another one.
    void add(time_use const & other) noexcept;
};

//!\brief What a simulation finds.
struct outcome
{
    double time{};
    time_use use{};
};

//!\brief Simulates a launch: strips times groups steps.
outcome simulate_strips(strip_schedule const & schedule);

//!\brief A chunk of columns.
struct chunk
{
    double group_time{}; //!< What a group of a strip takes.
    double border{};     //!< When the upper border is there.
};

//!\brief What a simulation of chunks finds.
struct chunks_outcome
{
    std::vector<double> done{}; //!< When each of them is done.
    time_use use{};             //!< From the first border on.
};

/*!\brief Simulates a launch for each of some chunks of columns, all with the same strips.
 * \param schedule  The strips; the time of a group is that of the chunk.
 * \param chunks    The chunks.
 * \param host_time What the host takes from the end of a launch until it has copied what that has found.
 *
 * A launch begins where warps of the one before have no strips any more, and a strip when the launch before is done with it. There
 * are two launches at a time.
 */
chunks_outcome simulate_chunks(strip_schedule const & schedule, std::vector<chunk> const & chunks, double host_time);

//!\brief Hosts: chunks of columns go from each to the next one.
struct host_schedule
{
    std::vector<strip_schedule> hosts{}; //!< The strips of each host.
    std::vector<chunk> chunks{};         //!< The chunks; all borders of the first host are there.
    double host_time{};                  //!< See simulate_chunks().
    double message_time{};               //!< From a host that has a border to the next one.
};

//!\brief Simulates hosts.
outcome simulate_hosts(host_schedule const & schedule);

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
