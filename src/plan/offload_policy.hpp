// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether work is worth a CUDA device.
 */

#pragma once

namespace seqan3_gpulcs::plan
{

//!\brief What the automatic choice knows about a device before it uses it.
struct device_state
{
    bool has_started{}; //!< Whether the CUDA runtime is up. Starting it takes about 0.2 s.
};

/*!\brief Whether a pair, or a batch of short pairs, is worth a CUDA device. Constant time.
 * \param cells             The cells of the pair, or of the whole batch.
 * \param threads           The threads of the CPU that would compute them otherwise.
 * \param device            The state of the device.
 * \param with_subsequence  Whether the subsequence itself is wanted, not only its length.
 */
bool worth_offloading(double cells, unsigned threads, device_state const & device, bool with_subsequence) noexcept;

/*!\brief Whether any other computation is worth a CUDA device. Constant time.
 * \param cpu_seconds The time that the CPU would need.
 * \param device      The state of the device.
 */
bool worth_offloading(double cpu_seconds, device_state const & device) noexcept;

} // namespace seqan3_gpulcs::plan
