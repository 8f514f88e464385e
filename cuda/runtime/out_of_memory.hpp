// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The answer to a lack of device memory: attempts with more room, or none.
 */

#pragma once

#include <exception>

#include <seqan3_gpulcs/exception.hpp>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Does something that takes memory of a device; where the memory is missing, makes room and tries again.
 * \param attempt   Throws seqan3_gpulcs::out_of_device_memory if memory is missing.
 * \param make_room Called after each failure; returns whether another attempt may succeed.
 * \returns The first failure if no attempt succeeded, otherwise null.
 * \throws All other exceptions of the attempts, and all exceptions of `make_room`.
 */
template <typename attempt_t, typename make_room_t>
[[nodiscard]] std::exception_ptr try_with_room(attempt_t && attempt, make_room_t && make_room)
{
    std::exception_ptr first_failure{};
    do
    {
        try
        {
            attempt();
            return {};
        }
        catch (out_of_device_memory const &)
        {
            if (!first_failure)
                first_failure = std::current_exception();
        }
    }
    while (make_room());
    return first_failure;
}

//!\brief Does something that takes memory of a device, once.
template <typename attempt_t>
[[nodiscard]] std::exception_ptr try_with_room(attempt_t && attempt)
{
    return try_with_room(attempt,
                         []()
                         {
                             return false;
                         });
}

/*!\brief Does something that takes memory of a device; where the memory is missing, makes room and tries once more.
 * \param attempt   Throws seqan3_gpulcs::out_of_device_memory if memory is missing.
 * \param make_room Called after the first failure.
 * \throws The first failure if both attempts failed, and all other exceptions.
 */
template <typename attempt_t, typename make_room_t>
void do_with_room(attempt_t && attempt, make_room_t && make_room)
{
    bool has_made_room = false;
    std::exception_ptr const failure = try_with_room(attempt,
                                                     [&]()
                                                     {
                                                         if (has_made_room)
                                                             return false;
                                                         make_room();
                                                         return has_made_room = true;
                                                     });
    if (failure)
        std::rethrow_exception(failure);
}

/*!\brief Does something that takes memory of a device, for which there is another way.
 * \param control Knows whether the callback for progress has thrown, whose exceptions are no matter of memory.
 * \param attempt Throws seqan3_gpulcs::out_of_device_memory if memory is missing.
 * \returns Whether there was enough memory. Progress is where the attempt left it.
 * \throws All other exceptions of the attempt, and every exception of the callback.
 */
template <typename attempt_t>
[[nodiscard]] bool fits_into_memory(runtime::task_control const & control, attempt_t && attempt)
{
    std::exception_ptr const failure = try_with_room(attempt);
    if (failure && control.is_in_callback())
        std::rethrow_exception(failure);
    return !failure;
}

} // namespace seqan3_gpulcs::cuda
