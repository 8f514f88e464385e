// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>

#include "src/dispatch/find_backend.hpp"
#include "src/primer/background_cache.hpp"
#include "src/primer/prepared_texts.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::primer::detail
{

namespace
{

// A thread with fewer cells costs more than it saves: half a millisecond, measured with AVX-512.
constexpr double min_cells_per_thread{1 << 20};

// Groups with more cells for each thread have all threads, and may go to a device.
constexpr double max_small_cells_per_thread{1 << 24};

// The overhead of a group, in cells.
constexpr double group_overhead_cells{1 << 15};

// Small groups are so small that a thread may have this many: so all threads end at about the same time.
constexpr double groups_per_thread{4};

//!\brief The pairs that have the same background.
struct pair_group
{
    packing::packed_sequence_view background{};
    std::vector<std::size_t> pairs{};
    double cells{};
    std::unique_ptr<kept_background> known{}; // The background, if it is known from the call before.
};

// Searched for each position: both strands count.
double cells_per_position(packing::packed_sequence_view const & background, options const & options) noexcept
{
    return static_cast<double>(background.size()) * (options.complement ? 2 : 1);
}

std::vector<pair_group> group_pairs(std::span<target_pair const> const pairs, options const & options)
{
    std::vector<pair_group> groups{};
    std::map<std::pair<std::uint64_t const *, std::uint64_t>, std::size_t> known{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        auto const & [target, background] = pairs[i];
        auto const [found, is_new] = known.try_emplace({background.words(), background.size()}, groups.size());
        if (is_new)
            groups.push_back({.background = background});
        pair_group & group = groups[found->second];
        group.pairs.push_back(i);
        group.cells += static_cast<double>(target.positions()) * cells_per_position(background, options);
    }
    return groups;
}

void check_pairs(std::span<target_pair const> const pairs, pair_output const wanted, options const & options)
{
    check_options(options);
    if (wanted == pair_output::lengths_and_matches)
        check_match_options(options);
    for (auto const & [target, background] : pairs)
        check_letters({&target, 1}, {&background, 1}, options);
}

void find_known(std::span<pair_group> const groups, options const & options, background_cache & cache)
{
    std::vector<packing::packed_sequence_view> backgrounds{};
    for (pair_group const & group : groups)
        backgrounds.push_back(group.background);
    std::vector<std::unique_ptr<kept_background>> known = cache.take(backgrounds, options);
    for (std::size_t i = 0; i < groups.size(); ++i)
        groups[i].known = std::move(known[i]);
}

//!\brief A call: its pairs, and what is found.
class pair_search
{
public:
    pair_search(std::span<target_pair const> const pairs,
                pair_output const wanted,
                options const & options,
                runtime::task_control & control,
                background_cache * const cache) :
        pairs_{pairs},
        wanted_{wanted},
        options_{options},
        control_{control},
        cache_{cache},
        found_(pairs.size())
    {}

    //!\brief Finds the primers of all groups: those of large ones by all threads, those of small ones by one thread each.
    void compute(std::span<pair_group> const groups, double const cells, plan::execution const & execution)
    {
        double const threads = plan::available_threads(execution);
        double const small_limit = std::clamp(cells / (groups_per_thread * threads),
                                              min_cells_per_thread,
                                              max_small_cells_per_thread * threads);
        std::vector<pair_group *> small{};
        for (pair_group & group : groups)
            if (group.cells <= small_limit)
                small.push_back(&group);
            else
                compute_group(group, execution);
        compute_small(small, execution);
    }

    //!\brief What was found.
    std::vector<matched_primers> take() noexcept
    {
        return std::move(found_);
    }

private:
    void compute_small(std::span<pair_group * const> const groups, plan::execution const & execution)
    {
        double cells = 0;
        for (pair_group const * const group : groups)
            cells += group->cells + group_overhead_cells;
        double const threads = plan::available_threads(execution);
        plan::execution alone = execution;
        alone.threads = 1;
        alone.on_route = {}; // It is told by one thread at a time.
        if (alone.backend == plan::backend::automatic)
            alone.backend = plan::backend::cpu;
        runtime::parallel_for(control_,
                              static_cast<unsigned>(std::clamp(cells / min_cells_per_thread, 1.0, threads)),
                              groups.size(),
                              [&]()
                              {
                                  return [&](std::size_t const i)
                                  {
                                      compute_group(*groups[i], alone);
                                  };
                              });
    }

    void compute_group(pair_group & group, plan::execution const & execution)
    {
        std::vector<target> targets{};
        for (std::size_t const i : group.pairs)
            targets.push_back(pairs_[i].target);
        unsigned const threads = plan::available_threads(execution);
        scan::background_cuts const cuts{{&group.background, 1}, options_, control_, threads};
        scan::letter_codes const codes{targets, cuts, options_};
        auto background = group.known ? std::move(group.known->prepared) : nullptr;
        if (!background || !background->has_codes(codes))
            background = prepare_background(cuts, codes, options_, control_, threads);
        prepared_texts texts{targets, codes, std::move(background), options_, control_};
        scan::search_context const context{texts.background->text,
                                           options_,
                                           cells_per_position(group.background, options_),
                                           control_,
                                           threads};
        std::vector<std::vector<std::uint64_t>> lengths = find_lengths(targets, texts, context, execution, nullptr);
        std::vector<std::vector<match>> matches(lengths.size());
        if (wanted_ == pair_output::lengths_and_matches)
            matches = search_matches(std::vector<std::span<std::uint64_t const>>{lengths.begin(), lengths.end()},
                                     texts,
                                     context,
                                     execution);
        for (std::size_t i = 0; i < lengths.size(); ++i)
            found_[group.pairs[i]] = {std::move(lengths[i]), std::move(matches[i])};
        if (cache_)
            cache_->keep(std::move(group.known), group.background, options_, std::move(texts.background));
    }

    std::span<target_pair const> pairs_;
    pair_output wanted_;
    options const & options_;
    runtime::task_control & control_;
    background_cache * cache_;
    std::vector<matched_primers> found_;
};

} // namespace

std::vector<matched_primers> compute_pairs(std::span<target_pair const> const pairs,
                                           pair_output const wanted,
                                           options const & options,
                                           plan::execution const & execution,
                                           background_cache * const cache)
{
    check_pairs(pairs, wanted, options);
    // An unavailable backend is reported first.
    dispatch::find_backend(execution);

    std::vector<pair_group> groups = group_pairs(pairs, options);
    if (cache)
        find_known(groups, options, *cache);
    double cells = 0;
    for (pair_group const & group : groups)
        cells += group.cells;
    runtime::task_control control{execution, cells * (wanted == pair_output::lengths_and_matches ? 2 : 1)};
    control.check();

    pair_search search{pairs, wanted, options, control, cache};
    search.compute(groups, cells, execution);
    control.report_done();
    return search.take();
}

} // namespace seqan3_gpulcs::primer::detail
