// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/search/interleaved_text.hpp"

#include <algorithm>

#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// A thread cuts this many codes at a time, and reads this many of a stretch at a time: a cache line.
constexpr std::uint64_t chunk_codes{std::uint64_t{1} << 10};
constexpr std::uint64_t line_codes{32};

// Replaces each of four sets of classes by the number of its only class, or by one with the bit for any.
constexpr std::uint16_t number_classes(unsigned const sets) noexcept
{
    constexpr unsigned each{0x1111};
    unsigned const first = sets & each;
    unsigned const second = sets >> 1 & each;
    unsigned const third = sets >> 2 & each;
    unsigned const fourth = sets >> 3 & each;
    unsigned const several = (first & (second | third | fourth)) | (second & (third | fourth)) | (third & fourth);
    return static_cast<std::uint16_t>((second | fourth) | (third | fourth) << 1 | several * any_letter_class);
}

} // namespace

interleaved_text::interleaved_text(std::span<std::uint64_t const> const classes,
                                   std::uint64_t const size,
                                   unsigned const class_bits,
                                   runtime::task_control & control,
                                   unsigned const threads) :
    size_{size},
    class_bits_{class_bits}
{
    std::uint64_t const row_letters = std::uint64_t{text_stretches} * letters_per_code();
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
    constexpr std::uint64_t codes_per_word = 64 / code_bits;
    std::uint64_t const codes = util::ceil_div(size_, std::uint64_t{letters_per_code()});
    auto const read = [&](std::uint64_t const code)
    {
        auto const letters =
            static_cast<std::uint16_t>(classes[code / codes_per_word] >> code % codes_per_word * code_bits);
        return class_bits_ == 2 ? letters : number_classes(letters);
    };
    for (std::uint64_t begin = first; begin < last; begin += line_codes)
        for (std::uint64_t stretch = 0; stretch < text_stretches; ++stretch)
            for (std::uint64_t i = begin; i < std::min(begin + line_codes, last); ++i)
            {
                std::uint64_t const code = stretch * stretch_codes_ + i;
                codes_[i * text_stretches + stretch] = code < codes ? read(code) : std::uint16_t{0};
            }
}

} // namespace seqan3_gpulcs::cpu
