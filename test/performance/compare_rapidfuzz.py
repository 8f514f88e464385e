#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The lengths of the LCS of pairs of random DNA: the program with one thread of the CPU, and RapidFuzz.

    compare_rapidfuzz.py GPULCS [REPETITIONS]

Needs the packages rapidfuzz and numpy. Both compute the same pairs, alternately, and must find the same lengths. Times are medians,
in seconds: of the program, what it reports for comparing, without reading and packing; of RapidFuzz, one call for all pairs,
process.cpdist, for the length (LCSseq) and for the distance that follows from it (Indel).
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import rapidfuzz
from rapidfuzz.distance import LCSseq, Indel
from rapidfuzz.process import cpdist

WORKLOADS = ((50_000, 150), (5_000, 1_000), (100, 10_000), (1, 100_000))


def random_dna(generator, count, size):
    return ["".join(generator.choices("ACGT", k=size)) for _ in range(count)]


def write_fasta(path, sequences):
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f">{i}\n{sequence}\n" for i, sequence in enumerate(sequences))


def run_program(program, paths):
    """The lengths and the seconds."""
    command = [program, "lcs", *paths, "--backend", "cpu", "--threads", "1", "--timings"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    lengths = [int(row.split("\t")[4]) for row in done.stdout.splitlines()[1:]]
    times = dict(line.split("\t") for line in done.stderr.splitlines())
    return lengths, float(times["llcs"])


def run_rapidfuzz(scorer, first, second):
    """The results and the seconds."""
    start = time.perf_counter()
    results = cpdist(first, second, scorer=scorer, workers=1)
    return results.tolist(), time.perf_counter() - start


def main():
    program = sys.argv[1]
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    generator = random.Random(1)
    print(f"# RapidFuzz {rapidfuzz.__version__}; medians of {repetitions} runs")
    print("pairs\tsize\tgpulcs\tLCSseq\tratio\tIndel\tratio")
    for count, size in WORKLOADS:
        first, second = random_dna(generator, count, size), random_dna(generator, count, size)
        seconds = {"gpulcs": [], "LCSseq": [], "Indel": []}
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("first.fa", "second.fa")]
            write_fasta(paths[0], first)
            write_fasta(paths[1], second)
            for _ in range(repetitions):
                lengths, used = run_program(program, paths)
                seconds["gpulcs"].append(used)
                similarities, used = run_rapidfuzz(LCSseq.similarity, first, second)
                seconds["LCSseq"].append(used)
                distances, used = run_rapidfuzz(Indel.distance, first, second)
                seconds["Indel"].append(used)
                if lengths != similarities or distances != [2 * (size - length) for length in lengths]:
                    sys.exit(f"The lengths of {count} pairs of {size} letters differ.")
        own, lcs, indel = (statistics.median(seconds[name]) for name in ("gpulcs", "LCSseq", "Indel"))
        print(f"{count}\t{size}\t{own:.4f}\t{lcs:.4f}\t{lcs / own:.1f}\t{indel:.4f}\t{indel / own:.1f}", flush=True)


if __name__ == "__main__":
    main()
