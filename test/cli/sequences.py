# SPDX-License-Identifier: BSD-3-Clause
"""Random sequences, and lengths of longest common subsequences to compare with."""

import random


def lcs_by_table(first, second):
    """The textbook's O(mn) table."""
    row = [0] * (len(second) + 1)
    for a in first:
        diagonal = 0
        for j, b in enumerate(second, 1):
            above = row[j]
            row[j] = diagonal + 1 if a == b else max(above, row[j - 1])
            diagonal = above
    return row[-1]


def lcs_by_long_integers(first, second):
    """For longer sequences; compared with the table by lcs_test.py."""
    masks = {}
    for i, letter in enumerate(first):
        masks[letter] = masks.get(letter, 0) | 1 << i
    full = (1 << len(first)) - 1
    vector = full
    for letter in second:
        matches = vector & masks.get(letter, 0)
        vector = (vector + matches | vector - matches) & full
    return len(first) - bin(vector).count("1")


def random_letters(size, seed, letters=b"ACGT"):
    table = bytes(letters[i % len(letters)] for i in range(256))
    return random.Random(seed).randbytes(size).translate(table).decode()


def fasta(*records):
    return "".join(f">{name}\n{letters}\n" for name, letters in records)
