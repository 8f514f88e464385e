#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds the fuzz targets with libFuzzer, and runs them, as many at a time as there are cores.
#
#   script/fuzz.sh [SECONDS [TARGET...]]
#
# Each target runs for 60 seconds by default. What it learns stays in build-sanitizer/corpus, so the next run goes on from there. An input
# that shows an error is kept in build-sanitizer/findings, and the last line says how to run it again. Once the error is mended, the input
# belongs in test/fuzz/findings/TARGET: then all tests run it.

set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
if ! [[ $seconds =~ ^[1-9][0-9]*$ ]]; then
    echo "Usage: script/fuzz.sh [SECONDS [TARGET...]]" >&2
    exit 2
fi
targets=("${@:2}")

script/install_dependencies.sh --build libclang-rt-14-dev libgtest-dev python3
cmake --preset sanitizer
cmake --build --preset fuzz

build=$PWD/build-sanitizer
known=()
for program in "$build"/test/fuzz/fuzz_*; do
    known+=("${program##*/fuzz_}")
done
if [ ${#targets[@]} -eq 0 ]; then
    targets=("${known[@]}")
fi
for name in "${targets[@]}"; do
    if [ ! -x "$build/test/fuzz/fuzz_$name" ]; then
        echo "There is no target $name; there are: ${known[*]}." >&2
        exit 2
    fi
done
mkdir -p "$build/findings"

run_target()
{
    local name=$1 program=$build/test/fuzz/fuzz_$1 corpus=$build/corpus/$1 log=$build/fuzz_$1.log
    local arguments=("-max_total_time=$seconds" "-artifact_prefix=$build/findings/$name-" -timeout=30 -rss_limit_mb=4096
        -max_len=4096 -print_final_stats=1)
    local dictionary=$build/test/fuzz/seeds/$name.dict kept=test/fuzz/findings/$name
    mkdir -p "$corpus"
    if [ -e "$dictionary" ]; then
        arguments+=("-dict=$dictionary")
    fi
    # The first folder is the one that grows.
    arguments+=("$corpus" "$build/test/fuzz/seeds/$name")
    if [ -d "$kept" ]; then
        arguments+=("$kept")
    fi
    if "$program" "${arguments[@]}" >"$log" 2>&1; then
        echo "$name: $(sed -n 's/^Done \([0-9]*\) runs in \([0-9]*\) .*/\1 runs in \2 seconds/p' "$log"), nothing found"
        return
    fi
    tail --lines=60 "$log"
    local input
    input=$(sed -n 's/^artifact_prefix=.*Test unit written to //p' "$log")
    if [ -n "$input" ]; then
        echo "$name: found an error; see $log. To run it again: $program $input"
    else
        echo "$name: failed without an input that shows the error; see $log."
    fi
    return 1
}
export -f run_target
export build seconds

printf '%s\n' "${targets[@]}" | xargs --max-procs="$(nproc)" --replace bash -c 'run_target {}'
