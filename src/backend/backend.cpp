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

// The letters of pairs that are computed together: they are in memory anyway, and a device should be busy for long.
constexpr std::uint64_t max_letters{std::uint64_t{1} << 30};

// Computes the lengths of pairs that come one by one, in the order of the result, batch by batch.
class value_collector
{
public:
    value_collector(backend_interface const & backend,
                    plan::metric const metric,
                    double const cells,
                    std::span<std::uint64_t> const lengths,
                    plan::execution const & execution) :
        backend_{backend},
        metric_{metric},
        cells_total_{cells},
        lengths_{lengths},
        execution_{execution}
    {
        if (execution.on_progress)
            execution_.on_progress = [this, tell = execution.on_progress](plan::progress const & of_batch)
            {
                last_report_ = std::chrono::steady_clock::now();
                tell({cells_done_ + of_batch.cells_done, cells_total_});
            };
    }

    // The callback refers to this object.
    value_collector(value_collector const &) = delete;
    value_collector & operator=(value_collector const &) = delete;

    void add(packing::packed_sequence_view const & first, packing::packed_sequence_view const & second)
    {
        batch_.push_back({first, second});
        survey_.add(batch_.back());
        letters_ += first.size() + second.size();
        if (batch_.size() == plan::max_device_batch_pairs || letters_ >= max_letters)
            compute_batch();
    }

    // An empty batch, too: an unavailable backend is an error, even if there are no pairs.
    void compute_batch()
    {
        backend_.find_values(batch_, {.metric = metric_}, survey_, lengths_.first(batch_.size()), execution_);
        lengths_ = lengths_.subspan(batch_.size());
        cells_done_ += survey_.cells;
        batch_.clear();
        survey_ = {};
        letters_ = 0;
        // A batch may be done too soon to report anything itself.
        if (execution_.on_progress && std::chrono::steady_clock::now() - last_report_ >= std::chrono::milliseconds{100})
            execution_.on_progress({});
    }

private:
    backend_interface const & backend_;
    plan::metric metric_;
    std::vector<alignment::sequence_pair> batch_{};
    plan::pair_survey survey_{};
    std::uint64_t letters_{};
    double cells_done_{};
    double cells_total_;
    std::span<std::uint64_t> lengths_;
    plan::execution execution_;
    std::chrono::steady_clock::time_point last_report_{std::chrono::steady_clock::now()};
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

std::vector<std::size_t> backend_interface::compute_what_fits(std::span<alignment::sequence_pair const> const pairs,
                                                              plan::comparison const & wanted,
                                                              plan::execution const & execution,
                                                              std::span<alignment::result> const results,
                                                              std::span<plan::wavefront_attempt const>) const
{
    std::ranges::move(compute(pairs, wanted, execution), results.begin());
    return {};
}

void backend_interface::find_values(std::span<alignment::sequence_pair const> const pairs,
                                    plan::comparison const & wanted,
                                    plan::pair_survey const &,
                                    std::span<std::uint64_t> const lengths,
                                    plan::execution const & execution) const
{
    std::vector<alignment::result> const results = compute(pairs, wanted, execution);
    std::ranges::transform(results,
                           lengths.begin(),
                           [&](alignment::result const & one)
                           {
                               return plan::value_of(one, wanted.metric);
                           });
}

void backend_interface::find_set_values(plan::sequence_sets const & sets,
                                        plan::metric const metric,
                                        std::span<std::uint64_t> const lengths,
                                        plan::execution const & execution) const
{
    value_collector all{*this, metric, sets.cells(), lengths, execution};
    for (std::size_t i = 0; i < sets.first().size(); ++i)
        for (packing::packed_sequence_view const & second : sets.second().subspan(sets.is_one_set() ? i + 1 : 0))
            all.add(sets.first()[i], second);
    all.compute_batch();
}

plan::source_statistics backend_interface::find_interesting(plan::pair_source const & source,
                                                            plan::execution const & execution) const
{
    using clock = std::chrono::steady_clock;

    plan::source_statistics statistics{};
    double cells_done = 0;
    double batch_cells = 0;
    auto reported = clock::now();
    auto const report = [&](double const cells)
    {
        reported = clock::now();
        execution.on_progress({cells, source.cells});
    };
    plan::execution part{execution};
    if (execution.on_progress)
        part.on_progress = [&](plan::progress const & progress)
        {
            report(cells_done + std::min(progress.cells_done, batch_cells));
        };

    plan::pair_batch batch{};
    std::vector<plan::pair_value> found{};
    for (std::size_t number = 0; number < source.batch_count(); ++number)
    {
        batch.clear();
        found.clear();
        source.produce(number, batch);
        batch_cells = batch.cells;
        std::vector<alignment::result> const results = compute(batch.pairs, {.metric = source.metric}, part);
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
        cells_done += batch.cells;

        // A call for one batch may be too short to report anything.
        if (execution.on_progress && clock::now() - reported >= std::chrono::milliseconds{100})
            report(cells_done);
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
