# SPDX-License-Identifier: BSD-3-Clause
"""Polyleven: bit-parallel edit distances, on the CPU."""

import importlib.metadata

from polyleven import levenshtein

NAME = "polyleven"
VERSION = importlib.metadata.version("polyleven")


def prepare_pairs(case):
    pairs = case.pairs
    return lambda: [levenshtein(first, second) for first, second in pairs]


TASKS = {"pair_edit": (prepare_pairs, lambda _, distances: distances)}
PARALLEL = set()
