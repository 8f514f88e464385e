# SPDX-License-Identifier: BSD-3-Clause
"""Distances and trees: those of a multiple alignment, and what others have in common with them."""

import itertools
import re
import statistics


def p_distances(aligned):
    """For each two sequences of a multiple alignment, the part of the columns with two of the letters A, C, G and T that differ."""
    names = list(aligned)
    places = {name: [letter_bits(text, letter) for letter in "ACGT"] for name, text in aligned.items()}
    matrix = {name: {name: 0.0} for name in names}
    for first, second in itertools.combinations(names, 2):
        both = (sum(places[first]) & sum(places[second])).bit_count()
        equal = sum((a & b).bit_count() for a, b in zip(places[first], places[second]))
        matrix[first][second] = matrix[second][first] = (both - equal) / max(both, 1)
    return matrix


def letter_bits(text, letter):
    """A number that has a bit for each place of a letter."""
    return int("".join("1" if one == letter else "0" for one in text), 2)


def read_phylip(path):
    with open(path, encoding="ascii") as file:
        rows = [line.split() for line in file][1:]
    names = [row[0] for row in rows]
    return {row[0]: dict(zip(names, map(float, row[1:]))) for row in rows}


def write_phylip(path, matrix, factor):
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{len(matrix)}\n")
        file.writelines(" ".join([name, *(f"{factor * row[other]:.6f}" for other in matrix)]) + "\n" for name, row in matrix.items())


def correlation(matrix, reference):
    """Pearson's, of the distances of all pairs."""
    pairs = list(itertools.combinations(reference, 2))
    return statistics.correlation([matrix[a][b] for a, b in pairs], [reference[a][b] for a, b in pairs])


def splits(newick):
    """For each inner branch of a tree, the smaller half of the names, or that with the first name; and the length of the branch."""
    branches, open_nodes, last = {}, [], frozenset()
    for token in re.findall(r"[(,)]|:[^(,);]+|[^(,):;]+", re.sub(r"\s", "", newick)):
        if token == "(":
            open_nodes.append(frozenset())
        elif token.startswith(":"):
            branches[last] = float(token[1:])
        elif token in ",)":
            open_nodes[-1] |= last
            last = open_nodes.pop() if token == ")" else frozenset()
        else:
            last = frozenset([token])
    return halves(branches, last)


def halves(branches, names):
    """A branch at the root has two parts, which are one split."""
    found = {}
    for inside, length in branches.items():
        if 1 < len(inside) < len(names) - 1:
            half = min(inside, names - inside, key=lambda side: (len(side), sorted(side)))
            found[half] = found.get(half, 0) + length
    return found
