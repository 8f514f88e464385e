// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many pairs in shares, on which threads of the host work at the same time.
 */

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief A share has no more pairs than that: one thread prepares them.
inline constexpr std::size_t most_pairs_of_share{8192};

//!\brief The letters of a pair.
inline std::uint64_t letters_of(lcs::sequence_pair const & pair) noexcept
{
    return pair.first.size() + pair.second.size();
}

/*!\brief Cuts pairs into shares.
 * \param pairs           All pairs.
 * \param chosen          Those that are cut.
 * \param most_pairs      A share has no more pairs than that.
 * \param most_letters    And not many more letters.
 * \param belong_together Whether two pairs, by their numbers, may be in one share.
 * \returns Where each share begins in `chosen`, and the end.
 */
template <typename belong_together_t>
std::vector<std::size_t> share_borders(std::span<lcs::sequence_pair const> const pairs,
                                       std::vector<std::size_t> const & chosen,
                                       std::size_t const most_pairs,
                                       std::uint64_t const most_letters,
                                       belong_together_t const & belong_together)
{
    std::vector<std::size_t> borders{0};
    std::uint64_t letters = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        letters += letters_of(pairs[chosen[i]]);
        if (i + 1 == chosen.size() || i + 1 - borders.back() == most_pairs || letters > most_letters
            || !belong_together(chosen[i], chosen[i + 1]))
        {
            borders.push_back(i + 1);
            letters = 0;
        }
    }
    return borders;
}

/*!\brief Runs shares of work on several host threads; each has one share on the device and one in hand.
 * \tparam slot_t    Is made of a stream_context, and has its `batch`.
 * \param device     The number of the device.
 * \param contexts Lends what is needed of it.
 * \param shares     The number of shares.
 * \param threads    The number of threads.
 * \param control    Progress and stop.
 * \param make       `make(slot, number)` prepares a share.
 * \param start      `start(slot)` starts it, and once more where memory was missing.
 * \param finish     `finish(slot, found)` is told what its batch has found.
 * \returns The shares for which there was not enough memory.
 * \throws seqan3_gpulcs::device_error, seqan3_gpulcs::operation_stopped, and what the progress callback throws.
 */
template <typename slot_t, typename make_t, typename start_t, typename finish_t>
std::vector<std::size_t> run_shares(unsigned const device,
                                    stream_context_pool & contexts,
                                    std::size_t const shares,
                                    unsigned const threads,
                                    runtime::task_control & control,
                                    make_t const & make,
                                    start_t const & start,
                                    finish_t const & finish)
{
    std::atomic<std::size_t> next_share{0};
    std::vector<std::size_t> without_memory{};
    std::mutex without_memory_mutex{};

    auto const work = [&]()
    {
        scoped_device const current{device};
        slot_t slots[2]{{contexts.lend(device)}, {contexts.lend(device)}};
        auto const check = [&]()
        {
            control.check();
        };
        auto const finish_started = [&](slot_t & slot)
        {
            if (slot.batch.is_started())
                finish(slot, slot.batch.finish(check));
            check();
        };
        auto const has_started = [&](slot_t & slot)
        {
            try
            {
                start(slot);
            }
            catch (out_of_device_memory const &)
            {
                if (slot.batch.is_started())
                    throw;
            }
            return slot.batch.is_started();
        };

        unsigned turn = 0;
        for (std::size_t number = next_share++; number < shares; number = next_share++)
        {
            slot_t & free = slots[turn++ % 2];
            finish_started(free);
            make(free, number);
            if (has_started(free))
                continue;

            // What this thread has in work makes room, and what is only kept for other computations.
            slot_t & other = slots[turn % 2];
            finish_started(other);
            other.context->release();
            free.context->release();
            contexts.release_idle(device);
            if (has_started(free))
                continue;
            free.context->release();
            std::scoped_lock const lock{without_memory_mutex};
            without_memory.push_back(number);
        }
        for (unsigned i = 0; i < 2; ++i)
            finish_started(slots[turn++ % 2]);
    };
    control.run_team(static_cast<unsigned>(std::min<std::size_t>(threads, shares)), work);
    return without_memory;
}

} // namespace seqan3_gpulcs::cuda
