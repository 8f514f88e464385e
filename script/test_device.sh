#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Tests the CUDA backend on the machine with the device, which needs the driver and libhwy1: take there a build folder of the
# preset "cuda". Where the CUDA toolkit is installed, the tests run with compute-sanitizer, too.
#
#   script/test_device.sh [BUILD_FOLDER]

set -euo pipefail
build=$(cd "${1:-build-cuda}" && pwd)
tests="$build/test/unit"

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv || true

# Skipping would be failing.
export SEQAN3_GPULCS_TEST_DEVICE=1

# Tests of align_pairwise use the device, too.
export SEQAN3_GPULCS_TEST_BACKEND=cuda

# Not only a sample of the shapes.
export SEQAN3_GPULCS_TEST_ALL=1

echo "== tests"
for test in "$tests"/*_test_device; do
    "$test" --gtest_brief=1
done
# With the shared library, as programs have it.
"$tests/cuda_backend_shared_backend_test" --gtest_brief=1

echo "== many random sequences"
SEQAN3_GPULCS_TEST_ROUNDS=${SEQAN3_GPULCS_TEST_ROUNDS:-50} \
    "$tests/cuda_strip_matrix_run_test_device" --gtest_brief=1 --gtest_filter='*random'
"$tests/cuda_lane_lane_batch_test_device" --gtest_brief=1 --gtest_repeat=10 --gtest_filter='*oracle:*strips:*does_not_have'
"$tests/cuda_strip_strip_batch_test_device" --gtest_brief=1 --gtest_repeat=5 --gtest_filter='*mixed_pairs:*those_of_the_cpu'
SEQAN3_GPULCS_TEST_ROUNDS=${SEQAN3_GPULCS_TEST_ROUNDS:-50} \
    "$tests/cuda_search_seeded_search_test_device" --gtest_brief=1 --gtest_filter='*small_sequences'

if command -v compute-sanitizer >/dev/null; then
    for tool in memcheck initcheck synccheck racecheck; do
        echo "== compute-sanitizer, $tool"
        check() {
            compute-sanitizer --tool "$tool" --error-exitcode 1 "$tests/$1_device" --gtest_brief=1 --gtest_filter="$2"
        }
        runs='*few_letters'
        strips='*empty_ones_and_none'
        # Edit distances in lanes and strips, alone and in batches, with and without paths; and parts of a matrix.
        pairs='*values_equal*/edit:*alignments_equal*/edit:*too_distant*:*free_ends*'
        parts='*/edit'
        published='*carries'
        # Racecheck makes a launch that waits for itself some hundred times slower.
        if [[ $tool != racecheck ]]; then
            runs="$runs:*one_sequence_has:*borders:*parts_and_chunks:*checkpoints*:*wherever*"
            strips="$strips:*do_not_change_lengths:*bands_have*"
            pairs='*'
            parts='*'
            published='*'
            check cuda_search_seeded_search_test '*small_sequences:*strips'
            check cuda_similar_similar_pair_test '*values_are*:*checkpoints*:*border*:*the_choice*:*both_ends*:*cuda_similar_pairs_of_metric.*'
        fi
        check cuda_backend_pairs_test "$pairs"
        check backend_compute_part_test "$parts"
        check cuda_strip_matrix_run_test "$runs"
        check cuda_strip_strip_batch_test "$strips"
        check cuda_strip_divided_pair_test '*borders*:*alignment/edit:*parts_of_a_matrix/edit'
        check cuda_similar_divided_band_test '*borders*'
        check cuda_backend_devices_test '*'
        check cuda_backend_kept_set_test '*'
        check cuda_lane_lane_batch_test '*oracle:*one_letter_only:*does_not_have:*long_enough_is_reported'
        check cuda_lane_lane_set_test '*'
        check cuda_search_search_batch_test '*all_text_sizes:*text_parts:*one_letter*'
        check cuda_traceback_tile_batch_test '*'
        check cuda_traceback_traceback_test '*'
        check published_lcs_test "$published"
        check published_primer_test '*similar*:*borders'
    done
fi

echo "== speed"
"$build/test/performance/strip_benchmark"
"$build/test/performance/strip_benchmark" --alignments 1Mx1M 10Mx10M 20Mx10M
"$build/test/performance/strip_benchmark" --metric edit 1Mx1M 20Mx10M
"$build/test/performance/strip_benchmark" --metric edit --alignments 1Mx1M 10Mx10M
"$build/test/performance/batch_benchmark"
"$build/test/performance/batch_benchmark" --long
"$build/test/performance/set_benchmark"
"$build/test/performance/alignment_benchmark"
"$build/test/performance/primer_search_benchmark"
"$build/test/performance/published/published_primer_benchmark"
"$build/test/performance/primer_search_benchmark" --host-genome
"$build/test/performance/published/published_lcs_benchmark" bit-parallel 500kx500k 1.8Mx270k
"$build/test/performance/published/published_lcs_benchmark" bit-parallel --subsequence
"$build/test/performance/published/published_lcs_benchmark" tiled
"$build/test/performance/published/published_lcs_benchmark" tiled --subsequence
"$build/test/performance/published/published_lcs_benchmark" one-to-many --queries 100 1000x1000 250x250
