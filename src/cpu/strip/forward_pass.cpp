// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/forward_pass.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/cpu/strip/strip_relay.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// Columns that are known from the start.
class known_outline
{
public:
    known_outline(plan::matrix_part const & part, block_columns const & given) :
        blocks{cut_into_blocks(part.region.rows(),
                               given.columns.empty() ? std::max<std::uint64_t>(1, part.region.rows()) : given.rows,
                               part.region.column_words())},
        part_{part},
        row_spacing_{part.kept.grid.row_spacing < part.region.rows() ? part.kept.grid.row_spacing : 0}
    {
        std::uint64_t const first = part.region.column_begin;
        for (std::size_t i = 0; i < given.columns.size(); ++i)
            blocks[i].words = {(given.columns[i].begin - first) / 64,
                               util::ceil_div(given.columns[i].end - first, std::uint64_t{64})};
        std::uint64_t const column_spacing = part.kept.grid.column_spacing;
        if (column_spacing != 0 && column_spacing < part.region.columns())
            tile_words = column_spacing / 64;
    }

    std::vector<strip_range> cut(std::uint64_t const rows, unsigned const lanes, unsigned const threads) const
    {
        return cut_into_strips(rows, row_spacing_, lanes, threads);
    }

    // Short passes are cut finer; otherwise, the threads would wait for one another.
    static std::uint64_t chunk_words(std::uint64_t const words, std::uint64_t, unsigned const threads) noexcept
    {
        return std::clamp<std::uint64_t>(words / (8 * std::uint64_t{threads}), 1, words_per_check);
    }

    template <typename wait_t>
    static bool begin_block(std::size_t, wait_t const &) noexcept
    {
        return true;
    }

    static void find_end(std::size_t, std::uint64_t) noexcept
    {}

    static bool begin_word(std::size_t, std::uint64_t) noexcept
    {
        return true;
    }

    static void end_block(std::size_t) noexcept
    {}

    bool keeps() const noexcept
    {
        return row_spacing_ != 0 || tile_words != no_tiles;
    }

    std::uint64_t * column_at(std::uint64_t const words, std::uint64_t const row) const noexcept
    {
        if (words * 64 >= part_.region.columns())
            return nullptr;
        return part_.kept.column_at(part_.region.column_begin + words * 64, part_.region.row_begin + row);
    }

    std::uint64_t * row_at(std::uint64_t const rows, std::uint64_t const word) const noexcept
    {
        if (row_spacing_ == 0 || rows % row_spacing_ != 0 || rows >= part_.region.rows())
            return nullptr;
        return part_.kept.row_at(part_.region.row_begin + rows, part_.region.column_begin + word * 64);
    }

    std::vector<row_block> blocks;
    std::uint64_t tile_words{no_tiles};

private:
    static constexpr std::uint64_t no_tiles{std::numeric_limits<std::uint64_t>::max()};

    plan::matrix_part const & part_;
    std::uint64_t row_spacing_; // 0 if no row is kept.
};

} // namespace

void forward_pass(plan::matrix_part const & part,
                  unsigned const threads,
                  runtime::task_control & control,
                  bool const reports_progress,
                  block_columns const & blocks)
{
    known_outline outline{part, blocks};
    with_recurrence(
        part.metric,
        [&]<typename recurrence_t>(std::type_identity<recurrence_t>)
        {
            strip_relay<recurrence_t, known_outline>{part, outline, threads, control, reports_progress}.run();
        });
}

std::uint64_t pass_bytes(alignment::sequence_pair const & pair,
                         plan::matrix_region const & region,
                         plan::metric const metric,
                         std::uint64_t const block_rows) noexcept
{
    vector_kernel const kernel = with_recurrence(metric,
                                                 []<typename recurrence_t>(std::type_identity<recurrence_t>)
                                                 {
                                                     return choose_vector_kernel<recurrence_t>();
                                                 });
    std::uint64_t const border_words = plan::border_words(metric);
    std::uint64_t const words = region.column_words();
    unsigned const planes = kernel_planes(packing::pair_codes{pair.first, pair.second}.bits());
    return 8 * (words * (border_words + planes) + 2 * planes * max_lanes + block_rows / 64 * border_words)
         + util::ceil_div(region.rows(), block_rows) * sizeof(row_block)
         + max_strips(region.rows(), block_rows, useful_lanes(kernel, metric, words)) * sizeof(strip_range);
}

} // namespace seqan3_gpulcs::cpu
