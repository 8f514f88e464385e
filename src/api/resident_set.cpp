// SPDX-License-Identifier: BSD-3-Clause

#include "src/api/resident_set.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <seqan3_gpulcs/exception.hpp>

#include "src/dispatch/find_backend.hpp"
#include "src/packing/letter_kinds.hpp"

namespace seqan3_gpulcs::alignment
{

resident_set::state::state(packing::packed_set own,
                           std::span<packing::packed_sequence_view const> const sequences,
                           plan::execution const & execution) :
    owned{std::move(own)},
    views{sequences},
    totals{plan::set_totals::of(views)},
    kinds{packing::one_of_each_kind(views)},
    kept{dispatch::find_backend(execution).keep(views, execution)}
{}

backend::kept_sequences const * resident_set::state::kept_for(plan::execution const & execution) const
{
    if (!kept || execution.backend == plan::backend::cpu)
        return nullptr;
    for (unsigned const device : execution.devices)
        if (std::ranges::find(kept->devices(), device) == kept->devices().end())
            throw invalid_option{"The sequences are not kept on device " + std::to_string(device)
                                 + "; name only devices of the execution that kept them, or none."};
    return kept.get();
}

resident_set::resident_set(packing::packed_set sequences, plan::execution const & execution)
{
    // Moving the set leaves its views where they are.
    std::span<packing::packed_sequence_view const> const views = sequences.views();
    state_ = std::make_unique<state>(std::move(sequences), views, execution);
}

resident_set::resident_set(std::span<packing::packed_sequence_view const> const sequences,
                           plan::execution const & execution) :
    state_{std::make_unique<state>(packing::packed_set{}, sequences, execution)}
{}

resident_set::resident_set(resident_set &&) noexcept = default;

resident_set & resident_set::operator=(resident_set &&) noexcept = default;

resident_set::~resident_set() = default;

std::span<packing::packed_sequence_view const> resident_set::views() const noexcept
{
    return state_->views;
}

std::uint64_t resident_set::device_bytes() const noexcept
{
    return state_->kept ? state_->kept->device_bytes() : 0;
}

} // namespace seqan3_gpulcs::alignment
