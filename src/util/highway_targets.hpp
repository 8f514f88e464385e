// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The instruction sets that Highway does not compile. Include it before Highway.
 *
 * Vectors whose size is known only at runtime (SVE, RISC-V) cannot be elements of arrays, nor be cut into words. Without the target
 * for SSSE3, processors that lack SSE4, CLMUL or AES compute without vectors, which would have two words only.
 */

#pragma once

#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)
