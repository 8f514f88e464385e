// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The last column of an LCS matrix that a device has computed.
 */

#pragma once

#include <cstdint>
#include <vector>

#include "cuda/strip/matrix_run.hpp"
#include "src/util/border_words.hpp"

//!\brief What seqan3_gpulcs::lcs::prefix_increments returns, by the last column of `size` rows.
inline std::vector<std::uint64_t> lcs_increments(seqan3_gpulcs::cuda::matrix_run_result const & found,
                                                 std::uint64_t const size)
{
    std::vector<std::uint64_t> words((size + 63) / 64);
    for (std::size_t i = 0; i < found.last_column.size(); ++i)
        words[i / 2] |= std::uint64_t{found.last_column[i]} << (i % 2 * 32);
    seqan3_gpulcs::util::invert_vertical(words, size);
    return words;
}
