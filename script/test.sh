#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds, and tests: the library on the CPU and on an emulated CUDA device, with SeqAn3, the program,
# and the examples of the documents. It takes 15 minutes on two cores.
#
#   script/test.sh [--all]
#
# With --all, which needs Debian 12, everything is tested: these tests, all shapes of the CUDA kernels, sequences past 32 bits, projects that
# use the library, packages, every header alone, what must not compile, the ranks of an MPI run, the documentation site, and
# benchmarks; where there is a CUDA toolkit, the CUDA backend is compiled; AddressSanitizer and UndefinedBehaviorSanitizer, with the
# vectors of this machine; 15 seconds of fuzzing for each target; and ThreadSanitizer. It takes about an hour on two cores.

set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -gt 1 ] || [ "${1:---all}" != --all ]; then
    echo "Usage: script/test.sh [--all]" >&2
    exit 2
fi

script/install_dependencies.sh --build libgtest-dev libbenchmark-dev python3
[ $# -eq 0 ] || script/install_dependencies.sh bash-completion fish man-db mandoc zsh # or parts of a test are skipped

jobs=(--parallel "$(nproc)")

if [ $# -eq 0 ]; then
    cmake --preset test -DSEQAN3_GPULCS_MPI=OFF
    cmake --build --preset quick
    ctest --preset quick "${jobs[@]}"
    exit
fi

# Without them, their tests fail or are skipped.
script/install_dependencies.sh libedlib-dev bzip2 zstd dpkg-dev file pkgconf python3-jinja2 python3-yaml primer3 quicktree \
    python3-dendropy minimap2 libopenmpi-dev openmpi-bin doxygen doxygen-awesome-css codespell \
    g++-aarch64-linux-gnu
# The ranks are tested where MPI starts processes.
mpi=OFF
if command -v mpicxx >/dev/null && env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n 1 true; then
    mpi=ON
fi
# CMake finds the libraries among them.
PIP_RETRIES=1 test/performance/peers/install.sh build-test/test/performance/peers
cmake --preset test -DSEQAN3_GPULCS_MPI=$mpi
cmake --build --preset test
# All shapes and sizes.
ctest --preset test "${jobs[@]}"

if command -v "${CUDACXX:-nvcc}" >/dev/null; then
    architectures=()
    if nvidia-smi --list-gpus 2>/dev/null | grep --quiet GPU; then
        architectures=(-DCMAKE_CUDA_ARCHITECTURES=native)
    fi
    # In the folder of the other tests, where all that does not depend on the backend has been compiled.
    cmake --preset cuda -B build-test "${architectures[@]}"
    cmake --build build-test --target cuda_tests
    # Without a device, most of these are skipped.
    ctest --preset test --label-regex '^cuda$' "${jobs[@]}"
    cmake --preset test # As it was.
fi

# With libFuzzer, what the fuzz targets share with the unit tests is compiled once for both.
script/install_dependencies.sh libclang-rt-14-dev
cmake --preset sanitizer
cmake --build --preset sanitizer
ctest --preset sanitizer "${jobs[@]}"

script/fuzz.sh 15

cmake --preset thread-sanitizer
cmake --build --preset thread-sanitizer
# ThreadSanitizer of GCC 12 does not cope with addresses that newer kernels choose at random.
plainly=(setarch --addr-no-randomize)
"${plainly[@]}" true 2>/dev/null || plainly=()
"${plainly[@]}" ctest --preset thread-sanitizer "${jobs[@]}"
