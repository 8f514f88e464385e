// SPDX-License-Identifier: BSD-3-Clause

#include "src/mpi/pair_job.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "src/api/compare_pairs.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

plan::comparison read_comparison(word_reader & reader)
{
    plan::comparison wanted{};
    wanted.metric = static_cast<plan::metric>(reader.next());
    wanted.with_path = reader.next() != 0;
    for (bool * const end : {&wanted.ends.first_leading,
                             &wanted.ends.first_trailing,
                             &wanted.ends.second_leading,
                             &wanted.ends.second_trailing})
        *end = reader.next() != 0;
    wanted.preference = static_cast<plan::preference>(reader.next());
    wanted.end = static_cast<plan::end_choice>(reader.next());
    return wanted;
}

class pair_job : public simple_job
{
public:
    explicit pair_job(std::span<std::uint64_t const> const content)
    {
        word_reader reader{content};
        wanted_ = read_comparison(reader);
        wants_values_ = reader.next() != 0;
    }

    std::vector<outgoing> compute(task && given, plan::execution const & execution) override
    {
        word_reader reader{given.content};
        std::vector<packing::packed_sequence_view> const sequences = reader.next_sequences();
        std::vector<alignment::sequence_pair> pairs(reader.next());
        for (alignment::sequence_pair & pair : pairs)
        {
            pair.first = sequences[reader.next()];
            pair.second = sequences[reader.next()];
            pair.min_length = reader.next();
            pair.max_distance = reader.next();
        }

        std::vector<outgoing> results(1);
        results.front().number = given.number;
        results.front().content =
            wants_values_ ? api::find_values(pairs, wanted_, execution) : compute_results(pairs, execution);
        return results;
    }

private:
    words compute_results(std::span<alignment::sequence_pair const> const pairs,
                          plan::execution const & execution) const
    {
        word_writer content{};
        for (alignment::result const & result : api::compare(pairs, wanted_, execution))
        {
            for (std::uint64_t const number : {result.length,
                                               result.distance,
                                               result.first.begin,
                                               result.first.end,
                                               result.second.begin,
                                               result.second.end})
                content.add(number);
            content.add(result.path.columns());
            content.add_words(result.path.words());
            content.add(static_cast<std::uint64_t>(result.backend));
            content.add_real(result.forward_seconds);
            content.add_real(result.traceback_seconds);
            content.add_real(result.transfer_seconds);
            content.add_real(result.kernel_seconds);
            content.add(result.memory_bytes);
            content.add(result.checkpoint_rows);
            content.add(result.checkpoint_columns);
            content.add(static_cast<std::uint64_t>(result.method));
            content.add_real(result.cells);
            content.add(result.device_bytes);
        }
        return content.take();
    }

    plan::comparison wanted_{};
    bool wants_values_{};
};

} // namespace

void add_comparison(word_writer & content, plan::comparison const & wanted)
{
    content.add(static_cast<std::uint64_t>(wanted.metric));
    content.add(wanted.with_path);
    for (bool const end : {wanted.ends.first_leading,
                           wanted.ends.first_trailing,
                           wanted.ends.second_leading,
                           wanted.ends.second_trailing})
        content.add(end);
    content.add(static_cast<std::uint64_t>(wanted.preference));
    content.add(static_cast<std::uint64_t>(wanted.end));
}

std::unique_ptr<job> make_pair_job(std::span<std::uint64_t const> const content)
{
    return std::make_unique<pair_job>(content);
}

void add_pairs(word_writer & content, std::span<alignment::sequence_pair const> const pairs)
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
    std::vector<std::uint64_t> pair_words{};
    pair_words.reserve(4 * pairs.size());
    for (alignment::sequence_pair const & pair : pairs)
    {
        pair_words.push_back(find_number(pair.first));
        pair_words.push_back(find_number(pair.second));
        pair_words.push_back(pair.min_length);
        pair_words.push_back(pair.max_distance);
    }
    content.add_sequences(sequences);
    content.add(pairs.size());
    for (std::uint64_t const word : pair_words)
        content.add(word);
}

alignment::result read_result(word_reader & content)
{
    alignment::result result{};
    for (std::uint64_t * const number : {&result.length,
                                         &result.distance,
                                         &result.first.begin,
                                         &result.first.end,
                                         &result.second.begin,
                                         &result.second.end})
        *number = content.next();
    std::uint64_t const columns = content.next();
    std::span<std::uint64_t const> const steps = content.next_words();
    auto own = std::make_unique_for_overwrite<std::uint64_t[]>(steps.size());
    std::ranges::copy(steps, own.get());
    result.path = alignment::path{std::move(own), columns};
    result.backend = static_cast<plan::backend>(content.next());
    result.forward_seconds = content.next_real();
    result.traceback_seconds = content.next_real();
    result.transfer_seconds = content.next_real();
    result.kernel_seconds = content.next_real();
    result.memory_bytes = content.next();
    result.checkpoint_rows = content.next();
    result.checkpoint_columns = content.next();
    result.method = static_cast<alignment::method>(content.next());
    result.cells = content.next_real();
    result.device_bytes = content.next();
    return result;
}

} // namespace seqan3_gpulcs::mpi
