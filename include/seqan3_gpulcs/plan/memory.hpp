// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The memory needed to find a subsequence.
 */

#pragma once

#include <cstdint>

namespace seqan3_gpulcs::plan
{

/*!\brief The smallest memory limit with which a longest common subsequence can be found: about (m + n) / 2 bytes.
 * \param rows    The length of the first sequence, less than 2^56.
 * \param columns The length of the second sequence, less than 2^56.
 * \returns A value for seqan3_gpulcs::plan::execution::memory_limit. It never decreases as a sequence grows.
 *
 * Logarithmic in the lengths. Thread safety: pure function.
 */
std::uint64_t min_memory(std::uint64_t rows, std::uint64_t columns) noexcept;

/*!\brief Throws if a memory limit is too small for a pair.
 * \param rows         The length of the first sequence, less than 2^56.
 * \param columns      The length of the second sequence, less than 2^56.
 * \param memory_limit As in seqan3_gpulcs::plan::execution.
 * \throws seqan3_gpulcs::memory_limit_too_small if it is; the message names the smallest sufficient limit.
 *
 * Logarithmic in the lengths. Thread safety: pure function.
 */
void check_memory_limit(std::uint64_t rows, std::uint64_t columns, std::uint64_t memory_limit);

//!\brief The smallest memory limit for an alignment with the fewest edits, as by seqan3_gpulcs::edit::compute with its defaults; see
//!       min_memory().
std::uint64_t min_edit_memory(std::uint64_t rows, std::uint64_t columns) noexcept;

//!\brief Throws if a memory limit is less than min_edit_memory(); see check_memory_limit().
void check_edit_memory_limit(std::uint64_t rows, std::uint64_t columns, std::uint64_t memory_limit);

} // namespace seqan3_gpulcs::plan
