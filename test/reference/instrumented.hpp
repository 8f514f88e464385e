// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether the tests are built with a sanitizer.
 */

#pragma once

/*!\brief Before a function that sanitizers leave alone: the plain recurrences, which would take most of the time of the
 *        tests. It should work with pointers, as the compiler inlines nothing into it that is instrumented.
 */
#define REFERENCE_WITHOUT_SANITIZERS __attribute__((no_sanitize("address", "thread", "undefined")))

namespace reference
{

//!\brief With sanitizers, everything takes about ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_instrumented{true};
#else
inline constexpr bool is_instrumented{false};
#endif

} // namespace reference
