#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The sites of primers in random DNA and in a file: the program with one thread of the CPU, and Sassy.

    compare_sassy.py GPULCS [REPETITIONS [FASTA]]

Needs the package sassy-rs. Both search the same primers on both strands, alternately, and must find the same ends, strands and
numbers of edits; where an alignment begins, they may choose differently. Times are medians, in seconds: of the program, what it
reports for sites, without reading and packing; of Sassy, all calls of search(), one for each primer.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import sassy

PRIMERS = 100
MAX_EDITS = (1, 2, 3, 4)


def read_first(path):
    """The letters of the first record."""
    with open(path, encoding="ascii") as file:
        records = file.read().split(">")
    return "".join(records[1].split("\n")[1:]).upper()


def choose_primers(generator, text):
    """Of 20 to 25 letters; every other one is from the text."""
    primers = []
    for i in range(PRIMERS):
        size = generator.randint(20, 25)
        begin = generator.randrange(len(text) - size)
        primers.append(text[begin : begin + size] if i % 2 else "".join(generator.choices("ACGT", k=size)))
    return primers


def write_fasta(path, sequences):
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f">{i}\n{sequence}\n" for i, sequence in enumerate(sequences))


def run_program(program, paths, edits):
    """The sites, each as primer, 3' end, strand and edits, and the seconds."""
    command = [program, "primer", "--check", paths[0], "-k", str(edits), paths[1], "--backend", "cpu", "--threads", "1",
               "--timings"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    sites = []
    for row in done.stdout.splitlines()[1:]:
        primer, _, _, _, begin, end, strand, count = row.split("\t")[:8]
        sites.append((int(primer), int(end if strand == "+" else begin), strand, int(count)))
    times = dict(line.split("\t")[:2] for line in done.stderr.splitlines())
    return sorted(sites), float(times["sites"])


def run_sassy(searcher, primers, text, edits):
    """The same of Sassy."""
    start = time.perf_counter()
    found = [searcher.search(primer, text, edits) for primer in primers]
    seconds = time.perf_counter() - start
    sites = [(number, match.text_end if match.strand == "+" else match.text_start, match.strand, match.cost)
             for number, matches in enumerate(found) for match in matches]
    return sorted(sites), seconds


def main():
    program = sys.argv[1]
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    generator = random.Random(1)
    texts = {"random": "".join(generator.choices("ACGT", k=4_600_000))}
    if len(sys.argv) > 3:
        texts[os.path.basename(sys.argv[3])] = read_first(sys.argv[3])
    print(f"# {PRIMERS} primers of 20 to 25 letters, both strands; medians of {repetitions} runs")
    print("text\tletters\tk\tsites\tgpulcs\tSassy\tratio")
    for name, text in texts.items():
        primers = choose_primers(generator, text)
        searcher = sassy.Searcher("dna", rc=True)
        encoded = [primer.encode() for primer in primers]
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, file) for file in ("primers.fa", "text.fa")]
            write_fasta(paths[0], primers)
            write_fasta(paths[1], [text])
            for edits in MAX_EDITS:
                seconds = {"gpulcs": [], "Sassy": []}
                for _ in range(repetitions):
                    sites, used = run_program(program, paths, edits)
                    seconds["gpulcs"].append(used)
                    others, used = run_sassy(searcher, encoded, text.encode(), edits)
                    seconds["Sassy"].append(used)
                    if sites != others:
                        sys.exit(f"The sites in {name} with {edits} edits differ.")
                own, other = (statistics.median(seconds[program]) for program in ("gpulcs", "Sassy"))
                print(f"{name}\t{len(text)}\t{edits}\t{len(sites)}\t{own:.4f}\t{other:.4f}\t{other / own:.1f}", flush=True)


if __name__ == "__main__":
    main()
