// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The threads of `align_pairwise`, without the headers of the standard library that are slow to compile.
 */

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace seqan3_gpulcs::runtime
{

class thread_team;

} // namespace seqan3_gpulcs::runtime

namespace seqan3_gpulcs::pairwise::detail
{

/*!\brief Threads that wait for the next batch: waking them takes a fraction of the time of starting them.
 *
 * Thread safety: one call at a time.
 */
class batch_threads
{
public:
    //!\brief Starts no thread.
    batch_threads();
    batch_threads(batch_threads const &) = delete;
    batch_threads & operator=(batch_threads const &) = delete;
    //!\brief Ends all threads.
    ~batch_threads();

    /*!\brief Calls a function for each number below a count, on several threads, the calling one among them.
     * \param threads  The number of threads, at least 1.
     * \param count    The number of calls.
     * \param stop     Checked before each call.
     * \param function Called concurrently.
     * \throws The first exception of any call; seqan3_gpulcs::operation_stopped if a stop was requested.
     */
    void for_each_number(unsigned threads,
                         std::size_t count,
                         std::stop_token const & stop,
                         std::function<void(std::size_t)> const & function);

private:
    std::unique_ptr<runtime::thread_team> team_;
};

/*!\brief The steps of the batches of a call. Batches are numbered from 0; three of them exist at a time.
 *
 * The calling thread packs batches and hands them on, in their order. Meanwhile another one may compute another batch.
 */
class batch_steps
{
public:
    //!\brief Takes and packs a batch; returns whether it has pairs.
    virtual bool pack(std::size_t number) = 0;
    //!\brief Whether no pair is left after those packed.
    virtual bool is_last() const = 0;
    //!\brief Computes a batch.
    virtual void compute(std::size_t number, std::stop_token const & stop) = 0;
    //!\brief Hands the results of a batch on, and makes them before, unless they were computed as they are handed on.
    virtual void hand_on(std::size_t number) = 0;

protected:
    ~batch_steps() = default;
};

/*!\brief Runs all batches: while one is computed, the one before it is handed on, and the one after it is packed.
 * \param steps     The steps.
 * \param overlap   Whether to compute in a thread of its own; otherwise the calling thread does everything.
 * \param stop      Also stops the computation.
 * \throws Whatever the steps throw. An exception belongs to its batch: all batches before it are handed on, and none after it.
 *         A batch that is being computed is stopped and forgotten.
 */
void run_batches(batch_steps & steps, bool overlap, std::stop_token const & stop);

} // namespace seqan3_gpulcs::pairwise::detail
