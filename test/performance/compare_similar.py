#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pairs of similar DNA: the program with one thread of the CPU, and other libraries.

    compare_similar.py GPULCS [--fasta A B] [--peers NAME ...] [--repetitions N] [--max-letters N] [--max-seconds S]

All compare the same pairs, made up or read from two FASTA files, alternately. Those that can compute the LCS of the pair: RapidFuzz
(LCSseq, without a minimum and with the best possible one), WFA2 with indel penalties through pywfa, and parasail with a match score
of 1 and nothing else. Others compute the edit distance: Edlib, and WFA2 with that distance. All lengths and all distances must be
those of the program, `gpulcs lcs` and `gpulcs edit`; its times are those of the same output.

Times are the best ones, in seconds for each pair: of the program, what it reports for comparing, without reading and packing; for
short pairs, several of them in one run. A method that took longer than --max-seconds for a pair is not run again, and those that
compute the whole matrix are left out for long pairs, unless they are chosen by name.

Packages that are missing are named and left out: pip install edlib parasail pywfa rapidfuzz
"""

import argparse
import importlib
import os
import random
import subprocess
import sys
import tempfile
import time

# Methods that compute the whole matrix, and the longest sequences for which they are run.
MAX_SIZES = {"parasail_nw": 30_000, "rapidfuzz_LCSseq": 600_000}

# Name, size, substitutions, insertions and deletions per letter, and how many pairs.
WORKLOADS = (
    ("30k_1.5%", 30_000, (0.005, 0.005, 0.005), 50),
    ("100k_1%", 100_000, (0.01 / 3,) * 3, 3),
    ("100k_5%", 100_000, (0.05 / 3,) * 3, 3),
    ("100k_10%", 100_000, (0.1 / 3,) * 3, 3),
    ("100k_20%", 100_000, (0.2 / 3,) * 3, 3),
    ("100k_30%", 100_000, (0.1,) * 3, 3),
    ("594k_6%", 594_000, (0.02,) * 3, 1),
    ("5.2M_2600_mutations", 5_200_000, (2000 / 5.2e6, 300 / 5.2e6, 300 / 5.2e6), 1),
)


def mutate(generator, letters, rates):
    substitutions, insertions, deletions = rates
    copy = []
    for letter in letters:
        number = generator.random()
        if number < substitutions:
            copy.append(generator.choice("ACGT".replace(letter, "")))
        elif number < substitutions + insertions:
            copy.append(letter + generator.choice("ACGT"))
        elif number >= substitutions + insertions + deletions:
            copy.append(letter)
    return "".join(copy)


def make_pairs(size, rates, count):
    generator = random.Random(1)
    firsts = ["".join(generator.choices("ACGT", k=size)) for _ in range(count)]
    return [(first, mutate(generator, first, rates)) for first in firsts]


def read_fasta(path):
    with open(path, encoding="ascii") as file:
        return "".join(line.strip().upper() for line in file if not line.startswith(">"))


def write_fasta(path, sequences):
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f">{i}\n{sequence}\n" for i, sequence in enumerate(sequences))


def run_program(program, metric, paths, *options):
    """The lengths or distances, and the seconds for all pairs."""
    command = [program, metric, *paths, "--backend", "cpu", "--threads", "1", "--timings", *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    values = [int(row.split("\t")[4]) for row in done.stdout.splitlines()[1:]]
    times = dict(line.split("\t") for line in done.stderr.splitlines())
    return values, float(times["llcs" if metric == "lcs" else "distances"]) + float(times["traceback"])


def find_peers():
    """For each method that is there: its name, what it computes, and a function of two sequences and their LCS length."""
    modules = {}
    for name in ("edlib", "parasail", "pywfa", "rapidfuzz"):
        try:
            modules[name] = importlib.import_module(name)
        except ImportError:
            print(f"# {name} is missing: pip install {name}")

    peers = []
    if "rapidfuzz" in modules:
        similarity = importlib.import_module("rapidfuzz.distance").LCSseq.similarity
        peers += [
            ("rapidfuzz_LCSseq", "length", lambda a, b, length: similarity(a, b)),
            ("rapidfuzz_LCSseq_cutoff", "length", lambda a, b, length: similarity(a, b, score_cutoff=length)),
        ]
    if "parasail" in modules:
        parasail = modules["parasail"]
        matrix = parasail.matrix_create("ACGT", 1, 0)
        peers.append(
            ("parasail_nw", "length", lambda a, b, length: parasail.nw_striped_32(a, b, 0, 0, matrix).score)
        )
    if "pywfa" in modules:

        def align(distance, scope, memory, a, b):
            aligner = modules["pywfa"].WavefrontAligner(
                distance=distance, scope=scope, memory_mode=memory, span="end-to-end"
            )
            return aligner.wavefront_align(b, a)

        def wfa_length(scope, memory):
            return lambda a, b, length: (len(a) + len(b) - align("indel", scope, memory, a, b)) // 2

        peers += [
            ("WFA2_indel", "length", wfa_length("score", "high")),
            ("BiWFA_indel", "lcs", wfa_length("full", "biwfa")),
            ("BiWFA", "edit_alignment", lambda a, b, length: align("levenshtein", "full", "biwfa", a, b)),
        ]
    if "edlib" in modules:
        edlib = modules["edlib"]
        peers += [
            ("Edlib", "edit", lambda a, b, length: edlib.align(a, b)["editDistance"]),
            ("Edlib_path", "edit_alignment", lambda a, b, length: edlib.align(a, b, task="path")["editDistance"]),
        ]
    return peers


class Comparison:
    """The best times of all methods for some pairs, and what they found."""

    def __init__(self, program, pairs, folder):
        self.program = program
        self.pairs = pairs
        self.paths = [os.path.join(folder, name) for name in ("first.fa", "second.fa")]
        for path, sequences in zip(self.paths, zip(*pairs)):
            write_fasta(path, sequences)
        self.lengths = None
        self.distances = None
        self.slow = []
        self.best = {}

    def add_time(self, name, wanted, seconds):
        key = (name, wanted)
        self.best[key] = min(self.best.get(key, float("inf")), seconds / len(self.pairs))

    def run_own(self):
        for wanted, options in (("length", ()), ("lcs", ("--alignment", os.devnull))):
            self.lengths, seconds = run_program(self.program, "lcs", self.paths, *options)
            self.add_time("gpulcs", wanted, seconds)
        for wanted, options in (("edit", ()), ("edit_alignment", ("--alignment", os.devnull))):
            self.distances, seconds = run_program(self.program, "edit", self.paths, *options)
            self.add_time("gpulcs", wanted, seconds)

    def run_peer(self, name, wanted, compare):
        start = time.perf_counter()
        found = [compare(*pair, length) for pair, length in zip(self.pairs, self.lengths)]
        seconds = time.perf_counter() - start
        if found != (self.lengths if wanted in ("length", "lcs") else self.distances):
            sys.exit(f"{name} finds something else.")
        self.add_time(name, wanted, seconds)
        return seconds / len(self.pairs)

    def print_rows(self, title):
        for (name, wanted), seconds in self.best.items():
            own = self.best["gpulcs", wanted]
            print(f"{title}\t{len(self.pairs)}\t{wanted}\t{name}\t{seconds:.6f}\t{seconds / own:.1f}", flush=True)


def compare(program, title, pairs, peers, options):
    """Writes the table of some pairs. Returns the peers that were quick enough."""
    size = len(pairs[0][0])
    quick = [peer for peer in peers if options.peers or size <= MAX_SIZES.get(peer[0], size)]
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(program, pairs, folder)
        for _ in range(options.repetitions):
            comparison.run_own()
            comparison.slow += [peer for peer in quick if comparison.run_peer(*peer) > options.max_seconds]
            quick = [peer for peer in quick if peer not in comparison.slow]
        comparison.print_rows(title)
    slow = {peer[0] for peer in comparison.slow}
    return [peer for peer in peers if peer[0] not in slow]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--fasta", nargs=2, metavar=("A", "B"))
    parser.add_argument("--peers", nargs="+", metavar="NAME", help="only these methods")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--max-letters", type=int, default=10**9)
    parser.add_argument("--max-seconds", type=float, default=10)
    options = parser.parse_args()

    peers = [peer for peer in find_peers() if not options.peers or peer[0] in options.peers]
    print("pair\tpairs\toutput\tmethod\tseconds\ttimes_gpulcs")
    if options.fasta:
        pairs = [tuple(read_fasta(path) for path in options.fasta)]
        compare(options.program, "files", pairs, peers, options)
        return
    for title, size, rates, count in WORKLOADS:
        if size <= options.max_letters:
            peers = compare(options.program, title, make_pairs(size, rates, count), peers, options)


if __name__ == "__main__":
    main()
