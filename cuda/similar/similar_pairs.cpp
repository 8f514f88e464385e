// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/similar/similar_pairs.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "cuda/runtime/pair_batches.hpp"
#include "cuda/runtime/pipeline.hpp"
#include "cuda/similar/similarity_choice.hpp"
#include "cuda/similar/wavefront_batch.hpp"
#include "src/plan/matrix_band.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/similar/band_prover.hpp"
#include "src/similar/pair_distance.hpp"
#include "src/similar/similar_pair.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// The limits of a batch: its pairs, its sequences, and their letters.
constexpr std::size_t max_pairs{std::size_t{1} << 13};
constexpr std::size_t max_group_sequences{256};
constexpr std::uint64_t max_letters{std::uint64_t{1} << 26};

// This many threads keep a device busy.
constexpr unsigned max_threads{4};

bool is_found(wavefront_value const & found) noexcept
{
    return found.distance < wavefront_value::given_up;
}

// The parts of a seqan3_gpulcs::cuda::pipeline job that do not depend on where the pairs come from.
struct wavefront_job
{
    using batch_t = wavefront_batch;
    using input_t = wavefront_input;

    static void start(wavefront_batch & batch, wavefront_input const & input)
    {
        batch.start(input);
    }
};

// The pairs of a call, in batches.
class wavefront_pair_job : public wavefront_job
{
public:
    wavefront_pair_job(std::span<alignment::sequence_pair const> const pairs,
                       std::span<std::size_t const> const chosen,
                       plan::metric const metric,
                       std::span<alignment::result> const results,
                       pipeline_resources const & resources) :
        pairs_{pairs},
        metric_{metric},
        results_{results},
        resources_{resources.with_threads(max_threads)}
    {
        for (std::size_t const i : chosen)
            (limit_wavefront(pairs[i], metric) ? chosen_ : remaining_).push_back(i);
        cut();
    }

    std::vector<std::size_t> compute()
    {
        if (chosen_.empty())
            return std::move(remaining_);
        for (std::size_t const number : pipeline{*this, resources_}.run())
            std::copy(chosen_.begin() + static_cast<std::ptrdiff_t>(borders_[number]),
                      chosen_.begin() + static_cast<std::ptrdiff_t>(borders_[number + 1]),
                      std::back_inserter(remaining_));
        std::ranges::sort(remaining_);
        return std::move(remaining_);
    }

    std::size_t batch_count() const noexcept
    {
        return borders_.size() - 1;
    }

    void prepare(std::size_t const number, wavefront_input & input) const
    {
        input.clear();
        input.metric = metric_;
        std::unordered_multimap<std::uint64_t const *, std::uint32_t> numbers{};
        auto const number_of = [&](packing::packed_sequence_view const & sequence)
        {
            auto const [begin, end] = numbers.equal_range(sequence.words());
            for (auto known = begin; known != end; ++known)
                if (is_same(input.sequences[known->second], sequence))
                    return known->second;
            auto const added = static_cast<std::uint32_t>(input.sequences.size());
            numbers.emplace(sequence.words(), added);
            input.sequences.push_back(sequence);
            return added;
        };
        for (std::size_t i = borders_[number]; i < borders_[number + 1]; ++i)
        {
            alignment::sequence_pair const & pair = pairs_[chosen_[i]];
            wavefront_limit const limit = *limit_wavefront(pair, metric_);
            input.pairs.push_back(
                {number_of(pair.first), number_of(pair.second), limit.max_distance, !limit.is_threshold});
            input.places.push_back(chosen_[i]);
        }
    }

    void
    finish(wavefront_batch const & batch, wavefront_input const & input, std::span<wavefront_value const> const values)
    {
        auto const count = static_cast<double>(values.size());
        std::vector<std::size_t> remaining{};
        double cells = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            std::size_t const place = input.places[i];
            alignment::sequence_pair const & pair = pairs_[place];
            // The proof that a pair is of no interest: all points up to the largest distance that is.
            bool const is_of_no_interest =
                values[i].distance == wavefront_value::no_distance && limit_wavefront(pair, metric_)->is_threshold;
            if (!is_found(values[i]) && !is_of_no_interest)
            {
                remaining.push_back(place);
                continue;
            }
            results_[place] = {.transfer_seconds = batch.times().transfer_seconds / count,
                               .kernel_seconds = batch.times().kernel_seconds / count,
                               .method = alignment::method::wavefront,
                               .cells = static_cast<double>(values[i].points),
                               .device_bytes = batch.device_bytes()};
            results_[place].forward_seconds = results_[place].transfer_seconds + results_[place].kernel_seconds;
            similar::set_value(results_[place],
                               pair,
                               metric_,
                               is_of_no_interest ? plan::value_of_no_interest(metric_)
                                                 : similar::value_of_distance(pair, metric_, values[i].distance));
            cells += pair.cells();
        }
        resources_.control.add_cells(cells);
        std::scoped_lock const lock{remaining_mutex_};
        std::ranges::copy(remaining, std::back_inserter(remaining_));
    }

private:
    // Cuts the pairs into batches. A sequence that several pairs of a batch have counts once.
    void cut()
    {
        std::unordered_set<std::uint64_t const *> seen{};
        std::uint64_t letters = 0;
        for (std::size_t i = 0; i < chosen_.size(); ++i)
        {
            for (packing::packed_sequence_view const & sequence : {pairs_[chosen_[i]].first, pairs_[chosen_[i]].second})
                if (seen.insert(sequence.words()).second)
                    letters += sequence.size();
            if (i + 1 - borders_.back() == max_pairs || letters >= max_letters || i + 1 == chosen_.size())
            {
                borders_.push_back(i + 1);
                seen.clear();
                letters = 0;
            }
        }
    }

    // Compares views of the same codes: they may differ in their sizes, and in the letters of the codes.
    static bool is_same(packing::packed_sequence_view const & one, packing::packed_sequence_view const & other) noexcept
    {
        return one.size() == other.size() && one.bits_per_letter() == other.bits_per_letter()
            && std::ranges::equal(one.letters(), other.letters());
    }

    std::span<alignment::sequence_pair const> pairs_;
    plan::metric metric_;
    std::span<alignment::result> results_;
    pipeline_resources resources_;
    std::vector<std::size_t> chosen_{};
    std::vector<std::size_t> borders_{0};
    std::mutex remaining_mutex_{};
    std::vector<std::size_t> remaining_{};
};

// Every pair of sets, in blocks of some sequences of both.
class wavefront_set_job : public wavefront_job
{
public:
    wavefront_set_job(plan::sequence_sets const & sets,
                      plan::metric const metric,
                      plan::value_span const & values,
                      pipeline_resources const & resources) :
        sets_{sets},
        metric_{metric},
        values_{values},
        resources_{resources.with_threads(max_threads)}
    {}

    std::vector<set_pair> compute()
    {
        for (std::size_t const number : pipeline{*this, resources_}.run())
            for_each_pair(blocks_[number],
                          [this](set_pair const & pair)
                          {
                              remaining_.push_back(pair);
                          });
        std::ranges::sort(remaining_);
        // A batch that is prepared again, or that lacks memory, may have listed some pairs twice.
        remaining_.erase(std::unique(remaining_.begin(), remaining_.end()), remaining_.end());
        return std::move(remaining_);
    }

    std::size_t batch_count() const noexcept
    {
        return blocks_.size();
    }

    void prepare(std::size_t const number, wavefront_input & input)
    {
        input.clear();
        input.metric = metric_;
        set_part const & of = blocks_[number];
        bool const is_triangle = sets_.is_one_set() && of.first_begin == of.second_begin;
        auto const & first = sets_.first().subspan(of.first_begin, of.first_end - of.first_begin);
        input.sequences.assign(first.begin(), first.end());
        std::size_t second_at = of.second_begin;
        if (!is_triangle)
        {
            auto const & second = sets_.second().subspan(of.second_begin, of.second_end - of.second_begin);
            second_at -= input.sequences.size();
            input.sequences.insert(input.sequences.end(), second.begin(), second.end());
        }
        std::vector<set_pair> remaining{};
        for_each_pair(of,
                      [&](set_pair const & pair)
                      {
                          std::optional<wavefront_limit> const limit = limit_wavefront(pair_of(pair), metric_);
                          if (!limit)
                          {
                              remaining.push_back(pair);
                              return;
                          }
                          input.pairs.push_back({pair.first - static_cast<std::uint32_t>(of.first_begin),
                                                 pair.second - static_cast<std::uint32_t>(second_at),
                                                 limit->max_distance,
                                                 !limit->is_threshold});
                          input.places.push_back(std::uint64_t{pair.first} << 32 | pair.second);
                      });
        add_remaining(remaining);
    }

    void finish(wavefront_batch const &, wavefront_input const & input, std::span<wavefront_value const> const values)
    {
        std::vector<set_pair> remaining{};
        double cells = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            set_pair const numbers{static_cast<std::uint32_t>(input.places[i] >> 32),
                                   static_cast<std::uint32_t>(input.places[i])};
            alignment::sequence_pair const pair = pair_of(numbers);
            if (!is_found(values[i]))
            {
                remaining.push_back(numbers);
                continue;
            }
            values_[sets_.index(numbers.first, numbers.second)] =
                similar::value_of_distance(pair, metric_, values[i].distance);
            cells += pair.cells();
        }
        resources_.control.add_cells(cells);
        add_remaining(remaining);
    }

private:
    alignment::sequence_pair pair_of(set_pair const & pair) const noexcept
    {
        return {sets_.first()[pair.first], sets_.second()[pair.second]};
    }

    template <typename function_t>
    void for_each_pair(set_part const & of, function_t && function) const
    {
        for (std::size_t i = of.first_begin; i < of.first_end; ++i)
            for (std::size_t j = sets_.is_one_set() ? std::max(i + 1, of.second_begin) : of.second_begin;
                 j < of.second_end;
                 ++j)
                function(set_pair{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
    }

    void add_remaining(std::vector<set_pair> const & some)
    {
        std::scoped_lock const lock{remaining_mutex_};
        remaining_.insert(remaining_.end(), some.begin(), some.end());
    }

    plan::sequence_sets const & sets_;
    plan::metric metric_;
    plan::value_span values_;
    pipeline_resources resources_;
    std::vector<set_part> blocks_{cut_sets(sets_, max_group_sequences, max_letters / 2)};
    std::mutex remaining_mutex_{};
    std::vector<set_pair> remaining_{};
};

} // namespace

std::vector<std::size_t> find_by_wavefronts(std::span<alignment::sequence_pair const> const pairs,
                                            std::span<std::size_t const> const chosen,
                                            plan::metric const metric,
                                            std::span<alignment::result> const results,
                                            pipeline_resources const & resources)
{
    return wavefront_pair_job{pairs, chosen, metric, results, resources}.compute();
}

namespace
{

// Whether a pair has its result, given the bound of its band. Otherwise, it has a new bound.
bool is_settled(strip_pipeline_request const & request,
                std::size_t const i,
                std::uint64_t & bound,
                runtime::task_control & control)
{
    alignment::sequence_pair const & pair = request.pairs[i];
    plan::metric const metric = request.wanted.metric;
    similar::band_prover prover{pair, metric, bound};
    if (!prover.settles(plan::value_of(request.results[i], metric)))
    {
        bound = prover.bound();
        return false;
    }
    if (!plan::is_of_interest(pair, request.results[i], metric))
    {
        plan::drop_if_of_no_interest(pair, request.results[i], metric);
        control.add_cells(pair.cells());
    }
    return true;
}

} // namespace

std::vector<std::size_t> find_in_bands(std::span<alignment::sequence_pair const> const pairs,
                                       std::span<std::size_t const> const chosen,
                                       plan::metric const metric,
                                       std::span<alignment::result> const results,
                                       pipeline_resources const & resources)
{
    std::optional<double> const rate = choose_edit_rate(pairs, chosen, metric, resources.costs);
    if (!rate)
        return {chosen.begin(), chosen.end()};
    std::vector<std::uint64_t> bounds(pairs.size());
    std::vector<std::size_t> similar{};
    std::vector<std::size_t> remaining{};
    for (std::size_t const i : chosen)
    {
        std::optional<std::uint64_t> const bound = choose_bound(pairs[i], *rate, metric);
        bounds[i] = bound.value_or(0);
        (bound ? similar : remaining).push_back(i);
    }
    std::ranges::copy(find_in_bands({pairs, results, {.metric = metric}, bounds}, similar, resources),
                      std::back_inserter(remaining));
    std::ranges::sort(remaining);
    return remaining;
}

std::vector<std::size_t> find_in_bands(strip_pipeline_request const & request,
                                       std::span<std::size_t const> const chosen,
                                       pipeline_resources const & resources)
{
    plan::metric const metric = request.wanted.metric;
    std::vector<std::uint64_t> bounds{request.bounds.begin(), request.bounds.end()};
    std::vector<std::size_t> remaining{};
    for (std::vector<std::size_t> unsettled{chosen.begin(), chosen.end()}; !unsettled.empty();)
    {
        std::vector<std::size_t> without_memory =
            find_in_strips({request.pairs, request.results, {.metric = metric}, bounds}, unsettled, resources);
        std::ranges::sort(without_memory);
        std::vector<std::size_t> of_next_round{};
        for (std::size_t const i : unsettled)
        {
            bool const has_band = !std::ranges::binary_search(without_memory, i);
            if (has_band && is_settled(request, i, bounds[i], resources.control))
                continue;
            if (has_band && is_band_faster(request.pairs[i], bounds[i], metric))
                of_next_round.push_back(i);
            else
            {
                remaining.push_back(i);
                request.results[i] = {};
            }
        }
        unsettled = std::move(of_next_round);
    }
    std::ranges::sort(remaining);
    return remaining;
}

std::vector<std::size_t> align_by_wavefronts(aligned_pairs const & aligned,
                                             std::span<std::size_t const> const chosen,
                                             pipeline_resources const & resources)
{
    if (!are_host_wavefronts_profitable(aligned.pairs, chosen, aligned.metric, resources.threads, resources.costs))
        return {chosen.begin(), chosen.end()};

    plan::comparison const wanted{.metric = aligned.metric, .with_path = true};
    similar::pair_limits const limits{1, aligned.memory_limit / resources.threads};
    std::vector<char> is_remaining(chosen.size()); // The elements are not bool, as threads write them side by side.
    auto const align = [&](std::size_t const number)
    {
        alignment::sequence_pair const & pair = aligned.pairs[chosen[number]];
        std::uint64_t const max_distance = max_host_distance(pair, wanted.metric, resources.threads, resources.costs);
        similar::attempt_result attempt =
            similar::compute_by_wavefront(pair, wanted, max_distance, limits, resources.control);
        if (attempt.result)
            aligned.results[chosen[number]] = std::move(*attempt.result);
        else
            is_remaining[number] = 1;
    };
    runtime::parallel_for(resources.control,
                          resources.threads,
                          chosen.size(),
                          [&]()
                          {
                              return align;
                          });
    std::vector<std::size_t> remaining{};
    for (std::size_t number = 0; number < chosen.size(); ++number)
        if (is_remaining[number])
            remaining.push_back(chosen[number]);
    return remaining;
}

std::vector<set_pair> find_by_wavefronts(plan::sequence_sets const & sets,
                                         plan::metric const metric,
                                         plan::value_span const & values,
                                         pipeline_resources const & resources)
{
    return wavefront_set_job{sets, metric, values, resources}.compute();
}

} // namespace seqan3_gpulcs::cuda
