// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/strip/strip_kernel_table.cuh"

namespace seqan3_gpulcs::cuda
{

strip_batch_kernel_t find_strip_batch_kernel(kernel_shape const & wanted)
{
    return [&wanted]<std::size_t... i>(std::index_sequence<i...>)
    {
        strip_batch_kernel_t found{};
        auto const look_at = [&]<std::size_t index>()
        {
            constexpr kernel_shape shape = batch_shapes[index];
            if (shape == wanted)
                found = &strip_batch_kernel<lcs_recurrence, shape.words, shape.unit_columns, shape.bits>;
        };
        (look_at.template operator()<i>(), ...);
        return found;
    }
    (std::make_index_sequence<std::size(batch_shapes)>{});
}

} // namespace seqan3_gpulcs::cuda
