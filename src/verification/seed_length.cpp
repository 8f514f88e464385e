// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/seed_length.hpp"

#include <algorithm>
#include <limits>

#include "src/verification/verification_costs.hpp"

namespace seqan3_gpulcs::verification
{

namespace
{

// Of a candidate and those beside it: rough guesses.
constexpr double candidates_together{6};
constexpr std::uint64_t positions_together{8};

// How much shorter the next pattern is: these parts of the one before.
constexpr std::uint64_t min_step{64};
constexpr std::uint64_t max_step{16};

} // namespace

seed_length::seed_length(chance_hits const & hits, std::function<double(std::uint64_t)> const & pass_time) :
    differences_{hits.differences()},
    rare_size_{hits.rare_size()}
{
    auto const text_size = static_cast<double>(hits.text_size());
    std::uint64_t size = differences_;
    for (double const rate : hits.rates())
    {
        double const together =
            suffix_time(size + positions_together, positions_together, size + positions_together + differences_);
        double const anchored = anchored_time(size + positions_together, differences_)
                              / static_cast<double>(cpu::anchored_distances::lanes_here());
        double const candidate_time =
            collection_time + std::min({verification_time(differences_), together / candidates_together, anchored});
        passes_.push_back(text_size * pass_time(size));
        costs_.push_back(passes_.back() + text_size * rate * candidate_time);
        ++size;
    }
}

std::uint64_t seed_length::choose(std::uint64_t const max_size) const noexcept
{
    std::uint64_t const size_count = std::min<std::uint64_t>(costs_.size(), max_size - differences_ + 1);
    std::uint64_t best = max_size;
    double min_cost = std::numeric_limits<double>::infinity();
    for (std::uint64_t i = 0; i < size_count; ++i)
    {
        double const cost = costs_[i] / static_cast<double>(max_size - differences_ - i + 1);
        if (cost < min_cost)
        {
            min_cost = cost;
            best = differences_ + i;
        }
    }
    return best;
}

std::uint64_t seed_length::shorter(std::uint64_t const size) const noexcept
{
    auto const by = [this, size](std::uint64_t const part)
    {
        return std::max(differences_, size - std::max<std::uint64_t>(1, size / part));
    };
    auto const is_cheap = [this](std::uint64_t const candidate)
    {
        std::uint64_t const i = candidate - differences_;
        return i < costs_.size() && costs_[i] <= 2 * passes_[i];
    };
    std::uint64_t next = by(min_step);
    while (next > by(max_step) && is_cheap(next - 1))
        --next;
    return next;
}

double seed_length::positions_per_pass() const noexcept
{
    return static_cast<double>(rare_size_ - choose(rare_size_) + 1);
}

double seed_length::time_per_position() const noexcept
{
    std::uint64_t const index = choose(rare_size_) - differences_;
    return index < costs_.size() ? costs_[index] / positions_per_pass() : 0;
}

} // namespace seqan3_gpulcs::verification
