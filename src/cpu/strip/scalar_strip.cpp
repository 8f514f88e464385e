// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/strip/scalar_strip.hpp"

#include <algorithm>

#include "src/cpu/recurrence/lcs_vector.hpp"
#include "src/packing/bit_planes.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

template <bool keep_columns>
auto select_kernel(std::uint64_t const words, unsigned const bits) noexcept
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

} // namespace

void scalar_strip::load(packing::packed_sequence_view const & sequence,
                        packing::pair_codes const & codes,
                        std::size_t const letters,
                        std::uint64_t const first_row,
                        std::uint64_t const rows) noexcept
{
    words_ = (rows + 63) / 64;

    // The rows of all codes: those of the codes that are equal in the lower planes are shared out by the next plane.
    std::array<std::uint64_t, 256 * strip_words> rows_of_code;
    for (std::uint64_t word = 0; word < words_; ++word)
    {
        std::uint64_t planes[most_planes];
        packing::split_into_planes(sequence, first_row + word * 64, codes.of_rows(), codes.bits(), planes, 1);
        std::uint64_t const left = rows - word * 64;
        rows_of_code[word] = left < 64 ? ~(~std::uint64_t{0} << left) : ~std::uint64_t{0};
        for (unsigned plane = 0; plane < codes.bits(); ++plane)
            for (std::size_t code = 0; code < std::size_t{1} << plane; ++code)
            {
                std::uint64_t & with_zero = rows_of_code[code * words_ + word];
                rows_of_code[(code + (std::size_t{1} << plane)) * words_ + word] = with_zero & planes[plane];
                with_zero &= ~planes[plane];
            }
    }
    for (std::size_t letter = 0; letter < letters; ++letter)
        std::copy_n(rows_of_code.begin() + static_cast<std::ptrdiff_t>(codes.of_columns()[letter] * words_),
                    words_,
                    match_.begin() + static_cast<std::ptrdiff_t>(letter * words_));
}

void scalar_strip::run(packing::packed_sequence_view const & sequence,
                       std::uint64_t const begin,
                       std::uint64_t const columns,
                       scalar_strip_data const & data) const noexcept
{
    unsigned const bits = sequence.bits_per_letter();
    auto const kernel = data.kept ? select_kernel<true>(words_, bits) : select_kernel<false>(words_, bits);
    kernel({.vertical = data.vertical,
            .match = match_.data(),
            .codes = sequence.words() + begin / (64 / bits),
            .horizontal = data.horizontal,
            .columns = columns,
            .kept = data.kept,
            .kept_column_words = data.kept_distance});
}

} // namespace seqan3_gpulcs::cpu
