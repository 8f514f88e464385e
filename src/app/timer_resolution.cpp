// SPDX-License-Identifier: BSD-3-Clause

#include <cstdint>

// The shared library of Highway measures the resolution of the timer whenever it is loaded, for benchmarks that are not
// ours. That takes 3 ms, more than all else that happens at the start of the program. This definition comes before the
// library's own one. Where Highway is linked statically, neither is used.
namespace hwy::platform
{

std::uint64_t TimerResolution();

std::uint64_t TimerResolution()
{
    return 1;
}

} // namespace hwy::platform
