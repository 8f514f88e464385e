// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What several threads find out about very many elements.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>

#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/runtime/without_progress.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::runtime
{

//!\brief The elements that a thread looks at in one go.
inline constexpr std::size_t elements_per_task{std::size_t{1} << 15};

/*!\brief Collects what is found out about elements by all threads: one alone would take as long as a device for the lengths of
 *        short pairs.
 * \tparam result_t What is found. `add` adds what another one has, in any order.
 * \param count     The number of elements.
 * \param execution Where the threads and the stop request are taken from.
 * \param look      Called concurrently with a result, and the first element and one past the last one to add to it.
 * \throws seqan3_gpulcs::operation_stopped, and what the function throws.
 */
template <typename result_t, typename function_t>
result_t parallel_collect(std::size_t const count, plan::execution const & execution, function_t const & look)
{
    plan::execution const silent = without_progress(execution);
    task_control control{silent, 0};
    result_t all{};
    std::mutex mutex{};
    parallel_for(control,
                 plan::available_threads(execution),
                 util::ceil_div(count, elements_per_task),
                 [&]()
                 {
                     return [&](std::size_t const number)
                     {
                         std::size_t const begin = number * elements_per_task;
                         result_t some{};
                         look(some, begin, std::min(begin + elements_per_task, count));
                         std::scoped_lock const lock{mutex};
                         all.add(some);
                     };
                 });
    return all;
}

} // namespace seqan3_gpulcs::runtime
