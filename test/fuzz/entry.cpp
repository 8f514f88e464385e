// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What libFuzzer, or replay_main.cpp, calls. SEQAN3_GPULCS_FUZZ_RUNS lists the functions of the target.
 */

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * const bytes, std::size_t const size)
{
    using namespace fuzz;
    constexpr void (*runs[])(input &){SEQAN3_GPULCS_FUZZ_RUNS};
    input from{bytes, size};
    runs[std::size(runs) == 1 ? 0 : from.number(std::size(runs) - 1)](from);
    return 0;
}
