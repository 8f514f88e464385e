// SPDX-License-Identifier: BSD-3-Clause

#include "fiber.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#    include <sanitizer/asan_interface.h>
#    include <sanitizer/common_interface_defs.h>
#endif

#if defined(__x86_64__) && defined(__linux__)
// swapcontext() saves the signal mask as well: system calls, which would take ten times as long as all the rest. The
// jump at the end is twice as fast as a return, which the processor would expect to lead elsewhere.
extern "C" void seqan3_gpulcs_switch_context(void ** from, void * to);

asm(R"(
    .pushsection .text
    .globl seqan3_gpulcs_switch_context
    .hidden seqan3_gpulcs_switch_context
    .type seqan3_gpulcs_switch_context, @function
seqan3_gpulcs_switch_context:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmpq *%rcx
    .size seqan3_gpulcs_switch_context, .-seqan3_gpulcs_switch_context
    .popsection
)");
#endif

namespace seqan3_gpulcs::emulation
{

namespace
{

#if defined(__SANITIZE_ADDRESS__)
constexpr size_t stack_bytes{256 << 10};
#else
constexpr size_t stack_bytes{64 << 10};
#endif

//!\brief At the end of each stack.
constexpr uint64_t canary{0x5AFE'57AC'5AFE'57AC};

#if defined(__x86_64__) && defined(__linux__)
void switch_context(context & from, context & to)
{
    seqan3_gpulcs_switch_context(&from, to);
}

void prepare(context & state, std::byte * const stack, size_t const bytes, void (*entry)())
{
    // Six registers, the return address, and one that is never used.
    auto const top = (reinterpret_cast<uintptr_t>(stack) + bytes) & ~uintptr_t{15};
    auto * const words = reinterpret_cast<uintptr_t *>(top) - 8;
    std::fill_n(words, 8, 0);
    words[6] = reinterpret_cast<uintptr_t>(entry);
    state = words;
}
#else
void switch_context(context & from, context & to)
{
    swapcontext(&from, &to);
}

void prepare(context & state, std::byte * const stack, size_t const bytes, void (*entry)())
{
    getcontext(&state);
    state.uc_stack.ss_sp = stack;
    state.uc_stack.ss_size = bytes;
    state.uc_link = nullptr;
    makecontext(&state, entry, 0);
}
#endif

//!\brief Stacks that wait for the next fiber.
struct stack_pool
{
    std::mutex mutex;
    std::vector<std::unique_ptr<std::byte[]>> stacks;
};

// Never destroyed: fibers may outlive a static object. Not in a function: ThreadSanitizer would not see its guard here.
stack_pool & pool{*new stack_pool};

} // namespace

fiber::~fiber()
{
    if (!has_stack())
        return;
    std::scoped_lock lock{pool.mutex};
    pool.stacks.push_back(std::move(stack_));
}

void fiber::take_stack()
{
    std::scoped_lock lock{pool.mutex};
    if (pool.stacks.empty())
        pool.stacks.push_back(std::make_unique_for_overwrite<std::byte[]>(stack_bytes));
    stack_ = std::move(pool.stacks.back());
    pool.stacks.pop_back();
}

void fiber::start(void (*entry)(), unsigned const number)
{
#if defined(__SANITIZE_ADDRESS__)
    __asan_unpoison_memory_region(stack_.get(), stack_bytes);
#endif
    std::memcpy(stack_.get(), &canary, sizeof canary);
    // Stacks that began at the same place of their pages would push each other out of the caches.
    prepare(self_, stack_.get(), stack_bytes - number % 32 * 192, entry);
}

void fiber::resume()
{
#if defined(__SANITIZE_ADDRESS__)
    void * fake_stack{};
    __sanitizer_start_switch_fiber(&fake_stack, stack_.get(), stack_bytes);
#endif
    switch_context(host_, self_);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

void fiber::enter()
{
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, &host_stack_, &host_stack_bytes_);
#endif
}

void fiber::suspend()
{
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&fake_stack_, host_stack_, host_stack_bytes_);
#endif
    switch_context(self_, host_);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fake_stack_, &host_stack_, &host_stack_bytes_);
#endif
}

void fiber::exit()
{
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(nullptr, host_stack_, host_stack_bytes_);
#endif
    switch_context(self_, host_);
}

bool fiber::has_overflowed() const
{
    return std::memcmp(stack_.get(), &canary, sizeof canary) != 0;
}

} // namespace seqan3_gpulcs::emulation
