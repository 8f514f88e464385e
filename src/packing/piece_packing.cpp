// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/packing/detail/piece_packing.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::packing::detail
{

number_loop start_threads(unsigned const threads)
{
    if (threads <= 1)
        return {};
    return [threads](std::size_t const count, std::function<void(std::size_t)> const & function)
    {
        plan::execution const execution{};
        runtime::task_control control{execution, 0};
        runtime::parallel_for(control,
                              threads,
                              count,
                              [&]()
                              {
                                  return std::cref(function);
                              });
    };
}

} // namespace seqan3_gpulcs::packing::detail
