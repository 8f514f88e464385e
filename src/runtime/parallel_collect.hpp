// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Loops of all threads over very many elements.
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

//!\brief The elements of a task of a thread.
inline constexpr std::size_t elements_per_task{std::size_t{1} << 15};

/*!\brief Calls a function for parts of very many elements, with several threads.
 * \param control  Stop.
 * \param threads  The number of threads, at least 1.
 * \param count    The number of elements.
 * \param function Called concurrently with the first element of a part and one past the last one.
 * \throws seqan3_gpulcs::operation_stopped, and what the function throws.
 */
template <typename function_t>
void for_each_part(task_control & control, unsigned const threads, std::size_t const count, function_t const & function)
{
    parallel_for(control,
                 threads,
                 util::ceil_div(count, elements_per_task),
                 [&]()
                 {
                     return [&](std::size_t const number)
                     {
                         std::size_t const begin = number * elements_per_task;
                         function(begin, std::min(begin + elements_per_task, count));
                     };
                 });
}

//!\brief The same with the threads and the stop request of an execution.
template <typename function_t>
void for_each_part(plan::execution const & execution, std::size_t const count, function_t const & function)
{
    plan::execution const silent = without_progress(execution);
    task_control control{silent, 0};
    for_each_part(control, plan::available_threads(execution), count, function);
}

/*!\brief Collects results from elements with all threads: one alone would take as long as a device for the lengths of short pairs.
 * \tparam result_t The type of results. `add` adds another one, in any order.
 * \param count     The number of elements.
 * \param execution The threads and the stop request.
 * \param collect   Called concurrently with a result, and the first element and one past the last one to add to it.
 * \throws seqan3_gpulcs::operation_stopped, and what the function throws.
 */
template <typename result_t, typename function_t>
result_t parallel_collect(std::size_t const count, plan::execution const & execution, function_t const & collect)
{
    result_t all{};
    std::mutex mutex{};
    for_each_part(execution,
                  count,
                  [&](std::size_t const begin, std::size_t const end)
                  {
                      result_t some{};
                      collect(some, begin, end);
                      std::scoped_lock const lock{mutex};
                      all.add(some);
                  });
    return all;
}

} // namespace seqan3_gpulcs::runtime
