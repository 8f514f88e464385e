// SPDX-License-Identifier: BSD-3-Clause

#include <iostream>

#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/mpi/communicator.hpp>

int main()
{
    namespace packing = seqan3_gpulcs::packing;

    seqan3_gpulcs::mpi::communicator ranks{};
    if (ranks.rank() != 0)
    {
        ranks.serve();
        return 0;
    }
    auto const first = packing::pack("GATTACAT");
    auto const second = packing::pack("GCATACAT");
    std::cout << "mpi: " << seqan3_gpulcs::lcs::length(first, second, {.ranks = &ranks}) << '\n';
}
