#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs edit with free ends, and of both strands: free_ends_test.py PATH_TO_GPULCS"""

import json
import random
import shutil
import subprocess
import unittest

import program
from comparison import EDIT, LCS, comparison_case
from sequences import edits_of, fasta, lcs_by_table, random_letters, reverse_complement

COLUMNS = ["id1", "id2", "length1", "length2", "distance", "identity", "start2", "end2"]
# Which ends of the second sequence are free.
PLACEMENTS = {"--within": (True, True), "--prefix": (False, True), "--suffix": (True, False), None: (False, False)}


def distance(first, second, leading, trailing):
    """The textbook's table; free letters of the second sequence cost nothing."""
    row = [0 if leading else j for j in range(len(second) + 1)]
    for i, a in enumerate(first, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(second, 1):
            diagonal, row[j] = row[j], min(diagonal + (a != b), row[j] + 1, row[j - 1] + 1)
    return min(row) if trailing else row[-1]


def mutate(letters, generator):
    return "".join(generator.choice(["A", "C", "", "TT"]) if generator.random() < 0.1 else letter for letter in letters)


def first_flags(lines):
    """Whether the first line of each sequence is a secondary one."""
    flags = {}
    for name, flag, *_ in lines:
        flags.setdefault(name, int(flag) & 256 != 0)
    return list(flags.values())


class free_ends_test(comparison_case):
    metric = EDIT

    def setUp(self):
        super().setUp()
        generator = random.Random(1)
        self.firsts, self.seconds = [], []
        for i in range(25):
            letters = random_letters(generator.randrange(60), i)
            inner = mutate(letters, generator)
            if i % 3 == 0:
                inner = reverse_complement(inner)
            self.firsts.append((f"a{i}", letters))
            self.seconds.append((f"b{i}", random_letters(generator.randrange(40), 100 + i) + inner
                                 + random_letters(generator.randrange(40), 200 + i)))
        self.a, self.b = self.file("a", fasta(*self.firsts)), self.file("b", fasta(*self.seconds))

    def expected(self, first, second, placement, both_strands):
        """The distance, and the strands that have it."""
        distances = {"+": distance(first, second, *PLACEMENTS[placement])}
        if both_strands:
            distances["-"] = distance(reverse_complement(first), second, *PLACEMENTS[placement])
        best = min(distances.values())
        return best, "+" if distances["+"] == best else "-"

    def test_all_options(self):
        for placement in PLACEMENTS:
            for both_strands in (False, True):
                for all_pairs in (False, True):
                    if placement or both_strands:
                        with self.subTest(placement=placement, both_strands=both_strands, all_pairs=all_pairs):
                            self.check(placement, both_strands, all_pairs)

    def check(self, placement, both_strands, all_pairs):
        options = [placement] * bool(placement) + ["--both-strands"] * both_strands + ["--all-pairs"] * all_pairs
        header, *rows = [line.split("\t") for line in self.output_lines("edit", *options, self.a, self.b)]
        self.assertEqual(header, COLUMNS[:8 if placement else 6] + ["strand"] * both_strands)
        paf = self.path("paf")
        self.assertEqual([line.split("\t") for line in self.output_lines("edit", *options, self.a, self.b, "--alignment", paf)],
                         [header, *rows])
        table = [json.loads(line) for line in self.output_lines("edit", *options, self.a, self.b, "--format", "json")]
        self.assertEqual([[row["id1"], row["id2"], str(row["distance"])] for row in table],
                         [[row[0], row[1], row[4]] for row in rows])
        pairs = ([(a, b) for a in self.firsts for b in self.seconds] if all_pairs
                 else list(zip(self.firsts, self.seconds)))
        lines = self.content("paf").decode().splitlines()
        for row, line, (first, second) in zip(rows, lines, pairs, strict=True):
            value, strand = self.expected(first[1], second[1], placement, both_strands)
            self.assertEqual(row[:5], [first[0], second[0], str(len(first[1])), str(len(second[1])), str(value)])
            relative_to = len(first[1]) if placement else max(len(first[1]), len(second[1]))
            self.assertAlmostEqual(float(row[5]), 1 - value / relative_to if relative_to else 1, delta=1e-6)
            self.assertEqual(row[8 if placement else 6:], [strand] * both_strands)
            begin, end = map(int, row[6:8]) if placement else (0, len(second[1]))
            part = second[1][begin:end]
            fields = line.split("\t")
            self.assertEqual(fields[:9], [first[0], str(len(first[1])), "0", str(len(first[1])), strand, second[0],
                                          str(len(second[1])), str(begin), str(end)])
            letters = first[1] if strand == "+" else reverse_complement(first[1])
            self.assertEqual(edits_of(fields[12].removeprefix("cg:Z:"), letters, part), value)
            leading, trailing = PLACEMENTS[placement]
            self.assertTrue((leading or begin == 0) and (trailing or end == len(second[1])))

    def test_thresholds(self):
        for options in (["--max-distance", "5"], ["--min-identity", "0.8"], ["--max-distance", "9", "--min-identity", "0.9"]):
            everything = self.output_lines("edit", "--within", "--both-strands", "--all-pairs", self.a, self.b)
            kept = [line for line in everything[1:]
                    if ("--max-distance" not in options or int(line.split("\t")[4]) <= int(options[1]))
                    and ("--min-identity" not in options
                         or float(line.split("\t")[5]) >= float(options[-1]) - 1e-9)]
            self.assertGreater(len(kept), 5)
            self.assertEqual(self.output_lines("edit", "--within", "--both-strands", "--all-pairs", self.a, self.b, *options)[1:],
                             kept)

    def test_split_gaps(self):
        """Positions of parts are those of whole sequences."""
        generator = random.Random(2)
        left, right = random_letters(300, 3), random_letters(300, 4)
        gene = self.file("gene", fasta(("g", left + right)))
        for reverse in (False, True):
            inner = left + random_letters(80, 5) + right
            genome = random_letters(200, 6) + (reverse_complement(inner) if reverse else inner) + random_letters(100, 7)
            paf = self.path("paf")
            self.output_lines("edit", "--within", "--both-strands", gene, self.file("genome", fasta(("c", genome))),
                              "--alignment", paf, "--split-gaps", "30")
            lines = [line.split("\t") for line in self.content("paf").decode().splitlines()]
            self.assertEqual(len(lines), 2)
            for fields in lines:
                begin, end = int(fields[2]), int(fields[3])
                letters = (left + right)[begin:end]
                self.assertEqual(fields[4], "-" if reverse else "+")
                letters = reverse_complement(letters) if reverse else letters
                edits_of(fields[12].removeprefix("cg:Z:"), letters, genome[int(fields[7]):int(fields[8])])
                self.assertGreater(end - begin, 250)

    def test_many_pairs(self):
        """More than one call of the library takes; strands of a pair may be in different ones."""
        records = [(f"r{i}", random_letters(8, i)) for i in range(300)]
        long = self.file("many", fasta(*records))
        lines = self.output_lines("edit", "--prefix", "--both-strands", "--all-pairs", long, self.b)
        self.assertEqual(len(lines), 1 + 300 * 25)
        others = self.output_lines("edit", "--prefix", "--both-strands", "--all-pairs", long,
                                   self.file("wide", fasta(*[(f"w{i}", letters) for i in range(20)
                                                             for _, letters in self.seconds])))
        self.assertEqual(len(others), 1 + 300 * 500)
        number = random.Random(3)
        for index in (number.randrange(300 * 500) for _ in range(300)):
            row = others[1 + index].split("\t")
            value, strand = self.expected(records[index // 500][1], self.seconds[index % 25][1], "--prefix", True)
            self.assertEqual((row[4], row[-1]), (str(value), strand))

    def test_sam(self):
        for options in (["--within", "--both-strands"], ["--prefix"], []):
            with self.subTest(options=options):
                paf, sam = self.path("x.paf"), self.path("x.sam")
                arguments = ["edit", "--all-pairs", *options, self.a, self.b]
                table = self.output_lines(*arguments, "--alignment", paf)
                self.assertEqual(self.output_lines(*arguments, "--alignment", sam), table)
                lines = self.content("x.sam").decode().splitlines()
                header = [f"@SQ\tSN:{name}\tLN:{len(letters)}" for name, letters in self.seconds if letters]
                self.assertEqual(lines[:len(header) + 1], ["@HD\tVN:1.6\tSO:unsorted", *header])
                self.assertTrue(lines[len(header) + 1].startswith("@PG\tID:gpulcs"))
                expected, seen = [], set()
                for line, row in zip(self.content("x.paf").decode().splitlines(), table[1:], strict=True):
                    fields, row = line.split("\t"), row.split("\t")
                    letters = dict(self.firsts)[fields[0]]
                    letters = letters if fields[4] == "+" else reverse_complement(letters)
                    if fields[6] != "0" and letters:
                        flags = (16 if fields[4] == "-" else 0) + (256 if fields[0] in seen else 0)
                        seen.add(fields[0])
                        expected.append("\t".join([fields[0], str(flags), fields[5],
                                                   str(min(int(fields[7]) + 1, int(fields[6]))), "255", fields[12].removeprefix("cg:Z:"),
                                                   "*", "0", "0", letters, "*", f"NM:i:{row[4]}"]))
                self.assertEqual(lines[len(header) + 2:], expected)

    @unittest.skipIf(shutil.which("samtools") is None, "samtools is not installed")
    def test_sam_is_valid(self):
        sam = self.path("x.sam")
        self.output_lines("edit", "--within", self.a, self.b, "--alignment", sam)
        result = subprocess.run(["samtools", "view", "-c", sam], capture_output=True)
        lines = sum(1 for _, letters in self.firsts if letters)
        self.assertEqual((result.returncode, result.stdout.strip()), (0, str(lines).encode()), result.stderr)

    def test_sam_of_hits(self):
        sam = self.path("x.sam")
        table = [line.split("\t") for line in self.output_lines("search", "--metric", "edit", "--top", "2", self.a, self.b,
                                                               "--alignment", sam)[1:]]
        lines = [line.split("\t") for line in self.content("x.sam").decode().splitlines()]
        hits = [line for line in lines if not line[0].startswith("@")]
        self.assertEqual([[line[0], line[2], line[11]] for line in hits],
                         [[row[1], row[2], f"NM:i:{row[5]}"] for row in table if "0" not in row[3:5]])
        self.assertEqual({line[1] for line in lines if line[0] == "@SQ"}, {f"SN:{row[2]}" for row in table if row[4] != "0"})
        self.assertEqual(first_flags(hits), [False] * len({line[0] for line in hits}))

    def test_sam_has_primary_lines(self):
        """The first line of a sequence is the primary one; a better record without letters has no line, and blocks do not matter."""
        sam = self.path("x.sam")
        queries = self.file("q", fasta(("q", "AC"), ("none", ""), *((f"r{i}", random_letters(20, i)) for i in range(300))))
        records = self.file("s", fasta(("empty", ""), ("GGGG", "GGGG"), *((f"s{i}", random_letters(20, 900 + i)) for i in range(300))))
        for command in (["search", "--metric", "edit", "--top", "2"], ["lcs", "--all-pairs"], ["edit", "--all-pairs", "--within"],
                        ["edit", "--all-pairs", "--max-distance", "9"]):
            with self.subTest(command=command):
                self.output_lines(*command, queries, records, "--alignment", sam)
                lines = [line.split("\t") for line in self.content("x.sam").decode().splitlines() if not line.startswith("@")]
                names = list(dict.fromkeys(line[0] for line in lines))
                self.assertGreater(len(names), 100)
                self.assertEqual(first_flags(lines), [False] * len(names))
                self.assertEqual(sum(int(line[1]) & 256 == 0 for line in lines), len(names))

    def test_sam_of_other_letters(self):
        """Letters that SAM does not have are left out, with their qualities."""
        sam = self.path("x.sam")
        files = [self.file("letters.fq", "@a\nM*K\n+\nABC\n@b\nMKK\n+\nDEF\n"), self.file("other.fa", fasta(("x", "MKK"), ("y", "MKK")))]
        self.output_lines("edit", "--alphabet", "char", *files, "--alignment", sam)
        lines = [line.split("\t") for line in self.content("x.sam").decode().splitlines() if not line.startswith("@")]
        self.assertEqual([[line[0], line[5], *line[9:12]] for line in lines],
                         [["a", "1=1X1=", "*", "*", "NM:i:1"], ["b", "3=", "MKK", "DEF", "NM:i:0"]])

    def test_sam_that_is_refused(self):
        sam = self.path("x.sam")
        for files, *parts in (([self.file("at", fasta(("a@b", "A"))), self.b], "a@b", ".paf"),
                              ([self.a, self.file("comma", fasta(("a,b", "A")))], "a,b", ".paf"),
                              ([self.a, self.file("twice", fasta(("a", "A"), ("a", "C")))], "'a'", ".paf")):
            self.assert_fails(self.run_program("edit", "--all-pairs", *files, "--alignment", sam), 1, *parts)
        self.assert_fails(self.run_program("edit", self.a, self.b, "--alignment", sam, "--split-gaps", "5"), 2, "--split-gaps", ".paf")

    def test_what_is_refused(self):
        for options, *parts in ((["--within", "--prefix"], "exclude each other"),
                                (["--within", "--all-pairs", "--format", "phylip"], "--within", "matrix"),
                                (["--within", "--checkpoint", "x"], "--checkpoint", "--within"),
                                (["--both-strands", "--checkpoint", "x"], "--checkpoint", "--both-strands"),
                                (["--both-strands", "--alphabet", "protein"], "complement", "--both-strands")):
            other = self.a if "phylip" in options else self.b
            self.assert_fails(self.run_program("edit", *options, self.a, other), 2, *parts)
        self.assert_fails(self.run_program("lcs", "--within", self.a, self.b), 2, "--within")


class strands_of_lcs_test(comparison_case):
    metric = LCS

    def test_both_strands(self):
        generator = random.Random(1)
        firsts = [(f"a{i}", random_letters(50, i)) for i in range(30)]
        seconds = [(f"b{i}", reverse_complement(letters) if i % 2 else mutate(letters, generator))
                   for i, (_, letters) in enumerate(firsts)]
        header, *rows = [line.split("\t") for line in self.output_lines(
            "lcs", "--both-strands", self.file("a", fasta(*firsts)), self.file("b", fasta(*seconds)))]
        self.assertEqual(header, [*LCS.header, "strand"])
        for row, (_, first), (_, second) in zip(rows, firsts, seconds, strict=True):
            plus, minus = lcs_by_table(first, second), lcs_by_table(reverse_complement(first), second)
            self.assertEqual((int(row[4]), row[6]), (max(plus, minus), "+" if plus >= minus else "-"))


if __name__ == "__main__":
    program.main(__doc__)
