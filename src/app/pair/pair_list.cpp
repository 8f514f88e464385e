// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/pair_list.hpp"

#include <algorithm>
#include <span>

#include <range/v3/view/zip.hpp>

#include "src/app/app_error.hpp"
#include "src/app/io/file/input_file.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// From this many letters on, reading takes longer than what is lost if a device is started afterwards.
constexpr double min_size_to_start{1 << 24};

// Whether a device is started while sequences are read. Pairs may be so similar that none is needed, and then they would wait for it.
bool is_started_early(pair_options const & options, double const letters_to_read)
{
    return options.execution.backend != plan::backend::automatic || letters_to_read >= min_size_to_start;
}

std::uint64_t length(sequence const & record)
{
    return record.letters.size();
}

sequence const & longest(std::span<sequence const> const sequences)
{
    return *std::ranges::max_element(sequences, {}, length);
}

//!\brief Of several pairs, the one whose alignment needs the most memory: a limit that suffices for it does so for all.
struct worst_pair
{
    app::metric metric;
    std::uint64_t first{};
    std::uint64_t second{};

    void add(sequence const & other_first, sequence const & other_second)
    {
        auto const min_memory = traits_of(metric).min_memory;
        if (min_memory(length(other_first), length(other_second)) > min_memory(first, second))
        {
            first = length(other_first);
            second = length(other_second);
        }
    }
};

// Adds the worst of every two records: the longest one with the longest one before it, and with the longest one after it. All other
// pairs need no more.
void add_every_two(std::span<sequence const> const sequences, worst_pair & worst)
{
    sequence const & whole_longest = longest(sequences);
    auto const index = static_cast<std::size_t>(&whole_longest - sequences.data());
    if (auto const before = sequences.first(index); !before.empty())
        worst.add(longest(before), whole_longest);
    if (auto const after = sequences.subspan(index + 1); !after.empty())
        worst.add(whole_longest, longest(after));
}

} // namespace

double cells_of_every_two(std::span<sequence const> const sequences) noexcept
{
    double cells = 0;
    double letters = 0;
    for (sequence const & each : sequences)
    {
        cells += letters * static_cast<double>(length(each));
        letters += static_cast<double>(length(each));
    }
    return cells;
}

pairing choose_pairing(pair_options const & options)
{
    if (!options.all_pairs)
        return pairing::in_order;
    return compares_with_itself(options) ? pairing::every_two : pairing::every_with_every;
}

pair_list::pair_list(pair_options const & options, pairing const how, alphabet const & letters, step_times & times) :
    pairing_{how}
{
    read(options, letters, times);
    if (options.both_strands)
        for (sequence const & each : first_)
            complements_.push_back(reverse_complement(each.letters, plan::available_threads(options.execution)));
}

void pair_list::read(pair_options const & options, alphabet const & letters, step_times & times)
{
    packed_reader first{options.first, letters, options.execution, times, {.keeps_qualities = writes_sam(options)}};
    if (pairing_ == pairing::every_two)
    {
        auto const size = static_cast<double>(first.expected_size());
        if (is_started_early(options, size))
            start_.emplace(options.execution, size * size / 2);
        first_ = read_sequences(first);
        return;
    }

    first_ = read_sequences(first);
    packed_reader second{options.second, letters, options.execution, times};
    double const records = pairing_ == pairing::in_order ? static_cast<double>(first_.size()) : 1;
    auto const size = static_cast<double>(second.expected_size());
    bool const is_one_pair = pairing_ == pairing::in_order && first_.size() == 1;
    if (is_started_early(options, is_one_pair ? 0 : size))
        start_.emplace(options.execution, count_letters(first_) / records * size);
    second_ = read_sequences(second);
    if (pairing_ == pairing::in_order && first_.size() != second_.size())
        throw input_error{"The inputs have different numbers of records, " + std::to_string(first_.size()) + " in "
                          + input_name(options.first) + " and " + std::to_string(second_.size()) + " in "
                          + input_name(options.second)
                          + "; make them equal, or use --all-pairs to compare every record with every record."};
}

pair_position pair_list::next(pair_position position, std::size_t const count) const noexcept
{
    position.second += count;
    while (!at_end(position) && position.second == last_partner(position.first))
        position = {position.first + 1, first_partner(position.first + 1)};
    return position;
}

double pair_list::count() const noexcept
{
    auto const records = static_cast<double>(first_.size());
    switch (pairing_)
    {
    case pairing::every_two:
        return records * (records - 1) / 2;
    case pairing::every_with_every:
        return records * static_cast<double>(second_.size());
    default:
        return records;
    }
}

double pair_list::cells() const
{
    switch (pairing_)
    {
    case pairing::every_two:
        return cells_of_every_two(first_);
    case pairing::every_with_every:
        return count_letters(first_) * count_letters(second_);
    default:
        double cells = 0;
        for (auto const & [first, second] : ranges::views::zip(first_, second_))
            cells += alignment::sequence_pair{first.letters, second.letters}.cells();
        return cells;
    }
}

void pair_list::check_memory(app::metric const metric, std::uint64_t const limit) const
{
    if (first_.empty() || (second_.empty() && pairing_ == pairing::every_with_every))
        return;

    worst_pair worst{metric};
    switch (pairing_)
    {
    case pairing::every_two:
        add_every_two(first_, worst);
        break;
    case pairing::every_with_every:
        worst.add(longest(first_), longest(second_));
        break;
    default:
        for (auto const & [first, second] : ranges::views::zip(first_, second_))
            worst.add(first, second);
    }
    traits_of(metric).check_memory_limit(worst.first, worst.second, limit);
}

} // namespace seqan3_gpulcs::app
