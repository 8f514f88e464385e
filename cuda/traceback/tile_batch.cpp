// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/traceback/tile_batch.hpp"

#include <algorithm>
#include <cassert>

#include "cuda/runtime/device_codes.hpp"
#include "src/packing/common_codes.hpp"

namespace seqan3_gpulcs::cuda
{

using packing::packed_sequence_view;

// Writes the codes of pairs, one after the other; what a pair has in common with the one before is not written again.
class tile_batch::stager
{
public:
    stager(std::span<std::uint64_t> const codes, device_view<std::uint64_t> const & on_device) noexcept :
        codes_{codes},
        on_device_{on_device}
    {}

    void add(traceback_pair & to, packed_sequence_view const & rows, packed_sequence_view const & columns)
    {
        to.row_codes = add_codes(rows, rows_);
        to.text = add_codes(columns, columns_);
        to.text_code = add_table(rows, columns);
    }

    // The number of words written.
    std::uint64_t used() const noexcept
    {
        return layout_.words();
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
        {
            auto const added = layout_.add<std::uint64_t>(word_count(sequence));
            std::copy_n(sequence.words(), added.count, added.in(codes_).begin());
            last.at = added.in(on_device_).data();
        }
        last.sequence = sequence;
        return last.at;
    }

    // Adds a table with the code in the columns of each letter of the rows.
    std::uint8_t const * add_table(packed_sequence_view const & rows, packed_sequence_view const & columns)
    {
        if (table_ != nullptr && std::ranges::equal(row_letters_, rows.letters())
            && std::ranges::equal(column_letters_, columns.letters()))
            return table_;
        row_letters_ = rows.letters();
        column_letters_ = columns.letters();
        packing::common_codes const common{rows, columns};
        auto const added = layout_.add<std::uint8_t>(rows.letters().size());
        std::copy_n(common.row_codes().begin(), added.count, added.in(codes_).begin());
        table_ = added.in(on_device_).data();
        return table_;
    }

    std::span<std::uint64_t> codes_;
    device_view<std::uint64_t> on_device_;
    staging_layout layout_{};
    placed_sequence rows_{};
    placed_sequence columns_{};
    std::span<std::uint8_t const> row_letters_{};
    std::span<std::uint8_t const> column_letters_{};
    std::uint8_t const * table_{};
};

void tile_batch::start(std::span<alignment::sequence_pair const> const pairs, plan::comparison const & wanted)
{
    assert(!is_started());
    traceback_shape shape = choose_shape(pairs);
    shape.wanted = wanted;
    tracebacks_.place(shape, pairs);
    stage(pairs);
    launch();
}

traceback_shape tile_batch::choose_shape(std::span<alignment::sequence_pair const> const pairs) const noexcept
{
    traceback_shape shape{};
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
    std::uint64_t max_words = 0;
    for (alignment::sequence_pair const & pair : pairs)
        max_words +=
            word_count(pair.first) + word_count(pair.second) + words_for<std::uint8_t>(pair.first.letters().size());
    staging_layout layout{};
    counters_ = layout.add<traceback_counters>();
    pairs_ = layout.add<traceback_pair>(pairs.size());
    auto const codes = layout.add<std::uint64_t>(max_words);
    reserve_on_host(layout.words());
    memory_.device.reserve(layout.words());

    on_host(counters_)[0] = {};
    std::span<traceback_pair> const staged = on_host(pairs_);
    stager all{on_host(codes), on_device(codes)};
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        staged[i] = tracebacks_.describe(i, pairs[i].first, pairs[i].second);
        all.add(staged[i], pairs[i].first, pairs[i].second);
    }
    words_ = codes.at + all.used();
}

void tile_batch::launch()
{
    enqueue(
        [&]()
        {
            copy_staged(words_);
        },
        [&]()
        {
            tracebacks_.launch(on_device(pairs_).data(), on_device(counters_).data());
        },
        [&]()
        {
            tracebacks_.copy_to_host();
        });
}

batch_tracebacks const & tile_batch::finish(std::function<void()> const & on_turn)
{
    wait(on_turn);
    return tracebacks_;
}

} // namespace seqan3_gpulcs::cuda
