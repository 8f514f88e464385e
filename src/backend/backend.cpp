// SPDX-License-Identifier: BSD-3-Clause

#include "src/backend/backend.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <seqan3_gpulcs/plan/batching.hpp>

namespace seqan3_gpulcs::backend
{

namespace
{

using clock = std::chrono::steady_clock;

// The letters of pairs that are computed together: they are in memory anyway, and a device should be busy for long.
constexpr std::uint64_t max_letters{std::uint64_t{1} << 30};

// The progress of calls that are parts of another one. A call may be too short to report anything itself.
class progress_of_lists
{
public:
    progress_of_lists(plan::execution const & execution, double const cells_total) :
        execution_{execution},
        tell_{execution.on_progress},
        cells_total_{cells_total}
    {
        if (tell_)
            execution_.on_progress = [this](plan::progress const & of_list)
            {
                report(cells_done_ + std::min(of_list.cells_done, list_cells_));
            };
    }

    // The callback refers to this object.
    progress_of_lists(progress_of_lists const &) = delete;
    progress_of_lists & operator=(progress_of_lists const &) = delete;

    // The execution of the next list, given the weight of the list.
    plan::execution const & begin(double const cells) noexcept
    {
        list_cells_ = cells;
        return execution_;
    }

    void end()
    {
        cells_done_ += list_cells_;
        if (tell_ && clock::now() - reported_ >= std::chrono::milliseconds{100})
            report(cells_done_);
    }

private:
    void report(double const cells)
    {
        reported_ = clock::now();
        tell_({cells, cells_total_});
    }

    plan::execution execution_;
    plan::progress_callback tell_;
    double cells_total_;
    double cells_done_{};
    double list_cells_{};
    clock::time_point reported_{clock::now()};
};

// Computes the values of pairs that come one by one, in the order of the result, list by list.
class value_collector
{
public:
    value_collector(backend_interface const & backend, set_request const & request, plan::execution const & execution) :
        backend_{backend},
        metric_{request.metric},
        values_{request.values},
        progress_{execution, request.sets.cells()}
    {}

    void add(packing::packed_sequence_view const & first, packing::packed_sequence_view const & second)
    {
        pairs_.push_back({first, second});
        letters_ += first.size() + second.size();
        if (pairs_.size() == plan::max_device_batch_pairs || letters_ >= max_letters)
            compute();
    }

    // An empty list, too: an unavailable backend is an error, even if there are no pairs.
    void compute()
    {
        plan::comparison const wanted{.metric = metric_};
        plan::list_survey const survey = plan::survey_list({pairs_, {}}, wanted);
        backend_.compute(list_request{.pairs = {pairs_, {}},
                                      .wanted = wanted,
                                      .survey = survey,
                                      .results{values_.subspan(0, pairs_.size()), metric_}},
                         progress_.begin(survey.all.cells));
        progress_.end();
        values_ = values_.subspan(pairs_.size(), values_.size() - pairs_.size());
        pairs_.clear();
        letters_ = 0;
    }

private:
    backend_interface const & backend_;
    plan::metric metric_;
    plan::value_span values_;
    progress_of_lists progress_;
    std::vector<alignment::sequence_pair> pairs_{};
    std::uint64_t letters_{};
};

class single_part final : public plan::column_chunks
{
public:
    explicit single_part(plan::matrix_part const & part) noexcept : part_{part}
    {}

    plan::matrix_part outline() const override
    {
        return {.rows = part_.rows, .columns = part_.columns, .region = part_.region, .metric = part_.metric};
    }

    double cells_done() const override
    {
        return 0;
    }

    plan::matrix_part const * next(bool) override
    {
        return std::exchange(is_given_, true) ? nullptr : &part_;
    }

    void finish(plan::source_statistics const & statistics) override
    {
        statistics_ = statistics;
    }

    void rewind() noexcept override
    {
        is_given_ = false;
    }

    plan::source_statistics take_statistics() noexcept
    {
        return std::move(statistics_);
    }

private:
    plan::matrix_part const & part_;
    plan::source_statistics statistics_{};
    bool is_given_{};
};

} // namespace

std::vector<alignment::result> compare(backend_interface const & backend,
                                       std::span<alignment::sequence_pair const> const pairs,
                                       plan::comparison const & wanted,
                                       plan::execution const & execution)
{
    std::vector<alignment::result> results(pairs.size());
    plan::pair_list const list{pairs, {}};
    plan::list_survey const survey = plan::survey_list(list, wanted);
    backend.compute(list_request{.pairs = list, .wanted = wanted, .survey = survey, .results{results}}, execution);
    return results;
}

std::optional<alignment::result>
compare_if_similar(backend_interface const & backend, similar_pair & similar, plan::execution const & execution)
{
    alignment::result result{};
    plan::pair_list const list{{&similar.pair, 1}, {}};
    plan::list_survey const survey = plan::survey_list(list, similar.wanted);
    pair_outcome const outcome = backend.compute(list_request{.pairs = list,
                                                              .wanted = similar.wanted,
                                                              .survey = survey,
                                                              .results{std::span{&result, 1}},
                                                              .limits = similar.limits,
                                                              .attempts{&similar.attempt, 1}},
                                                 execution);
    return outcome.left.empty() ? std::optional{std::move(result)} : std::nullopt;
}

void compute_lists(backend_interface const & backend, set_request const & request, plan::execution const & execution)
{
    plan::sequence_sets const & sets = request.sets;
    value_collector all{backend, request, execution};
    for (std::size_t i = 0; i < sets.first().size(); ++i)
        for (packing::packed_sequence_view const & second : sets.second().subspan(sets.is_one_set() ? i + 1 : 0))
            all.add(sets.first()[i], second);
    all.compute();
}

plan::source_statistics
compute_lists(backend_interface const & backend, source_request const & request, plan::execution const & execution)
{
    plan::pair_source const & source = request.source;
    plan::source_statistics statistics{};
    progress_of_lists progress{execution, source.cells};
    plan::pair_batch batch{};
    std::vector<plan::pair_value> found{};
    for (std::size_t number = 0; number < source.batch_count(); ++number)
    {
        batch.clear();
        found.clear();
        source.produce(number, batch);
        std::vector<alignment::result> const results =
            compare(backend, batch.pairs, {.metric = source.metric}, progress.begin(batch.cells));
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            statistics.transfer_seconds += results[i].transfer_seconds;
            statistics.kernel_seconds += results[i].kernel_seconds;
            statistics.device_bytes = std::max(statistics.device_bytes, results[i].device_bytes);
            statistics.backends.insert(results[i].backend);
            if (plan::is_of_interest(batch.pairs[i], results[i], source.metric))
                found.push_back({batch.ids[i], plan::value_of(results[i], source.metric)});
        }
        source.consume(number, found);
        progress.end();
    }
    return statistics;
}

plan::source_statistics
compute_part(backend_interface const & backend, plan::matrix_part const & part, plan::execution const & execution)
{
    single_part parts{part};
    backend.compute_parts(parts, execution);
    return parts.take_statistics();
}

} // namespace seqan3_gpulcs::backend
