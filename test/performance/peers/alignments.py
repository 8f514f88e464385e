# SPDX-License-Identifier: BSD-3-Clause
"""Alignments of peers: whether they are right, and what they are worth."""

import re


def parse_cigar(text):
    """The columns of a CIGAR string, each as its number and its letter."""
    return [(int(count), operation) for count, operation in re.findall(r"(\d+)([=XIDM])", text)]


class WrongResult(Exception):
    """A peer is wrong."""


def count_columns(first, second, runs):
    """The letters in common and the edits of an alignment, whose runs are numbers and letters of `=XMID`.

    `=`, `X` and `M` are two letters, equal or not: what they are is read from the sequences.
    """
    i = j = matches = edited = 0
    for count, operation in runs:
        one = first[i : i + count] if operation != "D" else ""
        other = second[j : j + count] if operation != "I" else ""
        if len(one) + len(other) != (count if operation in "ID" else 2 * count):
            raise WrongResult("an alignment has too many letters")
        equal = sum(map(str.__eq__, one, other))
        matches += equal
        edited += count - equal
        i += len(one)
        j += len(other)
    if (i, j) != (len(first), len(second)):
        raise WrongResult("an alignment does not have all letters")
    return matches, edited


def common_letters(case, alignments):
    """For alignments of all pairs, the lengths of their common subsequences."""
    return [count_columns(*pair, runs)[0] for pair, runs in zip(case.pairs, alignments)]


def edits(case, alignments):
    """For alignments of all pairs, their edits."""
    return [count_columns(*pair, runs)[1] for pair, runs in zip(case.pairs, alignments)]
