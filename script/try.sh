#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds the program for this machine's processor, and compares two MERS genomes with it. It takes some minutes.

set -euo pipefail
cd "$(dirname "$0")/.."

echo "Installing what is missing, and building the program: this takes some minutes."

script/install_dependencies.sh --build

# Device code takes minutes to compile: only for a device that is here.
cuda=(-DSEQAN3_GPULCS_CUDA=OFF)
if nvidia-smi --list-gpus 2>/dev/null | grep --quiet GPU; then
    cuda=(-DSEQAN3_GPULCS_CUDA=AUTO -DCMAKE_CUDA_ARCHITECTURES=native)
fi
cmake --preset try "${cuda[@]}"
cmake --build --preset try

build-try/src/app/gpulcs lcs test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta

printf '\nTo call the program by its name in this terminal:\n  export PATH=%q:$PATH\n' "$PWD/build-try/src/app"
