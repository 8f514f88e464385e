// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/devices.hpp>

#if defined(SEQAN3_GPULCS_HAS_CUDA)
#    include "cuda/shared_backend.hpp"
#endif

namespace seqan3_gpulcs
{

device_report find_devices()
{
#if defined(SEQAN3_GPULCS_HAS_CUDA)
    return cuda::find_all_devices();
#else
    return {{}, "This build of seqan3_gpulcs has no CUDA backend."};
#endif
}

} // namespace seqan3_gpulcs
