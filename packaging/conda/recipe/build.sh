#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause

set -euo pipefail

# shellcheck disable=SC2086 # several arguments, from conda
cmake -S . -B build-conda -G Ninja ${CMAKE_ARGS:-} \
    -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$PREFIX" \
    -DCMAKE_INSTALL_LIBDIR=lib \
    -DSEQAN3_GPULCS_CUDA=OFF \
    -DSEQAN3_GPULCS_JOIN_SOURCES=ON
cmake --build build-conda --parallel "${CPU_COUNT:-2}"
cmake --install build-conda --strip
