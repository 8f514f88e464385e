// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string_view>

#include <seqan3_gpulcs/lcs/compute.hpp>

int main()
{
    auto const pack = [](std::string_view const text)
    {
        return seqan3_gpulcs::packing::pack({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()});
    };
    std::cout << "core: " << seqan3_gpulcs::lcs::length(pack("GATTACAT"), pack("GCATACAT")) << '\n';
}
