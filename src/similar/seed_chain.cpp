// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/seed_chain.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
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

    // Whether the shorter sequence has it once, and the longer one at most once.
    bool is_unique() const noexcept
    {
        return shorter != repeated && longer != repeated;
    }

    bool is_match() const noexcept
    {
        return is_unique() && longer != none;
    }
};

// The sampled k-mers of the shorter sequence, as a hash table, and those of the longer one that are among them.
class kmer_index
{
public:
    kmer_index(unsigned const rate_bits, std::uint64_t const expected_kmers) :
        rate_bits_{rate_bits},
        slot_bits_{static_cast<unsigned>(std::bit_width(expected_kmers)) + 2},
        slots_(std::size_t{1} << slot_bits_, no_kmer)
    {
        kmers_.reserve(slots_.size() / 2);
    }

    // Adds one of the shorter sequence.
    void add(sampled_kmer const & sample)
    {
        std::uint32_t & slot = slots_[find(sample.hash)];
        if (slot != no_kmer)
            kmers_[slot].shorter = kmer_match::repeated;
        // There are never that many, but for a freak of the hash values.
        else if (kmers_.size() < slots_.size() / 2)
        {
            slot = static_cast<std::uint32_t>(kmers_.size());
            kmers_.push_back({sample.hash, sample.position, kmer_match::none});
        }
    }

    // Looks up one of the longer sequence.
    void match(sampled_kmer const & sample) noexcept
    {
        if (std::uint32_t const slot = slots_[find(sample.hash)]; slot != no_kmer)
            kmers_[slot].longer = kmers_[slot].longer == kmer_match::none ? sample.position : kmer_match::repeated;
    }

    // In the order of the shorter sequence.
    std::vector<kmer_match> & kmers() noexcept
    {
        return kmers_;
    }

private:
    static constexpr std::uint32_t no_kmer{std::numeric_limits<std::uint32_t>::max()};

    // The slot of a k-mer, or the one that it would get.
    std::size_t find(std::uint64_t const hash) const noexcept
    {
        // The highest bits are the same for all samples.
        std::size_t slot = hash << rate_bits_ >> (64 - slot_bits_);
        while (slots_[slot] != no_kmer && kmers_[slots_[slot]].hash != hash)
            slot = (slot + 1) % slots_.size();
        return slot;
    }

    unsigned rate_bits_;
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
        poll.add(kmer_sampling::reader::max_letters_per_read);
    }
}

// Leaves only a longest sequence of matches whose positions increase in both sequences.
void keep_longest_chain(std::vector<kmer_match> & matches)
{
    constexpr std::uint32_t none{std::numeric_limits<std::uint32_t>::max()};
    // For each length, the last match of a chain of that length, as early as possible; and the one before each match.
    std::vector<std::uint32_t> last{};
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
    bool const is_first_shorter = first.size() <= second.size();
    kmer_sampling const sampling{first, second, max_samples};
    runtime::stop_poll poll{control};
    kmer_index index{sampling.rate_bits(), std::min(first.size(), second.size()) >> sampling.rate_bits()};
    for_each_sample(is_first_shorter ? sampling.read_first() : sampling.read_second(),
                    poll,
                    [&index](sampled_kmer const & sample)
                    {
                        index.add(sample);
                    });
    for_each_sample(is_first_shorter ? sampling.read_second() : sampling.read_first(),
                    poll,
                    [&index](sampled_kmer const & sample)
                    {
                        index.match(sample);
                    });

    seed_chain chain{};
    chain.kmer_size = sampling.kmer_size();
    std::vector<kmer_match> & matches = index.kmers();
    chain.kmers = static_cast<std::uint64_t>(std::ranges::count_if(matches, &kmer_match::is_unique));
    std::erase_if(matches, [](kmer_match const & kmer) { return !kmer.is_match(); });
    keep_longest_chain(matches);
    for (kmer_match const & match : matches)
    {
        chain.seeds.push_back({match.shorter, match.longer, chain.kmer_size});
        if (!is_first_shorter)
            std::swap(chain.seeds.back().first, chain.seeds.back().second);
    }
    chain.chained_kmers = matches.size();
    return chain;
}

} // namespace seqan3_gpulcs::similar
