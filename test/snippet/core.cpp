// SPDX-License-Identifier: BSD-3-Clause

#include <cstdint>
#include <iostream>
#include <string_view>

#include <seqan3_gpulcs/lcs/compute.hpp>

int main()
{
    auto const pack = [](std::string_view const text)
    {
        return seqan3_gpulcs::packing::pack({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()});
    };
    auto const first = pack("the longest common subsequence");
    auto const second = pack("the shortest common supersequence");

    std::cout << seqan3_gpulcs::lcs::length(first, second) << '\n'
              << seqan3_gpulcs::lcs::to_cigar(seqan3_gpulcs::lcs::subsequence(first, second)) << '\n';
}
