#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Tests the CUDA backend on the machine with the device, which needs nothing but the driver: take there a build folder of the
# preset "test". Where the CUDA toolkit is installed, the tests run with compute-sanitizer, too.
#
#   script/test_device.sh [BUILD_FOLDER]

set -euo pipefail
build=$(cd "${1:-build-test}" && pwd)
tests="$build/test/unit"

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv || true

# Skipping would be failing.
export SEQAN3_GPULCS_TEST_DEVICE=1

echo "== tests"
for name in cuda_backend_test cuda_long_pair_test cuda_large_test; do
    "$tests/${name}_device" --gtest_brief=1
done

echo "== many random pairs"
SEQAN3_GPULCS_TEST_ROUNDS=${SEQAN3_GPULCS_TEST_ROUNDS:-50} \
    "$tests/cuda_long_pair_test_device" --gtest_brief=1 --gtest_filter='*random'

if command -v compute-sanitizer >/dev/null; then
    for tool in memcheck initcheck synccheck racecheck; do
        echo "== compute-sanitizer, $tool"
        filter='*few_letters:*one_sequence_has'
        # Racecheck makes a launch that waits for itself some hundred times slower.
        [[ $tool == racecheck ]] || filter="$filter:*borders:*parts_and_chunks:*checkpoints"
        compute-sanitizer --tool "$tool" --error-exitcode 1 "$tests/cuda_long_pair_test_device" --gtest_brief=1 \
            --gtest_filter="$filter"
    done
fi

echo "== speed"
"$build/test/performance/long_pair_benchmark"
