# SPDX-License-Identifier: BSD-3-Clause
"""Edlib: bit-parallel edit distances, on the CPU."""

import importlib.metadata

import edlib

from alignments import edits, parse_cigar

NAME = "Edlib"
VERSION = importlib.metadata.version("edlib")


def one_by_one(task, key):
    def prepare(case):
        pairs = case.pairs
        return lambda: [edlib.align(first, second, task=task)[key] for first, second in pairs]

    return prepare


TASKS = {
    "pair_edit": (one_by_one("distance", "editDistance"), lambda _, distances: distances),
    "pair_edit_alignment": (
        one_by_one("path", "cigar"),
        lambda case, cigars: edits(case, map(parse_cigar, cigars)),
    ),
}
PARALLEL = set()
