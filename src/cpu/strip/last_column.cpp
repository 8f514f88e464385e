// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/last_column.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/cpu/strip/strip_cut.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/plan/hardware_costs.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

template <recurrence recurrence_t>
class diagonal_pass
{
public:
    diagonal_pass(vector_kernel const & kernel, coded_matrix const & letters, std::span<std::uint64_t> const vertical) :
        kernel_{kernel},
        letters_{letters},
        borders_{vertical}
    {
        matrix_.planes = diagonal_planes(letters.bits);
        matrix_.words = util::ceil_div<std::size_t>(used_words(), kernel.lanes) * kernel.lanes;
        matrix_.columns = letters.columns.size();
    }

    void run(std::span<std::uint64_t const> const above)
    {
        for (unsigned k = 0; k < above.size(); ++k)
            matrix_.above[k] = above[k] & 1;
        load_rows();
        load_columns();
        kernel_.compute_diagonals(matrix_);
        for (std::size_t i = 0; i < borders_.size(); ++i)
            borders_[i] = matrix_.vertical[place_of(i)];
    }

private:
    static constexpr unsigned state_words{recurrence_t::state_words};

    std::size_t used_words() const noexcept
    {
        return borders_.size() / state_words;
    }

    // The place of a word of the state: backwards.
    std::size_t place_of(std::size_t const i) const noexcept
    {
        return i % state_words * matrix_.words + (matrix_.words - 1 - i / state_words);
    }

    void load_rows()
    {
        matrix_.vertical = resize_words(vertical_, state_words * matrix_.words);
        for (std::size_t i = 0; i < borders_.size(); ++i)
            matrix_.vertical[place_of(i)] = borders_[i];
        std::uint64_t * const rows = resize_words(rows_, matrix_.planes * matrix_.words);
        packing::split_into_planes(letters_.rows, {rows + matrix_.words - 1, matrix_.planes, matrix_.words}, -1);
        matrix_.rows = rows;
    }

    void load_columns()
    {
        std::size_t const blocks = matrix_.blocks();
        column_codes_.resize(matrix_.planes * blocks);
        packing::split_into_planes(letters_.columns, {column_codes_.data(), matrix_.planes, blocks}, 1);
        matrix_.codes = column_codes_.data();
        // Only whether there is a column must be known everywhere.
        std::uint64_t const size = matrix_.spread_words();
        spread_ = std::make_unique_for_overwrite<std::uint64_t[]>((matrix_.planes + 1) * size);
        std::fill_n(spread_.get() + matrix_.planes * size, size, 0);
        matrix_.spread = spread_.get();
    }

    vector_kernel const & kernel_;
    coded_matrix const & letters_;
    std::span<std::uint64_t> borders_;
    diagonal_matrix matrix_{};
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint64_t> column_codes_{};
    std::unique_ptr<std::uint64_t[]> spread_{};
};

// The steps between two checks of the stop token: less than a millisecond, however tall the strip is.
constexpr std::uint64_t steps_per_check{64};

// All rows in one strip, the last words of which may have no rows.
struct one_strip
{
    std::uint64_t lane_words; // The words of each lane.
    std::uint64_t steps;      // In each, a lane is a block of 64 columns behind the lane above it.

    one_strip(std::uint64_t const rows, std::uint64_t const columns, unsigned const lanes) noexcept :
        lane_words{util::ceil_div<std::uint64_t>(util::ceil_div<std::uint64_t>(rows, 64), lanes)},
        steps{util::ceil_div<std::uint64_t>(columns, 64) + lanes - 1}
    {}
};

double count_cells(plan::matrix_part const & part) noexcept
{
    return static_cast<double>(part.region.rows()) * static_cast<double>(part.region.columns());
}

// A word of rows in each lane, and all lanes a column apart.
template <recurrence recurrence_t>
void run_diagonals(vector_kernel const & kernel, plan::matrix_part const & part)
{
    packing::pair_codes const codes{part.rows, part.columns};
    std::array<std::uint64_t, recurrence_t::carry_words> above;
    for (unsigned k = 0; k < above.size(); ++k)
        above[k] = part.borders.horizontal[k] >> 63;
    compute_diagonals<recurrence_t>(kernel,
                                    {packing::coded_letters{{part.rows, codes.row_codes()}},
                                     packing::coded_letters{{part.columns, codes.column_codes()}},
                                     codes.bits()},
                                    above,
                                    part.borders.vertical);
}

// Some words of rows in each lane, and all lanes a block of columns apart.
template <recurrence recurrence_t>
void run_strip(vector_kernel const & kernel, plan::matrix_part const & part, runtime::task_control & control)
{
    one_strip const strip{part.region.rows(), part.region.columns(), kernel.lanes};
    packing::pair_codes const codes{part.rows, part.columns};
    unsigned const planes = kernel_planes(codes.bits());
    column_planes const columns{packing::recoded_sequence{part.columns, codes.column_codes()},
                                part.region,
                                planes,
                                kernel.lanes};
    vector_strip<recurrence_t> vectors{kernel, planes};
    vectors.load({part.rows, codes.row_codes()}, part.region.row_begin, part.borders.vertical, strip.lane_words);
    for (std::uint64_t step = 0; step < strip.steps; ++step)
    {
        if (step % steps_per_check == 0 && step != 0)
        {
            control.add_cells(count_cells(part) * steps_per_check / static_cast<double>(strip.steps));
            control.check();
        }
        bool const has_block = step < part.region.column_words();
        vectors.compute(columns,
                        step,
                        has_block ? part.borders.horizontal.data() + step * recurrence_t::carry_words : nullptr,
                        nullptr);
    }
    vectors.copy_state(part.borders.vertical);
    std::uint64_t const counted = (strip.steps - 1) / steps_per_check * steps_per_check;
    control.add_cells(count_cells(part) * static_cast<double>(strip.steps - counted)
                      / static_cast<double>(strip.steps));
}

} // namespace

std::optional<std::uint64_t> count_diagonal_steps(std::uint64_t const rows,
                                                  std::uint64_t const columns,
                                                  plan::metric const metric,
                                                  vector_kernel const & kernel) noexcept
{
    std::uint64_t const words = util::ceil_div<std::uint64_t>(rows, 64);
    std::uint64_t const vectors = util::ceil_div<std::uint64_t>(words, kernel.lanes);
    std::uint64_t const steps = vectors * (columns + words);
    bool const is_possible = kernel.compute_diagonals && vectors <= max_diagonal_vectors
                          && columns >= min_diagonal_columns && columns <= max_diagonal_columns;
    return is_possible && plan::costs_of(metric).carry_chain_words * steps < words * columns ? std::optional{steps}
                                                                                             : std::nullopt;
}

template <recurrence recurrence_t>
void compute_diagonals(vector_kernel const & kernel,
                       coded_matrix const & matrix,
                       std::span<std::uint64_t const> const above,
                       std::span<std::uint64_t> const vertical)
{
    diagonal_pass<recurrence_t>{kernel, matrix, vertical}.run(above);
}

SEQAN3_GPULCS_FOR_VALUE_RECURRENCES(
    template void compute_diagonals,
    (vector_kernel const &, coded_matrix const &, std::span<std::uint64_t const>, std::span<std::uint64_t>));

std::optional<std::uint64_t> count_vector_steps(std::uint64_t const rows,
                                                std::uint64_t const columns,
                                                plan::metric const metric,
                                                vector_kernel const & kernel) noexcept
{
    if (auto const steps = count_diagonal_steps(rows, columns, metric, kernel))
        return steps;
    if (kernel.lanes < min_lanes(metric))
        return std::nullopt;
    one_strip const strip{rows, columns, kernel.lanes};
    std::uint64_t const steps = 64 * strip.lane_words * strip.steps;
    std::uint64_t const words = util::ceil_div<std::uint64_t>(rows, 64);
#if defined(__aarch64__)
    // A vector of two words takes as long as 1.6 words: see plan::all_metric_costs.
    bool const is_worthwhile = strip.lane_words <= max_lane_words && steps * 8 < words * columns * 5;
#else
    bool const is_worthwhile =
        strip.lane_words <= max_lane_words && steps * plan::costs_of(metric).carry_chain_words < words * columns;
#endif
    return is_worthwhile ? std::optional{steps} : std::nullopt;
}

template <recurrence recurrence_t>
void compute_last_column(vector_kernel const & kernel, plan::matrix_part const & part, runtime::task_control & control)
{
    control.check();
    if (!count_diagonal_steps(part.region.rows(), part.region.columns(), recurrence_t::metric, kernel))
        return run_strip<recurrence_t>(kernel, part, control);
    run_diagonals<recurrence_t>(kernel, part);
    control.add_cells(count_cells(part));
}

SEQAN3_GPULCS_FOR_VALUE_RECURRENCES(template void compute_last_column,
                                    (vector_kernel const &, plan::matrix_part const &, runtime::task_control &));

} // namespace seqan3_gpulcs::cpu
