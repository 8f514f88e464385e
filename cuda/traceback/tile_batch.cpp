// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/traceback/tile_batch.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "src/packing/common_codes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

using packing::packed_sequence_view;

// The staging buffer holds the counters, the pairs, and the codes.
constexpr std::uint64_t pairs_at{1};
static_assert(sizeof(walk_counters) == sizeof(std::uint64_t));
constexpr std::uint64_t pair_words{sizeof(walk_pair) / sizeof(std::uint64_t)};
static_assert(sizeof(walk_pair) % sizeof(std::uint64_t) == 0);

std::uint64_t word_count(packed_sequence_view const & sequence) noexcept
{
    return util::ceil_div<std::uint64_t>(sequence.size(), sequence.codes_per_word());
}

// The words of a table with a code, a byte, for each letter.
std::uint64_t table_words(packed_sequence_view const & rows) noexcept
{
    return util::ceil_div(rows.letters().size(), sizeof(std::uint64_t));
}

} // namespace

// Writes the codes of pairs, one after the other; what a pair has in common with the one before is not written again.
class tile_batch::stager
{
public:
    stager(std::uint64_t * const staging, std::uint64_t const * const device, std::uint64_t const used) noexcept :
        staging_{staging},
        device_{device},
        used_{used}
    {}

    void add(walk_pair & to, packed_sequence_view const & rows, packed_sequence_view const & columns)
    {
        to.row_codes = add_codes(rows, rows_);
        to.text = add_codes(columns, columns_);
        to.text_code = reinterpret_cast<std::uint8_t const *>(add_table(rows, columns));
    }

    // The number of words written.
    std::uint64_t used() const noexcept
    {
        return used_;
    }

private:
    // A sequence, and where its codes are on the device.
    struct placed_sequence
    {
        packed_sequence_view sequence{};
        std::uint64_t const * at{};
    };

    std::uint64_t const * add_codes(packed_sequence_view const & sequence, placed_sequence & last)
    {
        bool const is_last = last.at != nullptr && last.sequence.words() == sequence.words()
                          && last.sequence.size() == sequence.size()
                          && last.sequence.bits_per_letter() == sequence.bits_per_letter();
        if (!is_last)
            last.at = add_words(sequence.words(), word_count(sequence));
        last.sequence = sequence;
        return last.at;
    }

    std::uint64_t const * add_table(packed_sequence_view const & rows, packed_sequence_view const & columns)
    {
        if (table_ != nullptr && std::ranges::equal(row_letters_, rows.letters())
            && std::ranges::equal(column_letters_, columns.letters()))
            return table_;
        row_letters_ = rows.letters();
        column_letters_ = columns.letters();
        std::array<std::uint64_t, 32> words{};
        packing::common_codes const common{rows, columns};
        std::copy_n(common.row_codes().begin(), rows.letters().size(), reinterpret_cast<std::uint8_t *>(words.data()));
        table_ = add_words(words.data(), table_words(rows));
        return table_;
    }

    std::uint64_t const * add_words(std::uint64_t const * const words, std::uint64_t const count)
    {
        std::copy_n(words, count, staging_ + used_);
        used_ += count;
        return device_ + used_ - count;
    }

    std::uint64_t * staging_;
    std::uint64_t const * device_;
    std::uint64_t used_;
    placed_sequence rows_{};
    placed_sequence columns_{};
    std::span<std::uint8_t const> row_letters_{};
    std::span<std::uint8_t const> column_letters_{};
    std::uint64_t const * table_{};
};

void tile_batch::start(std::span<alignment::sequence_pair const> const pairs, plan::metric const metric)
{
    assert(!is_started_);
    std::vector<std::uint64_t> letters{};
    for (alignment::sequence_pair const & pair : pairs)
        letters.push_back(pair.first.size() + pair.second.size());
    walk_shape shape = choose_shape(pairs);
    shape.metric = metric;
    walk_.place(shape, letters);
    stage(pairs);
    launch();
}

walk_shape tile_batch::choose_shape(std::span<alignment::sequence_pair const> const pairs) const noexcept
{
    walk_shape shape{};
    for (alignment::sequence_pair const & pair : pairs)
    {
        assert(tile_words(pair) != 0);
        shape.words = std::max(shape.words, tile_words(pair));
        shape.max_columns = std::max(shape.max_columns, static_cast<unsigned>(pair.second.size()));
        shape.max_letters = std::max(shape.max_letters, static_cast<unsigned>(pair.second.letters().size()));
    }
    shape.grid = {shape.words * 32 * warp_threads, static_cast<unsigned>(max_tile_columns)};
    return shape;
}

void tile_batch::stage(std::span<alignment::sequence_pair const> const pairs)
{
    std::uint64_t const codes_at = pairs_at + pairs.size() * pair_words;
    std::uint64_t words = codes_at;
    for (alignment::sequence_pair const & pair : pairs)
        words += word_count(pair.first) + word_count(pair.second) + table_words(pair.first);
    std::uint64_t * const staging = buffers_.staging.reserve(with_room<std::uint64_t>(words)).data();
    std::uint64_t const * const device = buffers_.batch.reserve(words).data();

    staging[0] = 0;
    auto * const staged = reinterpret_cast<walk_pair *>(staging + pairs_at);
    stager all{staging, device, codes_at};
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        staged[i] = walk_.describe(i, pairs[i].first, pairs[i].second);
        all.add(staged[i], pairs[i].first, pairs[i].second);
    }
    words_ = all.used();
    assert(words_ <= words);
}

void tile_batch::launch()
{
    auto const batch = buffers_.batch.view();
    is_started_ = true;
    context_.signals.host().stop = 0;
    context_.begin.record(context_.stream);
    copy_to_device(batch, std::span<std::uint64_t const>{buffers_.staging.host(), words_}, context_.stream);
    context_.copied.record(context_.stream);
    walk_.launch(reinterpret_cast<walk_pair const *>(batch.data() + pairs_at),
                 reinterpret_cast<walk_counters *>(batch.data()));
    context_.computed.record(context_.stream);
    walk_.copy_to_host();
    context_.end.record(context_.stream);
}

path_walk const & tile_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    return walk_;
}

} // namespace seqan3_gpulcs::cuda
