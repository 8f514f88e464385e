// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/instrumented.hpp>
#include <reference/lcs_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>

#include "cuda/backend/shared_backend.hpp"
#include "src/cpu/backend/cpu_backend.hpp"
#include "src/plan/matrix_border.hpp"
#include "src/plan/matrix_part.hpp"
#include "unit/cuda/device_test.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;
using words = std::vector<std::uint64_t>;
using plan::interval;

// Filled with garbage, so that missing writes show.
constexpr std::uint64_t garbage{0xa5a5'a5a5'5a5a'5a5au};

// A difference of neighbouring cells, by the words of its row or column and a bit of them. V has zeros where the matrix grows.
int difference(std::uint64_t const * const found, plan::metric const metric, std::size_t const bit, bool const is_row)
{
    auto const is_set = [&](std::size_t const which)
    {
        return static_cast<int>(found[which] >> bit & 1);
    };
    return metric == plan::metric::edit ? is_set(0) - is_set(1) : is_row ? is_set(0) : 1 - is_set(0);
}

// The state of some rows after a number of columns.
void expect_column(auto const & cells,
                   std::size_t const column,
                   interval const & rows,
                   std::uint64_t const * const found,
                   plan::metric const metric)
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        ASSERT_EQ(difference(found + i / 64 * plan::border_words(metric), metric, i % 64, false),
                  cells[rows.begin + i + 1][column] - cells[rows.begin + i][column])
            << "row " << rows.begin + i << ", after column " << column;
}

// The carries of some columns below a number of rows.
void expect_row(auto const & cells,
                std::size_t const row,
                interval const & columns,
                std::uint64_t const * const found,
                plan::metric const metric)
{
    for (std::size_t i = 0; i < columns.size(); ++i)
        ASSERT_EQ(difference(found + i / 64 * plan::border_words(metric), metric, 63 - i % 64, true),
                  cells[row][columns.begin + i + 1] - cells[row][columns.begin + i])
            << "below row " << row << ", column " << columns.begin + i;
}

// Cuts at some random multiples of the alignment.
std::vector<interval> cut(std::mt19937_64 & generator, std::uint64_t const size)
{
    std::vector<interval> pieces{{0, size}};
    for (std::uint64_t at = plan::part_alignment; at < size; at += plan::part_alignment)
        if (reference::random_size(generator, 2) != 0)
        {
            pieces.back().end = at;
            pieces.push_back({at, size});
        }
    return pieces;
}

// The checkpoints of a region, with their memory.
struct checkpoint_memory
{
    checkpoint_memory(plan::checkpoint_grid const & grid,
                      plan::matrix_region const & region,
                      alignment::sequence_pair const & pair,
                      plan::metric const metric) :
        columns(
            plan::checkpoint_count({region.column_begin, region.column_end}, pair.second.size(), grid.column_spacing)
                * region.row_words() * plan::border_words(metric),
            garbage),
        rows(plan::checkpoint_count({region.row_begin, region.row_end}, pair.first.size(), grid.row_spacing)
                 * region.column_words() * plan::border_words(metric),
             garbage),
        target{grid, region, columns.data(), rows.data(), metric}
    {}

    words columns;
    words rows;
    plan::region_checkpoints target;
};

} // namespace

class compute_part : public device_test, public ::testing::WithParamInterface<plan::metric>
{
protected:
    // A matrix of random parts in a random order in which their borders are there, each by a random backend.
    void check(std::vector<backend::backend_interface const *> const & backends, plan::checkpoint_grid const & grid)
    {
        std::size_t const max_size = reference::is_instrumented ? 5000 : 7500;
        unsigned const alphabet = std::array{2u, 4u, 12u, 60u}[reference::random_size(generator, 3)];
        first = reference::random_letters(generator, 1 + reference::random_size(generator, max_size), alphabet);
        second = reference::mutate(generator, first, alphabet, 6);
        second.resize(1 + reference::random_size(generator, max_size), 0);
        check_cut(backends, grid, cut(generator, first.size()), cut(generator, second.size()));
    }

    void check_cut(std::vector<backend::backend_interface const *> const & backends,
                   plan::checkpoint_grid const & grid,
                   std::vector<interval> const & row_pieces,
                   std::vector<interval> const & column_pieces)
    {
        SCOPED_TRACE(::testing::Message()
                     << first.size() << " x " << second.size() << ", cut into " << row_pieces.size() << " x "
                     << column_pieces.size() << ", checkpoints " << grid.row_spacing << " x " << grid.column_spacing);
        auto const rows = packing::pack(first);
        auto const columns = packing::pack(second);
        alignment::sequence_pair const pair{rows, columns};
        plan::execution const execution{.threads = static_cast<unsigned>(1 + reference::random_size(generator, 2))};

        // Those who share the rows may have the checkpoints of their own rows each.
        std::vector<checkpoint_memory> memory{};
        memory.reserve(row_pieces.size());
        bool const are_apart = reference::random_size(generator, 1) == 1;
        for (interval const & piece : are_apart ? row_pieces : std::vector<interval>{{0, first.size()}})
            memory.emplace_back(grid, plan::matrix_region{piece.begin, piece.end, 0, second.size()}, pair, metric());

        plan::matrix_region const whole{0, first.size(), 0, second.size()};
        words vertical = plan::left_border(metric(), whole.rows());
        words horizontal = plan::upper_border(metric(), whole.columns());
        unsigned const each = plan::border_words(metric());
        std::vector<std::size_t> done(row_pieces.size(), 0);
        for (std::size_t left = row_pieces.size() * column_pieces.size(); left != 0;)
        {
            std::size_t const i = reference::random_size(generator, row_pieces.size() - 1);
            std::size_t const j = done[i];
            if (j == column_pieces.size() || (i != 0 && done[i - 1] <= j))
                continue;
            interval const & of_rows = row_pieces[i];
            interval const & of_columns = column_pieces[j];
            plan::matrix_part part{.rows = rows,
                                   .columns = columns,
                                   .region = {of_rows.begin, of_rows.end, of_columns.begin, of_columns.end},
                                   .kept = memory[are_apart ? i : 0].target,
                                   .metric = metric()};
            part.borders = {
                std::span{vertical}.subspan(of_rows.begin / 64 * each, part.region.row_words() * each),
                std::span{horizontal}.subspan(of_columns.begin / 64 * each, part.region.column_words() * each)};
            backend::compute_part(*backends[reference::random_size(generator, backends.size() - 1)], part, execution);
            ++done[i];
            --left;
        }
        if (metric() == plan::metric::edit)
            return expect(reference::edit_matrix(first, second), memory, grid, {vertical, horizontal});
        // After the last row.
        std::uint64_t const row_bits = ~std::uint64_t{0} << (first.size() - 1) % 64 << 1;
        EXPECT_EQ(vertical.back() & row_bits, row_bits);
        expect(reference::lcs_matrix(first, second), memory, grid, {vertical, horizontal});
    }

    void expect(auto const & cells,
                std::vector<checkpoint_memory> const & memory,
                plan::checkpoint_grid const & grid,
                plan::matrix_borders const & borders)
    {
        unsigned const each = plan::border_words(metric());
        interval const all_rows{0, first.size()};
        interval const all_columns{0, second.size()};
        expect_column(cells, second.size(), all_rows, borders.vertical.data(), metric());
        if (metric() == plan::metric::lcs)
            expect_row(cells, first.size(), all_columns, borders.horizontal.data(), metric());
        // After the last column.
        std::uint64_t const column_bits = ~std::uint64_t{0} >> (second.size() - 1) % 64 >> 1;
        for (std::uint64_t const word : borders.horizontal.last(each))
            EXPECT_EQ(word & column_bits, 0u);

        for (checkpoint_memory const & one : memory)
        {
            plan::matrix_region const & region = one.target.region;
            std::size_t column = 0;
            if (grid.column_spacing != 0)
                for (std::uint64_t at = grid.column_spacing; at < second.size(); at += grid.column_spacing)
                    expect_column(cells,
                                  at,
                                  {region.row_begin, region.row_end},
                                  one.columns.data() + column++ * region.row_words() * each,
                                  metric());
            std::size_t row = 0;
            if (grid.row_spacing != 0)
                for (std::uint64_t at = grid.row_spacing; at < first.size(); at += grid.row_spacing)
                    if (region.row_begin < at && at <= region.row_end)
                        expect_row(cells,
                                   at,
                                   all_columns,
                                   one.rows.data() + row++ * region.column_words() * each,
                                   metric());
            EXPECT_EQ(column * region.row_words() * each, one.columns.size());
            EXPECT_EQ(row * region.column_words() * each, one.rows.size());
        }
    }

    plan::metric metric() const
    {
        return GetParam();
    }

    plan::checkpoint_grid random_grid()
    {
        auto const spacing = [this]()
        {
            return (1 + reference::random_size(generator, 2)) * plan::part_alignment;
        };
        return {spacing(), spacing()};
    }

    std::mt19937_64 generator{reference::make_generator()};
    cpu::cpu_backend cpu{};
    backend::backend_interface const & device{cuda::shared_backend()};
    letters first{};
    letters second{};
};

TEST_P(compute_part, cpu)
{
    check({&cpu}, {});
    check({&cpu}, random_grid());
}

TEST_P(compute_part, device)
{
    check({&device}, {});
    check({&device}, random_grid());
}

TEST_P(compute_part, both)
{
    check({&cpu, &device}, {});
    check({&cpu, &device}, random_grid());
}

// No carry is ever passed on, or all are.
TEST_P(compute_part, nothing_or_everything_in_common)
{
    first.assign(2 * plan::part_alignment + 70, 1);
    second.assign(plan::part_alignment + 100, 1);
    std::vector<interval> const rows{{0, plan::part_alignment}, {plan::part_alignment, first.size()}};
    std::vector<interval> const columns{{0, plan::part_alignment}, {plan::part_alignment, second.size()}};
    plan::checkpoint_grid const grid{plan::part_alignment, plan::part_alignment};
    check_cut({&cpu, &device}, grid, rows, columns);
    second.assign(second.size(), 2);
    check_cut({&cpu, &device}, grid, rows, columns);
}

TEST_P(compute_part, without_rows_or_columns)
{
    auto const packed = packing::pack(letters(plan::part_alignment, 1));
    words border(plan::part_alignment / 64 * plan::border_words(metric()), garbage);
    for (backend::backend_interface const * const one :
         {static_cast<backend::backend_interface const *>(&cpu), &device})
    {
        backend::compute_part(*one,
                              {.rows = packed,
                               .columns = packed,
                               .region = {0, 0, 0, packed.size()},
                               .borders = {{}, border},
                               .metric = metric()},
                              {});
        backend::compute_part(*one,
                              {.rows = packed,
                               .columns = packed,
                               .region = {0, packed.size(), 0, 0},
                               .borders = {border, {}},
                               .metric = metric()},
                              {});
        EXPECT_EQ(border, words(border.size(), garbage));
    }
}

#if defined(SEQAN3_GPULCS_EMULATION)

// The device cuts its parts further; where that does not help either, it throws.
TEST_P(compute_part, little_device_memory)
{
    for (std::size_t const kilobytes : {300, 60, 30})
    {
        cudaDeviceProp small = emulation::default_device();
        small.totalGlobalMem = kilobytes << 10;
        emulation::set_devices({small});
        first = reference::random_letters(generator, 6000, 4);
        second = reference::random_letters(generator, 9000, 4);
        try
        {
            check_cut({&device}, random_grid(), {{0, 2048}, {2048, first.size()}}, {{0, 2048}, {2048, second.size()}});
        }
        catch (out_of_device_memory const &)
        {
            EXPECT_EQ(kilobytes, 30u);
        }
    }
}

#endif

INSTANTIATE_TEST_SUITE_P(metrics,
                         compute_part,
                         ::testing::Values(plan::metric::lcs, plan::metric::edit),
                         [](auto const & test)
                         {
                             return test.param == plan::metric::lcs ? "lcs" : "edit";
                         });
