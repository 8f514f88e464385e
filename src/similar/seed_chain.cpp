// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/seed_chain.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <limits>
#include <span>
#include <utility>

#include "src/runtime/stop_poll.hpp"
#include "src/similar/kmer_sampling.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

// About the number of k-mers of the shorter sequence that are looked up.
constexpr std::uint64_t max_samples{std::uint64_t{1} << 16};

// A k-mer, and where it begins in the shorter and the longer sequence.
struct kmer_match
{
    static constexpr std::uint64_t none{std::numeric_limits<std::uint64_t>::max()};
    static constexpr std::uint64_t repeated{none - 1};

    std::uint64_t hash;
    std::uint64_t shorter{none};
    std::uint64_t longer{none};
};

// A hash table of the sampled k-mers of the shorter sequence, with their matches in the longer one.
class kmer_index
{
public:
    kmer_index(unsigned const common_hash_bits, std::uint64_t const expected_kmers) :
        common_hash_bits_{common_hash_bits},
        slot_bits_{choose_slot_bits(expected_kmers)},
        slots_(std::size_t{1} << slot_bits_, no_kmer)
    {
        kmers_.reserve(slots_.size() / 2);
    }

    // A quarter of the slots or less will have a k-mer.
    static unsigned choose_slot_bits(std::uint64_t const expected_kmers) noexcept
    {
        return static_cast<unsigned>(std::bit_width(expected_kmers)) + 2;
    }

    // Adds a k-mer of the shorter sequence.
    void add(sampled_kmer const & sample)
    {
        std::uint32_t & slot = slots_[find(sample.hash)];
        if (slot != no_kmer)
            kmers_[slot].shorter = kmer_match::repeated;
        // The table is never half full, unless hash values are extremely uneven.
        else if (kmers_.size() < slots_.size() / 2)
        {
            slot = static_cast<std::uint32_t>(kmers_.size());
            kmers_.push_back({sample.hash, sample.position, kmer_match::none});
        }
    }

    // Looks up a k-mer of the longer sequence.
    void match(sampled_kmer const & sample) noexcept
    {
        if (std::uint32_t const slot = slots_[find(sample.hash)]; slot != no_kmer)
            kmers_[slot].longer = kmers_[slot].longer == kmer_match::none ? sample.position : kmer_match::repeated;
    }

    // The k-mers that the shorter sequence has once, and the longer one at most once, in the order of the shorter one.
    std::vector<kmer_match> unique_kmers() &&
    {
        std::erase_if(kmers_,
                      [](kmer_match const & kmer)
                      {
                          return kmer.shorter == kmer_match::repeated || kmer.longer == kmer_match::repeated;
                      });
        slots_ = std::vector<std::uint32_t>{};
        kmers_.shrink_to_fit();
        return std::move(kmers_);
    }

private:
    static constexpr std::uint32_t no_kmer{std::numeric_limits<std::uint32_t>::max()};

    // The slot of a k-mer, or the one that it would get.
    std::size_t find(std::uint64_t const hash) const noexcept
    {
        std::size_t slot = hash << common_hash_bits_ >> (64 - slot_bits_);
        while (slots_[slot] != no_kmer && kmers_[slots_[slot]].hash != hash)
            slot = (slot + 1) % slots_.size();
        return slot;
    }

    unsigned common_hash_bits_;
    unsigned slot_bits_;
    std::vector<std::uint32_t> slots_;
    std::vector<kmer_match> kmers_{};
};

// Calls a function for each sample.
template <typename function_t>
void for_each_sample(kmer_sampling::reader reader, runtime::stop_poll & poll, function_t && function)
{
    while (!reader.is_done())
    {
        std::span<sampled_kmer const> const samples = reader.read();
        for (sampled_kmer const & sample : samples)
            function(sample);
        poll.add(kmer_sampling::reader::letters_per_read);
    }
}

// Leaves only a longest sequence of matches whose positions increase in both sequences.
void keep_longest_chain(std::vector<kmer_match> & matches)
{
    constexpr std::uint32_t none{std::numeric_limits<std::uint32_t>::max()};
    // The last match of a chain of each length, as early as possible; and the match before each match.
    std::vector<std::uint32_t> last{};
    last.reserve(matches.size());
    std::vector<std::uint32_t> previous(matches.size());
    for (std::uint32_t i = 0; i < matches.size(); ++i)
    {
        auto place = last.end();
        if (!last.empty() && matches[last.back()].longer > matches[i].longer)
            place = std::ranges::lower_bound(last,
                                             matches[i].longer,
                                             {},
                                             [&matches](std::uint32_t const match)
                                             {
                                                 return matches[match].longer;
                                             });
        previous[i] = place == last.begin() ? none : *std::prev(place);
        if (place == last.end())
            last.push_back(i);
        else
            *place = i;
    }

    std::size_t count = last.size();
    for (std::uint32_t i = count == 0 ? none : last.back(); i != none; i = previous[i])
        last[--count] = i;
    for (std::uint32_t const i : last)
        matches[count++] = matches[i];
    matches.resize(count);
}

// A cell of the matrix, by the letters of both sequences before it.
struct cell
{
    std::uint64_t shorter;
    std::uint64_t longer;
};

// Matches that follow each other on about one diagonal, and the best path through some runs to the end of this one.
struct match_run
{
    static constexpr std::size_t none{std::numeric_limits<std::size_t>::max()};

    std::size_t begin;
    std::size_t end;
    cell from;
    cell to;
    double path_letters{0};          // About the matches of the path.
    std::size_t path_previous{none}; // The run before this one.
    bool is_kept{false};
};

std::deque<match_run> find_runs(std::vector<kmer_match> const & matches, unsigned const kmer_size)
{
    // The diagonal may change by some letters, and by one letter in so many.
    constexpr std::int64_t max_shift{16};
    constexpr std::int64_t letters_per_shift{8};

    std::deque<match_run> runs{};
    for (std::size_t i = 0; i < matches.size(); ++i)
    {
        cell const from{matches[i].shorter, matches[i].longer};
        auto const continues = [from, kmer_size](cell const & last)
        {
            auto const rows = static_cast<std::int64_t>(from.shorter + kmer_size - last.shorter);
            auto const columns = static_cast<std::int64_t>(from.longer + kmer_size - last.longer);
            return std::abs(rows - columns) <= max_shift + rows / letters_per_shift;
        };
        if (runs.empty() || !continues(runs.back().to))
            runs.push_back({i, i, from, from});
        runs.back().end = i + 1;
        runs.back().to = {from.shorter + kmer_size, from.longer + kmer_size};
    }
    return runs;
}

/* About the length of a longest common subsequence of unrelated letters, two of which are equal with a certain probability.
 * The formula is that of cells that match independently of each other: Seppalainen, "Increasing sequences of independent
 * points on the planar lattice", The Annals of Applied Probability 7 (1997). */
double unrelated_length(cell const & from, cell const & to, double const letter_match_rate) noexcept
{
    // Cells of letters depend on each other. This factor gives the lengths of random letters within 1 or 2 %.
    double const match_rate = 0.945 * letter_match_rate;
    // Runs may overlap a bit.
    double const rows = static_cast<double>(std::max(to.shorter, from.shorter) - from.shorter);
    double const columns = static_cast<double>(std::max(to.longer, from.longer) - from.longer);
    double const shorter = std::min(rows, columns);
    double const longer = std::max(rows, columns);
    if (shorter <= match_rate * longer)
        return shorter;
    return (2 * std::sqrt(match_rate * shorter * longer) - match_rate * (shorter + longer)) / (1 - match_rate);
}

/* Leaves the runs of a path that probably has the most letters: there are repeats in unrelated parts, too, and parts that
 * changed places may be too far from each other. */
void drop_detours(std::vector<kmer_match> & matches, kmer_sampling const & sampling)
{
    // The run before one is looked for among so many.
    constexpr std::size_t max_runs{32};

    std::deque<match_run> runs = find_runs(matches, sampling.kmer_size());
    cell const corner{sampling.shorter().size(), sampling.longer().size()};
    runs.push_back({matches.size(), matches.size(), corner, corner});
    for (std::size_t i = 0; i < runs.size(); ++i)
    {
        match_run & run = runs[i];
        run.path_letters = unrelated_length({0, 0}, run.from, sampling.match_rate());
        bool const is_last = i + 1 == runs.size();
        for (std::size_t j = is_last ? 0 : std::max(i, max_runs) - max_runs; j < i; ++j)
            if (double const letters =
                    runs[j].path_letters + unrelated_length(runs[j].to, run.from, sampling.match_rate());
                letters >= run.path_letters)
            {
                run.path_letters = letters;
                run.path_previous = j;
            }
        run.path_letters +=
            static_cast<double>(std::min(run.to.shorter - run.from.shorter, run.to.longer - run.from.longer));
    }

    for (std::size_t i = runs.size() - 1; i != match_run::none; i = runs[i].path_previous)
        runs[i].is_kept = true;
    auto end = matches.begin();
    for (match_run const & run : runs)
        if (run.is_kept)
            end = std::ranges::copy(std::span{matches}.subspan(run.begin, run.end - run.begin), end).out;
    matches.erase(end, matches.end());
}

// Makes seeds of matches that do not overlap: matches on one diagonal are joined, others are cut.
std::vector<seed> join_matches(std::vector<kmer_match> const & matches, unsigned const kmer_size)
{
    std::vector<seed> seeds{};
    for (kmer_match const & match : matches)
    {
        std::uint64_t cut = 0;
        if (!seeds.empty())
        {
            seed & last = seeds.back();
            std::uint64_t const first_end = last.first + last.length;
            std::uint64_t const second_end = last.second + last.length;
            if (match.shorter <= first_end && match.shorter - last.first == match.longer - last.second)
            {
                last.length = match.shorter + kmer_size - last.first;
                continue;
            }
            cut = std::max(std::max(first_end, match.shorter) - match.shorter,
                           std::max(second_end, match.longer) - match.longer);
        }
        if (cut < kmer_size)
            seeds.push_back({match.shorter + cut, match.longer + cut, kmer_size - cut});
    }
    return seeds;
}

// The k-mers of the shorter sequence that are unique, in order, and where the longer one has them.
std::vector<kmer_match> find_matches(kmer_sampling const & sampling, runtime::task_control & control)
{
    runtime::stop_poll poll{control};
    kmer_index index{sampling.common_hash_bits(), sampling.shorter().size() >> sampling.rate_bits()};
    for_each_sample(sampling.read_shorter(),
                    poll,
                    [&index](sampled_kmer const & sample)
                    {
                        index.add(sample);
                    });
    for_each_sample(sampling.read_longer(),
                    poll,
                    [&index](sampled_kmer const & sample)
                    {
                        index.match(sample);
                    });
    return std::move(index).unique_kmers();
}

} // namespace

double seed_chain::identity() const noexcept
{
    if (kmers == 0)
        return 0;
    return std::pow(static_cast<double>(chained_kmers) / static_cast<double>(kmers), 1.0 / kmer_size);
}

seed_chain find_seed_chain(packing::packed_sequence_view const first,
                           packing::packed_sequence_view const second,
                           runtime::task_control & control)
{
    bool const is_swapped = second.size() < first.size();
    kmer_sampling const sampling{is_swapped ? second : first, is_swapped ? first : second, max_samples};
    std::vector<kmer_match> matches = find_matches(sampling, control);

    seed_chain chain{};
    chain.kmer_size = sampling.kmer_size();
    chain.kmers = matches.size();
    std::erase_if(matches,
                  [](kmer_match const & match)
                  {
                      return match.longer == kmer_match::none;
                  });
    keep_longest_chain(matches);
    drop_detours(matches, sampling);
    chain.chained_kmers = matches.size();
    chain.seeds = join_matches(matches, chain.kmer_size);
    if (is_swapped)
        for (seed & each : chain.seeds)
            std::swap(each.first, each.second);
    return chain;
}

std::uint64_t max_seed_chain_bytes(std::uint64_t const shorter_size) noexcept
{
    // Each match may be a run, a seed and two corners of a guide; the table takes less.
    constexpr std::uint64_t match_bytes{sizeof(kmer_match) + sizeof(match_run)};
    std::uint64_t const kmers = shorter_size >> kmer_sampling::choose_rate_bits(shorter_size, max_samples);
    std::uint64_t const matches = (std::uint64_t{1} << kmer_index::choose_slot_bits(kmers)) / 4;
    return matches * match_bytes + 4096;
}

} // namespace seqan3_gpulcs::similar
