// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What code that is compiled for fuzzers calls in other programs. libFuzzer has some of these itself.
 */

#include <cstdint>

extern "C"
{
    [[gnu::weak]] void __sanitizer_cov_trace_pc()
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_cmp1(std::uint8_t, std::uint8_t)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_cmp2(std::uint16_t, std::uint16_t)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_cmp4(std::uint32_t, std::uint32_t)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_cmp8(std::uint64_t, std::uint64_t)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_const_cmp1(std::uint8_t, std::uint8_t)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_const_cmp2(std::uint16_t, std::uint16_t)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_const_cmp4(std::uint32_t, std::uint32_t)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_const_cmp8(std::uint64_t, std::uint64_t)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_switch(std::uint64_t, void *)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_cmpf(float, float)
    {}
    [[gnu::weak]] void __sanitizer_cov_trace_cmpd(double, double)
    {}
}
