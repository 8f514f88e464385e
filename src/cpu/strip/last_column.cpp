// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/last_column.hpp"

#include <array>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/cpu/strip/diagonal_pass.hpp"
#include "src/cpu/strip/strip_cut.hpp"
#include "src/cpu/strip/vector_strip.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

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

double count_cells(matrix_pass const & pass) noexcept
{
    return static_cast<double>(pass.part.rows()) * static_cast<double>(pass.part.columns());
}

// A word of rows in each lane, and all lanes a column apart.
template <recurrence recurrence_t>
void run_diagonals(vector_kernel const & kernel, matrix_pass const & pass)
{
    packing::pair_codes const codes{pass.rows, pass.columns};
    std::array<std::uint64_t, recurrence_t::carry_words> above;
    for (unsigned k = 0; k < above.size(); ++k)
        above[k] = pass.borders.horizontal[k] >> 63;
    compute_diagonals<recurrence_t>(kernel,
                                    {packing::coded_letters{{pass.rows, codes.row_codes()}},
                                     packing::coded_letters{{pass.columns, codes.column_codes()}},
                                     codes.bits()},
                                    above,
                                    pass.borders.vertical);
}

// Some words of rows in each lane, and all lanes a block of columns apart.
template <recurrence recurrence_t>
void run_strip(vector_kernel const & kernel, matrix_pass const & pass, runtime::task_control & control)
{
    one_strip const strip{pass.part.rows(), pass.part.columns(), kernel.lanes};
    packing::pair_codes const codes{pass.rows, pass.columns};
    unsigned const planes = kernel_planes(codes.bits());
    column_planes const columns{packing::recoded_sequence{pass.columns, codes.column_codes()},
                                pass.part,
                                planes,
                                kernel.lanes};
    vector_strip<recurrence_t> vectors{kernel, planes};
    vectors.load({pass.rows, codes.row_codes()}, pass.part.row_begin, pass.borders.vertical, strip.lane_words);
    for (std::uint64_t step = 0; step < strip.steps; ++step)
    {
        if (step % steps_per_check == 0 && step != 0)
        {
            control.add_cells(count_cells(pass) * steps_per_check / static_cast<double>(strip.steps));
            control.check();
        }
        bool const has_block = step < pass.part.column_words();
        vectors.compute(columns,
                        step,
                        has_block ? pass.borders.horizontal.data() + step * recurrence_t::carry_words : nullptr,
                        nullptr);
    }
    vectors.copy_state(pass.borders.vertical);
    std::uint64_t const counted = (strip.steps - 1) / steps_per_check * steps_per_check;
    control.add_cells(count_cells(pass) * static_cast<double>(strip.steps - counted)
                      / static_cast<double>(strip.steps));
}

} // namespace

std::optional<std::uint64_t> count_vector_steps(std::uint64_t const rows,
                                                std::uint64_t const columns,
                                                plan::metric const metric,
                                                vector_kernel const & kernel) noexcept
{
    if (auto const steps = count_diagonal_steps(rows, columns, metric, kernel))
        return steps;
    if (kernel.lanes < min_lanes)
        return std::nullopt;
    one_strip const strip{rows, columns, kernel.lanes};
    std::uint64_t const steps = 64 * strip.lane_words * strip.steps;
    std::uint64_t const words = util::ceil_div<std::uint64_t>(rows, 64);
    bool const is_worthwhile =
        strip.lane_words <= max_lane_words && steps * carry_chain_words(metric) < words * columns;
    return is_worthwhile ? std::optional{steps} : std::nullopt;
}

template <recurrence recurrence_t>
void compute_last_column(vector_kernel const & kernel, matrix_pass const & pass, runtime::task_control & control)
{
    control.check();
    if (!count_diagonal_steps(pass.part.rows(), pass.part.columns(), recurrence_t::metric, kernel))
        return run_strip<recurrence_t>(kernel, pass, control);
    run_diagonals<recurrence_t>(kernel, pass);
    control.add_cells(count_cells(pass));
}

template void compute_last_column<lcs_recurrence>(vector_kernel const &, matrix_pass const &, runtime::task_control &);
template void compute_last_column<edit_recurrence>(vector_kernel const &, matrix_pass const &, runtime::task_control &);

} // namespace seqan3_gpulcs::cpu
