// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Whether the tests are built with a sanitizer.
 */

#pragma once

namespace reference
{

//!\brief With sanitizers, everything takes about ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_instrumented{true};
#else
inline constexpr bool is_instrumented{false};
#endif

} // namespace reference
