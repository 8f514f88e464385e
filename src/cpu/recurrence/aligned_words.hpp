// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Memory for vectors.
 */

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The words of the widest vector, aligned to its size.
struct alignas(64) aligned_words
{
    std::array<std::uint64_t, max_lanes> words;
};

/*!\brief Gives memory room for a number of words.
 * \returns The first word; null if there are none.
 */
inline std::uint64_t * resize_words(std::vector<aligned_words> & memory, std::size_t const words)
{
    memory.resize(util::ceil_div(words, std::size_t{max_lanes}));
    return memory.empty() ? nullptr : memory.front().words.data();
}

} // namespace seqan3_gpulcs::cpu
