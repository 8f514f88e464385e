// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Memory for vectors.
 */

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "src/cpu/recurrence/lcs_vector.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief As many words as the widest vector has, aligned to its size.
struct alignas(64) aligned_words
{
    std::array<std::uint64_t, most_lanes> words;
};

/*!\brief Makes room for so many words.
 * \returns Where they begin; null where there are none.
 */
inline std::uint64_t * reserve_words(std::vector<aligned_words> & memory, std::size_t const words)
{
    memory.resize((words + most_lanes - 1) / most_lanes);
    return memory.empty() ? nullptr : memory.front().words.data();
}

} // namespace seqan3_gpulcs::cpu
