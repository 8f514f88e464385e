// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/alignment/resident_set.hpp>
#include <seqan3_gpulcs/lcs/all_pairs.hpp>

int main()
{
    using namespace seqan3_gpulcs;
    std::vector<std::string_view> const database{"GATTACA", "GATTTACA", "CATTACGA", "TACATTAG"};
    unsigned const threads = plan::available_threads({});
    alignment::resident_set const subjects{packing::pack_all(database, threads)}; // on a device, if there is one

    for (std::string_view const query : {"GATACA", "CATTAG"})
    {
        packing::packed_sequence const packed = packing::pack(query);
        packing::packed_sequence_view const view{packed};
        std::cout << query << ':';
        for (std::uint64_t const length : lcs::all_pairs({&view, 1}, subjects)) // copies the query only
            std::cout << ' ' << length;
        std::cout << '\n';
    }
}
