#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of memory limits: memory_test.py PATH_TO_GPULCS"""

import gzip
import os
import re

import program
from comparison import DATA, comparison_case, read_fasta
from sequences import fasta, random_letters, zstandard


def hundred_million(letter):
    """This letter, repeated 100 million times; gzip with several members."""
    return gzip.compress(letter.encode() * 1_000_000, 1) * 100


class memory_test(comparison_case):
    def setUp(self):
        super().setUp()
        self.good = self.file("good", ">good\nACGT\n")
        self.old = self.file("old.paf", "old\n")

    def hits(self, *arguments):
        """The number of rows of gpulcs search."""
        return len(self.output_lines("search", *arguments)) - 1

    def test_limit_of_lcs(self):
        first = os.path.join(DATA, "mers_emc_2012.fasta")
        _, letters = read_fasta(first)
        # It fails at once, although the pairs of many calls of the library come first.
        both = self.file("both", fasta(*[("small", "A")] * 5000, ("large", letters)))
        result = self.run_program("lcs", both, both, "--memory", "1K", "--alignment", self.old)
        self.assert_fails(result, 1, "1024 bytes", "too small", "at least")
        self.assertEqual(self.content("old.paf"), b"old\n")
        self.assert_no_temporary_files()

        # The limit that the message asks for suffices.
        minimum = re.search(r"at least (\d+) bytes", result.stderr.decode())[1]
        self.assertEqual(len(self.lcs(both, both, "--memory", minimum, "--threads", "1", "--alignment", self.old)),
                         5001)
        self.assertEqual(len(self.lcs(both, both, "--memory", "1")), 5001)

        # It suffices for all pairs, whichever of them comes first.
        a, b = (self.file(name, fasta(*((str(i), random_letters(3000 * i % 7001, i)) for i in range(1, 20)))) for name in "ab")
        for pairs in ([], ["--all-pairs"]):
            for files in ((a, b), (a, a)):
                arguments = ["lcs", *pairs, *files, "--alignment", self.old, "--threads", "1", "--memory"]
                minimum = re.search(r"at least (\d+) bytes", self.run_program(*arguments, "1").stderr.decode())[1]
                self.assertEqual(self.run_program(*arguments, minimum).returncode, 0)
        self.file("old.paf", "old\n")

        # A record is not compared with itself.
        for records in ([("large", letters), ("small", "ACGT")], [("small", "ACGT"), ("large", letters)]):
            two = self.file("two", fasta(*records))
            self.assertEqual(len(self.lcs(two, two, "--all-pairs", "--memory", "14K", "--threads", "1", "--alignment",
                                          self.old)), 1)
            result = self.run_program("lcs", two, two, "--all-pairs", "--memory", "1K", "--alignment", self.old)
            self.assert_fails(result, 1, "1024 bytes", "too small", "at least")

    def test_out_of_memory(self):
        big = self.file("big", b">a\n" + b"A" * 150_000_000)
        result = self.run_with_little_memory(120 << 20, "lcs", "--backend", "cpu", big, big)
        self.assert_fails(result, 1, "not enough memory")

    def test_headers_and_blanks_take_no_memory(self):
        for parts in ((b">a ", "x", b"\nA\n"), (b">a\nA", " ", b"\n"), (b">a", " ", b"x\nA\n"), (b"", " ", b"\n>a\nA\n"),
                      (b"@a\nA\n+", "a", b"\nI", " ")):
            big = self.file("big", b"".join(hundred_million(part) if isinstance(part, str) else gzip.compress(part)
                                            for part in parts))
            result = self.run_with_little_memory(100 << 20, "lcs", "--backend", "cpu", "--threads", "1", big, big)
            self.assertEqual((result.stderr, result.stdout.splitlines()[1:]), (b"", [b"a\ta\t1\t1\t1\t1.000000"]))

    def test_empty_records_take_little_memory(self):
        # One more than a power of two: the worst case for a vector that grows.
        records = (1 << 21) + 1
        for content in (b">\n" * records, gzip.compress(b">\n" * records, 1), b"@\n+\n" * records):
            many = self.file("many", content)
            process = self.start_program("lcs", "--backend", "cpu", "--threads", "8", many, self.good)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertIn(f"{records} in", process.stderr.read().decode())
            self.assertLess(usage.ru_maxrss << 10, (50 << 20) + 100 * records)

    def test_window_of_zstandard(self):
        # Two GiB of window are allowed, if there is that much memory.
        large = self.file("large", zstandard(b">a\nA\n", 31))
        result = self.run_with_little_memory(500 << 20, "lcs", "--backend", "cpu", large, self.good)
        self.assert_fails(result, 1, "not enough memory")

    def test_limit_of_search(self):
        long = self.file("long", fasta(("a", "A"), ("long", random_letters(30_000, 1))))
        result = self.run_program("search", long, long, "--memory", "1K", "--alignment", self.old)
        self.assert_fails(result, 1, "1024 bytes", "too small", "at least")
        self.assertEqual(self.content("old.paf"), b"old\n")
        self.assert_no_temporary_files()
        # The limit that the message asks for suffices.
        minimum = re.search(r"at least (\d+) bytes", result.stderr.decode())[1]
        self.assertEqual(self.hits(long, long, "--memory", minimum, "--threads", "1", "--alignment", self.old), 4)
        # Only the alignments of hits need memory.
        self.assertEqual(self.hits(long, long, "--memory", "1"), 4)
        self.assert_fails(self.run_program("search", self.good, long, "--memory", "1K", "--alignment", self.old), 1,
                          "too small")
        self.assertEqual(self.hits(self.good, long, "--memory", "1K", "--alignment", self.old, "--threads", "1",
                                         "--order", "identity", "--top", "1"), 1)

    def test_a_database_larger_than_the_memory(self):
        # Packed, the whole database would take 200 MB.
        records = [fasta((name, random_letters(4_000_000, 1, b"ACGTN"))) for name in ("s0", "s1", "others")]
        first, second, other = (gzip.compress(record.encode(), 1) for record in records)
        database = self.file("database", first + second + 98 * other)
        result = self.run_with_little_memory(150 << 20, "search", self.good, database, "--backend", "cpu", "--threads",
                                             "1", "--top", "2", "--alignment", self.path("paf"))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        rows = [line.split("\t") for line in result.stdout.decode().splitlines()[1:]]
        self.assertEqual([row[2] for row in rows], ["s0", "s1"])

    def test_limit_of_primer(self):
        target = self.file("target", fasta(("a", random_letters(1000, 1))))
        letters = random_letters(4000, 2)
        background = self.file("background", fasta(("b", letters)))
        ambiguous = self.file("ambiguous", fasta(("b", letters[:3000] + "N" + letters[3001:])))
        profile = self.path("profile")
        for file, options, needed in ((background, ["--one-strand"], 10_250), (background, [], 12_250),
                                      (ambiguous, ["--one-strand"], 12_500), (ambiguous, [], 16_500),
                                      (ambiguous, ["--unknown", "break"], 12_250),
                                      (background, ["--all-targets", "--threads", "3"], 18_250)):
            arguments = ["-k", "2", target, file, "--profile", profile, *options]
            expected = self.output_lines("primer", "find", *arguments)
            self.assertEqual(self.output_lines("primer", "find", *arguments, "--memory", str(needed)), expected)
            os.unlink(profile)
            result = self.run_program("primer", "find", *arguments, "--memory", str(needed - 1))
            self.assert_fails(result, 1, f"needs {needed} bytes", "--memory")
            self.assertFalse(os.path.exists(profile))
        arguments = ["primer", "find", "-k", "2", target, background, "--best", "3", "--min-length", "20", "--memory"]
        self.assertEqual(len(self.output_lines(*arguments, "60250")), 4)
        self.assert_fails(self.run_program(*arguments, "60249"), 1, "needs 60250 bytes", "--memory")


if __name__ == "__main__":
    program.main(__doc__)
