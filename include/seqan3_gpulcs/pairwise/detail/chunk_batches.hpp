// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The batches of a chunk of pairs of `align_pairwise`.
 */

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>

#include <seqan3_gpulcs/configuration/detail/bit_parallel_element.hpp>
#include <seqan3_gpulcs/pairwise/detail/batch_pipeline.hpp>
#include <seqan3_gpulcs/pairwise/detail/packed_batch.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

/*!\brief What stays from one chunk to the next: memory and threads.
 *
 * A copy has resources of its own, so that it may be used concurrently.
 */
struct chunk_resources
{
    chunk_resources() = default;

    //!\brief Copies nothing.
    chunk_resources(chunk_resources const &) : chunk_resources{}
    {}

    //!\brief Copies nothing.
    chunk_resources & operator=(chunk_resources const &) noexcept
    {
        return *this;
    }

    std::array<batch_memory, 2> memory{}; //!< The memory of the batch that is computed, and of the next one.
    batch_threads team{};                 //!< The threads that pack.
    batch_threads computing_team{};       //!< The threads that compute what is not packed.
};

/*!\brief Takes the pairs of a chunk and packs them, batch by batch; a derived class computes them and hands on the results.
 * \tparam iterator_t The iterator of the range of pairs and ids.
 * \tparam sentinel_t The sentinel of that range.
 * \tparam letter_t   The alphabet in which letters are compared.
 */
template <typename iterator_t, typename sentinel_t, typename letter_t>
class chunk_batches : public batch_steps
{
public:
    /*!\brief Begins a chunk.
     * \param element   The settings, which must outlive the object. Its batch size may be less than that of the limits.
     * \param resources Memory and threads, which must outlive the object.
     * \param begin     The first pair.
     * \param end       The end of the pairs.
     * \param limits    The limits of a batch.
     */
    chunk_batches(align_cfg::bit_parallel const & element,
                  chunk_resources & resources,
                  iterator_t const & begin,
                  sentinel_t const & end,
                  batch_limits const & limits) :
        element_{element},
        threads_{plan::available_threads(element.execution)},
        resources_{resources},
        next_{begin},
        end_{end},
        limits_{limits}
    {
        limits_.pairs = std::clamp<std::size_t>(element.batch_size, 1, limits.pairs);
        if (limits.short_size != 0 && are_pairs_readable())
            limits_.short_pairs = short_pairs_per_thread * threads_;
    }

    chunk_batches(chunk_batches const &) = delete;

    bool pack(std::size_t const number) override
    {
        if (is_last())
            return false;

        batch_t & taken = batch(number);
        // The memory of the batch before the last one, which has been computed.
        next_ = taken.take(next_, end_, limits_, resources_.memory[number % resources_.memory.size()]);
        bool const is_concurrent = batch_t::is_concurrent || element_.has_concurrent_ranges;
        if (needs_packed(taken))
            taken.pack(resources_.team, is_concurrent ? threads_ : 1, element_.execution.stop);
        else
            taken.leave_unpacked();
        return true;
    }

    bool is_last() const override
    {
        return next_ == end_;
    }

    //!\brief Runs all steps.
    void run()
    {
        // The calling thread reports progress and routes, and therefore has to compute.
        bool const overlap = threads_ > 1 && !element_.execution.on_progress && !element_.execution.on_route
                          && element_.execution.ranks == nullptr;
        run_batches(*this, overlap, element_.execution.stop);
    }

protected:
    //!\brief A batch.
    using batch_t = packed_batch<iterator_t, letter_t>;

    //!\brief As many are computed in some ten microseconds or more, and stay in a cache until they are handed on.
    static constexpr std::size_t short_pairs_per_thread{512};

    //!\brief The batches that exist at a time.
    static constexpr std::size_t batch_count{3};

    ~chunk_batches() = default;

    //!\brief Whether a batch is to be packed before it is computed.
    virtual bool needs_packed(batch_t const &) const noexcept
    {
        return true;
    }

    //!\brief Whether all threads may read any pairs at a time.
    bool are_pairs_readable() const noexcept
    {
        return batch_t::keeps_sequences && (batch_t::is_shareable || element_.has_concurrent_ranges || threads_ == 1);
    }

    //!\brief Calls a function for each number below a count, on all threads, while another batch may be packed.
    void for_each_number(std::size_t const count,
                         std::stop_token const & stop,
                         std::function<void(std::size_t)> const & function)
    {
        resources_.computing_team.for_each_number(threads_, count, stop, function);
    }

    //!\brief The batch with a number.
    batch_t & batch(std::size_t const number) noexcept
    {
        return batches_[number % batch_count];
    }

    /*!\brief Computes a batch, and measures it if somebody wants to know.
     * \param number  The number of the batch.
     * \param stop    Stops the computation.
     * \param compute Computes the batch, given where and how, and what else is to be told.
     */
    template <typename compute_t>
    void measure(std::size_t const number, std::stop_token const & stop, compute_t && compute)
    {
        plan::batch_statistics & found = statistics_[number % batch_count];
        found = {};
        plan::execution execution{element_.execution};
        execution.stop = stop;
        if (element_.on_batch)
            execution.on_route = [this, &found](plan::route_step const & step)
            {
                if (step.backend == plan::backend::cuda)
                    found.device_cells += step.cells;
                element_.execution.on_route(step);
            };
        auto const start = std::chrono::steady_clock::now();
        compute(execution, found);
        found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    //!\brief Tells what a batch took. The calling thread must call.
    void tell(std::size_t const number)
    {
        if (!element_.on_batch)
            return;
        plan::batch_statistics & found = statistics_[number % batch_count];
        found.pairs = batch(number).size();
        for (std::size_t i = 0; i < batch(number).size(); ++i)
            found.cells += batch(number).cells(i);
        element_.on_batch(found);
    }

private:
    align_cfg::bit_parallel const & element_;
    unsigned threads_;
    chunk_resources & resources_;
    iterator_t next_;
    sentinel_t end_;
    batch_limits limits_;
    std::array<batch_t, batch_count> batches_{};
    std::array<plan::batch_statistics, batch_count> statistics_{};
};

} // namespace seqan3_gpulcs::pairwise::detail
