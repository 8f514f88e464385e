// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The sizes of batches of pairs.
 */

#pragma once

#include <cstddef>
#include <cstdint>

namespace seqan3_gpulcs::plan
{

//!\brief The maximum number of pairs worth passing to one call: enough to keep all threads busy.
inline constexpr std::size_t max_batch_pairs{4096};

//!\brief The same for a device: enough to keep it busy.
inline constexpr std::size_t max_device_batch_pairs{std::size_t{1} << 16};

//!\brief The maximum number of letters in one batch: a batch ends at the pair that reaches it, because all its packed
//!       sequences and alignments must fit into memory.
inline constexpr std::uint64_t max_batch_letters{std::uint64_t{1} << 25};

} // namespace seqan3_gpulcs::plan
