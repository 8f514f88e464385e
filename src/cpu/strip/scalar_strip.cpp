// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/scalar_strip.hpp"

#include <algorithm>
#include <span>

#include "src/cpu/recurrence/with_recurrence.hpp"
#include "src/packing/bit_planes.hpp"
#include "src/packing/code_width.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

template <typename recurrence_t, bool keep_columns>
auto select_kernel(std::uint64_t const words, unsigned const bits) noexcept
{
    using kernel_t = void (*)(strip_segment const &) noexcept;
    return packing::with_code_width(bits,
                                    [words]<unsigned width>(packing::code_width<width>) -> kernel_t
                                    {
                                        static constexpr kernel_t kernels[strip_words]{
                                            &run_strip<recurrence_t, 1, width, keep_columns>,
                                            &run_strip<recurrence_t, 2, width, keep_columns>,
                                            &run_strip<recurrence_t, 3, width, keep_columns>,
                                            &run_strip<recurrence_t, 4, width, keep_columns>};
                                        return kernels[words - 1];
                                    });
}

// The rows of each code from the planes of a word: plane by plane, codes with a common prefix divide their rows.
void find_code_rows(std::span<std::uint64_t const> const planes,
                    std::uint64_t const all_rows,
                    std::uint64_t * const code_rows,
                    std::uint64_t const distance) noexcept
{
    code_rows[0] = all_rows;
    for (std::size_t plane = 0; plane < planes.size(); ++plane)
        for (std::size_t code = 0; code < std::size_t{1} << plane; ++code)
        {
            std::uint64_t & with_zero = code_rows[code * distance];
            code_rows[(code + (std::size_t{1} << plane)) * distance] = with_zero & planes[plane];
            with_zero &= ~planes[plane];
        }
}

} // namespace

template <recurrence recurrence_t>
void scalar_strip<recurrence_t>::load(packing::packed_sequence_view const & sequence,
                                      packing::pair_codes const & codes,
                                      std::size_t const letters,
                                      std::uint64_t const first_row,
                                      std::uint64_t const rows) noexcept
{
    words_ = util::ceil_div(rows, std::uint64_t{64});
    last_row_ = static_cast<unsigned>((rows - 1) % 64);

    std::array<std::uint64_t, 256 * strip_words> code_rows;
    for (std::uint64_t word = 0; word < words_; ++word)
    {
        std::array<std::uint64_t, max_planes> planes;
        packing::split_into_planes({sequence, codes.row_codes()},
                                   first_row + word * 64,
                                   {planes.data(), codes.bits(), 1});
        std::uint64_t const remaining = rows - word * 64;
        find_code_rows(std::span{planes}.first(codes.bits()),
                       remaining < 64 ? ~(~std::uint64_t{0} << remaining) : ~std::uint64_t{0},
                       code_rows.data() + word,
                       words_);
    }
    for (std::size_t letter = 0; letter < letters; ++letter)
        std::copy_n(code_rows.data() + codes.column_codes()[letter] * words_, words_, match_.data() + letter * words_);
}

template <recurrence recurrence_t>
void scalar_strip<recurrence_t>::run(packing::packed_sequence_view const & sequence,
                                     std::uint64_t const begin,
                                     std::uint64_t const columns,
                                     scalar_strip_data const & data) const noexcept
{
    unsigned const bits = sequence.bits_per_letter();
    auto const kernel = data.kept ? select_kernel<recurrence_t, true>(words_, bits)
                                  : select_kernel<typename recurrence_t::value_recurrence, false>(words_, bits);
    kernel({.vertical = data.vertical,
            .match = match_.data(),
            .codes = sequence.words() + begin / (64 / bits),
            .horizontal = data.horizontal,
            .columns = columns,
            .last_row = last_row_,
            .kept = data.kept,
            .kept_column_words = data.kept_distance});
}

SEQAN3_GPULCS_FOR_RECURRENCES(template class scalar_strip);

} // namespace seqan3_gpulcs::cpu
