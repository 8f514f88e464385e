# SPDX-License-Identifier: BSD-3-Clause
"""What the end-to-end tests of the commands that compare sequences share."""

import os
import random
import re

import program_test


# --- Oracles ---

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
    """For longer sequences; test_oracles_agree checks it against the table."""
    masks = {}
    for i, letter in enumerate(first):
        masks[letter] = masks.get(letter, 0) | 1 << i
    full = (1 << len(first)) - 1
    vector = full
    for letter in second:
        matches = vector & masks.get(letter, 0)
        vector = (vector + matches | vector - matches) & full
    return len(first) - bin(vector).count("1")


# --- Helpers ---

def random_letters(size, seed, letters=b"ACGT"):
    table = bytes(letters[i % len(letters)] for i in range(256))
    return random.Random(seed).randbytes(size).translate(table).decode()


def fasta(*records):
    return "".join(f">{name}\n{letters}\n" for name, letters in records)


class comparison_test(program_test.program_test):
    def assert_no_temporary_files(self):
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def assert_full_disk_fails(self, *arguments):
        self.file("paf", "old")
        with open("/dev/full", "wb") as full:
            result = self.run_program(*arguments, "--alignment", self.path("paf"), stdout=full)
        self.assert_fails(result, 1, "standard output", "No space left")
        self.assertEqual(self.content("paf"), b"old")
        self.assert_no_temporary_files()

        result = self.run_program(*arguments, "--alignment", "/dev/full")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr.decode(), r"\Agpulcs: [^\n]*'/dev/full' \(No space left[^\n]*\.\n\Z")

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
