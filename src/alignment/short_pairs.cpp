// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/detail/short_pairs.hpp>

#include "src/cpu/batch/lane_batches.hpp"
#include "src/cpu/batch/lane_coding.hpp"
#include "src/cpu/batch/vector_batch.hpp"
#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/dispatch/find_backend.hpp"
#include "src/dispatch/short_pair.hpp"
#include "src/plan/thread_plan.hpp"
#include "src/plan/threshold.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/traceback/tile_traceback.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::alignment::detail
{

namespace
{

// Longer sequences are packed, because all threads together read them several times, and a device needs them packed.
constexpr std::uint64_t max_letters{512};
constexpr std::uint64_t max_letters_beside_device{256};

// Pairs of a part: enough that pairs of similar sizes come together.
constexpr std::size_t pairs_at_once{256};

plan::comparison to_comparison(short_comparison const & wanted) noexcept
{
    if (!wanted.is_edit)
        return plan::compare_lcs(wanted.with_alignment);
    return {.metric = plan::metric::edit,
            .with_path = wanted.with_alignment,
            .ends = wanted.ends,
            .preference = wanted.preference,
            .end = wanted.end};
}

std::uint64_t find_max_size(short_comparison const & comparison, plan::execution const & execution)
{
    bool const is_beside_device = dispatch::may_choose_device(execution);
    if (dispatch::needs_backend(execution) || (is_beside_device && comparison.prefers_device))
        return 0;
    plan::comparison const wanted = to_comparison(comparison);
    std::uint64_t size = is_beside_device ? max_letters_beside_device : max_letters;
    std::uint64_t const limit = execution.memory_limit / plan::available_threads(execution);
    while (size != 0
           && (!cpu::is_for_lane(size, size, wanted) || cpu::kept_bytes(wanted, size, size) > limit / cpu::max_lanes))
        size -= 64;
    return size;
}

// Whether it is what find_value_at_once() and find_path_at_once() compute.
bool is_plain(short_comparison const & wanted) noexcept
{
    bool const is_other_alignment = wanted.is_edit && wanted.preference != preference::gaps_first;
    return !wanted.ends.any() && !(wanted.with_alignment && is_other_alignment);
}

std::string_view text_of(std::span<std::uint8_t const> const ranks) noexcept
{
    return {reinterpret_cast<char const *>(ranks.data()), ranks.size()};
}

} // namespace

std::uint64_t max_size_at_once(short_comparison const & wanted, plan::execution const & execution) noexcept
{
    if (!is_plain(wanted) || dispatch::needs_backend(execution))
        return 0;
    return wanted.with_alignment ? dispatch::max_path_size : dispatch::max_similar_size;
}

std::optional<alignment::result>
find_at_once(short_comparison const & wanted, plan::execution const & execution, rank_pair const & pair)
{
    if (!is_plain(wanted))
        return std::nullopt;
    plan::metric const metric = wanted.is_edit ? plan::metric::edit : plan::metric::lcs;
    std::string_view const first = text_of(pair.first);
    std::string_view const second = text_of(pair.second);
    alignment::result found{.first = {.end = first.size()}, .second = {.end = second.size()}};
    std::uint64_t value = 0;
    if (wanted.with_alignment)
    {
        std::optional<alignment::path> path = dispatch::find_path_at_once(first, second, metric, execution);
        if (!path)
            return std::nullopt;
        value = wanted.is_edit ? path->columns() - path->matches() : path->matches();
        found.path = std::move(*path);
    }
    else if (std::optional<std::uint64_t> const at_once =
                 dispatch::find_value_at_once(first, second, metric, execution))
        value = *at_once;
    else
        return std::nullopt;
    if (wanted.is_edit ? value > wanted.max_distance : value < wanted.min_length)
    {
        value = plan::value_of_no_interest(metric);
        found.path = {};
        found.first.begin = found.first.end;
        found.second.begin = found.second.end;
    }
    (wanted.is_edit ? found.distance : found.length) = value;
    return found;
}

// Compares pairs by one thread, and keeps its memory for the next ones.
class short_pairs::workspace
{
public:
    virtual ~workspace() = default;
    virtual void compare(std::span<rank_pair const> pairs, result_function const & take) = 0;
};

template <typename recurrence_t>
class short_pairs::workspace_of final : public workspace
{
public:
    explicit workspace_of(short_comparison const & wanted) :
        lanes_{cpu::choose_vector_kernel<recurrence_t>(), to_comparison(wanted)},
        max_distance_{wanted.is_edit ? wanted.max_distance : alignment::too_distant},
        min_length_{wanted.is_edit ? 0 : wanted.min_length},
        coding_{wanted.alphabet_size}
    {}

    void compare(std::span<rank_pair const> const pairs, result_function const & take) override
    {
        estimate_codes(pairs);
        batches_.begin();
        for (std::size_t i = 0; i < pairs.size(); ++i)
            batches_.add(i, pairs[i].first.size(), pairs[i].second.size(), lanes_.wanted());
        batches_.finish(lanes_.wanted(), {.lanes = lanes_.max_pairs(), .is_only_way = true});
        for (std::size_t number = 0; number < batches_.size(); ++number)
            compare_batch(pairs, batches_[number], take);
    }

private:
    // The first sequences of some pairs suffice.
    void estimate_codes(std::span<rank_pair const> const pairs) noexcept
    {
        constexpr std::size_t samples{8};
        for (std::size_t i = 0; i < pairs.size(); i += pairs.size() / samples + 1)
            coding_.count(pairs[i].first);
        coding_.choose();
    }

    void compare_batch(std::span<rank_pair const> const pairs,
                       std::span<std::size_t const> const batch,
                       result_function const & take)
    {
        for (std::size_t lane = 0; lane < batch.size(); ++lane)
            coded_[lane] = coding_.find(pairs[batch[lane]].first, pairs[batch[lane]].second);
        std::span const found = std::span{found_}.first(batch.size());
        lanes_.compute(std::span{coded_}.first(batch.size()), found);
        for (unsigned lane = 0; lane < batch.size(); ++lane)
            take(batch[lane], make_result(lane));
    }

    short_result make_result(unsigned const lane)
    {
        plan::path_end const & found = found_[lane];
        std::uint64_t const rows = coded_[lane].first.size();
        std::uint64_t const columns = coded_[lane].second.size();
        if (found.value > max_distance_ || found.value < min_length_)
            return {.value = plan::value_of_no_interest(lanes_.wanted().metric),
                    .first = {rows, rows},
                    .second = {columns, columns}};
        short_result result{.value = found.value, .first = {0, found.cell.row}, .second = {0, found.cell.column}};
        if (!lanes_.wanted().with_path)
            return result;
        steps_.clear(rows + columns);
        plan::matrix_cell const begin =
            traceback::trace_matrix<recurrence_t>(lanes_.kept(lane), found.cell, lanes_.wanted().ends, steps_);
        result.first.begin = begin.row;
        result.second.begin = begin.column;
        result.steps = steps_.words();
        result.columns = steps_.size();
        return result;
    }

    cpu::vector_batch<recurrence_t> lanes_;
    std::uint64_t max_distance_;
    std::uint64_t min_length_;
    cpu::rank_coding coding_;
    cpu::lane_batches batches_{};
    std::array<cpu::lane_pair, cpu::max_lanes> coded_{};
    std::array<plan::path_end, cpu::max_lanes> found_{};
    traceback::path_steps steps_{};
};

// Holds the workspaces that no thread uses at the moment.
class short_pairs::workspace_pool
{
public:
    std::unique_ptr<workspace> take(short_comparison const & wanted)
    {
        {
            std::scoped_lock const lock{mutex_};
            if (!unused_.empty())
            {
                std::unique_ptr<workspace> taken = std::move(unused_.back());
                unused_.pop_back();
                return taken;
            }
        }
        return cpu::with_recurrence(
            to_comparison(wanted),
            [&]<typename recurrence_t>(std::type_identity<recurrence_t>) -> std::unique_ptr<workspace>
            {
                return std::make_unique<workspace_of<recurrence_t>>(wanted);
            });
    }

    void give_back(std::unique_ptr<workspace> taken)
    {
        std::scoped_lock const lock{mutex_};
        unused_.push_back(std::move(taken));
    }

private:
    std::mutex mutex_{};
    std::vector<std::unique_ptr<workspace>> unused_{};
};

short_pairs::short_pairs(short_comparison const & wanted, plan::execution const & execution) :
    wanted_{wanted},
    max_size_{find_max_size(wanted, execution)},
    pool_{std::make_unique<workspace_pool>()}
{}

short_pairs::~short_pairs() = default;

void short_pairs::compare(std::span<rank_pair const> const pairs, result_function const & take) const
{
    std::unique_ptr<workspace> mine = pool_->take(wanted_);
    mine->compare(pairs, take);
    pool_->give_back(std::move(mine));
}

void short_pairs::for_each_part(std::size_t const count,
                                double const cells,
                                plan::execution const & execution,
                                std::function<void(std::size_t, std::size_t)> const & compute)
{
    runtime::task_control control{execution, cells};
    runtime::parallel_for(control,
                          plan::useful_threads_for_pairs(count, cells, plan::available_threads(execution)),
                          util::ceil_div(count, pairs_at_once),
                          [&]()
                          {
                              return [&](std::size_t const part)
                              {
                                  std::size_t const begin = part * pairs_at_once;
                                  compute(begin, std::min(begin + pairs_at_once, count));
                              };
                          });
}

} // namespace seqan3_gpulcs::alignment::detail
