// SPDX-License-Identifier: BSD-3-Clause

#include "src/primer/prepared_sequences.hpp"

#include <algorithm>
#include <utility>

namespace seqan3_gpulcs::primer
{

prepared_sequences::state::state(packing::packed_set own,
                                 std::span<packing::packed_sequence_view const> const sequences) noexcept :
    owned_{std::move(own)},
    views_{sequences}
{}

std::shared_ptr<scan::site_text const> prepared_sequences::state::site_text(site_options const & options,
                                                                            runtime::task_control & control,
                                                                            unsigned const threads) const
{
    std::shared_ptr<scan::site_text const> & kept = site_texts_[options.cuts_at_ambiguous ? 1 : 0];
    {
        std::scoped_lock const lock{mutex_};
        if (kept)
            return kept;
    }
    auto made = std::make_shared<scan::site_text const>(views_, options, control, threads);
    std::scoped_lock const lock{mutex_};
    if (!kept)
        kept = std::move(made);
    return kept;
}

std::shared_ptr<scan::background_cuts const> prepared_sequences::state::find_cuts(options const & options,
                                                                                  runtime::task_control & control,
                                                                                  unsigned const threads) const
{
    {
        std::scoped_lock const lock{mutex_};
        if (known_background const * const known = find(options))
            return known->cuts;
    }
    auto made = std::make_shared<scan::background_cuts const>(views_, options, control, threads);
    std::scoped_lock const lock{mutex_};
    if (known_background const * const known = find(options))
        return known->cuts;
    backgrounds_.push_back({options, made, {}});
    return made;
}

prepared_sequences::state::known_background * prepared_sequences::state::find(options const & options) const noexcept
{
    auto const found = std::ranges::find_if(backgrounds_,
                                            [&](known_background const & each)
                                            {
                                                return mean_the_same(each.options, options);
                                            });
    return found == backgrounds_.end() ? nullptr : &*found;
}

// Those with the codes of a call; null if there are none.
std::shared_ptr<prepared_background const>
prepared_sequences::state::find_prepared(options const & options, scan::letter_codes const & codes) const
{
    std::scoped_lock const lock{mutex_};
    for (auto const & each : find(options)->prepared)
        if (each->has_codes(codes))
            return each;
    return nullptr;
}

prepared_texts prepared_sequences::state::texts(std::span<target const> const targets,
                                                options const & options,
                                                runtime::task_control & control,
                                                unsigned const threads) const
{
    auto const cuts = find_cuts(options, control, threads);
    scan::letter_codes const codes{targets, *cuts, options};
    auto background = find_prepared(options, codes);
    if (!background)
    {
        background = prepare_background(*cuts, codes, options, control, threads);
        std::scoped_lock const lock{mutex_};
        auto & prepared = find(options)->prepared;
        prepared.push_back(background);
        if (prepared.size() > max_codes)
            prepared.pop_front();
    }
    return {targets, codes, std::move(background), options, control};
}

prepared_sequences::prepared_sequences(packing::packed_set sequences)
{
    // Moving the set leaves its views where they are.
    std::span<packing::packed_sequence_view const> const views = sequences.views();
    state_ = std::make_unique<state>(std::move(sequences), views);
}

prepared_sequences::prepared_sequences(std::span<packing::packed_sequence_view const> const sequences) :
    state_{std::make_unique<state>(packing::packed_set{}, sequences)}
{}

prepared_sequences::prepared_sequences(prepared_sequences &&) noexcept = default;

prepared_sequences & prepared_sequences::operator=(prepared_sequences &&) noexcept = default;

prepared_sequences::~prepared_sequences() = default;

std::span<packing::packed_sequence_view const> prepared_sequences::views() const noexcept
{
    return state_->views();
}

} // namespace seqan3_gpulcs::primer
