// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Tells libFuzzer which code of GCC has run. Clang counts it in another way, which GCC does not know.
 */

#include <cstdint>

// libFuzzer looks for this section.
__attribute__((section("__libfuzzer_extra_counters"))) static std::uint8_t counters[std::size_t{1} << 16];

// Called at the beginning of each block of code, in place of the function without "wrap", which is libFuzzer's own and does nothing.
extern "C" __attribute__((no_sanitize("address", "undefined"))) void __wrap___sanitizer_cov_trace_pc()
{
    auto const place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    ++counters[(place ^ place >> 16) & 0xffff];
}
