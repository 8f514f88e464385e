// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_waves.hpp"

#include <algorithm>
#include <cassert>

namespace seqan3_gpulcs::cuda
{

strip_waves::strip_waves(std::span<unsigned const> const wave_strips, unsigned const strips, bool const keeps_rows) :
    strips_{strips},
    missing_{!wave_strips.empty() && keeps_rows ? 1u : 0u}
{
    if (wave_strips.empty())
    {
        ends_.push_back(strips);
        return;
    }
    for (unsigned const count : wave_strips)
    {
        assert(count != 0 && (count % 2 == 0 || !keeps_rows));
        ends_.push_back((ends_.empty() ? 0 : ends_.back()) + count);
    }
}

strip_wave strip_waves::describe(std::size_t const device) const noexcept
{
    unsigned const begin = device == 0 ? 0 : ends_[device - 1];
    return {.incoming = nullptr,
            .outgoing = nullptr,
            .strips = ends_[device] - begin,
            .round_strips = ends_.back(),
            .first = begin - missing_,
            .missing = device == 0 ? missing_ : 0};
}

unsigned strip_waves::strip_count(std::size_t const device) const noexcept
{
    strip_wave const wave = describe(device);
    std::uint64_t const all = std::uint64_t{strips_} + missing_;
    std::uint64_t const begin = device == 0 ? 0 : ends_[device - 1];
    std::uint64_t const of_last_round = all % wave.round_strips;
    std::uint64_t const count = all / wave.round_strips * wave.strips
                              + std::min<std::uint64_t>(wave.strips, of_last_round - std::min(of_last_round, begin));
    return static_cast<unsigned>(count) - wave.missing;
}

std::vector<plan::interval> strip_waves::strips_of(std::size_t const device) const
{
    strip_wave const wave = describe(device);
    std::uint64_t const all = std::uint64_t{strips_} + missing_;
    std::vector<plan::interval> waves{};
    for (std::uint64_t begin = ends_[device] - wave.strips; begin < all; begin += wave.round_strips)
        waves.push_back({std::max<std::uint64_t>(begin, missing_) - missing_,
                         std::min<std::uint64_t>(begin + wave.strips, all) - missing_});
    return waves;
}

std::size_t strip_waves::owner(unsigned const strip) const noexcept
{
    std::uint64_t const in_round = (std::uint64_t{strip} + missing_) % ends_.back();
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, in_round) - ends_.begin());
}

} // namespace seqan3_gpulcs::cuda
