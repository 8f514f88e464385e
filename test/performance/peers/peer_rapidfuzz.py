# SPDX-License-Identifier: BSD-3-Clause
"""RapidFuzz: bit-parallel, on the CPU."""

import rapidfuzz
from rapidfuzz.distance import LCSseq, Levenshtein
from rapidfuzz.process import cdist, cpdist

from alignments import common_letters, edits

NAME = "RapidFuzz"
VERSION = rapidfuzz.__version__

OPERATIONS = {"equal": "=", "replace": "X", "insert": "D", "delete": "I"}


def one_by_one(function):
    def prepare(case):
        pairs = case.pairs
        return lambda: [function(first, second) for first, second in pairs]

    return prepare


def together(function, scorer):
    def prepare(case):
        return lambda: function(case.first, case.second, scorer=scorer, workers=case.threads)

    return prepare


def to_runs(opcodes):
    return [
        (max(code.src_end - code.src_start, code.dest_end - code.dest_start), OPERATIONS[code.tag]) for code in opcodes
    ]


def same(_, values):
    return values


def flattened(_, values):
    return values.ravel().tolist()


TASKS = {
    "pair_lcs": (one_by_one(LCSseq.similarity), same),
    "pair_lcs_alignment": (
        one_by_one(LCSseq.opcodes),
        lambda case, found: common_letters(case, map(to_runs, found)),
    ),
    "pair_edit": (one_by_one(Levenshtein.distance), same),
    "pair_edit_alignment": (
        one_by_one(Levenshtein.opcodes),
        lambda case, found: edits(case, map(to_runs, found)),
    ),
    "pairs_lcs": (together(cpdist, LCSseq.similarity), flattened),
    "pairs_edit": (together(cpdist, Levenshtein.distance), flattened),
    "set_lcs": (together(cdist, LCSseq.similarity), flattened),
    "set_edit": (together(cdist, Levenshtein.distance), flattened),
}
PARALLEL = {"pairs_lcs", "pairs_edit", "set_lcs", "set_edit"}
