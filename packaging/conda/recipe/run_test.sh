#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Every command of an installed gpulcs, with the test data. conda-build runs this; so do the tests of the other packages, from the
# root of the project.

set -euo pipefail
first=test/data/mers_emc_2012.fasta
second=test/data/mers_ksa_camel_376.fasta
assays=test/data/mers_assays.fasta
alignment=$(mktemp)
trap 'rm "$alignment"' EXIT

# Prints what a command is expected to print, or stops.
expect() {
    local expected=$1
    shift
    if ! "$@" | grep --extended-regexp "$expected"; then
        echo "'$*' did not print a line like '$expected'." >&2
        exit 1
    fi
}

expect '^gpulcs [0-9.]+$' gpulcs --version
expect '	30012	0\.996447$' gpulcs lcs --alignment "$alignment" "$first" "$second"
expect '	107	0\.996447$' gpulcs edit "$first" "$second"
expect '^1	.*	30012	' gpulcs search "$first" "$second"
expect '	assigned$' gpulcs demultiplex --quiet "$first" "$second"
expect '	17769	17794	.	3	\+$' gpulcs primer find -k 3 --max-length 25 "$first" "$second"
expect '^upE_Rev	.*	27529	27549	-	0	' gpulcs primer check -k 3 "$assays" "$first"
expect '	27457	27549	92	upE_Fwd	upE_Rev	' gpulcs primer products -k 3 --size 50:300 "$assays" "$first"
expect '</svg>' gpulcs plot "$alignment"
expect '^number	name	' gpulcs devices
