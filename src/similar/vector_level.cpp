// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/similar/vector_level.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include <hwy/highway.h>

#include "src/packing/code_width.hpp"
#include "src/plan/metric.hpp"
#include "src/similar/vector_level.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::similar::HWY_NAMESPACE
{

namespace hn = hwy::HWY_NAMESPACE;

using tag_t = hn::CappedTag<std::int32_t, vector_level::max_lanes>;
using bits_tag_t = hn::RebindToUnsigned<tag_t>;
using vector = hn::Vec<tag_t>;
using bits_vector = hn::Vec<bits_tag_t>;

// The codes from a letter on, lowest first. Its byte and the three after it must be there.
template <unsigned bits>
bits_vector load_codes(std::uint64_t const * const words, vector const letter)
{
    constexpr int letters_per_byte = 8 / bits;
    vector const byte = hn::ShiftRight<std::bit_width(unsigned{letters_per_byte}) - 1>(letter);
    vector const codes = hn::GatherOffset(tag_t{}, reinterpret_cast<std::int32_t const *>(words), byte);
    vector const letter_in_byte = hn::And(letter, hn::Set(tag_t{}, letters_per_byte - 1));
    vector const shift = hn::ShiftLeft<std::bit_width(bits) - 1>(letter_in_byte);
    return hn::Shr(hn::BitCast(bits_tag_t{}, codes), hn::BitCast(bits_tag_t{}, shift));
}

// The position of the lowest one, which is not the highest bit.
inline vector lowest_one(bits_vector const word)
{
    vector const number = hn::BitCast(tag_t{}, word);
    auto const power = hn::ConvertTo(hn::RebindToFloat<tag_t>{}, hn::And(number, hn::Neg(number)));
    return hn::Sub(hn::ShiftRight<23>(hn::BitCast(tag_t{}, power)), hn::Set(tag_t{}, 127));
}

inline std::uint64_t to_bits(hn::Mask<tag_t> const mask)
{
    std::uint8_t bytes[8]{};
    hn::StoreMaskBits(tag_t{}, mask, bytes);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof(word));
    return word;
}

template <typename metric_t, unsigned bits>
void find_points(level_step const & step)
{
    constexpr tag_t tag{};
    constexpr std::int64_t lanes = hn::MaxLanes(tag);
    // Four bytes have at least so many letters, wherever in the first byte the first of them begins.
    constexpr int full = (32 - 8 + bits) / bits - (bits == 8);
    vector const rows = hn::Set(tag, step.rows);
    vector const columns = hn::Set(tag, step.columns);
    constexpr int spacing{metric_t::spacing};
    vector diagonal = hn::Add(hn::ShiftLeft<spacing - 1>(hn::Iota(tag, 0)), hn::Set(tag, step.diagonal));
    for (std::int64_t begin = 0; begin < step.size; begin += 64)
    {
        std::uint64_t sources[metric_t::planes]{};
        std::uint64_t goes_on = 0;
        for (std::int64_t i = begin; i < std::min(begin + 64, step.size); i += lanes)
        {
            vector const right = hn::LoadU(tag, step.before + i);
            vector const down = hn::Add(hn::LoadU(tag, step.before + i + 2 / spacing), hn::Set(tag, 1));
            vector row = right;
            if constexpr (metric_t::planes == 2)
            {
                vector const along = hn::Add(hn::LoadU(tag, step.before + i + 1), hn::Set(tag, 1));
                sources[1] |= to_bits(hn::Not(hn::Gt(along, right))) << (i - begin);
                row = hn::Max(right, along);
            }
            sources[0] |= to_bits(hn::Not(hn::Gt(row, down))) << (i - begin);
            row = hn::Max(down, row);
            vector const column = hn::Add(row, diagonal);
            vector const max_matches = hn::Min(hn::Sub(rows, row), hn::Sub(columns, column));
            auto const is_reached = hn::Gt(row, hn::Set(tag, -1));
            auto const is_loaded = hn::And(is_reached, hn::Gt(max_matches, hn::Set(tag, 32 / bits - 1)));
            bits_vector const different =
                hn::Xor(load_codes<bits>(step.first_words, hn::IfThenElseZero(is_loaded, row)),
                        load_codes<bits>(step.second_words, hn::IfThenElseZero(is_loaded, column)));
            bits_vector const end = hn::Set(bits_tag_t{}, 1u << full * bits);
            vector const matches = hn::ShiftRight<std::bit_width(bits) - 1>(lowest_one(hn::Or(different, end)));
            hn::StoreU(hn::Add(row, hn::IfThenElseZero(is_loaded, matches)), tag, step.now + i);

            auto const is_near = hn::AndNot(is_loaded, hn::And(is_reached, hn::Gt(max_matches, hn::Zero(tag))));
            auto const is_full = hn::And(is_loaded, hn::Eq(matches, hn::Set(tag, full)));
            goes_on |= to_bits(hn::Or(is_near, is_full)) << (i - begin);
            diagonal = hn::Add(diagonal, hn::Set(tag, static_cast<int>(spacing * lanes)));
        }
        std::ranges::copy(sources, step.sources + begin / 64 * metric_t::planes);
        step.goes_on[begin / 64] = goes_on;
    }
}

using kernel_t = void (*)(level_step const &);

template <typename metric_t>
kernel_t kernel_for(unsigned const bits)
{
    return packing::with_code_width(bits,
                                    []<unsigned width>(packing::code_width<width>) -> kernel_t
                                    {
                                        return &find_points<metric_t, width>;
                                    });
}

kernel_t choose_kernel(plan::metric const metric, unsigned const bits)
{
    // Narrower vectors load lane by lane. With NEON that still pays: a pair of 20,000 letters with 800 substitutions takes 11.0 million
    // instructions instead of 24.9.
    constexpr unsigned min_lanes{HWY_ARCH_ARM_A64 ? 4 : 8};
    if (hn::MaxLanes(tag_t{}) < min_lanes || std::endian::native != std::endian::little)
        return nullptr;
    return plan::with_metric(metric,
                             [bits]<typename metric_t>(metric_t)
                             {
                                 return kernel_for<metric_t>(bits);
                             });
}

} // namespace seqan3_gpulcs::similar::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::similar
{

HWY_EXPORT(choose_kernel);

vector_level::vector_level(plan::metric const metric, unsigned const bits) noexcept :
    kernel_{HWY_DYNAMIC_DISPATCH(choose_kernel)(metric, bits)}
{}

} // namespace seqan3_gpulcs::similar

#endif
