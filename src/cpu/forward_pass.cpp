// SPDX-License-Identifier: BSD-3-Clause

#include "forward_pass.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "strip_kernel.hpp"
#include "wide_strip.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

static_assert(plan::strip_rows == 64 * strip_words);
static_assert(plan::block_columns == 64);

// The longest stretch between two looks at the stop token: some microseconds.
constexpr std::uint64_t largest_chunk{64};

constexpr unsigned not_in_columns{256};

// Strips of vectors pay where a vector has eight words, and a strip three vectors.
constexpr unsigned words_of_wide_vector{8};
constexpr std::uint64_t wide_vector_rows{64 * words_of_wide_vector};
constexpr std::uint64_t least_wide_rows{2 * wide_vector_rows + 1};
constexpr std::uint64_t most_wide_rows{most_vectors * wide_vector_rows};
constexpr unsigned most_strip_words{most_vectors * words_of_wide_vector};

// For each code of the rows the code of the same letter in the columns.
std::array<unsigned, 256> translate_codes(packing::packed_sequence_view const & rows,
                                          packing::packed_sequence_view const & columns) noexcept
{
    std::array<unsigned, 256> translation{};
    auto const & to = columns.letters();
    for (std::size_t code = 0; code < rows.letters().size(); ++code)
    {
        auto const found = std::ranges::lower_bound(to, rows.letters()[code]);
        translation[code] = found != to.end() && *found == rows.letters()[code]
                              ? static_cast<unsigned>(found - to.begin())
                              : not_in_columns;
    }
    return translation;
}

template <bool keep_columns>
auto select_kernel(unsigned const words, unsigned const bits) noexcept
{
    using kernel_t = void (*)(strip_segment const &) noexcept;
    static constexpr kernel_t kernels[3][strip_words]{
        {&run_strip<1, 2, keep_columns>,
         &run_strip<2, 2, keep_columns>,
         &run_strip<3, 2, keep_columns>,
         &run_strip<4, 2, keep_columns>},
        {&run_strip<1, 4, keep_columns>,
         &run_strip<2, 4, keep_columns>,
         &run_strip<3, 4, keep_columns>,
         &run_strip<4, 4, keep_columns>},
        {&run_strip<1, 8, keep_columns>,
         &run_strip<2, 8, keep_columns>,
         &run_strip<3, 8, keep_columns>,
         &run_strip<4, 8, keep_columns>},
    };
    return kernels[bits == 2 ? 0 : bits == 4 ? 1 : 2][words - 1];
}

// Where the strips of a part begin, and where the last one ends.
std::vector<std::uint64_t>
cut_into_strips(std::uint64_t const rows, std::uint64_t const row_spacing, unsigned const threads)
{
    // Every thread should get two strips at least, and tall ones take no more than they need.
    std::uint64_t const share = (rows / (2 * std::uint64_t{threads}) / wide_vector_rows + 1) * wide_vector_rows;
    std::uint64_t const tall =
        threads == 1 ? most_wide_rows : std::clamp(share, least_wide_rows - 1 + wide_vector_rows, most_wide_rows);
    static bool const has_wide_vectors = vector_words() == words_of_wide_vector;

    std::vector<std::uint64_t> begins{};
    for (std::uint64_t begin = 0; begin < rows;)
    {
        // A row that is kept is the last one of a strip, or of a vector.
        std::uint64_t const end = row_spacing % wide_vector_rows == 0
                                    ? rows
                                    : std::min(rows, (begin / row_spacing + 1) * row_spacing);
        begins.push_back(begin);
        begin = has_wide_vectors && end - begin >= least_wide_rows ? std::min(end, begin + tall)
                                                                   : std::min(end, begin + plan::strip_rows);
    }
    begins.push_back(rows);
    return begins;
}

class strip_wavefront
{
public:
    strip_wavefront(packing::packed_sequence_view const & row_sequence,
                    packing::packed_sequence_view const & column_sequence,
                    matrix_part const & part,
                    matrix_borders const & borders,
                    kept_increments const & kept,
                    unsigned const threads,
                    run_control & control,
                    bool const counts) :
        row_sequence_{row_sequence},
        column_sequence_{column_sequence},
        part_{part},
        borders_{borders},
        kept_{kept},
        control_{control},
        counts_{counts},
        strip_begins_{cut_into_strips(part.rows(), kept.grid.row_spacing, std::max(threads, 1u))},
        strips_{strip_begins_.size() - 1},
        blocks_{part.column_words()},
        threads_{static_cast<unsigned>(std::clamp<std::uint64_t>(strips_, 1, std::max(threads, 1u)))},
        // Short passes are cut finer, or the threads would wait for one another.
        chunk_{std::clamp<std::uint64_t>(blocks_ / (8 * threads_), 1, largest_chunk)},
        translation_{translate_codes(row_sequence, column_sequence)},
        blocks_done_{std::make_unique<done_counter[]>(threads_ + 1)}
    {}

    void run()
    {
        if (blocks_ == 0 || strips_ == 0)
            return;

        control_.run_team(threads_,
                          [this]()
                          {
                              strip_data data{column_sequence_.letters().size()};
                              for (std::uint64_t strip = next_strip_++; strip < strips_; strip = next_strip_++)
                                  run_one(strip, data);
                          });
    }

private:
    struct alignas(64) vector_of_words
    {
        std::array<std::uint64_t, words_of_wide_vector> words;
    };

    // What a thread needs of the strip that it is at: V, and for each code the rows with that letter.
    struct strip_data
    {
        explicit strip_data(std::size_t const letters) :
            match_vectors{std::make_unique_for_overwrite<vector_of_words[]>(letters * most_vectors)},
            match{match_vectors[0].words.data()}
        {}

        alignas(64) std::array<std::uint64_t, most_strip_words> vertical;
        std::unique_ptr<vector_of_words[]> match_vectors;
        std::uint64_t * match;
    };

    struct alignas(64) done_counter
    {
        std::atomic<std::uint64_t> value{0};
    };

    // The blocks of a strip are counted on from those of the strips above, so a counter serves one strip after the
    // other. At most `threads_` strips are in work at a time, one below the other; they and the one above the first of
    // them have counters of their own.
    done_counter & counter_of(std::uint64_t const strip) const noexcept
    {
        return blocks_done_[strip % (threads_ + 1)];
    }

    void wait_for_strip_above(std::uint64_t const strip, std::uint64_t const blocks)
    {
        if (strip == 0)
            return;

        std::atomic<std::uint64_t> const & done = counter_of(strip - 1).value;
        std::uint64_t const wanted = (strip - 1) * blocks_ + blocks;
        for (unsigned tries = 0; done.load(std::memory_order_acquire) < wanted; ++tries)
        {
            // A thread that runs is some microseconds ahead. One that waits longer waits for a thread that was
            // suspended, and must leave it the core.
            if (tries < 256)
                continue;

            control_.check();
            if (tries < 512)
                std::this_thread::yield();
            else
                std::this_thread::sleep_for(std::chrono::microseconds{50});
        }
    }

    void fill_match_table(strip_data & data,
                          std::uint64_t const row_begin,
                          std::uint64_t const rows,
                          unsigned const words) const noexcept
    {
        std::fill_n(data.match, column_sequence_.letters().size() * words, 0);
        for (std::uint64_t row = 0; row < rows; ++row)
            if (unsigned const code = translation_[row_sequence_.code(row_begin + row)]; code != not_in_columns)
                data.match[code * words + row / 64] |= std::uint64_t{1} << (row % 64);
    }

    void run_one(std::uint64_t const strip, strip_data & data)
    {
        std::uint64_t const first_row = strip_begins_[strip];
        std::uint64_t const rows = strip_begins_[strip + 1] - first_row;
        auto const words = static_cast<unsigned>((rows + 63) / 64);
        bool const is_wide = words > strip_words;
        unsigned const vectors = (words + words_of_wide_vector - 1) / words_of_wide_vector;
        unsigned const words_with_padding = is_wide ? vectors * words_of_wide_vector : words;

        fill_match_table(data, part_.row_begin + first_row, rows, words_with_padding);
        auto const vertical = borders_.vertical.subspan(first_row / 64, words);
        std::ranges::fill(data.vertical, ~std::uint64_t{0});
        std::ranges::copy(vertical, data.vertical.begin());

        unsigned const bits = column_sequence_.bits_per_letter();
        auto const run = [&](strip_segment const & segment)
        {
            if (is_wide)
                run_wide_strip(segment, vectors, bits, words);
            else if (segment.kept)
                select_kernel<true>(words, bits)(segment);
            else
                select_kernel<false>(words, bits)(segment);
        };

        std::uint64_t * const kept_row = kept_row_below(first_row + rows);
        std::array<std::uint64_t *, most_vectors> inner_rows{};
        bool keeps_inner_rows = false;
        for (unsigned i = 0; i + 1 < vectors && is_wide; ++i)
        {
            inner_rows[i] = kept_row_below(first_row + (i + 1) * wide_vector_rows);
            keeps_inner_rows = keeps_inner_rows || inner_rows[i];
        }

        strip_segment segment{};
        segment.vertical = data.vertical.data();
        segment.match = data.match;
        segment.kept_column_words = part_.row_words();
        std::array<std::uint64_t *, most_vectors> inner_rows_of_segment{};
        segment.inner_rows = keeps_inner_rows ? inner_rows_of_segment.data() : nullptr;

        for (std::uint64_t begin = 0; begin < blocks_; begin += chunk_)
        {
            std::uint64_t const end = std::min(begin + chunk_, blocks_);
            wait_for_strip_above(strip, end);

            for (std::uint64_t block = begin; block < end;)
            {
                std::uint64_t const stop = std::min(end, next_kept_column(block) / 64);
                std::uint64_t const column = block * 64;
                std::uint64_t const column_stop = std::min(stop * 64, part_.columns());

                segment.codes = column_sequence_.words() + (part_.column_begin + column) / (64 / bits);
                segment.horizontal = borders_.horizontal.data() + block;
                segment.columns = column_stop - column;
                for (unsigned i = 0; keeps_inner_rows && i < most_vectors; ++i)
                    inner_rows_of_segment[i] = inner_rows[i] ? inner_rows[i] + block : nullptr;
                if (kept_.all_columns)
                    segment.kept = kept_.all_columns + column * part_.row_words() + first_row / 64;
                run(segment);

                keep_column(column_stop, first_row / 64, {data.vertical.data(), words});
                block = stop;
            }

            if (kept_row)
                std::copy_n(borders_.horizontal.begin() + static_cast<std::ptrdiff_t>(begin),
                            end - begin,
                            kept_row + begin);

            counter_of(strip).value.store(strip * blocks_ + end, std::memory_order_release);
            if (counts_)
                control_.add_cells(static_cast<double>(rows)
                                   * static_cast<double>(std::min(end * 64, part_.columns()) - begin * 64));
            control_.check();
        }

        std::copy_n(data.vertical.begin(), words, vertical.begin());
    }

    // Where the increments of the row above this one go; null if they are not kept.
    std::uint64_t * kept_row_below(std::uint64_t const row) const noexcept
    {
        std::uint64_t const spacing = kept_.grid.row_spacing;
        if (spacing == 0 || row % spacing != 0 || row >= part_.rows())
            return nullptr;
        return kept_.rows + (row / spacing - 1) * part_.column_words();
    }

    // The first column behind this block that is to be kept.
    std::uint64_t next_kept_column(std::uint64_t const block) const noexcept
    {
        std::uint64_t const spacing = kept_.grid.column_spacing;
        return spacing == 0 ? blocks_ * 64 : (block * 64 / spacing + 1) * spacing;
    }

    void keep_column(std::uint64_t const column,
                     std::uint64_t const first_word,
                     std::span<std::uint64_t const> const vertical) const
    {
        std::uint64_t const spacing = kept_.grid.column_spacing;
        if (spacing != 0 && column % spacing == 0 && column < part_.columns())
            std::ranges::copy(vertical, kept_.columns + (column / spacing - 1) * part_.row_words() + first_word);
    }

    packing::packed_sequence_view row_sequence_;
    packing::packed_sequence_view column_sequence_;
    matrix_part part_;
    matrix_borders borders_;
    kept_increments kept_;
    run_control & control_;
    bool counts_;
    std::vector<std::uint64_t> strip_begins_;
    std::uint64_t strips_;
    std::uint64_t blocks_;
    unsigned threads_;
    std::uint64_t chunk_;
    std::array<unsigned, 256> translation_;
    std::unique_ptr<done_counter[]> blocks_done_;
    std::atomic<std::uint64_t> next_strip_{0};
};

} // namespace

void forward_pass(packing::packed_sequence_view const row_sequence,
                  packing::packed_sequence_view const column_sequence,
                  matrix_part const & part,
                  matrix_borders const & borders,
                  kept_increments const & kept,
                  unsigned const threads,
                  run_control & control,
                  bool const counts)
{
    strip_wavefront{row_sequence, column_sequence, part, borders, kept, threads, control, counts}.run();
}

} // namespace seqan3_gpulcs::cpu
