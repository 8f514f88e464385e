// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

strip_kernel_t find_strip_kernel_2_bits_short_units(unsigned const words, unsigned const unit_columns)
{
    return unit_columns == 8 ? find_strip_kernel<8, 2>(words) : find_strip_kernel<16, 2>(words);
}

} // namespace seqan3_gpulcs::cuda
