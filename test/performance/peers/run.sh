#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Compares the library with others on this machine: installs them from Debian and PyPI, builds, checks that all find the same, and
# measures times and memory.
#
#   test/performance/peers/run.sh [--quick | --fasta A B] [--device]
#   test/performance/peers/run.sh --front-page [--quick]
#   test/performance/peers/run.sh --biology [--quick]
#
# All of it takes less than half an hour on two cores; --quick takes a minute, and shows that everything runs. With --fasta, two files of
# one record each are compared instead. With --device, sets of sequences on a CUDA device; that needs a CUDA toolkit. The results are in the
# folder peers-results of the build folder: a table of everything, tables of ratios, and a plot. With --front-page, a few cases with one
# thread become a table for the README, front_page.md there, in less than ten minutes. With --biology, the program and those that
# biologists use for their tasks are compared instead, which takes about ten minutes; the tables are biology.md there.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../.."

preset=test
target=peers
options=()
device=()
biology=false
front_page=false

usage()
{
    echo "Usage: test/performance/peers/run.sh [--quick | --fasta A B] [--device] | --front-page [--quick] | --biology [--quick]" >&2
    exit 2
}

while [ $# -gt 0 ]; do
    case $1 in
        --quick)
            [ ${#options[@]} -eq 0 ] || usage
            options=(--quick)
            ;;
        --fasta)
            [[ $# -ge 3 && ${#options[@]} -eq 0 ]] || usage
            options=(--fasta "$(realpath "$2")" "$(realpath "$3")")
            shift 2
            ;;
        --device) preset=cuda target=measure_gpulcs device=(--device) ;;
        --biology) biology=true target=gpulcs ;;
        --front-page) front_page=true ;;
        *) usage ;;
    esac
    shift
done
if $biology && $front_page; then
    usage
fi
if { $biology || $front_page; } && [[ ${#device[@]} -gt 0 || ${options[0]:-} = --fasta ]]; then
    usage
fi

script/install_dependencies.sh --build libgtest-dev libbenchmark-dev python3
programs="build-$preset/test/performance/peers"
"$here/install.sh" "$programs" "${device[@]}"
cmake --preset "$preset"
cmake --build "build-$preset" --target "$target"
if $biology; then
    script/install_dependencies.sh mafft quicktree mash mummer ncbi-blast+ primer3 cutadapt vsearch bowtie2 bowtie2-examples \
        ragout-examples
    mkdir -p "build-$preset/peers-results"
    [ ${#options[@]} -gt 0 ] || options=(--large)
    "$programs/venv/bin/python" -B "$here/biology.py" "build-$preset/src/app/gpulcs" "${options[@]}" |
        tee "build-$preset/peers-results/biology.md"
    exit
fi
if $front_page; then
    mkdir -p "build-$preset/peers-results"
    "$programs/venv/bin/python" -B "$here/front_page.py" "$programs" "${options[@]}" |
        tee "build-$preset/peers-results/front_page.md"
    exit
fi
"$programs/venv/bin/python" -B "$here/compare.py" "$programs" "build-$preset/peers-results" "${options[@]}" "${device[@]}"
echo "The results are in build-$preset/peers-results."
