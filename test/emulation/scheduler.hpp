// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Runs the threads of a kernel in random order: a fiber for each.
 *
 * A block that is resident keeps its place until all of its threads have exited; then the next block takes it. So kernels
 * whose blocks wait for one another fail if they need more blocks at a time than a device would have.
 */

#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_runtime.h"
#include "fiber.hpp"
#include "memory.hpp"

namespace seqan3_gpulcs::emulation
{

struct warp;
struct block;
class kernel_launch;

//!\brief A CUDA thread.
struct cuda_thread
{
    fiber execution;
    warp * parent;
    unsigned lane;
    uint3 index;
};

struct warp
{
    block * parent;
    uint32_t live;       //!< Lanes that have not exited.
    uint32_t runnable;   //!< Those of them that wait for nothing.
    uint32_t at_barrier; //!< Those that wait for the other warps of the block.
    bool is_ready;       //!< Whether the scheduler has it in its list.

    // The collective at which lanes arrive. Two sets of values take turns: when the last lane has arrived at one
    // collective, all lanes have read the values of the one before it.
    std::string_view name;
    uint32_t arrived;
    unsigned slot;
    std::array<std::array<uint64_t, 32>, 2> values;

    std::array<cuda_thread, 32> threads;

    //!\brief All live lanes have arrived at the collective.
    void complete_collective();
};

struct block
{
    kernel_launch * parent;
    uint3 index;
    unsigned live;
    unsigned at_barrier;
    aligned_memory shared;
    std::vector<warp> warps;

    //!\brief All live threads have arrived at the barrier.
    void release_barrier();
};

//!\brief The parameters of a launch, and how many blocks are resident at a time.
struct launch_shape
{
    dim3 grid;
    dim3 threads;
    size_t shared_bytes;
    size_t resident_blocks;
};

//!\brief A kernel that has been launched.
class kernel_launch
{
public:
    //!\brief The order in which the threads run follows from the seed.
    kernel_launch(launch_shape const & shape, kernel_call call, uint64_t seed);

    kernel_launch(kernel_launch const &) = delete;

    /*!\brief Runs some of it.
     * \param budget How many times threads may be resumed; is decreased. How it is divided among calls changes nothing.
     * \returns Whether all threads have exited.
     * \throws std::logic_error if the kernel breaks a rule of CUDA.
     */
    bool run(uint64_t & budget);

    launch_shape const & shape() const
    {
        return shape_;
    }

    // For its threads, while they run.

    //!\brief The first and the last thing that a thread does.
    void execute(cuda_thread & self);

    //!\brief Ends the turn of the warp.
    void yield(cuda_thread & self);

    //!\brief Ends the kernel. Nothing that has to be freed may be on the stack then.
    void fail(cuda_thread & self, std::initializer_list<std::string_view> message);

    //!\brief The scheduler may choose the warp again.
    void make_ready(warp & chosen);

private:
    launch_shape const shape_;
    kernel_call const call_;
    uint64_t random_;

    std::vector<block> blocks_;
    std::vector<warp *> ready_;
    uint64_t next_block_{};
    uint64_t live_blocks_{};
    size_t chosen_{};  // which one of the ready warps
    unsigned turns_{}; // how many times the chosen one is still resumed
    std::string failure_;

    uint64_t block_count() const;
    uint64_t draw();
    void make_blocks();
    void begin_next_block(block & resident);
    void run_chosen_warp(uint64_t & budget);
    std::string describe_deadlock() const;
};

//!\brief The thread that runs on this host thread; none outside of kernels.
cuda_thread * running_thread();

} // namespace seqan3_gpulcs::emulation
