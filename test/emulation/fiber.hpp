// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Functions with stacks of their own, which run in turns on one host thread.
 */

#pragma once

#include <cstddef>
#include <memory>

#if !(defined(__x86_64__) && defined(__linux__))
#    include <ucontext.h>
#endif

namespace seqan3_gpulcs::emulation
{

#if defined(__x86_64__) && defined(__linux__)
//!\brief The stack pointer; the registers are on the stack.
using context = void *;
#else
using context = ucontext_t;
#endif

//!\brief The state of a suspended function. Any host thread may resume it.
class fiber
{
public:
    fiber() = default;
    fiber(fiber &&) = default;

    //!\brief Keeps the stack for another fiber. The objects of a suspended function are not destroyed.
    ~fiber();

    //!\brief Takes a stack; a fiber without one cannot start.
    void take_stack();

    bool has_stack() const
    {
        return stack_ != nullptr;
    }

    /*!\brief The next resume() calls the function.
     * \param entry  Calls enter() first and exit() last, and never returns.
     * \param number Fibers with different numbers use different cache sets.
     */
    void start(void (*entry)(), unsigned number);

    //!\brief Continues the function until it suspends itself or exits.
    void resume();

    //!\brief In the function: must be called first.
    void enter();

    //!\brief In the function: back to resume().
    void suspend();

    //!\brief In the function: back to resume() for the last time.
    void exit();

    //!\brief Whether the function has used more than its stack.
    bool has_overflowed() const;

private:
    std::unique_ptr<std::byte[]> stack_{};
    context self_{};
    context host_{};
    // For AddressSanitizer.
    [[maybe_unused]] void * fake_stack_{};
    [[maybe_unused]] void const * host_stack_{};
    [[maybe_unused]] size_t host_stack_bytes_{};
};

} // namespace seqan3_gpulcs::emulation
