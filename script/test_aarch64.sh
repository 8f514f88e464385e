#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the program and some of the tests for 64-bit ARM, and runs them in emulation (qemu): what vectors compute, and the commands.
# Debian 12 only. What is installed of other architectures stays as it is: libraries for ARM go into the build folder.
#
#   script/test_aarch64.sh [BUILD_FOLDER [GPULCS]]
#
# GPULCS, a path from the root of the project, is the same program for this machine's processor. If it is given, the outputs of both for two
# virus genomes are compared byte by byte.

set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build-aarch64}

script/install_dependencies.sh --build g++-aarch64-linux-gnu qemu-user python3

rm -rf "$build/packages" "$build/root"
mkdir -p "$build/packages/partial" "$build/lists/partial" "$build/root"
build=$(cd "$build" && pwd)
apt=(apt-get -oAPT::Architecture=arm64 -oAPT::Architectures=arm64 -oDir::State::Lists="$build/lists" -oAPT::Sandbox::User=root)
"${apt[@]}" update -qq
(
    cd "$build/packages"
    "${apt[@]}" download -qq libhwy-dev libhwy1 libgtest-dev libgmock-dev zlib1g-dev zlib1g libbz2-dev libbz2-1.0 \
        libisal-dev libisal2 libzstd-dev libzstd1
    for package in *.deb; do
        dpkg-deb --extract "$package" "$build/root"
    done
)

export SEQAN3_GPULCS_AARCH64_ROOT=$build/root
# Where the emulator finds the cross compiler's libraries, and those for ARM.
system_library=$(realpath "$(aarch64-linux-gnu-g++ -print-file-name=libc.so.6)")
QEMU_LD_PREFIX=$(dirname "$(dirname "$system_library")")
library=$(find "$build/root" -name libhwy.so.1)
if [ -z "$library" ]; then
    echo "The packages for ARM have no libhwy.so.1; this script knows those of Debian 12." >&2
    exit 1
fi
QEMU_SET_ENV=LD_LIBRARY_PATH=$(dirname "$library")
export QEMU_LD_PREFIX QEMU_SET_ENV
tests='(alignment_short_pairs|api_composition_bound|cpu_[a-z_]*|edit_(close_pairs|compute|search)|lcs_(all_pairs|compute|search)'
tests="$tests|packing_[a-z_]*|primer_(compute|sites)|scan_seeded_sites|similar_(similar_pair|wavefront))_test"
# GCC 12 for ARM sees writes past the ends of reversed vectors, where there are none.
cmake --preset test -B "$build" -DCMAKE_TOOLCHAIN_FILE="$PWD/test/aarch64/toolchain.cmake" -DSEQAN3_GPULCS_MPI=OFF \
    -DSEQAN3_GPULCS_BENCHMARK=OFF -DCMAKE_CXX_FLAGS=-Wno-stringop-overflow
mapfile -t targets < <(ninja -C "$build" -t targets all | sed -nE "s/^($tests): phony\$/\1/p" | sort --unique)
if [ ${#targets[@]} -lt 30 ]; then
    echo "Only ${#targets[@]} tests have the names above; correct these names." >&2
    exit 1
fi
ninja -C "$build" gpulcs "${targets[@]}"
ctest --test-dir "$build" --output-on-failure --no-tests=error --parallel "$(nproc)" --tests-regex "^unit\.$tests\$"

# The tests of the commands compare with oracles of their own, and start the program by its name.
emulated=$build/gpulcs-emulated
cat > "$emulated" <<EOF
#!/bin/sh
exec qemu-aarch64 "$build/src/app/gpulcs" "\$@"
EOF
chmod +x "$emulated"
for test in coverage demultiplex free_ends pairs primer search sites; do
    python3 "test/cli/${test}_test.py" "$emulated"
done

if [ $# -gt 1 ]; then
    genomes=(test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta)
    for command in "lcs --alignment $build/alignment.paf" "edit --alignment $build/alignment.paf" "search --metric edit" "primer find -k 3" \
        "primer find -k 3 --best 5"; do
        read -ra words <<<"$command"
        for program in "$2" "$emulated"; do
            : > "$build/alignment.paf"
            "$program" "${words[@]}" "${genomes[@]}" > "$build/table"
            cat "$build/table" "$build/alignment.paf" | sha256sum
        done | uniq --count > "$build/sums"
        if [ "$(wc --lines < "$build/sums")" -ne 1 ]; then
            echo "gpulcs $command writes other bytes on ARM." >&2
            exit 1
        fi
    done
    echo "The program writes the same bytes on ARM."
fi
