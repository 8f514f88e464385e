// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

#include <seqan3_gpulcs/edit/close_pairs.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/plan/sequence_sets.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::edit
{

namespace
{

// Shorter parts are in too many sequences by chance.
constexpr std::uint64_t min_part_letters{6};

// A hash of any part of a sequence, in constant time: a polynomial in an odd number, modulo 2^64.
class prefix_hashes
{
public:
    void begin(packing::packed_sequence_view const & sequence)
    {
        hashes_.assign(1, 0);
        for (std::uint64_t i = 0; i < sequence.size(); ++i)
            hashes_.push_back(hashes_.back() * base + sequence[i] + 1);
        while (powers_.size() < hashes_.size())
            powers_.push_back(powers_.back() * base);
    }

    std::uint64_t of(plan::interval const & part) const noexcept
    {
        return hashes_[part.end] - hashes_[part.begin] * powers_[part.size()];
    }

private:
    static constexpr std::uint64_t base{0x9e37'79b9'7f4a'7c15u};

    std::vector<std::uint64_t> hashes_{0};
    std::vector<std::uint64_t> powers_{1};
};

// Parts of the sequences of a set.
class part_index
{
public:
    part_index(std::span<packing::packed_sequence_view const> const sequences, std::uint64_t const max_distance) :
        parts_{max_distance + 1}
    {
        prefix_hashes hashes{};
        for (std::size_t i = 0; i < sequences.size(); ++i)
        {
            std::uint64_t const size = sequences[i].size();
            if (!is_indexed(size))
                continue;
            ++lengths_[size];
            hashes.begin(sequences[i]);
            for (std::uint64_t part = 0; part < parts_; ++part)
                entries_.push_back({key(hashes.of(place(size, part)), size, part), i});
        }
        std::ranges::sort(entries_, {}, &entry::key);
        // The keys are spread evenly, so a key is near the place of its upper bits.
        bits_ = static_cast<int>(std::bit_width(entries_.size() | 1));
        begins_.resize((std::size_t{1} << bits_) + 1);
        for (std::size_t slot = 0, next = 0; slot < begins_.size(); ++slot)
        {
            while (next < entries_.size() && this->slot(entries_[next].key) < slot)
                ++next;
            begins_[slot] = next;
        }
    }

    // Whether the parts of a sequence are long enough.
    bool is_indexed(std::uint64_t const size) const noexcept
    {
        return size / parts_ >= min_part_letters;
    }

    // The lengths of sequences, and how many have each.
    std::map<std::uint64_t, std::size_t> const & lengths() const noexcept
    {
        return lengths_;
    }

    // Calls a function with the number of each sequence that may have a part in common with another one.
    template <typename function_t>
    void find(prefix_hashes const & hashes, std::uint64_t const size, function_t const & function) const
    {
        std::uint64_t const max_shift = parts_ - 1;
        auto const end = lengths_.upper_bound(size + max_shift);
        for (auto next = lengths_.lower_bound(size - std::min(size, max_shift)); next != end; ++next)
            for (std::uint64_t part = 0; part < parts_; ++part)
            {
                plan::interval const at = place(next->first, part);
                std::uint64_t const first = at.begin - std::min(at.begin, max_shift);
                for (std::uint64_t begin = first; begin <= at.begin + max_shift && begin + at.size() <= size; ++begin)
                    find(key(hashes.of({begin, begin + at.size()}), next->first, part), function);
            }
    }

private:
    struct entry
    {
        std::uint64_t key;
        std::size_t sequence;
    };

    plan::interval place(std::uint64_t const size, std::uint64_t const part) const noexcept
    {
        return {part * size / parts_, (part + 1) * size / parts_};
    }

    static std::uint64_t key(std::uint64_t const hash, std::uint64_t const size, std::uint64_t const part) noexcept
    {
        std::uint64_t const mixed = (hash ^ (size << 20 | part)) * 0xff51'afd7'ed55'8ccdu;
        return (mixed ^ mixed >> 32) * 0xc4ce'b9fe'1a85'ec53u;
    }

    std::size_t slot(std::uint64_t const key) const noexcept
    {
        return key >> (64 - bits_);
    }

    template <typename function_t>
    void find(std::uint64_t const key, function_t const & function) const
    {
        for (std::size_t i = begins_[slot(key)]; i < begins_[slot(key) + 1]; ++i)
            if (entries_[i].key == key)
                function(entries_[i].sequence);
    }

    std::uint64_t parts_;
    std::map<std::uint64_t, std::size_t> lengths_{};
    std::vector<entry> entries_{};
    int bits_{};
    std::vector<std::size_t> begins_{};
};

// Two sequences that may be close.
struct candidate
{
    std::size_t first;
    std::size_t second;
};

// The pairs of two sets, or of one, that may be close.
class candidate_search
{
public:
    candidate_search(plan::sequence_sets const & sets, std::uint64_t const max_distance) :
        sets_{sets},
        max_distance_{max_distance},
        index_{sets.second(), max_distance},
        is_profitable_{is_profitable()}
    {
        for (std::size_t i = 0; i < sets.second().size(); ++i)
            if (!is_profitable_ || !index_.is_indexed(sets.second()[i].size()))
                others_.push_back(i);
    }

    // The pairs of some sequences of the first set, in ascending order.
    std::vector<candidate>
    find(plan::interval const & numbers, runtime::task_control & control, unsigned const threads) const
    {
        std::uint64_t const tasks = util::ceil_div(numbers.size(), sequences_per_task);
        std::vector<std::vector<candidate>> of_tasks(tasks);
        runtime::parallel_for(
            control,
            threads,
            tasks,
            [&]()
            {
                return [&, hashes = prefix_hashes{}, seen = std::vector<std::uint64_t>(sets_.second().size())](
                           std::size_t const task) mutable
                {
                    std::uint64_t const begin = numbers.begin + task * sequences_per_task;
                    std::uint64_t const end = std::min(begin + sequences_per_task, numbers.end);
                    for (std::uint64_t number = begin; number < end; ++number)
                        find(number, hashes, seen, of_tasks[task]);
                };
            });
        std::vector<candidate> all{};
        for (std::vector<candidate> const & some : of_tasks)
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }

private:
    static constexpr std::uint64_t sequences_per_task{64};

    // Whether lookups take less time than comparing all pairs.
    bool is_profitable() const noexcept
    {
        std::size_t lengths = 0;
        for (auto next = index_.lengths().begin(); next != index_.lengths().end(); ++next)
        {
            auto const end = index_.lengths().upper_bound(next->first + 2 * max_distance_);
            lengths = std::max<std::size_t>(lengths, static_cast<std::size_t>(std::distance(next, end)));
        }
        double const k = static_cast<double>(max_distance_);
        return (k + 1) * (2 * k + 1) * static_cast<double>(lengths) < static_cast<double>(sets_.second().size());
    }

    // `seen` has for each sequence of the second set one more than the number of the last one for which it was found.
    void find(std::size_t const number,
              prefix_hashes & hashes,
              std::vector<std::uint64_t> & seen,
              std::vector<candidate> & found) const
    {
        packing::packed_sequence_view const & sequence = sets_.first()[number];
        std::size_t const before = found.size();
        auto const add = [&](std::size_t const other)
        {
            if (seen[other] != number + 1 && (!sets_.is_one_set() || number < other))
            {
                seen[other] = number + 1;
                found.push_back({number, other});
            }
        };
        if (is_profitable_)
        {
            hashes.begin(sequence);
            index_.find(hashes, sequence.size(), add);
        }
        for (std::size_t const other : others_)
        {
            auto const [shorter, longer] = std::minmax({sequence.size(), sets_.second()[other].size()});
            if (longer - shorter <= max_distance_)
                add(other);
        }
        std::ranges::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(), {}, &candidate::second);
    }

    plan::sequence_sets const & sets_;
    std::uint64_t max_distance_;
    part_index index_;
    bool is_profitable_;
    std::vector<std::size_t> others_{}; // Sequences of the second set that are not found by parts.
};

// Compares candidates, some at a time, and returns those that are close.
std::vector<close_pair> compare(plan::sequence_sets const & sets,
                                std::span<candidate const> candidates,
                                std::uint64_t const max_distance,
                                plan::execution const & execution)
{
    constexpr std::size_t pairs_per_call{std::size_t{1} << 18};
    std::vector<close_pair> close{};
    std::vector<alignment::sequence_pair> pairs{};
    // Also without candidates: a backend that is not available is an error.
    do
    {
        auto const some = candidates.first(std::min(pairs_per_call, candidates.size()));
        candidates = candidates.subspan(some.size());
        pairs.clear();
        for (candidate const & each : some)
            pairs.push_back({.first = sets.first()[each.first],
                             .second = sets.second()[each.second],
                             .max_distance = max_distance});
        std::vector<std::uint64_t> const distances = api::find_values(pairs, plan::edit_distance, execution);
        for (std::size_t i = 0; i < some.size(); ++i)
            if (distances[i] <= max_distance)
                close.push_back({some[i].first, some[i].second, distances[i]});
    }
    while (!candidates.empty());
    return close;
}

// How many sequences of the first set are looked at together: so many that their candidates keep all threads busy, but no more.
class block_size
{
public:
    // All sequences of the second set may be candidates.
    explicit block_size(std::size_t const second) noexcept :
        size_{std::clamp<std::size_t>((std::size_t{1} << 22) / (second + 1), 1, 64)}
    {}

    std::size_t get() const noexcept
    {
        return size_;
    }

    void adapt(std::size_t const candidates) noexcept
    {
        constexpr std::size_t enough{std::size_t{1} << 18};
        constexpr std::size_t max_size{std::size_t{1} << 16};
        size_ = candidates > 2 * enough ? std::max<std::size_t>(1, size_ / 2)
              : candidates < enough     ? std::min(2 * size_, max_size)
                                        : size_;
    }

private:
    std::size_t size_;
};

void find_close_pairs(plan::sequence_sets const & sets,
                      std::uint64_t const max_distance,
                      close_pair_sink const & sink,
                      plan::execution const & execution)
{
    packing::check_same_kind(sets.first(), sets.second());
    runtime::task_control control{execution, sets.cells()};
    plan::execution const of_block = runtime::without_progress(execution);
    compare(sets, {}, max_distance, of_block);
    candidate_search const search{sets, std::min<std::uint64_t>(max_distance, sets.max_size())};
    unsigned const threads = plan::available_threads(execution);
    std::size_t const size = sets.first().size();
    block_size block{sets.second().size()};
    for (std::size_t begin = 0, end = 0; begin < size; begin = end)
    {
        control.check();
        end = std::min(begin + block.get(), size);
        std::vector<candidate> const candidates = search.find({begin, end}, control, threads);
        std::vector<close_pair> close = compare(sets, candidates, max_distance, of_block);
        control.add_cells(sets.cells() * static_cast<double>(end - begin) / static_cast<double>(size));
        block.adapt(candidates.size());
        if (!close.empty())
            sink(std::move(close));
    }
    control.report_done();
}

// All of them in memory.
std::vector<close_pair> collect_close_pairs(plan::sequence_sets const & sets,
                                            std::uint64_t const max_distance,
                                            plan::execution const & execution)
{
    std::vector<close_pair> all{};
    find_close_pairs(
        sets,
        max_distance,
        [&](std::vector<close_pair> && some)
        {
            all.insert(all.end(), some.begin(), some.end());
        },
        execution);
    return all;
}

} // namespace

std::vector<close_pair> close_pairs(std::span<packing::packed_sequence_view const> const sequences,
                                    std::uint64_t const max_distance,
                                    plan::execution const & execution)
{
    return collect_close_pairs(plan::sequence_sets{sequences}, max_distance, execution);
}

std::vector<close_pair> close_pairs(std::span<packing::packed_sequence_view const> const first,
                                    std::span<packing::packed_sequence_view const> const second,
                                    std::uint64_t const max_distance,
                                    plan::execution const & execution)
{
    return collect_close_pairs({first, second}, max_distance, execution);
}

void close_pairs_in_blocks(std::span<packing::packed_sequence_view const> const sequences,
                           std::uint64_t const max_distance,
                           close_pair_sink const & sink,
                           plan::execution const & execution)
{
    find_close_pairs(plan::sequence_sets{sequences}, max_distance, sink, execution);
}

void close_pairs_in_blocks(std::span<packing::packed_sequence_view const> const first,
                           std::span<packing::packed_sequence_view const> const second,
                           std::uint64_t const max_distance,
                           close_pair_sink const & sink,
                           plan::execution const & execution)
{
    find_close_pairs({first, second}, max_distance, sink, execution);
}

} // namespace seqan3_gpulcs::edit
