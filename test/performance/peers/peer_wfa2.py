# SPDX-License-Identifier: BSD-3-Clause
"""WFA2 through pywfa: wavefronts, on the CPU; alignments in linear memory (BiWFA)."""

import importlib.metadata

from pywfa import WavefrontAligner

from alignments import common_letters, edits, parse_cigar

NAME = "WFA2"
VERSION = importlib.metadata.version("pywfa")


def align(distance, scope, memory):
    def prepare(case):
        if case.alphabet == "bytes":
            raise ValueError("it does not tell upper and lower case apart")
        pairs = case.pairs
        aligner = WavefrontAligner(distance=distance, scope=scope, memory_mode=memory, span="end-to-end")

        def run():
            results = []
            for first, second in pairs:
                score = aligner.wavefront_align(second, first)
                results.append(-score if score < 0 else score)
                if scope == "full":
                    results[-1] = aligner.cigarstring
            return results

        return run

    return prepare


def lengths(case, distances):
    return [(len(first) + len(second) - distance) // 2 for (first, second), distance in zip(case.pairs, distances)]


def runs(cigar):
    """Its I is a letter of the second sequence."""
    return [(count, {"I": "D", "D": "I"}.get(operation, operation)) for count, operation in parse_cigar(cigar)]


TASKS = {
    "pair_lcs": (align("indel", "score", "high"), lengths),
    "pair_lcs_alignment": (
        align("indel", "full", "biwfa"),
        lambda case, cigars: common_letters(case, map(runs, cigars)),
    ),
    "pair_edit": (align("levenshtein", "score", "high"), lambda _, distances: distances),
    "pair_edit_alignment": (
        align("levenshtein", "full", "biwfa"),
        lambda case, cigars: edits(case, map(runs, cigars)),
    ),
}
PARALLEL = set()
