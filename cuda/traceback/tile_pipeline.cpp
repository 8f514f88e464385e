// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/traceback/tile_pipeline.hpp"

#include <algorithm>
#include <functional>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/traceback/tile_batch.hpp"
#include "cuda/traceback/traceback_results.hpp"
#include "src/plan/pair_source.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The limits of a batch that a host thread prepares: a device should have several pairs for each of its warps.
constexpr std::size_t min_pairs_per_batch{1024};
constexpr std::uint64_t max_letters_per_batch{std::uint64_t{1} << 24};

// More threads take more memory of the device and do not make it faster.
constexpr unsigned max_threads{4};

// The indices of the largest pairs first.
std::vector<std::size_t> sort_by_size(std::span<alignment::sequence_pair const> const pairs,
                                      std::span<std::size_t const> const chosen)
{
    // Numbers, because a comparison of pairs would read both.
    constexpr unsigned index_bits{48};
    static_assert(max_tile_columns < 1 << 13);
    std::vector<std::uint64_t> keys{};
    keys.reserve(chosen.size());
    for (std::size_t const i : chosen)
        keys.push_back((tile_words(pairs[i]) << 13 | pairs[i].second.size()) << index_bits
                       | (~i & ((std::uint64_t{1} << index_bits) - 1)));
    std::ranges::sort(keys, std::ranges::greater{});
    std::vector<std::size_t> sorted{};
    sorted.reserve(chosen.size());
    for (std::uint64_t const key : keys)
        sorted.push_back(~key & ((std::uint64_t{1} << index_bits) - 1));
    return sorted;
}

// See seqan3_gpulcs::cuda::pipeline.
class tile_job : public pair_batches
{
public:
    using batch_t = tile_batch;
    using input_t = batch_pairs;

    // Cuts pairs into batches, in which pairs have about the same size.
    tile_job(std::span<alignment::sequence_pair const> const pairs,
             std::span<std::size_t const> const chosen,
             plan::comparison const & wanted,
             std::span<alignment::result> const results,
             pipeline_resources const & resources) :
        pair_batches{pairs,
                     sort_by_size(pairs, chosen),
                     {std::clamp(chosen.size() / (2 * resources.threads), min_pairs_per_batch, max_pairs_per_batch),
                      max_letters_per_batch},
                     [pairs](std::size_t const left, std::size_t const right)
                     {
                         return tile_words(pairs[left]) == tile_words(pairs[right]);
                     }},
        wanted_{wanted},
        results_{results},
        control_{resources.control}
    {}

    void start(tile_batch & batch, batch_pairs const & input) const
    {
        batch.start(input.pairs, wanted_);
    }

    void finish(tile_batch const & batch, batch_pairs const & input, batch_tracebacks const & found) const
    {
        control_.add_cells(plan::cell_count(input.pairs));
        auto const count = static_cast<double>(input.pairs.size());
        for (std::size_t i = 0; i < input.pairs.size(); ++i)
        {
            alignment::result & result = results_[input.chosen[i]];
            set_traced_result(result, input.pairs[i], found.path(i), wanted_);
            result.device_bytes = batch.device_bytes();
            result.transfer_seconds = batch.times().transfer_seconds / count;
            result.forward_seconds = result.transfer_seconds;
            result.traceback_seconds = batch.times().kernel_seconds / count;
        }
    }

private:
    plan::comparison const & wanted_;
    std::span<alignment::result> results_;
    runtime::task_control & control_;
};

} // namespace

std::vector<std::size_t> align_in_tiles(std::span<alignment::sequence_pair const> const pairs,
                                        std::span<std::size_t const> const chosen,
                                        plan::comparison const & wanted,
                                        std::span<alignment::result> const results,
                                        pipeline_resources const & resources)
{
    pipeline_resources const fitting = resources.with_threads(max_threads);
    tile_job job{pairs, chosen, wanted, results, fitting};
    return job.pairs_of(pipeline{job, fitting}.run());
}

} // namespace seqan3_gpulcs::cuda
