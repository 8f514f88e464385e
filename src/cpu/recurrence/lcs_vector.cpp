// SPDX-License-Identifier: BSD-3-Clause

#include "src/util/highway_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/recurrence/lcs_vector.cpp" // A path from the root of the includes.
#include <hwy/foreach_target.h>
// Must come first.
#include <hwy/highway.h>

#include "src/cpu/recurrence/diagonal_kernel-inl.hpp"
#include "src/cpu/recurrence/lcs_vector-inl.hpp"

HWY_BEFORE_NAMESPACE();

namespace seqan3_gpulcs::cpu::HWY_NAMESPACE
{

vector_kernel describe_lcs_kernel()
{
    return describe_kernel<lcs_vector>();
}

} // namespace seqan3_gpulcs::cpu::HWY_NAMESPACE

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace seqan3_gpulcs::cpu
{

HWY_EXPORT(describe_lcs_kernel);

template <>
vector_kernel choose_vector_kernel<lcs_recurrence>() noexcept
{
    return HWY_DYNAMIC_DISPATCH(describe_lcs_kernel)();
}

} // namespace seqan3_gpulcs::cpu

#endif
