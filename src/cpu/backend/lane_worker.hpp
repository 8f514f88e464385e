// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One thread that computes pairs of a list, short ones in the lanes of its vectors.
 */

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/cpu/backend/single_pair.hpp"
#include "src/cpu/batch/lane_batches.hpp"
#include "src/cpu/batch/lane_coding.hpp"
#include "src/cpu/batch/vector_batch.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/pair_list.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/result_sink.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"
#include "src/traceback/tile_traceback.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Computes pairs with one thread.
 * \tparam recurrence_t The recurrence of what is wanted.
 *
 * Memory is kept for the next pairs.
 */
template <recurrence recurrence_t>
class lane_worker
{
public:
    /*!\brief Without pairs.
     * \param kernel       The vectors.
     * \param wanted       The metric and the wanted alignment.
     * \param memory_limit The maximum number of bytes for the alignment of a pair, or of those in all lanes.
     */
    lane_worker(vector_kernel const & kernel, plan::comparison const & wanted, std::uint64_t const memory_limit = 0) :
        lanes_{kernel, wanted},
        memory_limit_{memory_limit}
    {}

    //!\brief What is wanted of each pair.
    plan::comparison const & wanted() const noexcept
    {
        return lanes_.wanted();
    }

    //!\brief What its lanes have.
    lane_limits limits() const noexcept
    {
        return {lanes_.max_pairs(), memory_limit_};
    }

    /*!\brief Computes some pairs of a list.
     * \param call    The call.
     * \param list    Pairs of the call.
     * \param numbers Those pairs of the list that are meant.
     * \param control Progress and stop.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute.
     */
    void compute(pair_call const & call,
                 plan::pair_list const & list,
                 plan::interval const & numbers,
                 runtime::task_control & control)
    {
        batches_.assign(list, numbers, wanted(), limits());
        compute_batches(call, control);
    }

    //!\brief The same, without the pairs that are for no lane.
    void compute_short(pair_call const & call,
                       plan::pair_list const & list,
                       plan::interval const & numbers,
                       runtime::task_control & control)
    {
        batches_.begin();
        for (std::size_t number = numbers.begin; number < numbers.end; ++number)
        {
            std::uint64_t const first = list[number].first.size();
            std::uint64_t const second = list[number].second.size();
            if (is_for_lane(first, second, wanted()))
                batches_.add(list.index(number), first, second, wanted());
        }
        batches_.finish(wanted(), limits());
        compute_batches(call, control);
    }

    /*!\brief Computes a batch.
     * \param call    The call.
     * \param batch   The indices of its pairs: a single one, or as many as there are lanes at most.
     * \param control Progress and stop.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute.
     */
    void
    compute_batch(pair_call const & call, std::span<std::size_t const> const batch, runtime::task_control & control)
    {
        if (batch.size() != 1)
            return compute_lanes(call, batch, control);
        compare_alone(call, batch.front(), wanted(), {.memory_limit = memory_limit_}, control);
    }

private:
    using clock = std::chrono::steady_clock;

    void compute_batches(pair_call const & call, runtime::task_control & control)
    {
        for (std::size_t number = 0; number < batches_.size(); ++number)
        {
            control.check();
            compute_batch(call, batches_[number], control);
        }
    }

    void
    compute_lanes(pair_call const & call, std::span<std::size_t const> const batch, runtime::task_control & control)
    {
        double cells = 0;
        for (std::size_t lane = 0; lane < batch.size(); ++lane)
        {
            together_[lane] = &call.pairs[batch[lane]];
            cells += together_[lane]->cells();
        }
        std::span const found = std::span{found_}.first(batch.size());
        bool const takes_values = call.results.takes_values();
        // For barcodes, asking for the time takes as long as comparing two of them.
        auto const start = takes_values ? clock::time_point{} : clock::now();
        lanes_.compute(coding_.find(std::span{together_}.first(batch.size())), found);
        control.add_cells(cells);
        if (takes_values)
        {
            for (std::size_t lane = 0; lane < batch.size(); ++lane)
                call.results.values()[batch[lane]] = found[lane].value;
            return;
        }

        auto const share = [&](clock::duration const & time)
        {
            return std::chrono::duration<double>(time).count() / static_cast<double>(batch.size());
        };
        auto const forward_end = clock::now();
        for (unsigned lane = 0; lane < batch.size(); ++lane)
        {
            alignment::result & result = call.results.results()[batch[lane]];
            result = make_result(wanted().metric, found[lane]);
            result.forward_seconds = share(forward_end - start);
            if (wanted().with_path)
                trace(lane, result);
        }
        if (wanted().with_path)
        {
            double const seconds = share(clock::now() - forward_end);
            for (std::size_t const i : batch)
                call.results.results()[i].traceback_seconds = seconds;
        }
    }

    void trace(unsigned const lane, alignment::result & result)
    {
        alignment::sequence_pair const & pair = *together_[lane];
        traceback::path_steps steps{pair.first.size() + pair.second.size()};
        plan::matrix_cell const begin =
            traceback::trace_matrix<recurrence_t>(lanes_.kept(lane), found_[lane].cell, wanted().ends, steps);
        result.path = steps.take();
        // The memory of a result must not depend on which pairs happen to share its vector.
        result.memory_bytes =
            plan::plan_alignment(wanted(), {pair.first.size(), pair.second.size()}, memory_limit_, 1).bytes;
        if (plan::traits_of(wanted().metric).tells_parts)
        {
            result.first.begin = begin.row;
            result.second.begin = begin.column;
        }
    }

    vector_batch<recurrence_t> lanes_;
    std::uint64_t memory_limit_;
    lane_coding coding_{};
    lane_batches batches_{};
    std::array<alignment::sequence_pair const *, max_lanes> together_{};
    std::array<plan::path_end, max_lanes> found_{};
};

} // namespace seqan3_gpulcs::cpu
