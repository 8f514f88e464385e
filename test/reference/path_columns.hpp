// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The columns of an alignment as text.
 */

#pragma once

#include <string>

#include <seqan3_gpulcs/alignment/path.hpp>

namespace reference
{

//!\brief A character for each column of an alignment: that of its operation.
inline std::string columns_of(seqan3_gpulcs::alignment::path const & path)
{
    std::string columns{};
    for (seqan3_gpulcs::alignment::run const & run : path.runs())
        columns.append(run.count, static_cast<char>(run.operation));
    return columns;
}

} // namespace reference
