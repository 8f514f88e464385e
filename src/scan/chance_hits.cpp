// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/chance_hits.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/runtime/parallel_for.hpp"
#include "src/runtime/stop_poll.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

constexpr std::uint64_t max_samples{16};

// The letters of a sample, and its cells: few compared with a search of the whole target, unless k is several thousand.
// With fewer letters than several times k, most of them are too near to the border to end a long substring.
constexpr std::uint64_t max_sample_letters{std::uint64_t{1} << 13};
constexpr std::uint64_t min_sample_letters{64};
constexpr std::uint64_t letters_per_difference{4};
constexpr std::uint64_t max_sample_cells{std::uint64_t{1} << 22};
constexpr double sample_cells(double const search_cells) noexcept
{
    return search_cells / 4096;
}

// The fewest columns of all samples from which a rate is estimated.
constexpr double min_columns{64};

// The rate of decrease is measured between two lengths whose numbers have this ratio.
constexpr double far_apart{8};

// Adds to the count of each row the columns whose distance is less than k; ends after a row without any. Computes one cell after the
// other. Letters are sets of classes.
void count_columns(std::span<std::uint8_t const> const pattern,
                   std::span<std::uint8_t const> const text,
                   std::uint64_t const differences,
                   std::vector<double> & counts,
                   runtime::stop_poll & poll)
{
    std::vector<std::uint32_t> row(text.size() + 1, 0);
    for (std::size_t i = 0; i < pattern.size(); ++i)
    {
        poll.add(row.size());
        std::uint32_t diagonal = row[0];
        row[0] = static_cast<std::uint32_t>(i + 1);
        std::uint64_t found = 0;
        for (std::size_t j = 1; j < row.size(); ++j)
        {
            std::uint32_t const replaced = diagonal + ((pattern[i] & text[j - 1]) == 0);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
            found += row[j] < differences;
        }
        if (found == 0)
            return;
        counts[i] += static_cast<double>(found);
    }
}

// Where the samples have too few columns, the rates are extrapolated.
void extrapolate(std::vector<double> & rates, double const min_rate)
{
    std::size_t known = 0;
    while (known < rates.size() && rates[known] >= min_rate)
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

//!\brief The samples to compare.
struct sample_plan
{
    std::uint64_t target_letters{};
    std::uint64_t pattern_size{}; // The longest substrings of targets.
    std::uint64_t sample_size{};  // The letters of the text in each sample.
    std::uint64_t samples{};
};

sample_plan plan_samples(std::span<packing::code_span const> const targets,
                         std::uint64_t const text_size,
                         std::uint64_t const differences) noexcept
{
    sample_plan plan{};
    std::uint64_t max_size = 0;
    for (packing::code_span const & target : targets)
    {
        plan.target_letters += target.size();
        max_size = std::max(max_size, target.size());
    }

    // Primers of random sequences of a few letters are shorter.
    plan.pattern_size = std::min(max_size, 8 * std::min(differences, max_size) + 64);
    auto const cells = static_cast<std::uint64_t>(
        std::min(sample_cells(static_cast<double>(plan.target_letters) * static_cast<double>(text_size)),
                 static_cast<double>(max_sample_cells)));
    std::uint64_t const wanted = std::min(cells / std::max<std::uint64_t>(plan.pattern_size, 1), max_sample_letters);
    plan.sample_size =
        std::min(text_size,
                 std::max({wanted, min_sample_letters, letters_per_difference * std::min(differences, max_size)}));
    plan.samples =
        std::clamp<std::uint64_t>(max_samples * wanted / std::max<std::uint64_t>(plan.sample_size, 1), 1, max_samples);
    return plan;
}

// The classes of one target's letters in the middle of a part of all targets' letters.
std::vector<std::uint8_t> sample_target(std::span<packing::code_span const> const targets,
                                        background_text const & text,
                                        sample_plan const & plan,
                                        std::uint64_t const sample)
{
    std::uint64_t const distance = plan.target_letters / plan.samples;
    std::uint64_t position = distance * sample + distance / 2;
    auto target = targets.begin();
    for (; position >= target->size(); ++target)
        position -= target->size();
    std::uint64_t const begin = std::min(position, target->size() - std::min(target->size(), plan.pattern_size));
    std::vector<std::uint8_t> classes(std::min(plan.pattern_size, target->size() - begin));
    text.classify(target->subspan(begin, classes.size()), classes);
    return classes;
}

// The classes of letters of the text.
std::vector<std::uint8_t>
sample_text(background_text const & text, sample_plan const & plan, std::uint64_t const sample)
{
    std::vector<std::uint8_t> classes(plan.sample_size);
    std::uint64_t const begin = (text.size() - plan.sample_size) / plan.samples * sample;
    text.classify(text.codes().subspan(begin, plan.sample_size), classes);
    return classes;
}

} // namespace

chance_hits::chance_hits(std::span<packing::code_span const> const targets,
                         background_text const & text,
                         std::uint64_t const differences,
                         runtime::task_control & control,
                         unsigned const threads) :
    differences_{differences},
    text_size_{text.size()}
{
    sample_plan const plan = plan_samples(targets, text_size_, differences);
    std::vector<std::vector<double>> counts(plan.samples, std::vector<double>(plan.pattern_size + 1, 0));
    if (plan.target_letters > 0)
        runtime::parallel_for(control,
                              threads,
                              plan.samples,
                              [&]()
                              {
                                  return [&, poll = runtime::stop_poll{control}](std::size_t const i) mutable
                                  {
                                      count_columns(sample_target(targets, text, plan, i),
                                                    sample_text(text, plan, i),
                                                    differences,
                                                    counts[i],
                                                    poll);
                                  };
                              });

    auto const columns = static_cast<double>(plan.samples * std::max<std::uint64_t>(plan.sample_size, 1));
    for (std::uint64_t size = differences; size <= plan.pattern_size; ++size)
    {
        double count = 0;
        for (std::vector<double> const & sample_counts : counts)
            count += sample_counts[size - 1];
        rates_.push_back(count / columns);
    }
    extrapolate(rates_, min_columns / columns);

    rare_size_ = differences;
    for (std::uint64_t i = 0; i < rates_.size(); ++i)
        if (static_cast<double>(text_size_) * rates_[i] >= 4)
            rare_size_ = differences + i;
}

} // namespace seqan3_gpulcs::scan
