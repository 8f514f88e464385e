// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_pipeline.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/traceback/walk_results.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/pair_source.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The letters that a host thread prepares at a time: they should keep a device busy.
constexpr std::uint64_t max_letters_per_batch{std::uint64_t{1} << 25};

// The same where alignments are wanted: each batch takes memory of the device for checkpoints and tiles.
constexpr std::uint64_t max_letters_with_paths{std::uint64_t{1} << 25};
constexpr std::uint64_t min_letters_with_paths{std::uint64_t{1} << 20};

// They keep a device busy; alignments are copied to the results as well.
constexpr unsigned max_threads{2};
constexpr unsigned max_threads_with_paths{4};

// The pairs of a batch, and how they are computed.
struct batch_input
{
    std::vector<std::size_t> chosen{};
    std::vector<alignment::sequence_pair> pairs{};
    std::vector<std::uint64_t> bounds{}; // If bands are computed.
    strip_batch_plan plan{};             // Made for the device that computes it.
};

// See seqan3_gpulcs::cuda::pipeline.
class strip_job
{
public:
    using batch_t = strip_batch;
    using input_t = batch_input *;

    strip_job(strip_pipeline_request const & request, pipeline_resources const & resources) noexcept :
        request_{request},
        resources_{resources},
        with_paths_{request.wanted.with_path}
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
                if (!request_.bounds.empty())
                    inputs_[number].bounds.push_back(request_.bounds[chosen[i]]);
            }
        }
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

    void prepare(std::size_t const number, batch_input *& input) noexcept
    {
        input = &inputs_[number];
    }

    void start(strip_batch & batch, batch_input * const input) const
    {
        if (!input->bounds.empty())
        {
            input->plan =
                strip_batch::plan(input->pairs, input->bounds, batch.limits(), strips_of(request_.wanted.metric));
            batch.start(input->pairs, input->bounds, input->plan);
            return;
        }
        input->plan = strip_batch::plan(input->pairs, with_paths_, batch.limits(), strips_of(request_.wanted.metric));
        batch.start(input->pairs, input->plan, with_paths_);
    }

    void finish(strip_batch & batch, batch_input * const input, std::span<std::uint64_t const> const values) const
    {
        auto const count = static_cast<double>(input->pairs.size());
        double cells = 0;
        double const walk_seconds = with_paths_ ? batch.walk().seconds() : 0;
        for (std::size_t i = 0; i < input->pairs.size(); ++i)
        {
            alignment::result & result = request_.results[input->chosen[i]];
            plan::value_of(result, request_.wanted.metric) = values[i];
            if (!input->bounds.empty())
            {
                result.method = alignment::method::band;
                result.cells += batch.cells(i);
            }
            if (input->bounds.empty() || plan::reaches(values[i], input->bounds[i], request_.wanted.metric))
                cells += input->pairs[i].cells();
            if (with_paths_)
                set_walk_result(result, batch, *input, i);
            result.device_bytes = batch.device_bytes();
            result.transfer_seconds = batch.times().transfer_seconds / count;
            result.kernel_seconds = (batch.times().kernel_seconds - walk_seconds) / count;
            result.forward_seconds = result.transfer_seconds + result.kernel_seconds;
            result.traceback_seconds = walk_seconds / count;
        }
        resources_.control.add_cells(cells);
    }

private:
    packing::packed_sequence_view const & columns(std::size_t const i) const noexcept
    {
        alignment::sequence_pair const & pair = request_.pairs[i];
        return strip_batch::is_second_rows(pair, with_paths_) ? pair.first : pair.second;
    }

    // With alignments, each thread should have some batches.
    std::uint64_t choose_max_letters(std::span<std::size_t const> const chosen) const noexcept
    {
        if (!with_paths_)
            return max_letters_per_batch;
        std::uint64_t letters = 0;
        for (std::size_t const i : chosen)
            letters += letter_count(request_.pairs[i]);
        return std::clamp(letters / (3 * resources_.threads), min_letters_with_paths, max_letters_with_paths);
    }

    void set_walk_result(alignment::result & result,
                         strip_batch const & batch,
                         batch_input const & input,
                         std::size_t const i) const
    {
        alignment::sequence_pair const & pair = input.pairs[i];
        plan::metric const metric = request_.wanted.metric;
        [[maybe_unused]] std::uint64_t const value = plan::value_of(result, metric);
        set_path(result, pair, batch.walk().path(i), metric);
        assert(plan::value_of(result, metric) == value);
        plan::checkpoint_grid const grid = input.plan.checkpoints();
        if (pair.first.size() > grid.row_spacing)
            result.checkpoint_rows = grid.row_spacing;
        if (pair.second.size() > grid.column_spacing)
            result.checkpoint_columns = grid.column_spacing;
    }

    strip_pipeline_request const & request_;
    pipeline_resources const & resources_;
    bool const with_paths_;
    std::vector<batch_input> inputs_{};
};

} // namespace

std::vector<std::size_t> find_in_strips(strip_pipeline_request const & request,
                                        std::span<std::size_t const> const chosen,
                                        pipeline_resources const & resources)
{
    pipeline_resources fitting = resources;
    fitting.threads = resources.limit_threads(request.wanted.with_path ? max_threads_with_paths : max_threads);
    strip_job job{request, fitting};
    job.cut({chosen.begin(), chosen.end()});

    std::vector<std::size_t> left{};
    for (std::size_t const number : pipeline{job, fitting}.run())
        left.insert(left.end(), job.chosen(number).begin(), job.chosen(number).end());
    return left;
}

} // namespace seqan3_gpulcs::cuda
