// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which of several best alignments is laid down.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::alignment
{

//!\brief Which of several best alignments is laid down. A traceback looks at the steps to a cell in this order.
enum class preference : std::uint8_t
{
    gaps_first,    //!< An insertion, a deletion, a diagonal step.
    diagonal_first //!< A diagonal step, an insertion, a deletion.
};

} // namespace seqan3_gpulcs::alignment
