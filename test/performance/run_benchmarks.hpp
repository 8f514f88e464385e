// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What is left of main() where benchmarks are registered one by one.
 */

#pragma once

#include <benchmark/benchmark.h>

//!\brief Runs the benchmarks that have been registered and that the arguments choose; returns the exit status.
inline int run_benchmarks(int argc, char ** argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
