# SPDX-License-Identifier: BSD-3-Clause
"""Parasail: dynamic programming with vectors of the CPU, here with prefix scans; match 1, mismatch 0 and free gaps."""

import importlib.metadata

import parasail

from alignments import common_letters, parse_cigar
from cases import ALPHABETS

NAME = "parasail"
VERSION = importlib.metadata.version("parasail")


def one_by_one(function):
    def prepare(case):
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
        one_by_one(align),
        lambda case, found: common_letters(case, (parse_cigar(cigar.decode.decode()) for cigar in found)),
    ),
}
PARALLEL = set()
