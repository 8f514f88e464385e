// SPDX-License-Identifier: BSD-3-Clause

#include <cstdint>

// Highway's shared library measures the resolution of the timer whenever it is loaded, for benchmarks that we do not use.
// That takes 3 ms, longer than everything else at the start of the program. This definition precedes the library's own.
// If Highway is linked statically, neither is used.
namespace hwy::platform
{

std::uint64_t TimerResolution();

std::uint64_t TimerResolution()
{
    return 1;
}

} // namespace hwy::platform
