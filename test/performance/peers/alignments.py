# SPDX-License-Identifier: BSD-3-Clause
"""Alignments of peers: whether they are right, and what they are worth."""

import re


def parse_cigar(text):
    """The columns of a CIGAR string, each as its number and its letter."""
    return [(int(count), operation) for count, operation in re.findall(r"(\d+)([=XIDM])", text)]


def count_columns(first, second, runs):
    """The letters in common and the edits of an alignment, whose runs are numbers and letters of `=XID`."""
    i = j = matches = edits = 0
    for count, operation in runs:
        one = first[i : i + count] if operation != "D" else ""
        other = second[j : j + count] if operation != "I" else ""
        if operation == "=" and one == other and len(one) == count:
            matches += count
        elif operation == "X" and len(one) == len(other) == count and all(a != b for a, b in zip(one, other)):
            edits += count
        elif operation in "ID" and len(one) + len(other) == count:
            edits += count
        else:
            raise ValueError(f"an alignment is wrong at letters {i} and {j}")
        i += len(one)
        j += len(other)
    if (i, j) != (len(first), len(second)):
        raise ValueError("an alignment does not have all letters")
    return matches, edits


def common_letters(case, alignments):
    """For alignments of all pairs, the lengths of their common subsequences."""
    return [count_columns(*pair, runs)[0] for pair, runs in zip(case.pairs, alignments)]


def edits(case, alignments):
    """For alignments of all pairs, their edits."""
    return [count_columns(*pair, runs)[1] for pair, runs in zip(case.pairs, alignments)]
