// SPDX-License-Identifier: BSD-3-Clause

#include "schedule_check.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "schedule_model.hpp"

namespace seqan3_gpulcs::simulation
{

namespace
{

constexpr long never{-1};

// A strip of blocks of columns, and when each of them began.
struct ticking_strip
{
    std::vector<long> begun{};
    std::size_t block{};
    long busy_until{never};
    bool is_taken{};
    bool is_done{};
};

// A chunk of columns: when its border is there, and its blocks.
struct ticking_chunk
{
    long border{};
    std::size_t blocks{};
};

// The strips of all chunks; a clock goes from tick to tick, and each warp does what it can do then.
class ticking_clock
{
public:
    ticking_clock(strip_schedule const & schedule, std::vector<ticking_chunk> const & chunks, long const block_time) :
        schedule_{schedule},
        chunks_{chunks},
        block_time_{block_time},
        free_warps_(schedule.devices, schedule.warps)
    {
        for (ticking_chunk const & chunk : chunks)
            strips_.insert(strips_.end(),
                           schedule.strips,
                           ticking_strip{.begun = std::vector<long>(chunk.blocks, never)});
    }

    // The time of the last one, and what all warps waited for in strips.
    long run()
    {
        while (std::ranges::any_of(strips_,
                                   [](ticking_strip const & strip)
                                   {
                                       return !strip.is_done;
                                   }))
        {
            // Strips that are done make room for others.
            for (std::size_t number = 0; number < strips_.size(); ++number)
                end(number);
            for (std::size_t number = 0; number < strips_.size(); ++number)
                begin(number);
            ++now_;
        }
        return now_ - 1;
    }

private:
    void end(std::size_t const number)
    {
        ticking_strip & strip = strips_[number];
        bool const is_last = strip.block == strip.begun.size();
        if (strip.is_done || !is_last || now_ < strip.busy_until + static_cast<long>(schedule_.tail))
            return;
        strip.is_done = true;
        ++free_warps_[schedule_.device_of(number % schedule_.strips)];
    }

    // There are two launches at a time.
    bool is_launched(std::size_t const chunk) const
    {
        auto const end = static_cast<std::ptrdiff_t>(chunk < 2 ? 0 : (chunk - 1) * schedule_.strips);
        return now_ >= chunks_[chunk].border
            && std::all_of(strips_.begin(),
                           strips_.begin() + end,
                           [](ticking_strip const & strip)
                           {
                               return strip.is_done;
                           });
    }

    void begin(std::size_t const number)
    {
        ticking_strip & strip = strips_[number];
        std::size_t const in_chunk = number % schedule_.strips;
        std::size_t const chunk = number / schedule_.strips;
        unsigned & free_warps = free_warps_[schedule_.device_of(in_chunk)];
        if (!strip.is_taken && free_warps != 0 && is_launched(chunk))
        {
            strip.is_taken = true;
            --free_warps;
        }
        if (!strip.is_taken || strip.block == strip.begun.size() || now_ < strip.busy_until)
            return;
        if (chunk != 0 && !strips_[number - schedule_.strips].is_done)
            return;
        if (in_chunk != 0)
        {
            long const above = strips_[number - 1].begun[strip.block];
            if (above == never || now_ < above + static_cast<long>(schedule_.lag_of(in_chunk)))
                return;
        }
        strip.begun[strip.block++] = now_;
        strip.busy_until = now_ + block_time_;
    }

    strip_schedule const schedule_;
    std::vector<ticking_chunk> const chunks_;
    long const block_time_;
    std::vector<ticking_strip> strips_{};
    std::vector<unsigned> free_warps_;
    long now_{};
};

bool check_strips(std::mt19937 & generator)
{
    auto const up_to = [&generator](unsigned const max)
    {
        return std::uniform_int_distribution<unsigned>{1, max}(generator);
    };
    // Groups of blocks are as good as blocks.
    unsigned const block_time = up_to(5);
    strip_schedule const schedule{.strips = up_to(24),
                                  .groups = up_to(6),
                                  .group_time = static_cast<double>(block_time),
                                  .lag = static_cast<double>(up_to(9)),
                                  .tail = static_cast<double>(up_to(4) - 1),
                                  .devices = up_to(4),
                                  .warps = up_to(4),
                                  .wave_strips = up_to(6),
                                  .link_time = static_cast<double>(up_to(8) - 1)};
    // The border of the first one is there at once.
    std::vector<chunk> chunks{};
    std::vector<ticking_chunk> ticking_chunks{};
    unsigned border = 0;
    for (unsigned left = up_to(4); left != 0; --left)
    {
        unsigned const blocks = up_to(3);
        chunks.push_back({static_cast<double>(blocks * block_time), static_cast<double>(border)});
        ticking_chunks.push_back({static_cast<long>(border), schedule.groups * blocks});
        border += up_to(200);
    }
    chunks_outcome const found = simulate_chunks(schedule, chunks, 0);
    long const expected = ticking_clock{schedule, ticking_chunks, block_time}.run();
    double computing = 0;
    for (chunk const & one : chunks)
        computing += static_cast<double>(schedule.strips)
                   * (static_cast<double>(schedule.groups) * one.group_time + schedule.tail);
    bool const is_same = found.done.back() == static_cast<double>(expected);
    bool const is_whole =
        found.use.all() == found.done.back() * schedule.devices * schedule.warps && found.use.computing == computing;
    if (!is_same || !is_whole)
        std::fprintf(stderr,
                     "%llu strips of %llu groups, %zu chunks: %g ticks in place of %ld; in all warps %g\n",
                     static_cast<unsigned long long>(schedule.strips),
                     static_cast<unsigned long long>(schedule.groups),
                     chunks.size(),
                     found.done.back(),
                     expected,
                     found.use.all());
    return is_same && is_whole;
}

// Where all parts take the same time, the last host begins when the others have done one chunk each.
bool check_hosts(std::size_t const hosts, std::size_t const chunks)
{
    double const part = 5;
    double const message = 3;
    strip_schedule const one_strip{.strips = 1,
                                   .groups = 1,
                                   .group_time = part,
                                   .lag = 1,
                                   .warps = 1,
                                   .wave_strips = 1};
    double const found = simulate_hosts({.hosts = std::vector(hosts, one_strip),
                                         .chunks = std::vector(chunks, chunk{.group_time = part}),
                                         .message_time = message})
                             .time;
    double const expected = static_cast<double>(hosts - 1) * (part + message) + static_cast<double>(chunks) * part;
    if (found != expected)
        std::fprintf(stderr, "%zu hosts, %zu chunks: %g in place of %g\n", hosts, chunks, found, expected);
    return found == expected;
}

struct measured_pair
{
    std::uint64_t first{};
    std::uint64_t second{};
    unsigned words{};
    double seconds{};
};

// The kernels of H200s, and the words per lane that the library chose; see doc/benchmarks/h200.md and doc/scaling.md.
constexpr measured_pair measured_pairs[]{{100'000, 100'000, 2, 1.82e-3},
                                         {1'000'000, 1'000'000, 2, 18.0e-3},
                                         {4'600'000, 4'600'000, 9, 181e-3},
                                         {20'000'000, 10'000'000, 19, 1.387},
                                         {100'000'000, 100'000'000, 32, 65.38}};

constexpr measured_pair measured_distance{100'000'000, 100'000'000, 11, 214};

// With the same kernel, to 2.5 %.
bool check_measured(measured_pair const & measured, kernel_model const & kernels)
{
    cluster_model const one_device{.host{.device{.kernels = kernels}}};
    simulated_pair const simulated = simulate_best({measured.first, measured.second}, one_device);
    double const ratio = simulated.found.time / measured.seconds;
    bool const is_right = simulated.task.shape.words == measured.words && ratio > 0.975 && ratio < 1.025;
    if (!is_right)
        std::fprintf(stderr,
                     "%llu x %llu: %u words and %g s in place of %u and %g s\n",
                     static_cast<unsigned long long>(measured.first),
                     static_cast<unsigned long long>(measured.second),
                     simulated.task.shape.words,
                     simulated.found.time,
                     measured.words,
                     measured.seconds);
    return is_right;
}

} // namespace

bool check_simulation()
{
    bool is_right = true;
    for (measured_pair const & measured : measured_pairs)
        is_right &= check_measured(measured, {});
    is_right &= check_measured(measured_distance, edit_kernels);
    std::mt19937 generator{1};
    for (unsigned round = 0; round < 2000; ++round)
        is_right &= check_strips(generator);
    for (std::size_t hosts = 1; hosts <= 5; ++hosts)
        for (std::size_t chunks = 1; chunks <= 5; ++chunks)
            is_right &= check_hosts(hosts, chunks);
    return is_right;
}

} // namespace seqan3_gpulcs::simulation
