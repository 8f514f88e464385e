#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds everything, and runs all tests; then the unit tests once more with AddressSanitizer and
# UndefinedBehaviorSanitizer, and those of the threads with ThreadSanitizer.

set -euo pipefail
cd "$(dirname "$0")/.."

script/install_dependencies.sh g++ cmake ninja-build libseqan3-dev libcli11-dev nlohmann-json3-dev zlib1g-dev \
    libbz2-dev libhwy-dev librange-v3-dev libgtest-dev libbenchmark-dev python3

cmake --preset test
cmake --build --preset test
ctest --preset test

cmake --preset sanitizer
cmake --build --preset sanitizer
ctest --preset sanitizer

cmake --preset thread-sanitizer
cmake --build --preset thread-sanitizer
# ThreadSanitizer of GCC 12 does not cope with addresses that newer kernels choose at random.
plainly=(setarch --addr-no-randomize)
"${plainly[@]}" true 2>/dev/null || plainly=()
"${plainly[@]}" ctest --preset thread-sanitizer
