#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of --split-gaps: split_test.py PATH_TO_GPULCS"""

import itertools
import os
import random
import re

import program
from comparison import DATA, EDIT, LCS, comparison_case
from sequences import fasta, random_letters

SCORES = {"=": 1, "X": -4, "I": -2, "D": -2}
MIN_RISE = 32


def columns_of(line):
    """A letter for each column of the alignment."""
    return "".join(kind * int(count) for count, kind in re.findall(r"(\d+)([=XID])", line.split("\t")[12]))


def solid_parts(columns, max_fall):
    """The begins and ends of the columns where matches outweigh the others: the longest parts where the sum of the scores rises by
    MIN_RISE, is never below that of the begin, and falls nowhere by more than max_fall."""
    sums = [0, *itertools.accumulate(SCORES[kind] for kind in columns)]
    found = []
    begin = 0
    while begin < len(sums):
        highest = last = begin
        for here in range(begin, len(sums)):
            if sums[here] < sums[begin] or sums[highest] - sums[here] > max_fall:
                break
            highest = here if sums[here] > sums[highest] else highest
            last = here if sums[here] == sums[highest] else last
        if sums[highest] - sums[begin] < MIN_RISE:
            begin += 1
            continue
        # Of several lowest or highest points, the part has the columns between the nearest ones.
        risen = next(i for i in range(begin, len(sums)) if sums[i] - sums[begin] >= MIN_RISE)
        found.append((max(i for i in range(begin, risen) if sums[i] == sums[begin]), highest))
        begin = last + 1
    return found


def stretches(columns, max_gap):
    """The begins and ends of the columns between gaps."""
    parts = solid_parts(columns, min(2 * max_gap, MIN_RISE))
    found = parts[:1]
    for begin, end in parts[1:]:
        gap = columns[found[-1][1]:begin]
        if 2 * gap.count("X") + gap.count("I") + gap.count("D") > max_gap:
            found.append((begin, end))
        else:
            found[-1] = found[-1][0], end
    return found


def split_line(line, max_gap):
    """The lines that are expected instead of one."""
    fields = line.split("\t")
    columns = columns_of(line)
    lines = []
    for begin, end in stretches(columns, max_gap):
        before, part = columns[:begin], columns[begin:end]
        first, second = (len(before) - before.count(gap) for gap in "DI")
        cigar = "".join(f"{len(list(run))}{kind}" for kind, run in itertools.groupby(part))
        lines.append("\t".join([fields[0], fields[1], str(first), str(first + len(part) - part.count("D")), *fields[4:7],
                                str(second), str(second + len(part) - part.count("I")), str(part.count("=")),
                                str(len(part)), "255", f"cg:Z:{cigar}"]))
    return lines


def related(letters, generator, max_gap):
    """A copy with substitutions, and with insertions and deletions of up to some letters."""
    pieces = []
    at = 0
    while at < len(letters):
        end = at + generator.randrange(1, 400)
        pieces.append("".join(generator.choice("ACGT") if generator.random() < 0.05 else letter
                              for letter in letters[at:end]))
        at = end + (generator.randrange(max_gap) if generator.random() < 0.3 else 0)
        if generator.random() < 0.3:
            pieces.append(random_letters(generator.randrange(max_gap), generator.randrange(1 << 30)))
    return "".join(pieces)


def related_closely(letters, generator):
    """A copy with few substitutions, and with insertions and deletions of up to 20 letters every 40 or so."""
    pieces = []
    at = 0
    while at < len(letters):
        end = at + generator.randrange(1, 80)
        pieces.append("".join(generator.choice("ACGT") if generator.random() < 0.01 else letter
                              for letter in letters[at:end]))
        at = end + generator.choice((0, generator.randrange(20)))
        pieces.append(random_letters(generator.choice((0, generator.randrange(20))), generator.randrange(1 << 30)))
    return "".join(pieces)


class split_test(comparison_case):
    def assert_split(self, max_gap, *arguments):
        """Compares with what whole alignments say; returns the number of lines of both."""
        whole = self.run_program(*arguments, "--alignment", self.path("whole.paf"))
        split = self.run_program(*arguments, "--alignment", self.path("split.paf"), "--split-gaps", str(max_gap))
        self.assertEqual((whole.returncode, whole.stderr), (0, b""))
        self.assertEqual((split.returncode, split.stderr, split.stdout), (0, b"", whole.stdout))
        lines = self.content("whole.paf").decode().splitlines()
        expected = [part for line in lines for part in split_line(line, max_gap)]
        found = self.content("split.paf").decode().splitlines()
        self.assertEqual(found, expected)
        for line in found:
            self.assertTrue(columns_of(line).startswith("=") and columns_of(line).endswith("="))
        return len(lines), len(found)

    def related_files(self, records, size):
        generator = random.Random(size)
        firsts = [(f"a{i}", random_letters(generator.randrange(size), i)) for i in range(records)]
        seconds = [(f"b{i}", related(letters, generator, 300)) for i, (name, letters) in enumerate(firsts)]
        return self.file("a", fasta(*firsts)), self.file("b", fasta(*seconds))

    def test_pairs(self):
        a, b = self.related_files(30, 3000)
        for command in ("lcs", "edit"):
            counts = [self.assert_split(max_gap, command, a, b)[1] for max_gap in (0, 1, 20, 100, 100000)]
            self.assertGreater(counts[2], counts[3])
            self.assertGreater(counts[3], counts[4])
            self.assertLessEqual(counts[4], 30)

    def test_one_long_pair(self):
        a, b = self.related_files(1, 60000)
        for command in ("lcs", "edit"):
            self.assertGreater(self.assert_split(60, command, a, b)[1], 10)

    def test_small_gaps(self):
        """Gaps that are shorter than what makes a part solid, wherever they are."""
        generator = random.Random(16)
        firsts = [(f"a{i}", random_letters(generator.randrange(40, 300), i)) for i in range(200)]
        seconds = [(f"b{i}", related_closely(letters, generator)) for i, (name, letters) in enumerate(firsts)]
        a, b = self.file("a", fasta(*firsts)), self.file("b", fasta(*seconds))
        for command in ("lcs", "edit"):
            for max_gap in range(20):
                self.assertGreater(self.assert_split(max_gap, command, a, b)[1], 30)

    def test_gap_before_a_part_is_solid(self):
        before, after, insert = "A" * 20, "C" * 80, "G" * 6
        a, b = self.file("a", f">a\n{before}{insert}{after}\n"), self.file("b", f">b\n{before}{after}\n")
        for max_gap, cigar in ((5, "80="), (6, "20=6I80=")):
            self.assert_split(max_gap, "lcs", a, b)
            self.assertTrue(self.content("split.paf").decode().endswith(f"cg:Z:{cigar}\n"))

    def test_sets(self):
        a, b = self.related_files(9, 1000)
        for arguments in (("lcs", "--all-pairs", a, b), ("edit", "--all-pairs", b, a),
                          ("lcs", "--all-pairs", "--min-identity", "0.5", "--threads", "3", a, b),
                          ("search", "--top", "2", a, b), ("search", "--metric", "edit", b, a)):
            self.assertGreater(self.assert_split(50, *arguments)[1], 0)

    def test_checkpoint(self):
        a, b = self.related_files(1, 20000)
        self.assert_split(50, "lcs", "--checkpoint", self.path("state"), a, b)

    def test_genomes(self):
        genomes = [os.path.join(DATA, name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")]
        self.assertEqual(self.assert_split(100, "lcs", *genomes), (1, 1))

    def test_pure_gaps(self):
        # A gap counts if it has more letters than the option says.
        left, right, insert = (letter * 50 for letter in "ACG")
        a, b = self.file("a", f">a\n{left}{right}\n"), self.file("b", f">b\n{left}{insert}{right}\n")
        for max_gap, parts in ((49, 2), (50, 1), (51, 1)):
            self.assertEqual(self.assert_split(max_gap, "lcs", a, b), (1, parts))
        self.assertEqual(self.content("split.paf").decode(), "a\t100\t0\t100\t+\tb\t150\t0\t150\t100\t150\t255\t"
                                                             "cg:Z:50=50D50=\n")

    def test_nothing_in_common(self):
        for first, second in (("A" * 500, "C" * 400), ("", "ACGT"), ("A" * 31, "A" * 31)):
            a, b = self.file("a", f">a\n{first}\n"), self.file("b", f">b\n{second}\n")
            self.assertEqual(self.assert_split(10, "lcs", a, b), (1, 0))

    def test_invalid(self):
        a = self.file("a", ">a\nA\n")
        for command in ("lcs", "edit", "search"):
            self.assert_fails(self.run_program(command, a, a, "--split-gaps", "10"), 2, "belongs to --alignment")
            for number in ("-1", "", "x", "1.5", "99999999999999999999"):
                self.assert_fails(self.run_program(command, a, a, "--alignment", self.path("paf"), "--split-gaps", number),
                                  2, "--split-gaps takes a number of letters", f"'{number}'")


if __name__ == "__main__":
    program.main(__doc__)
