// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/traceback/tile_pipeline.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/traceback/tile_batch.hpp"
#include "cuda/traceback/traceback_results.hpp"
#include "src/plan/pair_survey.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The limits of a batch that a host thread prepares: a device should have several pairs for each of its warps.
constexpr std::size_t min_pairs_per_batch{1024};
constexpr std::uint64_t max_letters_per_batch{std::uint64_t{1} << 24};

// Four threads keep a device busy with most pairs, and more only take its memory: with eight, 100,000 pairs of 1,000 letters take 39
// instead of 25 ms (alignment_benchmark, H200, 32 threads).
constexpr std::size_t usual_threads{4};
// Four threads prepare millions of reads more slowly than a device aligns them: with eight, batches of 10,000,000 reads of 150 letters
// in windows of 200 take 0.33 instead of 0.65 s.
constexpr std::size_t max_threads{8};
constexpr std::size_t min_pairs_per_thread{std::size_t{1} << 17};

// A thread sorts and cuts this many pairs. One thread would take longer for millions of them than a device takes to align them.
constexpr std::size_t pairs_per_part{16 * max_pairs_per_batch};

// Sorts the indices of pairs, with the largest pairs first.
void sort_by_size(std::span<alignment::sequence_pair const> const pairs, std::span<std::size_t> const chosen)
{
    // Numbers, because a comparison of pairs would read both.
    constexpr unsigned index_bits{48};
    constexpr std::uint64_t index_mask{(std::uint64_t{1} << index_bits) - 1};
    static_assert(max_tile_columns < 1 << 13);
    std::vector<std::uint64_t> keys{};
    keys.reserve(chosen.size());
    for (std::size_t const i : chosen)
        keys.push_back((tile_words(pairs[i]) << 13 | pairs[i].second.size()) << index_bits | (~i & index_mask));
    if (std::ranges::is_sorted(keys, std::ranges::greater{}))
        return;
    std::ranges::sort(keys, std::ranges::greater{});
    std::ranges::transform(keys,
                           chosen.begin(),
                           [](std::uint64_t const key)
                           {
                               return ~key & index_mask;
                           });
}

// Cuts pairs into batches, in which pairs have about the same size.
pair_batches cut_by_size(std::span<alignment::sequence_pair const> const pairs,
                         std::vector<std::size_t> chosen,
                         batch_limits const & limits,
                         pipeline_resources const & resources)
{
    auto const have_same_words = [pairs](std::size_t const left, std::size_t const right)
    {
        return tile_words(pairs[left]) == tile_words(pairs[right]);
    };
    std::vector<std::vector<std::size_t>> ends_of(util::ceil_div(chosen.size(), pairs_per_part));
    auto const cut_part = [&](std::size_t const number)
    {
        std::size_t const begin = number * pairs_per_part;
        auto const part = std::span{chosen}.subspan(begin, std::min(pairs_per_part, chosen.size() - begin));
        sort_by_size(pairs, part);
        ends_of[number] = cut_pairs(pairs, part, limits, have_same_words);
    };
    runtime::parallel_for(resources.control,
                          resources.threads,
                          ends_of.size(),
                          [&]()
                          {
                              return cut_part;
                          });
    std::vector<std::size_t> ends{};
    for (std::size_t number = 0; number < ends_of.size(); ++number)
        for (std::size_t const end : ends_of[number])
            ends.push_back(number * pairs_per_part + end);
    return {pairs, std::move(chosen), std::move(ends)};
}

// See seqan3_gpulcs::cuda::pipeline.
class tile_job : public pair_batches
{
public:
    using batch_t = tile_batch;
    using input_t = batch_pairs;

    tile_job(pair_batches batches,
             plan::comparison const & wanted,
             std::span<alignment::result> const results,
             runtime::task_control & control) noexcept :
        pair_batches{std::move(batches)},
        wanted_{wanted},
        results_{results},
        control_{control}
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
            result.backend = plan::backend::cuda;
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
                                        std::vector<std::size_t> chosen,
                                        plan::comparison const & wanted,
                                        std::span<alignment::result> const results,
                                        pipeline_resources const & resources)
{
    std::size_t const pairs_per_device = chosen.size() / resources.devices.size();
    pipeline_resources const fitting =
        resources.with_threads(std::clamp(pairs_per_device / min_pairs_per_thread, usual_threads, max_threads));
    batch_limits const limits{
        std::clamp(chosen.size() / (2 * fitting.threads), min_pairs_per_batch, max_pairs_per_batch),
        max_letters_per_batch};
    tile_job job{cut_by_size(pairs, std::move(chosen), limits, resources), wanted, results, resources.control};
    return job.pairs_of(pipeline{job, fitting}.run());
}

} // namespace seqan3_gpulcs::cuda
