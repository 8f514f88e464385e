// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>

#include <seqan3_gpulcs/primer/compute.hpp>

int main()
{
    namespace primer = seqan3_gpulcs::primer;

    primer::options const options{.differences = 2, .meanings = primer::iupac_nucleotides()};

    auto const lengths = primer::compute("ACTGNACTGCC", "AGCAAG", options);
    for (std::size_t position = 0; position < lengths.size(); ++position)
        if (lengths[position] != primer::no_primer)
            std::cout << "position " << position << ": " << lengths[position] << " letters\n";
}
