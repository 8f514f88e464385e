#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Installs what is missing, builds the program, and compares two MERS genomes with it.

set -euo pipefail
cd "$(dirname "$0")/.."

script/install_dependencies.sh g++ cmake ninja-build libseqan3-dev libcli11-dev nlohmann-json3-dev zlib1g-dev libbz2-dev libhwy-dev \
    librange-v3-dev

cmake --preset default
cmake --build --preset default --target gpulcs

build/src/app/gpulcs lcs test/data/mers_emc_2012.fasta test/data/mers_ksa_camel_376.fasta
