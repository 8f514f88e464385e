// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/lcs/run.hpp>

namespace seqan3_gpulcs::lcs
{

std::string to_cigar(std::span<run const> const runs)
{
    std::string cigar{};
    for (run const & part : runs)
    {
        cigar += std::to_string(part.count);
        cigar += static_cast<char>(part.operation);
    }
    return cigar;
}

} // namespace seqan3_gpulcs::lcs
