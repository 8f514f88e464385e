// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_pipeline.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/strip/strip_batch.hpp"
#include "cuda/traceback/traceback_results.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/plan/pair_source.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The letters that a host thread prepares at a time: they should keep a device busy.
constexpr std::uint64_t max_letters_per_batch{std::uint64_t{1} << 25};

// The limits where alignments are wanted: each batch takes memory of the device for checkpoints and tiles.
constexpr std::uint64_t max_letters_with_paths{std::uint64_t{1} << 25};
constexpr std::uint64_t min_letters_with_paths{std::uint64_t{1} << 20};

// This many threads keep a device busy; alignments are copied to the results as well.
constexpr unsigned max_threads{2};
constexpr unsigned max_threads_with_paths{4};

// The pairs of a batch, and how they are computed.
struct batch_input : batch_pairs
{
    std::vector<std::uint64_t> bounds{}; // The bounds, if bands are computed.
    strip_batch_plan plan{};             // Made for the device that computes it.
};

packing::packed_sequence_view const & columns_of(alignment::sequence_pair const & pair, bool const with_paths) noexcept
{
    return strip_batch::is_second_rows(pair, with_paths) ? pair.first : pair.second;
}

// Sorts the indices by the width of codes, and those of one width by columns, with the longest first.
std::vector<std::size_t> sort_by_columns(strip_pipeline_request const & request,
                                         std::span<std::size_t const> const chosen)
{
    std::vector<std::size_t> sorted{chosen.begin(), chosen.end()};
    std::ranges::stable_sort(sorted,
                             std::ranges::greater{},
                             [&](std::size_t const i)
                             {
                                 auto const & columns = columns_of(request.pairs[i], request.wanted.with_path);
                                 return std::pair{columns.bits_per_letter(), columns.size()};
                             });
    return sorted;
}

// Chooses batches so small that each thread has some if alignments are wanted.
std::uint64_t choose_max_letters(strip_pipeline_request const & request,
                                 std::span<std::size_t const> const chosen,
                                 unsigned const threads) noexcept
{
    if (!request.wanted.with_path)
        return max_letters_per_batch;
    std::uint64_t letters = 0;
    for (std::size_t const i : chosen)
        letters += letter_count(request.pairs[i]);
    return std::clamp(letters / (3 * threads), min_letters_with_paths, max_letters_with_paths);
}

// Cuts pairs into batches: the codes of each have one width, and its sequences about the same length.
pair_batches cut_by_columns(strip_pipeline_request const & request,
                            std::span<std::size_t const> const chosen,
                            unsigned const threads)
{
    auto const have_same_width = [&request](std::size_t const left, std::size_t const right)
    {
        bool const with_paths = request.wanted.with_path;
        return columns_of(request.pairs[left], with_paths).bits_per_letter()
            == columns_of(request.pairs[right], with_paths).bits_per_letter();
    };
    std::vector<std::size_t> sorted = sort_by_columns(request, chosen);
    batch_limits const limits{max_pairs_per_batch, choose_max_letters(request, chosen, threads)};
    std::vector<std::size_t> ends = cut_pairs(request.pairs, sorted, limits, have_same_width);
    return {request.pairs, std::move(sorted), std::move(ends)};
}

// See seqan3_gpulcs::cuda::pipeline.
class strip_job : public pair_batches
{
public:
    using batch_t = strip_batch;
    using input_t = batch_input;

    strip_job(strip_pipeline_request const & request,
              std::span<std::size_t const> const chosen,
              pipeline_resources const & resources) :
        pair_batches{cut_by_columns(request, chosen, resources.threads)},
        request_{request},
        control_{resources.control},
        with_paths_{request.wanted.with_path}
    {}

    void prepare(std::size_t const number, batch_input & input) const
    {
        pair_batches::prepare(number, input);
        input.bounds.clear();
        if (!request_.bounds.empty())
            for (std::size_t const i : input.chosen)
                input.bounds.push_back(request_.bounds[i]);
    }

    void start(strip_batch & batch, batch_input & input) const
    {
        strip_batch_input const wanted{input.pairs, with_paths_, input.bounds};
        input.plan = strip_batch::plan(wanted, batch.limits(), strips_of(request_.wanted.metric));
        batch.start(wanted, input.plan);
    }

    void finish(strip_batch & batch, batch_input const & input, std::span<std::uint64_t const> const values) const
    {
        auto const count = static_cast<double>(input.pairs.size());
        double cells = 0;
        double const traceback_seconds = with_paths_ ? batch.tracebacks().seconds() : 0;
        for (std::size_t i = 0; i < input.pairs.size(); ++i)
        {
            alignment::result & result = request_.results[input.chosen[i]];
            plan::value_of(result, request_.wanted.metric) = values[i];
            if (!input.bounds.empty())
            {
                result.method = alignment::method::band;
                result.cells += batch.cells(i);
            }
            if (input.bounds.empty() || plan::reaches(values[i], input.bounds[i], request_.wanted.metric))
                cells += input.pairs[i].cells();
            if (with_paths_)
                set_alignment(result, batch, input, i);
            result.device_bytes = batch.device_bytes();
            result.transfer_seconds = batch.times().transfer_seconds / count;
            result.kernel_seconds = (batch.times().kernel_seconds - traceback_seconds) / count;
            result.forward_seconds = result.transfer_seconds + result.kernel_seconds;
            result.traceback_seconds = traceback_seconds / count;
        }
        control_.add_cells(cells);
    }

private:
    void set_alignment(alignment::result & result,
                       strip_batch const & batch,
                       batch_input const & input,
                       std::size_t const i) const
    {
        alignment::sequence_pair const & pair = input.pairs[i];
        plan::metric const metric = request_.wanted.metric;
        [[maybe_unused]] std::uint64_t const value = plan::value_of(result, metric);
        set_traced_result(result, pair, batch.tracebacks().path(i), request_.wanted);
        assert(plan::value_of(result, metric) == value);
        plan::checkpoint_grid const grid = input.plan.checkpoints();
        if (pair.first.size() > grid.row_spacing)
            result.checkpoint_rows = grid.row_spacing;
        if (pair.second.size() > grid.column_spacing)
            result.checkpoint_columns = grid.column_spacing;
    }

    strip_pipeline_request const & request_;
    runtime::task_control & control_;
    bool const with_paths_;
};

} // namespace

std::vector<std::size_t> find_in_strips(strip_pipeline_request const & request,
                                        std::span<std::size_t const> const chosen,
                                        pipeline_resources const & resources)
{
    pipeline_resources const fitting =
        resources.with_threads(request.wanted.with_path ? max_threads_with_paths : max_threads);
    strip_job job{request, chosen, fitting};
    return job.pairs_of(pipeline{job, fitting}.run());
}

} // namespace seqan3_gpulcs::cuda
