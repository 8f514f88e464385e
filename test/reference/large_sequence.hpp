// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A packed sequence with more letters than 32 bits can count.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace reference
{

//!\brief The letters of reference::large_sequence.
inline constexpr std::uint64_t large_size{(std::uint64_t{1} << 32) + 300};

//!\brief All letters are 0 but for a few, which are 1.
inline seqan3_gpulcs::packing::packed_sequence large_sequence(std::vector<std::uint64_t> const & ones)
{
    std::vector<std::uint8_t> const both{0, 1};
    seqan3_gpulcs::packing::letter_set set{};
    set.add(both);
    seqan3_gpulcs::packing::sequence_packer packer{set, large_size};

    std::vector<std::uint8_t> buffer(1 << 20);
    for (std::uint64_t begin = 0; begin < large_size; begin += buffer.size())
    {
        std::uint64_t const size = std::min<std::uint64_t>(buffer.size(), large_size - begin);
        std::ranges::fill(buffer, std::uint8_t{0});
        for (std::uint64_t const position : ones)
            if (position >= begin && position < begin + size)
                buffer[position - begin] = 1;
        packer.append({buffer.data(), size});
    }
    return packer.finish();
}

} // namespace reference
