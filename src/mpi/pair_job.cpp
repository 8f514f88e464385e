// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/pair_job.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "src/api/compare_pairs.hpp"
#include "src/mpi/descriptions.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// A pair whose sequences have numbers.
struct numbered_pair
{
    std::uint64_t first{};
    std::uint64_t second{};
    std::uint64_t min_length{};
    std::uint64_t max_distance{};
};

template <typename archive_t, maybe_const<numbered_pair> value_t>
void describe(archive_t & archive, value_t & value)
{
    archive(value.first, value.second, value.min_length, value.max_distance);
}

class pair_job : public simple_job
{
public:
    explicit pair_job(std::span<std::uint64_t const> const content)
    {
        word_reader{content}(wanted_, wants_values_);
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        std::vector<packing::packed_sequence_view> sequences{};
        std::vector<numbered_pair> numbered{};
        word_reader{given.content}(sequences, numbered);
        std::vector<alignment::sequence_pair> pairs{};
        for (numbered_pair const & pair : numbered)
            pairs.push_back({.first = sequences[pair.first],
                             .second = sequences[pair.second],
                             .min_length = pair.min_length,
                             .max_distance = pair.max_distance});

        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content = wants_values_ ? api::find_values(pairs, wanted_, execution)
                                                : make_words(api::compare(pairs, wanted_, execution));
        return results;
    }

private:
    plan::comparison wanted_{};
    bool wants_values_{};
};

} // namespace

std::unique_ptr<job> make_pair_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<pair_job>(content);
}

words to_words(std::span<alignment::sequence_pair const> const pairs)
{
    // Many pairs may share a sequence. Empty sequences may have no words, or share those of others.
    std::vector<packing::packed_sequence_view> sequences{};
    std::unordered_map<std::uint64_t const *, std::uint64_t> numbers{};
    auto const find_number = [&](packing::packed_sequence_view const & sequence)
    {
        auto const [place, is_new] = numbers.try_emplace(sequence.words(), sequences.size());
        packing::packed_sequence_view const * const same = is_new ? nullptr : &sequences[place->second];
        if (same != nullptr && same->size() == sequence.size() && same->bits_per_letter() == sequence.bits_per_letter()
            && same->kind() == sequence.kind() && std::ranges::equal(same->letters(), sequence.letters()))
            return place->second;
        place->second = sequences.size();
        sequences.push_back(sequence);
        return place->second;
    };
    std::vector<numbered_pair> numbered{};
    numbered.reserve(pairs.size());
    for (alignment::sequence_pair const & pair : pairs)
    {
        std::uint64_t const first = find_number(pair.first);
        numbered.push_back({first, find_number(pair.second), pair.min_length, pair.max_distance});
    }
    return make_words(sequences, numbered);
}

} // namespace seqan3_gpulcs::mpi
