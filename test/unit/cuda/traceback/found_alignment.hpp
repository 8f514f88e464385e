// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Alignments as text, one letter of `=XID` for each column.
 */

#pragma once

#include <string>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "cuda/traceback/batch_tracebacks.hpp"

//!\brief The steps that a device has found.
inline std::string alignment_of(seqan3_gpulcs::cuda::found_path const & found)
{
    std::string columns{};
    for (std::uint64_t step = found.steps; step-- > 0;)
        columns += "XID="[found.words[step / 32] >> 2 * (step % 32) & 3];
    return columns;
}

//!\brief The alignment of a result.
inline std::string alignment_of(seqan3_gpulcs::alignment::result const & found)
{
    std::string columns{};
    for (seqan3_gpulcs::alignment::run const & run : found.path.runs())
        columns.append(run.count, static_cast<char>(run.operation));
    return columns;
}
