cd build-cuda/carry && tar xJf d.tar.xz && cd d || exit 1
export LD_LIBRARY_PATH=$PWD SEQAN3_GPULCS_TEST_DEVICE=1 SEQAN3_GPULCS_TEST_BACKEND=cuda
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
for t in cuda_lane_lane_set_test_device cuda_backend_kept_set_test_device pairwise_routes_test_device pairwise_edit_test_device pairwise_primer_test_device pairwise_primer_pairs_test_device pairwise_primer_matches_test_device pairwise_batches_test_device; do echo $t; timeout 120 ./$t --gtest_brief=1 2>&1 | grep -v SEED= | tail -6; done
echo "== sanitizer"; for tool in memcheck racecheck initcheck synccheck; do for t in cuda_backend_kept_set_test_device; do timeout 100 compute-sanitizer --tool $tool --error-exitcode 1 ./$t --gtest_brief=1 2>&1 | tail -2; done; done
timeout 60 compute-sanitizer --tool memcheck --error-exitcode 1 ./cuda_lane_lane_set_test_device --gtest_brief=1 2>&1 | tail -1
timeout 60 compute-sanitizer --tool memcheck --error-exitcode 1 ./pairwise_routes_test_device --gtest_brief=1 2>&1 | tail -1
echo "== sets"; timeout 100 ./set_benchmark --scale 0.2 --repetitions 5 2>&1 | grep -v "^pairs"
timeout 100 ./set_benchmark 2>&1 | grep "resident\|^#\|^what\|^set" 
for i in 1 2 3; do timeout 60 ./published one-to-many 250x250 2>&1 | grep -v "^# threads\|^letters" | cut -f1,2,4,5,8-; done
timeout 100 ./published one-to-many 250x250 64x250 --queries 100 --repetitions 3 2>&1 | grep -v "^# threads\|^letters" | cut -f1,2,4,5,8-
