// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One thread that computes pairs of a list, short ones in the lanes of its vectors.
 */

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/cpu/backend/single_pair.hpp"
#include "src/cpu/batch/lane_batches.hpp"
#include "src/cpu/batch/lane_coding.hpp"
#include "src/cpu/batch/vector_batch.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/pair_list.hpp"
#include "src/plan/path_end.hpp"
#include "src/plan/result_sink.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/similar_pair.hpp"
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
        memory_limit_{memory_limit},
        cells_per_second_{plan::this_host(1).cells_per_second(wanted.metric)}
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
        std::span<std::size_t const> const left = batch.size() == 1 ? batch : compare_similar(call, batch, control);
        if (left.size() > 1)
            return compute_lanes(call, left, control);
        if (!left.empty())
            compare_alone(call, left.front(), wanted(), {.memory_limit = memory_limit_}, control);
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

    /* Pairs of some thousand letters whose sequences are similar take less time by their furthest-reaching points than in a lane: the
     * first pairs of a batch are tried. Where that fails early, the next batches are not tried, twice as many each time, so that lists of
     * unrelated pairs take no longer; batches of both kinds may. Returns the pairs that are left.
     */
    std::span<std::size_t const>
    compare_similar(pair_call const & call, std::span<std::size_t const> const batch, runtime::task_control & control)
    {
        // The method of a whole result must not depend on which pairs happen to be neighbours.
        if (!call.results.takes_values() || wanted().ends.any() || !may_be_similar(call.pairs[batch.front()]))
            return batch;
        if (untried_batches_ != 0)
        {
            --untried_batches_;
            return batch;
        }
        for (std::size_t number = 0; number < batch.size(); ++number)
        {
            alignment::sequence_pair const & pair = call.pairs[batch[number]];
            similar::attempt_result found = similar::compute_by_wavefront(
                pair,
                wanted(),
                similar::max_wavefront_distance(pair, wanted().metric, worth_seconds(pair)),
                {.memory_limit = std::numeric_limits<std::uint64_t>::max(),
                 .attempt = call.attempts.empty() ? plan::wavefront_attempt{} : call.attempts[batch[number]]},
                control);
            if (!found.result)
            {
                if (number < batch.size() / 2)
                    untried_batches_ = failed_batches_ = std::min(2 * failed_batches_ + 1, max_untried_batches);
                return batch.subspan(number);
            }
            call.results.put(batch[number], std::move(*found.result));
        }
        failed_batches_ = 0;
        return {};
    }

    // Whether some distance would be worth an attempt.
    bool may_be_similar(alignment::sequence_pair const & pair) const noexcept
    {
        return std::min(pair.first.size(), pair.second.size()) >= plan::costs_of(wanted().metric).min_similar_size
            && similar::estimate_wavefront_seconds(pair, wanted(), 0) < worth_seconds(pair);
    }

    // Half of the time in a lane: a larger distance would gain less than failed attempts cost.
    double worth_seconds(alignment::sequence_pair const & pair) const noexcept
    {
        return pair.cells() / cells_per_second_ / 2;
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

    static constexpr unsigned max_untried_batches{63};

    vector_batch<recurrence_t> lanes_;
    std::uint64_t memory_limit_;
    double cells_per_second_;    // The cells of a thread.
    unsigned failed_batches_{};  // The batches that were left out after the last attempt that failed.
    unsigned untried_batches_{}; // The batches that are left out now.
    lane_coding coding_{};
    lane_batches batches_{};
    std::array<alignment::sequence_pair const *, max_lanes> together_{};
    std::array<plan::path_end, max_lanes> found_{};
};

} // namespace seqan3_gpulcs::cpu
