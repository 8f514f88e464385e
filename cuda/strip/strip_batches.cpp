// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_batches.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/runtime/pipeline.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The letters that a host thread prepares at a time: they should keep a device busy.
constexpr std::uint64_t letters_of_strip_share{std::uint64_t{1} << 25};

// Where subsequences are wanted, the way back of all pairs of a share is one thread's work.
constexpr std::uint64_t max_letters_with_runs{std::uint64_t{1} << 21};
constexpr std::uint64_t min_letters_with_runs{std::uint64_t{1} << 18};

// So many keep a device busy where there is no way back.
constexpr unsigned threads_for_strips{2};

// The pairs of a batch, and how they are computed.
struct batch_input
{
    std::vector<std::size_t> chosen{};
    std::vector<lcs::sequence_pair> pairs{};
    strip_batch_plan plan{};
    std::uint64_t checkpoint_bytes{};
    std::vector<plan::subsequence_plan> tiles{};
};

// See seqan3_gpulcs::cuda::pipeline.
class strip_job
{
public:
    using batch_t = strip_batch;
    using input_t = batch_input const *;

    strip_job(std::span<batch_input const> const inputs,
              bool const with_runs,
              std::vector<lcs::result> & results,
              runtime::task_control & control) noexcept :
        inputs_{inputs},
        with_runs_{with_runs},
        results_{results},
        control_{control}
    {}

    std::size_t batch_count() const noexcept
    {
        return inputs_.size();
    }

    void prepare(std::size_t const number, batch_input const *& input) const noexcept
    {
        input = &inputs_[number];
    }

    void start(strip_batch & batch, batch_input const * const input) const
    {
        batch.start(input->pairs, input->plan, with_runs_);
    }

    void
    finish(strip_batch & batch, batch_input const * const input, std::span<std::uint64_t const> const lengths) const
    {
        control_.add_cells(plan::cell_count(input->pairs));
        auto const count = static_cast<double>(input->pairs.size());
        for (std::size_t i = 0; i < input->pairs.size(); ++i)
        {
            lcs::result & result = results_[input->chosen[i]];
            if (with_runs_)
            {
                result = find_subsequence(batch, *input, i);
                assert(result.length == lengths[i]);
            }
            result.length = lengths[i];
            result.device_bytes = batch.device_bytes();
            result.transfer_seconds = batch.times().transfer_seconds / count;
            result.kernel_seconds = batch.times().kernel_seconds / count;
            result.forward_seconds = result.transfer_seconds + result.kernel_seconds;
        }
    }

private:
    lcs::result find_subsequence(strip_batch const & batch, batch_input const & input, std::size_t const i) const
    {
        control_.check();
        host_checkpoints checkpoints = batch.checkpoints_of(i);
        bool const has_cells = input.pairs[i].cells() != 0;
        lcs::result result =
            traceback::find_subsequence(input.pairs[i], input.tiles[i], control_, has_cells ? &checkpoints : nullptr);
        result.memory_bytes += input.checkpoint_bytes;
        return result;
    }

    std::span<batch_input const> inputs_;
    bool with_runs_;
    std::vector<lcs::result> & results_;
    runtime::task_control & control_;
};

} // namespace

std::vector<std::size_t> find_in_strips(std::span<lcs::sequence_pair const> const pairs,
                                        std::vector<std::size_t> chosen,
                                        lcs::output const wanted,
                                        std::vector<lcs::result> & results,
                                        unsigned const device,
                                        stream_context_pool & contexts,
                                        plan::execution const & execution,
                                        runtime::task_control & control)
{
    bool const with_runs = wanted == lcs::output::subsequence;
    auto const columns_of = [&](std::size_t const i) -> packing::packed_sequence_view const &
    {
        return strip_batch::is_second_rows(pairs[i], with_runs) ? pairs[i].first : pairs[i].second;
    };

    // A share has codes of one width, and as far as that goes, sequences of about the same length.
    std::ranges::stable_sort(chosen,
                             std::ranges::greater{},
                             [&](std::size_t const i)
                             {
                                 return std::pair{columns_of(i).bits_per_letter(), columns_of(i).size()};
                             });
    unsigned threads = plan::available_threads(execution);
    std::uint64_t max_letters = letters_of_strip_share;
    if (with_runs)
    {
        std::uint64_t all_letters = 0;
        for (std::size_t const i : chosen)
            all_letters += letter_count(pairs[i]);
        max_letters = std::clamp(all_letters / (3 * threads), min_letters_with_runs, max_letters_with_runs);
    }
    auto const borders =
        cut_into_batches(pairs,
                         chosen,
                         {max_pairs_per_batch, max_letters},
                         [&](std::size_t const left, std::size_t const right)
                         {
                             return columns_of(left).bits_per_letter() == columns_of(right).bits_per_letter();
                         });
    std::vector<batch_input> shares(borders.size() - 1);
    for (std::size_t number = 0; number < shares.size(); ++number)
    {
        for (std::size_t i = borders[number]; i < borders[number + 1]; ++i)
        {
            shares[number].chosen.push_back(chosen[i]);
            shares[number].pairs.push_back(pairs[chosen[i]]);
        }
    }
    device_limits const limits = contexts.lend(device)->limits;
    for (batch_input & one : shares)
        one.plan = strip_batch::plan(one.pairs, with_runs, limits);

    if (!with_runs)
        threads = std::min(threads, threads_for_strips);
    else
    {
        // A thread has two shares, and the tiles of one pair.
        std::uint64_t checkpoint_bytes = 0;
        std::uint64_t tile_bytes = 0;
        for (batch_input & one : shares)
        {
            one.checkpoint_bytes = strip_batch::checkpoint_bytes(one.pairs, one.plan);
            checkpoint_bytes = std::max(checkpoint_bytes, 2 * one.checkpoint_bytes);
            plan::checkpoint_grid const grid = one.plan.matrix_plan({}, true).checkpoints;
            tile_bytes = std::max(tile_bytes, plan::min_memory(grid.row_spacing, grid.column_spacing));
        }
        std::uint64_t const most_threads = execution.memory_limit / (checkpoint_bytes + tile_bytes);
        if (most_threads == 0)
            return chosen;
        threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, most_threads));
        for (batch_input & one : shares)
            for (lcs::sequence_pair const & pair : one.pairs)
                one.tiles.push_back(plan::plan_traceback(one.plan.matrix_plan({}, true).checkpoints,
                                                         pair.first.size(),
                                                         pair.second.size(),
                                                         execution.memory_limit / threads - checkpoint_bytes,
                                                         1));
    }

    strip_job job{shares, with_runs, results, control};
    pipeline_resources const resources{device, contexts, threads, control};
    std::vector<std::size_t> const without_memory = pipeline{job, resources}.run();
    std::vector<std::size_t> left{};
    for (std::size_t const number : without_memory)
        left.insert(left.end(), shares[number].chosen.begin(), shares[number].chosen.end());
    return left;
}

} // namespace seqan3_gpulcs::cuda
