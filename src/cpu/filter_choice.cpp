// SPDX-License-Identifier: BSD-3-Clause

#include "filter_choice.hpp"

#include <algorithm>
#include <limits>

#include "../work_counter.hpp"
#include "primer_costs.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

constexpr std::uint64_t samples{4};

// The letters of a sample, and the cells that should do.
constexpr std::uint64_t most_sample_letters{8192};
constexpr std::uint64_t least_sample_letters{64};
constexpr std::uint64_t sample_cells{std::uint64_t{1} << 24};

// So many columns of a sample make an estimate.
constexpr double enough_columns{16};

// Of a find and those beside it: rough guesses.
constexpr double finds_together{3};
constexpr std::uint64_t positions_together{8};

// Adds, for each row, the columns whose distance is less than k: the conventional solution with its early stop.
void count_columns(std::span<std::uint8_t const> const pattern,
                   std::span<std::uint8_t const> const text,
                   std::uint64_t const differences,
                   std::vector<double> & counts,
                   work_counter & work)
{
    std::vector<std::uint32_t> row(text.size() + 1, 0);
    for (std::size_t i = 0; i < pattern.size(); ++i)
    {
        work.add(row.size());
        std::uint32_t diagonal = row[0];
        row[0] = static_cast<std::uint32_t>(i + 1);
        std::uint64_t found = 0;
        for (std::size_t j = 1; j < row.size(); ++j)
        {
            std::uint32_t const replaced = diagonal + (pattern[i] != text[j - 1]);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
            found += row[j] < differences;
        }
        if (found == 0)
            return;
        counts[i] += static_cast<double>(found);
    }
}

} // namespace

filter_choice::filter_choice(std::span<std::span<std::uint8_t const> const> const targets,
                             std::span<std::uint8_t const> const text,
                             std::uint64_t const differences,
                             run_control & control) :
    differences_{differences}
{
    work_counter work{control};
    std::uint64_t letters = 0;
    std::uint64_t longest = 0;
    for (std::span<std::uint8_t const> const target : targets)
    {
        letters += target.size();
        longest = std::max<std::uint64_t>(longest, target.size());
    }

    // Primers of random sequences of a few letters are shorter.
    std::uint64_t const sizes = std::min(longest, 8 * std::min(differences, longest) + 64);
    std::vector<double> counts(sizes + 1, 0);
    std::uint64_t const sample_size = std::min<std::uint64_t>(
        text.size(),
        std::clamp(sample_cells / std::max<std::uint64_t>(sizes, 1), least_sample_letters, most_sample_letters));
    for (std::uint64_t i = 0; i < samples && letters > 0; ++i)
    {
        std::uint64_t position = letters / samples * i + letters / samples / 2;
        auto target = targets.begin();
        for (; position >= target->size(); ++target)
            position -= target->size();
        std::uint64_t const begin = std::min(position, target->size() - std::min<std::uint64_t>(target->size(), sizes));
        std::uint64_t const from = (text.size() - sample_size) / samples * i;
        count_columns(target->subspan(begin, std::min<std::uint64_t>(sizes, target->size() - begin)),
                      text.subspan(from, sample_size),
                      differences,
                      counts,
                      work);
    }

    // Where the sample has too few columns, their number is taken to go on decreasing as it did.
    auto const columns = static_cast<double>(samples * std::max<std::uint64_t>(sample_size, 1));
    double factor = 0.75;
    auto const text_size = static_cast<double>(text.size());
    double rate = 1;
    rare_size_ = differences;
    for (std::uint64_t size = differences; size <= sizes; ++size)
    {
        double const count = counts[size - 1];
        if (count >= enough_columns && size > differences)
            factor = std::min(factor, std::max(0.3, (factor + count / counts[size - 2]) / 2));
        double const sampled = count >= enough_columns ? count / columns : rate * factor;
        rate = std::min(rate, sampled);
        if (text_size * rate >= 4)
            rare_size_ = size;
        double const together =
            time_of_suffixes(size + positions_together, positions_together, size + positions_together + differences);
        double const of_find = time_of_find + std::min(time_of_following(differences), together / finds_together);
        costs_.push_back(text_size * (time_of_pass(size) + rate * of_find));
    }
}

std::uint64_t filter_choice::choose(std::uint64_t const longest) const noexcept
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

} // namespace seqan3_gpulcs::cpu
