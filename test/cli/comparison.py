# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the tests of commands that compare sequences."""

import os
import re

from program import program_case

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
HEADER = ["id1", "id2", "length1", "length2", "lcs", "identity"]


def read_fasta(path):
    """The id and the letters of the only record."""
    with open(path) as file:
        header, *lines = file.read().splitlines()
    return header[1:].split()[0], "".join(lines)


class comparison_case(program_case):
    def lcs(self, *arguments, **options):
        """The rows of the table of gpulcs lcs."""
        header, *rows = [line.split("\t") for line in self.output_lines("lcs", *arguments, **options)]
        self.assertEqual(header, HEADER)
        return rows

    def lengths(self, content, *arguments, **options):
        """The ids and lengths of the records in a file with this content."""
        one = self.file("one", ">one\nA\n")
        rows = self.lcs("--all-pairs", *arguments, self.file("content", content), one, **options)
        return [(row[0], int(row[2])) for row in rows]

    def assert_paf(self, line, first, second):
        """Checks a line for (id, letters) of both sequences; returns the number of matches."""
        columns = line.split("\t")
        self.assertEqual(len(columns), 13)
        (id1, letters1), (id2, letters2) = first, second
        self.assertEqual(columns[0:5], [id1, str(len(letters1)), "0", str(len(letters1)), "+"])
        self.assertEqual(columns[5:9], [id2, str(len(letters2)), "0", str(len(letters2))])
        self.assertEqual(columns[11], "255")
        self.assertTrue(columns[12].startswith("cg:Z:"))

        cigar = columns[12][len("cg:Z:"):]
        runs = re.findall(r"(\d+)([=ID])", cigar)
        self.assertEqual("".join(count + kind for count, kind in runs), cigar)
        self.assertFalse(any(left[1] == right[1] for left, right in zip(runs, runs[1:])))

        i = j = matches = block = 0
        for count, kind in ((int(count), kind) for count, kind in runs):
            self.assertGreater(count, 0)
            if kind == "=":
                self.assertEqual(letters1[i:i + count], letters2[j:j + count])
                matches += count
            i += count if kind != "D" else 0
            j += count if kind != "I" else 0
            block += count
        self.assertEqual((i, j), (len(letters1), len(letters2)))
        self.assertEqual(columns[9:11], [str(matches), str(block)])
        return matches
