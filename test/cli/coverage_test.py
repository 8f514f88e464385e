#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of --coverage: coverage_test.py PATH_TO_GPULCS"""

import json
import os
import random
import re

import program
from comparison import DATA, comparison_case
from sequences import fasta, random_letters, reverse_complement
from split_test import MIN_RISE, columns_of, related, solid_parts

COLUMNS = ["aligned_identity", "aligned1", "aligned2"]


def expected_columns(line, length1, length2):
    """The columns, from a line of PAF."""
    columns = columns_of(line)
    matches = shared = first = second = 0
    for begin, end in solid_parts(columns, MIN_RISE):
        part = columns[begin:end]
        matches += part.count("=")
        shared += part.count("=") + sum(run.count("X") + max(run.count("I"), run.count("D"))
                                        for run in re.findall("[XID]+", part))
        first += len(part) - part.count("D")
        second += len(part) - part.count("I")
    return [f"{matches / shared:.6f}" if shared else "", f"{first / max(length1, 1):.6f}", f"{second / max(length2, 1):.6f}"]


def substituted(letters, rate, generator):
    return "".join(generator.choice([other for other in "ACGT" if other != letter]) if generator.random() < rate else letter
                   for letter in letters)


class coverage_test(comparison_case):
    def table(self, *arguments, **options):
        """The header and the rows of a table."""
        header, *rows = (line.split("\t") for line in self.output_lines(*arguments, **options))
        return header, rows

    def assert_columns(self, *arguments):
        """Compares with what the alignments say; returns the columns."""
        header, rows = self.table(*arguments, "--alignment", self.path("paf"))
        more, covered = self.table(*arguments, "--coverage")
        self.assertEqual(more, [*header, *COLUMNS])
        self.assertEqual([row[:len(header)] for row in covered], rows)
        lines = self.content("paf").decode().splitlines()
        found = [row[len(header):] for row in covered]
        self.assertEqual(found, [expected_columns(line, int(row[2]), int(row[3]))
                                 for row, line in zip(rows, lines, strict=True)])
        # The columns are the same with a file of alignments, which is the same, too.
        self.assertEqual(self.table(*arguments, "--coverage", "--alignment", self.path("other"))[1], covered)
        self.assertEqual(self.content("other"), self.content("paf"))
        return found

    def files(self, records, size):
        generator = random.Random(size)
        firsts = [(f"a{i}", random_letters(generator.randrange(size), i)) for i in range(records)]
        seconds = [(f"b{i}", related(letters, generator, 100 if i % 2 else 10)) for i, (_, letters) in enumerate(firsts)]
        return (self.file(f"{name}{size}", fasta(*each, ("empty", ""), ("short", "ACGT")))
                for name, each in (("a", firsts), ("b", seconds)))

    def test_random_pairs(self):
        for size in (200, 3000):
            a, b = self.files(20, size)
            for command in ("lcs", "edit"):
                found = self.assert_columns(command, a, b)
                self.assertEqual(found[-2:], [["", "0.000000", "0.000000"]] * 2)
                self.assertGreater(len({row[0] for row in found}), 10)

    def test_all_pairs(self):
        a, b = self.files(8, 400)
        for files in ([a, b], [a]):
            for command in ("lcs", "edit"):
                self.assert_columns(command, "--all-pairs", *files)
                self.assert_columns(command, "--all-pairs", "--min-identity", "0.7", *files)
            self.assert_columns("edit", "--all-pairs", "--max-distance", "40", *files)

    def test_free_ends_and_strands(self):
        generator = random.Random(4)
        genome = random_letters(3000, 1)
        gene = substituted(genome[1000:1500], 0.02, generator)
        a = self.file("a", fasta(("gene", gene), ("reverse", reverse_complement(gene)), ("none", random_letters(400, 2))))
        b = self.file("b", fasta(("genome", genome)))
        found = self.assert_columns("edit", "--all-pairs", "--within", "--both-strands", a, b)
        for row in found[:2]:
            self.assertAlmostEqual(float(row[0]), 0.98, delta=0.015)
            self.assertGreater(float(row[1]), 0.95)
            self.assertAlmostEqual(float(row[2]), 1 / 6, delta=0.01)
        self.assertEqual(found[2], ["", "0.000000", "0.000000"])
        for options in (["--within"], ["--prefix"], ["--suffix"], ["--both-strands"]):
            self.assert_columns("edit", "--all-pairs", *options, a, b)
        self.assert_columns("lcs", "--all-pairs", "--both-strands", a, b)

    def test_insertions(self):
        """Two sequences with 30,000 letters in common, of which 1 % differ, and 3,000 of their own each."""
        generator = random.Random(5)
        common = random_letters(30_000, 1)
        other = substituted(common, 0.01, generator)
        differences = sum(map(str.__ne__, common, other))
        first = common[:8000] + random_letters(3000, 2) + common[8000:]
        second = other[:21_000] + random_letters(3000, 3) + other[21_000:]
        a, b = self.file("a", fasta(("a", first))), self.file("b", fasta(("b", second)))
        for command in ("lcs", "edit"):
            header, (row,) = self.table(command, "--coverage", a, b)
            identity, *aligned = map(float, row[-3:])
            # A common subsequence may have matches between the two letters of a substitution.
            self.assertAlmostEqual(identity, 1 - differences / 30_000, delta=0.006 if command == "lcs" else 0.001)
            for part in aligned:
                self.assertLess(part, 30 / 33 + 0.003)
                # One in four random letters matches: so 1,000 letters are a common subsequence of the 4,000 that are beside a gap.
                self.assertGreater(part, 30 / 33 - 2 / 33 - 0.003)
            self.assertLess(float(row[5]), 0.95)

    def test_unrelated_sequences(self):
        a, b = (self.file(name, fasta((name, random_letters(20_000, name)))) for name in "ab")
        for command in ("lcs", "edit"):
            self.assertEqual(self.assert_columns(command, a, b), [["", "0.000000", "0.000000"]])

    def test_json(self):
        a, b = self.file("a", fasta(("x", "ACGGT" * 20), ("y", "A"))), self.file("b", fasta(("x", "ACGGT" * 20), ("y", "C")))
        rows = [json.loads(line) for line in self.output_lines("lcs", "--coverage", "--format", "json", a, b)]
        self.assertEqual([[row[name] for name in COLUMNS] for row in rows], [[1, 1, 1], [None, 0, 0]])

    def test_checkpoint(self):
        a, b = (self.file(name, fasta((name, random_letters(9000, 1)[begin:]))) for name, begin in (("a", 0), ("b", 100)))
        for command in ("lcs", "edit"):
            expected = self.output_lines(command, "--coverage", a, b)
            self.assertEqual(self.output_lines(command, "--coverage", "--checkpoint", self.path("state"), a, b), expected)

    def test_genomes(self):
        genomes = [os.path.join(DATA, name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")]
        for command in ("lcs", "edit"):
            (row,) = self.assert_columns(command, *genomes)
            self.assertTrue(all(float(number) > 0.99 for number in row))

    def test_invalid(self):
        a = self.file("a", fasta(("x", "ACGT"), ("y", "AC")))
        for form in ("phylip", "npy"):
            self.assert_fails(self.run_program("lcs", "--all-pairs", "--format", form, "--coverage", a), 2, "--coverage",
                              "--format tsv or json")
        self.assert_fails(self.run_program("lcs", a, a, "--coverage", "--memory", "1"), 1, "memory")


if __name__ == "__main__":
    program.main(__doc__)
