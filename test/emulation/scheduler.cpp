// SPDX-License-Identifier: BSD-3-Clause

#include "scheduler.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace seqan3_gpulcs::emulation
{

namespace
{

thread_local cuda_thread * current_thread{};

void thread_main() noexcept
{
    cuda_thread & self = *running_thread();
    self.execution.enter();
    self.parent->parent->parent->execute(self);
    self.execution.exit();
}

void resume(cuda_thread & thread)
{
    current_thread = &thread;
    thread.execution.resume();
    current_thread = nullptr;
}

//!\brief One of the bits that are set: the first one from a place on, and round.
unsigned find_bit(uint32_t const bits, unsigned const from)
{
    return (from + static_cast<unsigned>(std::countr_zero(std::rotr(bits, static_cast<int>(from))))) & 31;
}

std::string describe(warp const & which)
{
    uint3 const index{which.parent->index};
    std::ostringstream text;
    text << "block (" << index.x << ", " << index.y << ", " << index.z << "), warp "
         << &which - which.parent->warps.data();
    return text.str();
}

} // namespace

// Not inlined: a fiber may continue on another host thread, and must not keep an address of this one's.
[[gnu::noinline]] cuda_thread * running_thread()
{
    asm volatile("" ::: "memory");
    return current_thread;
}

void warp::complete_collective()
{
    for (uint32_t absent = ~arrived; absent != 0; absent &= absent - 1)
        values[slot][static_cast<unsigned>(std::countr_zero(absent))] = 0xA5A5'A5A5'A5A5'A5A5;
    runnable |= std::exchange(arrived, 0);
    slot ^= 1;
}

void block::release_barrier()
{
    at_barrier = 0;
    for (warp & waiting : warps)
    {
        waiting.runnable |= std::exchange(waiting.at_barrier, 0);
        if (waiting.runnable != 0)
            parent->make_ready(waiting);
    }
}

kernel_launch::kernel_launch(launch_shape const & shape, kernel_call call, uint64_t const seed) :
    shape_{shape},
    call_{std::move(call)},
    random_{seed * 0x9E37'79B9'7F4A'7C15 | 1}
{}

bool kernel_launch::run(uint64_t & budget)
{
    if (blocks_.empty())
        make_blocks();

    while (live_blocks_ > 0 && budget > 0)
    {
        if (turns_ == 0)
        {
            if (ready_.empty())
                throw std::logic_error{describe_deadlock()};
            chosen_ = draw() % ready_.size();
            turns_ = static_cast<unsigned>(1 + draw() % 256);
        }

        warp & chosen = *ready_[chosen_];
        run_chosen_warp(budget);

        if (chosen.runnable == 0)
        {
            turns_ = 0;
            chosen.is_ready = false;
            ready_[chosen_] = ready_.back();
            ready_.pop_back();
        }
        if (chosen.parent->live == 0)
        {
            --live_blocks_;
            if (next_block_ < block_count())
                begin_next_block(*chosen.parent);
        }
    }

    return live_blocks_ == 0;
}

void kernel_launch::run_chosen_warp(uint64_t & budget)
{
    for (warp & chosen = *ready_[chosen_]; turns_ > 0 && budget > 0 && chosen.runnable != 0;)
    {
        --turns_;
        --budget;
        resume(chosen.threads[find_bit(chosen.runnable, static_cast<unsigned>(draw() & 31))]);
        if (!failure_.empty())
            throw std::logic_error{failure_};
    }
}

void kernel_launch::execute(cuda_thread & self)
{
    call_.invoke(call_.arguments.get());

    if (self.execution.has_overflowed())
        fail(self, {"stack overflow"});

    warp & own = *self.parent;
    own.live &= ~(1u << self.lane);
    own.runnable &= ~(1u << self.lane);
    --own.parent->live;
    if (own.arrived != 0 && own.arrived == own.live)
        own.complete_collective();
    if (own.parent->at_barrier != 0 && own.parent->at_barrier == own.parent->live)
        own.parent->release_barrier();
}

void kernel_launch::yield(cuda_thread & self)
{
    turns_ = 0;
    self.execution.suspend();
}

void kernel_launch::fail(cuda_thread & self, std::initializer_list<std::string_view> const message)
{
    failure_ = describe(*self.parent) + ": ";
    for (std::string_view const part : message)
        failure_ += part;
    self.execution.suspend();
}

void kernel_launch::make_ready(warp & chosen)
{
    if (!std::exchange(chosen.is_ready, true))
        ready_.push_back(&chosen);
}

uint64_t kernel_launch::block_count() const
{
    return uint64_t{shape_.grid.x} * shape_.grid.y * shape_.grid.z;
}

uint64_t kernel_launch::draw()
{
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return random_ >> 16;
}

void kernel_launch::make_blocks()
{
    dim3 const size{shape_.threads};
    unsigned const thread_count{size.x * size.y * size.z};
    blocks_.resize(std::min<uint64_t>(block_count(), shape_.resident_blocks));
    for (block & resident : blocks_)
    {
        resident.parent = this;
        resident.shared = allocate(shape_.shared_bytes, 128);
        resident.warps.resize((thread_count + 31) / 32);
        for (unsigned number = 0; number < thread_count; ++number)
        {
            warp & own = resident.warps[number / 32];
            cuda_thread & thread = own.threads[number % 32];
            own.parent = &resident;
            thread.execution.take_stack();
            thread.parent = &own;
            thread.lane = number % 32;
            thread.index = {number % size.x, number / size.x % size.y, number / size.x / size.y};
        }
        begin_next_block(resident);
    }
}

void kernel_launch::begin_next_block(block & resident)
{
    uint64_t const number{next_block_++};
    resident.index = {static_cast<unsigned>(number % shape_.grid.x),
                      static_cast<unsigned>(number / shape_.grid.x % shape_.grid.y),
                      static_cast<unsigned>(number / shape_.grid.x / shape_.grid.y)};
    fill_with_garbage(resident.shared.get(), shape_.shared_bytes);
    ++live_blocks_;
    for (warp & next : resident.warps)
    {
        for (cuda_thread & thread : next.threads)
        {
            if (!thread.execution.has_stack())
                continue;
            thread.execution.start(thread_main, thread.lane);
            next.live |= 1u << thread.lane;
            ++resident.live;
        }
        next.runnable = next.live;
        make_ready(next);
    }
}

//!\brief Names the first warp that waits.
std::string kernel_launch::describe_deadlock() const
{
    for (block const & resident : blocks_)
    {
        for (warp const & waiting : resident.warps)
        {
            if (waiting.live == 0)
                continue;
            std::ostringstream text;
            text << "deadlock: " << describe(waiting) << ": of lanes " << std::hex << waiting.live << ", "
                 << waiting.at_barrier << " wait in __syncthreads and " << waiting.arrived << " in "
                 << (waiting.arrived != 0 ? waiting.name : "no other");
            return text.str();
        }
    }
    return "deadlock";
}

} // namespace seqan3_gpulcs::emulation
