# SPDX-License-Identifier: BSD-3-Clause
"""Alignments of peers in Python: whether they are right, and how many letters they have in common."""

import re


def parse_cigar(text):
    """The columns of a CIGAR string, each as its number and its letter."""
    return [(int(count), operation) for count, operation in re.findall(r"(\d+)([=XIDM])", text)]


class WrongResult(Exception):
    """A peer is wrong."""


def count_matches(first, second, runs):
    """The letters in common of an alignment, whose runs are numbers and letters of `=XMID`.

    `=`, `X` and `M` are two letters, equal or not: what they are is read from the sequences.
    """
    i = j = matches = 0
    for count, operation in runs:
        one = first[i : i + count] if operation != "D" else ""
        other = second[j : j + count] if operation != "I" else ""
        if len(one) + len(other) != (count if operation in "ID" else 2 * count):
            raise WrongResult("an alignment has too many letters")
        matches += sum(map(str.__eq__, one, other))
        i += len(one)
        j += len(other)
    if (i, j) != (len(first), len(second)):
        raise WrongResult("an alignment does not have all letters")
    return matches


def common_letters(case, alignments):
    """For alignments of all pairs, the lengths of their common subsequences."""
    return [count_matches(*pair, runs) for pair, runs in zip(case.pairs, alignments)]
