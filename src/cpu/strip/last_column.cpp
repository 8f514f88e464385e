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

// The steps between two checks of the stop token: some microseconds.
constexpr std::uint64_t steps_per_check{64};

} // namespace

one_strip::one_strip(std::uint64_t const rows, std::uint64_t const columns, unsigned const lanes) noexcept :
    lanes_{lanes},
    words_{util::ceil_div<std::uint64_t>(rows, 64)},
    blocks_{util::ceil_div<std::uint64_t>(columns, 64)},
    lane_words_{util::ceil_div<std::uint64_t>(words_, lanes)},
    steps_{blocks_ + lanes - 1}
{}

bool one_strip::is_worthwhile(plan::metric const metric) const noexcept
{
    return lanes_ >= min_lanes && lane_words_ <= max_lane_words
        && carry_chain_words(metric) * vector_words() < words_ * blocks_;
}

template <recurrence recurrence_t>
std::uint64_t count_vector_words(std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    return one_strip{rows, columns, choose_vector_kernel<recurrence_t>().lanes}.vector_words();
}

namespace
{

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
void run_strip(vector_kernel const & kernel,
               one_strip const & strip,
               matrix_pass const & pass,
               runtime::task_control & control)
{
    packing::pair_codes const codes{pass.rows, pass.columns};
    unsigned const planes = kernel_planes(codes.bits());
    column_planes const columns{packing::recoded_sequence{pass.columns, codes.column_codes()},
                                pass.part,
                                planes,
                                kernel.lanes};
    vector_strip<recurrence_t> vectors{kernel, planes};
    vectors.load({pass.rows, codes.row_codes()}, pass.part.row_begin, pass.borders.vertical, strip.lane_words());
    for (std::uint64_t step = 0; step < strip.steps(); ++step)
    {
        if (step % steps_per_check == 0)
            control.check();
        bool const has_block = step < pass.part.column_words();
        vectors.compute(columns,
                        step,
                        has_block ? pass.borders.horizontal.data() + step * recurrence_t::carry_words : nullptr,
                        nullptr);
    }
    vectors.copy_state(pass.borders.vertical);
}

} // namespace

template <recurrence recurrence_t>
bool compute_last_column(matrix_pass const & pass, runtime::task_control & control)
{
    vector_kernel const kernel = choose_vector_kernel<recurrence_t>();
    one_strip const strip{pass.part.rows(), pass.part.columns(), kernel.lanes};
    control.check();
    if (is_for_diagonals(pass.part.rows(), pass.part.columns(), recurrence_t::metric, kernel))
        run_diagonals<recurrence_t>(kernel, pass);
    else if (strip.is_worthwhile(recurrence_t::metric))
        run_strip<recurrence_t>(kernel, strip, pass, control);
    else
        return false;
    control.add_cells(static_cast<double>(pass.part.rows()) * static_cast<double>(pass.part.columns()));
    return true;
}

template std::uint64_t count_vector_words<lcs_recurrence>(std::uint64_t, std::uint64_t) noexcept;
template std::uint64_t count_vector_words<edit_recurrence>(std::uint64_t, std::uint64_t) noexcept;
template bool compute_last_column<lcs_recurrence>(matrix_pass const &, runtime::task_control &);
template bool compute_last_column<edit_recurrence>(matrix_pass const &, runtime::task_control &);

} // namespace seqan3_gpulcs::cpu
