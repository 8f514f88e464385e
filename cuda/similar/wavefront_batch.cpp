// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/similar/wavefront_batch.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "cuda/runtime/device_codes.hpp"
#include "src/packing/code_width.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;

// A pair with so large a maximum may take some microseconds, so polls do not hold up others.
constexpr unsigned min_long_distance{4000};

// The kernel reads a word after the last one of a sequence.
constexpr std::uint64_t margin_words{1};

// The largest distance for which the shared memory of a block suffices.
unsigned max_distance_on(device_limits const & limits, plan::metric const metric) noexcept
{
    return static_cast<unsigned>(
        std::min<std::uint64_t>(max_stored_distance(metric),
                                max_wavefront_distance_in(metric, limits.shared_bytes_per_block)));
}

// The letters of all sequences, and the width of their codes.
struct common_letters
{
    explicit common_letters(std::span<packed_sequence_view const> const sequences)
    {
        std::array<bool, 256> occurs{};
        for (packed_sequence_view const & sequence : sequences)
        {
            bits = std::max(bits, sequence.bits_per_letter());
            for (std::uint8_t const letter : sequence.letters())
                occurs[letter] = true;
        }
        for (unsigned letter = 0; letter < occurs.size(); ++letter)
            if (occurs[letter])
                letters.push_back(static_cast<std::uint8_t>(letter));
        bits = std::max(bits, packing::choose_code_width(letters.size()));
    }

    std::vector<std::uint8_t> letters{};
    unsigned bits{2};
};

} // namespace

void wavefront_batch::start(wavefront_input const & input, unsigned const threads)
{
    assert(!is_started());
    pair_count_ = input.pairs.size();
    plan_.metric = input.metric;
    plan_.max_distance = 0;
    for (wavefront_pair const & pair : input.pairs)
        plan_.max_distance = std::max(plan_.max_distance, pair.max_distance);
    plan_.max_distance = std::min(plan_.max_distance, max_distance_on(context_.limits, plan_.metric));
    plan_.threads = threads != 0 ? threads : choose_wavefront_threads(plan_, pair_count_, context_.limits);
    buffers_.values.reserve(with_room<wavefront_value>(pair_count_));
    stage(input);

    enqueue(
        [&]()
        {
            copy_staged(words_);
        },
        [&]()
        {
            if (pair_count_ != 0)
                launch_wavefronts(plan_,
                                  {.codes = on_device(codes_).data(),
                                   .sequences = on_device(sequences_).data(),
                                   .pairs = on_device(pairs_).data(),
                                   .pair_count = static_cast<unsigned>(pair_count_),
                                   .pairs_per_poll = plan_.max_distance < min_long_distance ? 1024u : 64u,
                                   .counters = on_device(counters_).data(),
                                   .signals = context_.signals.device(),
                                   .values = buffers_.values.device()},
                                  context_.limits,
                                  context_.stream);
        },
        no_step);
}

void wavefront_batch::stage(wavefront_input const & input)
{
    common_letters const common{input.sequences};
    plan_.bits = common.bits;
    std::uint64_t words = margin_words;
    for (packed_sequence_view const & sequence : input.sequences)
        words += code_words(sequence.size(), common.bits);
    staging_layout layout{};
    counters_ = layout.add<wavefront_counters>();
    sequences_ = layout.add<wavefront_sequence>(input.sequences.size());
    pairs_ = layout.add<wavefront_pair>(pair_count_);
    codes_ = layout.add<std::uint64_t>(words);
    words_ = layout.words();
    reserve_on_host(words_);
    memory_.device.reserve(words_);

    on_host(counters_)[0] = {};
    stage_pairs(input, on_host(pairs_));
    std::span<wavefront_sequence> const places = on_host(sequences_);
    std::uint64_t * const codes = on_host(codes_).data();
    letter_lists lists{};
    std::uint32_t const all = lists.number_of(packed_sequence_view{nullptr, 0, common.bits, common.letters}, 0);
    code_translator translator{lists};
    std::uint32_t from = all;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < input.sequences.size(); ++i)
    {
        packed_sequence_view const & sequence = input.sequences[i];
        assert(sequence.size() <= max_wavefront_size);
        places[i] = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(sequence.size())};
        from = lists.number_of(sequence, from);
        translator.translate(sequence, from, all, common.bits, codes + at);
        at += code_words(sequence.size(), common.bits);
    }
    std::fill_n(codes + at, margin_words, 0);
}

void wavefront_batch::stage_pairs(wavefront_input const & input, std::span<wavefront_pair> const pairs)
{
    limited_.clear();
    for (std::size_t i = 0; i < pair_count_; ++i)
    {
        pairs[i] = input.pairs[i];
        if (pairs[i].max_distance <= plan_.max_distance)
            continue;
        pairs[i].max_distance =
            static_cast<std::uint32_t>(reachable_distance(plan_.metric, plan_.max_distance, pairs[i].max_distance));
        limited_.push_back(i);
    }
}

std::span<wavefront_value const> wavefront_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    std::span const values{buffers_.values.host(), pair_count_};
    for (std::size_t const i : limited_)
        if (values[i].distance == wavefront_value::no_distance)
            values[i].distance = wavefront_value::given_up;
    return values;
}

} // namespace seqan3_gpulcs::cuda
