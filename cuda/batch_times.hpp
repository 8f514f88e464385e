// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What a batch of pairs takes.
 */

#pragma once

namespace seqan3_gpulcs::cuda
{

//!\brief What the pairs of a batch took.
struct batch_times
{
    double transfer_seconds{}; //!< The time of copies.
    double kernel_seconds{};   //!< The time of kernels; other batches may have been computed at the same time.
};

} // namespace seqan3_gpulcs::cuda
