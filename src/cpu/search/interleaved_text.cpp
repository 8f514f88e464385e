// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/search/interleaved_text.hpp"

#include <algorithm>

#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// The codes that a thread cuts at a time, and those of a stretch that it reads at a time: a cache line.
constexpr std::uint64_t chunk_codes{std::uint64_t{1} << 10};
constexpr std::uint64_t line_codes{32};

} // namespace

interleaved_text::interleaved_text(std::span<std::uint64_t const> const classes,
                                   std::uint64_t const size,
                                   runtime::task_control & control,
                                   unsigned const threads) :
    size_{size}
{
    constexpr std::uint64_t row_letters = std::uint64_t{text_stretches} * letters_per_code;
    stretch_codes_ = std::max<std::uint64_t>(1, util::ceil_div(size_, row_letters));
    // One row more for lanes that continue past the last stretch.
    codes_.resize((stretch_codes_ + 2) * text_stretches);

    runtime::parallel_for(control,
                          threads,
                          util::ceil_div(stretch_codes_, chunk_codes),
                          [&]()
                          {
                              return [&](std::size_t const chunk)
                              {
                                  std::uint64_t const first = chunk * chunk_codes;
                                  add_codes(classes, first, std::min(first + chunk_codes, stretch_codes_));
                              };
                          });
}

// Codes from `first` to `last - 1` of all stretches.
void interleaved_text::add_codes(std::span<std::uint64_t const> const classes,
                                 std::uint64_t const first,
                                 std::uint64_t const last) noexcept
{
    constexpr unsigned bits = 2 * letters_per_code;
    constexpr std::uint64_t codes_per_word = 64 / bits;
    std::uint64_t const codes = util::ceil_div(size_, std::uint64_t{letters_per_code});
    for (std::uint64_t begin = first; begin < last; begin += line_codes)
        for (std::uint64_t stretch = 0; stretch < text_stretches; ++stretch)
            for (std::uint64_t i = begin; i < std::min(begin + line_codes, last); ++i)
            {
                std::uint64_t const code = stretch * stretch_codes_ + i;
                codes_[i * text_stretches + stretch] =
                    code < codes
                        ? static_cast<std::uint16_t>(classes[code / codes_per_word] >> code % codes_per_word * bits)
                        : std::uint16_t{0};
            }
}

} // namespace seqan3_gpulcs::cpu
