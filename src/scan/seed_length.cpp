// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/seed_length.hpp"

#include <algorithm>
#include <limits>

#include "src/scan/verification_costs.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

// How many neighbouring candidates are verified together, and for how many positions: rough guesses.
constexpr double candidates_together{6};
constexpr std::uint64_t positions_together{8};

// The next pattern is shorter by at most this part of the one before.
constexpr std::uint64_t max_step{16};

// Where hits take longer than a pass, the next pattern may have at most this many times as many.
constexpr double max_growth{4};

} // namespace

seed_length::seed_length(chance_hits const & hits,
                         searched_by const by,
                         std::function<double(std::uint64_t)> const & pass_time) :
    by_{by},
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
        costs_.push_back({text_size * pass_time(size), text_size * rate * candidate_time});
        ++size;
    }
}

std::uint64_t seed_length::choose(std::uint64_t const max_size, double const hit_ratio) const noexcept
{
    std::uint64_t const size_count = std::min<std::uint64_t>(costs_.size(), max_size - differences_ + 1);
    std::uint64_t best = max_size;
    double min_cost = std::numeric_limits<double>::infinity();
    for (std::uint64_t i = 0; i < size_count; ++i)
    {
        double const of_position = cost(costs_[i], hit_ratio) / static_cast<double>(max_size - differences_ - i + 1);
        if (of_position < min_cost)
        {
            min_cost = of_position;
            best = differences_ + i;
        }
    }
    return best;
}

std::uint64_t seed_length::choose_first(std::uint64_t const max_size) const noexcept
{
    pass_cost const alone = cost_of(max_size);
    if (alone.candidates > alone.pass)
        return max_size;
    auto const positions = static_cast<std::uint64_t>(positions_per_pass());
    return std::max(choose(max_size), max_size - std::min(max_size, positions - 1));
}

std::uint64_t seed_length::shorter(std::uint64_t const size) const noexcept
{
    pass_cost const before = cost_of(size);
    double const max_candidates = std::max(before.pass, max_growth * before.candidates);
    std::uint64_t const shortest = std::max(differences_, size - std::max<std::uint64_t>(1, size / max_step));
    std::uint64_t next = size - 1;
    while (next > shortest && cost_of(next - 1).candidates <= max_candidates)
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
    return index < costs_.size() ? cost(costs_[index], 1) / positions_per_pass() : 0;
}

} // namespace seqan3_gpulcs::scan
