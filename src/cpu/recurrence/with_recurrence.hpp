// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief All recurrences, and that of a comparison.
 */

#pragma once

#include <type_traits>

#include "src/cpu/recurrence/edit_recurrence.hpp"
#include "src/cpu/recurrence/lcs_recurrence.hpp"
#include "src/plan/comparison.hpp"

/*!\brief Declares a template for each recurrence that computes values.
 * \param begin The declaration up to the name of the template. What follows its argument comes after it.
 */
#define SEQAN3_GPULCS_FOR_VALUE_RECURRENCES(begin, ...)                                                                \
    begin<seqan3_gpulcs::cpu::lcs_recurrence> __VA_ARGS__;                                                             \
    begin<seqan3_gpulcs::cpu::edit_recurrence> __VA_ARGS__

//!\brief Declares a template for each recurrence.
#define SEQAN3_GPULCS_FOR_RECURRENCES(begin, ...)                                                                      \
    SEQAN3_GPULCS_FOR_VALUE_RECURRENCES(begin, __VA_ARGS__);                                                           \
    begin<seqan3_gpulcs::cpu::edit_steps<seqan3_gpulcs::plan::preference::diagonal_first>> __VA_ARGS__

namespace seqan3_gpulcs::cpu
{

namespace detail
{

// The recurrences of a metric: for values, and for all that may be wanted.
template <plan::metric metric>
struct recurrences;

template <>
struct recurrences<plan::metric::lcs>
{
    using of_values = lcs_recurrence;

    template <typename function_t>
    static auto call(plan::comparison const &, function_t && function)
    {
        return function(std::type_identity<lcs_recurrence>{});
    }
};

template <>
struct recurrences<plan::metric::edit>
{
    using of_values = edit_recurrence;

    template <typename function_t>
    static auto call(plan::comparison const & wanted, function_t && function)
    {
        if (wanted.with_path && wanted.preference == plan::preference::diagonal_first)
            return function(std::type_identity<edit_steps<plan::preference::diagonal_first>>{});
        return function(std::type_identity<edit_steps<plan::preference::gaps_first>>{});
    }
};

} // namespace detail

//!\brief Calls a function with the type of the recurrence of what is wanted, as a std::type_identity, and returns its result.
template <typename function_t>
auto with_recurrence(plan::comparison const & wanted, function_t && function)
{
    return plan::with_metric(wanted.metric,
                             [&]<typename metric_t>(metric_t)
                             {
                                 return detail::recurrences<metric_t::id>::call(wanted, function);
                             });
}

//!\brief Calls a function with the type of the recurrence by which the values of a metric are computed.
template <typename function_t>
auto with_recurrence(plan::metric const metric, function_t && function)
{
    return plan::with_metric(metric,
                             [&]<typename metric_t>(metric_t)
                             {
                                 return function(
                                     std::type_identity<typename detail::recurrences<metric_t::id>::of_values>{});
                             });
}

} // namespace seqan3_gpulcs::cpu
