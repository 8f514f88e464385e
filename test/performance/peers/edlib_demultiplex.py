#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Finds the barcode that each read has with Edlib, as gpulcs demultiplex does.

    edlib_demultiplex.py BARCODES READS LETTERS

Both are FASTA files with a line for each sequence. For each read, the id and the closest barcode go to standard output; the latter is
empty if several are as close, or none has at most a quarter of its letters as edits. Only the first LETTERS of a read are searched, or
all of them if that is 0. Without arguments, it writes the version of Edlib.
"""

import importlib.metadata
import sys

import edlib


def read_lines(path):
    with open(path, encoding="ascii") as file:
        lines = file.read().split("\n")
    return [(header[1:], letters) for header, letters in zip(lines[0::2], lines[1::2])]


def closest(barcodes, read):
    best, edits = [""], None
    for name, barcode in barcodes:
        # Those that are farther away than what is known need no exact distance.
        limit = len(barcode) // 4 if edits is None else min(edits, len(barcode) // 4)
        distance = edlib.align(barcode, read, mode="HW", task="distance", k=limit)["editDistance"]
        if distance >= 0:
            best = [*best, name] if distance == edits else [name]
            edits = distance
    return best[0] if len(best) == 1 else ""


def main():
    if len(sys.argv) == 1:
        print(importlib.metadata.version("edlib"))
        return
    barcodes = read_lines(sys.argv[1])
    letters = int(sys.argv[3]) or None
    sys.stdout.writelines(f"{name}\t{closest(barcodes, read[:letters])}\n" for name, read in read_lines(sys.argv[2]))


if __name__ == "__main__":
    main()
