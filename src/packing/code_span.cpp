// SPDX-License-Identifier: BSD-3-Clause

#include "src/packing/code_span.hpp"

#include <array>
#include <numeric>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

void code_span::copy_to(std::span<std::uint8_t> const codes) const noexcept
{
    static constexpr std::array<std::uint8_t, 256> same = []()
    {
        std::array<std::uint8_t, 256> letters{};
        std::iota(letters.begin(), letters.end(), std::uint8_t{0});
        return letters;
    }();
    unpack({words_, begin_ + size_, bits_, std::span{same}.first(std::size_t{1} << bits_)}, begin_, codes);
}

} // namespace seqan3_gpulcs::packing
