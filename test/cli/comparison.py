# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the tests of commands that compare sequences."""

import dataclasses
import fractions
import os
import re
import typing

from program import program_case
from sequences import edit_by_long_integers, edit_by_table, lcs_by_long_integers, lcs_by_table

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")


@dataclasses.dataclass(frozen=True)
class metric:
    """What sequences are compared by: the command, the column of tables, and plain computations of it."""
    command: str
    column: str
    step: str
    operations: str
    by_table: typing.Callable
    by_long_integers: typing.Callable

    @property
    def header(self):
        return ["id1", "id2", "length1", "length2", self.column, "identity"]

    def identity(self, value, first, second):
        """The exact fraction."""
        longest = max(len(first), len(second))
        if longest == 0:
            return fractions.Fraction(1)
        return fractions.Fraction(value if self is LCS else longest - value, longest)


LCS = metric("lcs", "lcs", "lengths", "=ID", lcs_by_table, lcs_by_long_integers)
EDIT = metric("edit", "distance", "distances", "=XID", edit_by_table, edit_by_long_integers)
HEADER = LCS.header


def read_fasta(path):
    """The id and the letters of the only record."""
    with open(path) as file:
        header, *lines = file.read().splitlines()
    return header[1:].split()[0], "".join(lines)


class comparison_case(program_case):
    metric = LCS

    def choose(self, of_lcs, of_edit):
        """What belongs to the metric."""
        return of_lcs if self.metric is LCS else of_edit

    def rows(self, *arguments, **options):
        """The rows of the table of gpulcs lcs or gpulcs edit."""
        header, *rows = [line.split("\t") for line in self.output_lines(self.metric.command, *arguments, **options)]
        self.assertEqual(header, self.metric.header)
        return rows

    def lcs(self, *arguments, **options):
        """The rows of the table of gpulcs lcs."""
        self.assertIs(self.metric, LCS)
        return self.rows(*arguments, **options)

    def lengths(self, content, *arguments, **options):
        """The ids and lengths of the records in a file with this content."""
        one = self.file("one", ">one\nA\n")
        rows = self.lcs("--all-pairs", *arguments, self.file("content", content), one, **options)
        return [(row[0], int(row[2])) for row in rows]

    def assert_paf(self, line, first, second):
        """Checks a line for (id, letters) of both sequences; returns the number of matches, or of edits."""
        columns = line.split("\t")
        self.assertEqual(len(columns), 13)
        (id1, letters1), (id2, letters2) = first, second
        self.assertEqual(columns[0:5], [id1, str(len(letters1)), "0", str(len(letters1)), "+"])
        self.assertEqual(columns[5:9], [id2, str(len(letters2)), "0", str(len(letters2))])
        self.assertEqual(columns[11], "255")
        self.assertTrue(columns[12].startswith("cg:Z:"))

        cigar = columns[12][len("cg:Z:"):]
        runs = re.findall(rf"(\d+)([{self.metric.operations}])", cigar)
        self.assertEqual("".join(count + kind for count, kind in runs), cigar)
        self.assertFalse(any(left[1] == right[1] for left, right in zip(runs, runs[1:])))

        i = j = matches = edits = block = 0
        for count, kind in ((int(count), kind) for count, kind in runs):
            self.assertGreater(count, 0)
            if kind == "=":
                self.assertEqual(letters1[i:i + count], letters2[j:j + count])
                matches += count
            else:
                edits += count
            if kind == "X":
                self.assertFalse(any(a == b for a, b in zip(letters1[i:i + count], letters2[j:j + count])))
            i += count if kind != "D" else 0
            j += count if kind != "I" else 0
            block += count
        self.assertEqual((i, j), (len(letters1), len(letters2)))
        self.assertEqual(columns[9:11], [str(matches), str(block)])
        return matches if self.metric is LCS else edits
