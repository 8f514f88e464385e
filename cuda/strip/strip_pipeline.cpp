// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_pipeline.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/plan/memory.hpp>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "src/plan/pair_source.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/traceback/traceback.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The letters that a host thread prepares at a time: they should keep a device busy.
constexpr std::uint64_t max_letters_per_batch{std::uint64_t{1} << 25};

// Where subsequences are wanted, one thread does the tracebacks of all pairs of a batch.
constexpr std::uint64_t max_letters_with_runs{std::uint64_t{1} << 21};
constexpr std::uint64_t min_letters_with_runs{std::uint64_t{1} << 18};

// They keep a device busy if there is no traceback.
constexpr unsigned max_threads_without_runs{2};

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

    explicit strip_job(strip_pipeline_request const & request, pipeline_resources const & resources) noexcept :
        request_{request},
        resources_{resources},
        with_runs_{request.wanted == lcs::output::subsequence}
    {}

    // Cuts pairs into batches: each has codes of one width, and otherwise sequences of about the same length.
    void cut(std::vector<std::size_t> chosen)
    {
        std::ranges::stable_sort(chosen,
                                 std::ranges::greater{},
                                 [this](std::size_t const i)
                                 {
                                     return std::pair{columns(i).bits_per_letter(), columns(i).size()};
                                 });
        auto const borders =
            cut_into_batches(request_.pairs,
                             chosen,
                             {max_pairs_per_batch, choose_max_letters(chosen)},
                             [this](std::size_t const left, std::size_t const right)
                             {
                                 return columns(left).bits_per_letter() == columns(right).bits_per_letter();
                             });
        inputs_.resize(borders.size() - 1);
        for (std::size_t number = 0; number < inputs_.size(); ++number)
        {
            for (std::size_t i = borders[number]; i < borders[number + 1]; ++i)
            {
                inputs_[number].chosen.push_back(chosen[i]);
                inputs_[number].pairs.push_back(request_.pairs[chosen[i]]);
            }
        }
    }

    // Plans all batches, and the tracebacks for as many threads as the memory of the host allows.
    // Returns their number, 0 if there is not enough memory for one.
    unsigned plan()
    {
        device_limits const limits = resources_.contexts.lend(resources_.device)->limits;
        for (batch_input & one : inputs_)
            one.plan = strip_batch::plan(one.pairs, with_runs_, limits);
        if (!with_runs_)
            return std::min(resources_.threads, max_threads_without_runs);

        // A thread has two batches, and the tiles of one pair.
        std::uint64_t checkpoint_bytes = 0;
        std::uint64_t tile_bytes = 0;
        for (batch_input & one : inputs_)
        {
            one.checkpoint_bytes = strip_batch::checkpoint_bytes(one.pairs, one.plan);
            checkpoint_bytes = std::max(checkpoint_bytes, 2 * one.checkpoint_bytes);
            auto const [row_spacing, column_spacing] = one.plan.checkpoints();
            tile_bytes = std::max(tile_bytes, plan::min_memory(row_spacing, column_spacing));
        }
        auto const threads = static_cast<unsigned>(
            std::min<std::uint64_t>(resources_.threads, request_.memory_limit / (checkpoint_bytes + tile_bytes)));
        if (threads != 0)
            plan_tracebacks(request_.memory_limit / threads - checkpoint_bytes);
        return threads;
    }

    std::size_t batch_count() const noexcept
    {
        return inputs_.size();
    }

    // The pairs of a batch.
    std::vector<std::size_t> const & chosen(std::size_t const number) const noexcept
    {
        return inputs_[number].chosen;
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
        resources_.control.add_cells(plan::cell_count(input->pairs));
        auto const count = static_cast<double>(input->pairs.size());
        for (std::size_t i = 0; i < input->pairs.size(); ++i)
        {
            lcs::result & result = request_.results[input->chosen[i]];
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
    packing::packed_sequence_view const & columns(std::size_t const i) const noexcept
    {
        lcs::sequence_pair const & pair = request_.pairs[i];
        return strip_batch::is_second_rows(pair, with_runs_) ? pair.first : pair.second;
    }

    // With tracebacks, each thread should have some batches.
    std::uint64_t choose_max_letters(std::span<std::size_t const> const chosen) const noexcept
    {
        if (!with_runs_)
            return max_letters_per_batch;
        std::uint64_t letters = 0;
        for (std::size_t const i : chosen)
            letters += letter_count(request_.pairs[i]);
        return std::clamp(letters / (3 * resources_.threads), min_letters_with_runs, max_letters_with_runs);
    }

    void plan_tracebacks(std::uint64_t const memory)
    {
        for (batch_input & one : inputs_)
            for (lcs::sequence_pair const & pair : one.pairs)
                one.tiles.push_back(
                    plan::plan_traceback(one.plan.checkpoints(), pair.first.size(), pair.second.size(), memory, 1));
    }

    lcs::result find_subsequence(strip_batch const & batch, batch_input const & input, std::size_t const i) const
    {
        resources_.control.check();
        host_checkpoints checkpoints = batch.checkpoints(i);
        bool const has_cells = input.pairs[i].cells() != 0;
        lcs::result result = traceback::find_subsequence(input.pairs[i],
                                                         input.tiles[i],
                                                         resources_.control,
                                                         has_cells ? &checkpoints : nullptr);
        result.memory_bytes += input.checkpoint_bytes;
        return result;
    }

    strip_pipeline_request const & request_;
    pipeline_resources const & resources_;
    bool const with_runs_;
    std::vector<batch_input> inputs_{};
};

} // namespace

std::vector<std::size_t> find_in_strips(strip_pipeline_request const & request,
                                        std::span<std::size_t const> const chosen,
                                        pipeline_resources const & resources)
{
    strip_job job{request, resources};
    job.cut({chosen.begin(), chosen.end()});
    unsigned const threads = job.plan();
    if (threads == 0)
        return {chosen.begin(), chosen.end()};

    pipeline_resources fitting = resources;
    fitting.threads = threads;
    std::vector<std::size_t> left{};
    for (std::size_t const number : pipeline{job, fitting}.run())
        left.insert(left.end(), job.chosen(number).begin(), job.chosen(number).end());
    return left;
}

} // namespace seqan3_gpulcs::cuda
