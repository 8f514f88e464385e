// SPDX-License-Identifier: BSD-3-Clause

#include <cstdint>
#include <iostream>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/primer/compute.hpp>

int main()
{
    auto const pack = [](std::string_view const text)
    {
        return seqan3_gpulcs::packing::pack({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()});
    };
    auto const virus = pack("ACTGNACTGCC");
    auto const host = pack("AGCAAG");
    std::vector<seqan3_gpulcs::primer::target> const targets{{virus}};
    std::vector<seqan3_gpulcs::packing::packed_sequence_view> const backgrounds{host};

    seqan3_gpulcs::primer::options options{.differences = 2};
    options.unknown.set('N');

    auto const lengths = seqan3_gpulcs::primer::compute(targets, backgrounds, options).front();
    for (std::size_t position = 0; position < lengths.size(); ++position)
        if (lengths[position] != seqan3_gpulcs::primer::no_primer)
            std::cout << "position " << position << ": " << lengths[position] << " letters\n";
}
