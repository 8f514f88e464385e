# SPDX-License-Identifier: BSD-3-Clause
"""Parasail: dynamic programming with vectors of the CPU, here with prefix scans; match 1, mismatch 0 and free gaps."""

import importlib.metadata

import parasail

from alignments import common_letters, parse_cigar
from cases import ALPHABETS

NAME = "parasail"
VERSION = importlib.metadata.version("parasail")

# A traceback keeps a byte for each cell.
MAX_TRACED_CELLS = 2 << 30


def one_by_one(function, max_cells=None):
    def prepare(case):
        if max_cells and any(len(first) * len(second) > max_cells for first, second in case.pairs):
            raise MemoryError("it keeps the whole matrix")
        matrix = parasail.matrix_create(ALPHABETS[case.alphabet], 1, 0, True)
        pairs = case.pairs
        return lambda: [function(first, second, 0, 0, matrix) for first, second in pairs]

    return prepare


def align(first, second, *scores):
    return parasail.nw_trace_scan_sat(first, second, *scores).cigar


TASKS = {
    "pair_lcs": (
        one_by_one(parasail.nw_scan_sat),
        lambda _, found: [result.score for result in found],
    ),
    "pair_lcs_alignment": (
        one_by_one(align, MAX_TRACED_CELLS),
        lambda case, found: common_letters(case, (parse_cigar(cigar.decode.decode()) for cigar in found)),
    ),
}
PARALLEL = set()
