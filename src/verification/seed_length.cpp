// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/seed_length.hpp"

#include <algorithm>
#include <limits>

#include "src/verification/verification_costs.hpp"

namespace seqan3_gpulcs::verification
{

namespace
{

// Of a find and those beside it: rough guesses.
constexpr double finds_together{6};
constexpr std::uint64_t positions_together{8};

// How much shorter the next pattern is: these parts of the one before.
constexpr std::uint64_t least_step{64};
constexpr std::uint64_t largest_step{16};

} // namespace

seed_length::seed_length(chance_hits const & rates, std::function<double(std::uint64_t)> const & time_of_pass) :
    differences_{rates.differences()},
    rare_size_{rates.rare_size()}
{
    auto const text_size = static_cast<double>(rates.text_size());
    std::uint64_t size = differences_;
    for (double const rate : rates.rates())
    {
        double const together =
            time_of_suffixes(size + positions_together, positions_together, size + positions_together + differences_);
        double const of_find = time_of_find + std::min(time_of_following(differences_), together / finds_together);
        passes_.push_back(text_size * time_of_pass(size));
        costs_.push_back(passes_.back() + text_size * rate * of_find);
        ++size;
    }
}

std::uint64_t seed_length::choose(std::uint64_t const longest) const noexcept
{
    std::uint64_t const most = std::min<std::uint64_t>(costs_.size(), longest - differences_ + 1);
    std::uint64_t best = longest;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint64_t i = 0; i < most; ++i)
    {
        double const cost = costs_[i] / static_cast<double>(longest - differences_ - i + 1);
        if (cost < least)
        {
            least = cost;
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
    std::uint64_t next = by(least_step);
    while (next > by(largest_step) && is_cheap(next - 1))
        --next;
    return next;
}

double seed_length::positions_of_pass() const noexcept
{
    return static_cast<double>(rare_size_ - choose(rare_size_) + 1);
}

double seed_length::time_of_position() const noexcept
{
    std::uint64_t const index = choose(rare_size_) - differences_;
    return index < costs_.size() ? costs_[index] / positions_of_pass() : 0;
}

} // namespace seqan3_gpulcs::verification
