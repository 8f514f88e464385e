// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The streams of the emulated devices.
 *
 * There are no threads of the device: the work of a stream is done by the host threads that wait for it, as late as possible.
 */

#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "cuda_runtime.h"

namespace seqan3_gpulcs::emulation
{

//!\brief Does some of its work, which costs it some of the budget (kernel_launch::run); whether nothing is left.
using operation = std::function<bool(uint64_t & budget)>;

//!\brief The stream of a handle, or null.
std::shared_ptr<CUstream_st> find(cudaStream_t handle);

int device(CUstream_st const & stream);

//!\brief Counts a launch; returns its number since forget_launches().
uint64_t count_launch(CUstream_st & stream);

//!\brief All streams count their launches from 0 again.
void forget_launches();

//!\brief Appends work to a stream.
cudaError_t enqueue(cudaStream_t handle, operation added);

} // namespace seqan3_gpulcs::emulation
