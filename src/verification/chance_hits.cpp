// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/chance_hits.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "src/runtime/stop_poll.hpp"

namespace seqan3_gpulcs::verification
{

namespace
{

// There are up to so many samples.
constexpr std::uint64_t most_samples{16};

// The letters of a sample, and its cells: few beside those of a search of the whole target, unless k is of some thousands. With
// fewer letters than several times k, most of them are too near to the border to end a long substring.
constexpr std::uint64_t most_sample_letters{std::uint64_t{1} << 13};
constexpr std::uint64_t least_sample_letters{64};
constexpr std::uint64_t letters_of_difference{4};
constexpr std::uint64_t most_sample_cells{std::uint64_t{1} << 22};
constexpr double cells_of_sample(double const cells_of_search) noexcept
{
    return cells_of_search / 4096;
}

// So many columns of all samples make an estimate.
constexpr double enough_columns{64};

// How fast they become fewer is seen between two lengths, of which one has so many times as many.
constexpr double far_apart{8};

// Adds, for each row, the columns whose distance is less than k: the conventional solution with its early stop.
void count_columns(std::span<std::uint8_t const> const pattern,
                   std::span<std::uint8_t const> const text,
                   std::array<std::uint8_t, 256> const & class_of,
                   std::uint64_t const differences,
                   std::vector<double> & counts,
                   runtime::stop_poll & work)
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
            std::uint32_t const replaced = diagonal + (class_of[pattern[i]] != class_of[text[j - 1]]);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
            found += row[j] < differences;
        }
        if (found == 0)
            return;
        counts[i] += static_cast<double>(found);
    }
}

// Where the samples have too few columns, their number is taken to go on decreasing as it did.
void extrapolate(std::vector<double> & rates, double const least_rate)
{
    std::size_t known = 0;
    while (known < rates.size() && rates[known] >= least_rate)
        ++known;
    std::size_t first = known == 0 ? 0 : known - 1;
    while (first > 0 && rates[first] < far_apart * rates[known - 1])
        --first;
    double const factor =
        known < 2 ? 0.5
                  : std::clamp(std::pow(rates[known - 1] / rates[first], 1 / static_cast<double>(known - 1 - first)),
                               0.25,
                               0.95);
    for (std::size_t i = known; i < rates.size(); ++i)
        rates[i] = (i == 0 ? 1 : rates[i - 1]) * factor;
}

} // namespace

chance_hits::chance_hits(std::span<std::span<std::uint8_t const> const> const targets,
                         background_text const & text,
                         std::uint64_t const differences,
                         runtime::task_control & control,
                         unsigned const threads) :
    differences_{differences},
    text_size_{text.letters().size()}
{
    std::uint64_t letters = 0;
    std::uint64_t longest = 0;
    for (std::span<std::uint8_t const> const target : targets)
    {
        letters += target.size();
        longest = std::max<std::uint64_t>(longest, target.size());
    }

    // Primers of random sequences of a few letters are shorter.
    std::uint64_t const sizes = std::min(longest, 8 * std::min(differences, longest) + 64);
    auto const cells = static_cast<std::uint64_t>(
        std::min(cells_of_sample(static_cast<double>(letters) * static_cast<double>(text_size_)),
                 static_cast<double>(most_sample_cells)));
    std::uint64_t const letters_wanted = std::min(cells / std::max<std::uint64_t>(sizes, 1), most_sample_letters);
    std::uint64_t const sample_size = std::min(
        text_size_,
        std::max({letters_wanted, least_sample_letters, letters_of_difference * std::min(differences, longest)}));
    std::uint64_t const samples =
        std::clamp<std::uint64_t>(most_samples * letters_wanted / std::max<std::uint64_t>(sample_size, 1),
                                  1,
                                  most_samples);
    std::vector<std::vector<double>> counts(samples, std::vector<double>(sizes + 1, 0));
    auto const count_sample = [&](std::uint64_t const i)
    {
        std::uint64_t position = letters / samples * i + letters / samples / 2;
        auto target = targets.begin();
        for (; position >= target->size(); ++target)
            position -= target->size();
        std::uint64_t const begin = std::min(position, target->size() - std::min<std::uint64_t>(target->size(), sizes));
        std::uint64_t const from = (text_size_ - sample_size) / samples * i;
        runtime::stop_poll work{control};
        count_columns(target->subspan(begin, std::min<std::uint64_t>(sizes, target->size() - begin)),
                      text.letters().subspan(from, sample_size),
                      text.class_of(),
                      differences,
                      counts[i],
                      work);
    };
    std::atomic<std::uint64_t> next{0};
    control.run_team(static_cast<unsigned>(std::min<std::uint64_t>(threads, samples)),
                     [&]()
                     {
                         for (std::uint64_t i = next++; i < samples && letters > 0; i = next++)
                             count_sample(i);
                     });

    auto const columns = static_cast<double>(samples * std::max<std::uint64_t>(sample_size, 1));
    for (std::uint64_t size = differences; size <= sizes; ++size)
    {
        double count = 0;
        for (std::vector<double> const & of_sample : counts)
            count += of_sample[size - 1];
        rates_.push_back(count / columns);
    }
    extrapolate(rates_, enough_columns / columns);

    rare_size_ = differences;
    for (std::uint64_t i = 0; i < rates_.size(); ++i)
        if (static_cast<double>(text_size_) * rates_[i] >= 4)
            rare_size_ = differences + i;
}

} // namespace seqan3_gpulcs::verification
