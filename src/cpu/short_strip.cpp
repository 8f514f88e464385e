// SPDX-License-Identifier: BSD-3-Clause

#include "short_strip.hpp"

#include <algorithm>

#include "bit_planes.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// The letters of two bits.
constexpr std::size_t few_letters{4};

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

void short_strip::load(packing::packed_sequence_view const & sequence,
                       packing::common_codes const & codes,
                       std::size_t const letters,
                       std::uint64_t const first_row,
                       std::uint64_t const rows) noexcept
{
    words_ = (rows + 63) / 64;
    if (codes.are_same() && letters <= few_letters)
    {
        // Row by row would take longer than some hundred columns.
        for (std::uint64_t word = 0; word < words_; ++word)
        {
            std::uint64_t planes[2];
            split_into_planes(sequence, first_row + word * 64, nullptr, 2, planes, 1);
            std::uint64_t const left = rows - word * 64;
            std::uint64_t const exist = left < 64 ? ~(~std::uint64_t{0} << left) : ~std::uint64_t{0};
            for (std::size_t code = 0; code < letters; ++code)
                match_[code * words_ + word] =
                    exist & (code & 1 ? planes[0] : ~planes[0]) & (code & 2 ? planes[1] : ~planes[1]);
        }
        return;
    }

    std::fill_n(match_.begin(), letters * words_, 0);
    for (std::uint64_t row = 0; row < rows; ++row)
        if (unsigned const code = codes.of_rows()[sequence.code(first_row + row)]; code < letters)
            match_[code * words_ + row / 64] |= std::uint64_t{1} << (row % 64);
}

void short_strip::run(packing::packed_sequence_view const & sequence,
                      std::uint64_t const begin,
                      std::uint64_t const columns,
                      short_strip_data const & data) const noexcept
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
