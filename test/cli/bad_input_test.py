#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of inputs that cannot be read or are not what they should be: bad_input_test.py PATH_TO_GPULCS"""

import bz2
import gzip
import lzma
import os
import subprocess
import time
import unittest

import program
from comparison import comparison_case
from sequences import bgzf, fasta, random_letters, zstandard


class bad_input_test(comparison_case):
    def setUp(self):
        super().setUp()
        self.good = self.file("good", ">good\nACGT\n")
        self.old = self.file("old", "old\n")

    def assert_bad_file(self, bad, *parts):
        """As any input of any command; an old output file stays, and no temporary file does."""
        names = sorted(os.listdir(self.folder))
        for inputs in ((bad, self.good), (self.good, bad)):
            for command in (["lcs", "--alignment"], ["search", "--alignment"], ["primer", "find", "-k", "1", "--profile"]):
                self.assert_fails(self.run_program(*command, self.old, *inputs), 1, *parts)
                self.assertEqual(self.content("old"), b"old\n")
                self.assertEqual(sorted(os.listdir(self.folder)), names)

    def assert_bad(self, content, *parts):
        self.assert_bad_file(self.file("bad", content), *parts)

    def test_no_file(self):
        missing = self.path("missing")
        self.assert_bad_file(missing, f"'{missing}'", "No such file")
        self.assert_bad_file(self.folder, f"'{self.folder}'", "directory")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_unreadable_file(self):
        unreadable = self.file("unreadable", ">a\nA\n")
        os.chmod(unreadable, 0)
        self.assert_bad_file(unreadable, f"'{unreadable}'", "Permission denied")

    def test_closed_standard_input(self):
        result = self.run_program("lcs", "-", self.good, preexec_fn=lambda: os.close(0))
        self.assert_fails(result, 1, "standard input")

    def test_no_records(self):
        for content in ("", "\n \n\r\n", gzip.compress(b"")):
            self.assert_bad(content, "bad'", "no records")
        self.assert_fails(self.run_program("lcs", "-", self.good, input=b""), 1, "standard input", "no records")

    def test_other_formats(self):
        self.assert_bad("ACGT\n>r\nACGT\n", "bad', line 1:", "'A'", "'>' (FASTA)", "'@' (FASTQ)")
        self.assert_bad("\n\n;comment\n", "bad', line 3:", "';'")
        self.assert_bad(" >r\nACGT\n", "bad', line 1:", "blank")
        self.assert_bad(b"\0\n>r\nACGT\n", "bad', line 1:", "0x00")
        self.assert_bad(b"BZ>", "bad', line 1:", "'B'")
        self.assert_bad(b"BZh9>r\nA\n", "bad', line 1:", "'B'")
        for compress in (gzip.compress, bz2.compress, zstandard):
            self.assert_bad(gzip.compress(compress(b">r\nA\n")), "bad' is compressed twice", "decompress it once")
        self.assert_bad(lzma.compress(b">r\nA\n"), "bad' is compressed with xz", "xz -dc FILE | gpulcs ... -")
        for encoding, name in (("utf-8-sig", "byte order mark"), ("utf-16", "UTF-16"),
                               ("utf-16-be", "UTF-16")):
            mark = "\ufeff" if encoding.endswith("be") else ""
            self.assert_bad((mark + ">r\nA\n").encode(encoding), "bad' ", name, "FILE | gpulcs ... -")
        self.assert_bad(b"\x1f", "0x1F")
        self.assert_bad(">r\rACGT\r", "bad', line 1:", "carriage return")

    def test_alignments(self):
        """Files of alignments, of which one has the first letter of FASTQ."""
        record = "r\t0\tt\t1\t60\t4M\t*\t0\t0\tACGT\tIIII\n"
        advice = "samtools fasta FILE | gpulcs ... -"
        for header in ("@HD\tVN:1.5\tSO:unsorted\n@SQ\tSN:t\tLN:9\n", "@SQ\tSN:t\tLN:9\n", "@RG\tID:x\n", "@PG\tID:bwa\tPN:bwa\n"):
            for content in (header + record, gzip.compress((header + record).encode()), "\n" + header):
                self.assert_bad(content, "bad' has alignments in SAM format", advice)
        self.assert_bad(gzip.compress(b"BAM\1" + bytes(20)), "bad' has alignments in BAM format", advice)
        self.assert_bad(b"CRAM\3\0" + bytes(20), "bad' has alignments in CRAM format", advice)
        # Bytes of a pipe may come one by one.
        process = self.start_program("lcs", "-", self.good, stdin=subprocess.PIPE)
        for letter in b"@SQ\tSN:t\tLN:9\n":
            os.write(process.stdin.fileno(), bytes([letter]))
            time.sleep(0.005)
        self.assertIn(b"SAM format", process.communicate()[1])
        # Ids of reads may be the same.
        for name in ("HD", "SQ", "HD\tVN", "PG x:y", "SQ\tS", "SQ1\tSN:x"):
            rows = self.rows(self.file("reads", f"@{name}\nA\n+\nI\n"), self.good)
            self.assertEqual(rows[0][0], name.split()[0])

    def test_letters(self):
        self.assert_bad(">a\nACGT\n\n>b x\nAC\nA!T\n", "bad', line 6,", "record 'b'", "'!'", "dna15", "--alphabet")
        self.assert_bad(">a\r\nAC\r\nA GT\r\n", "line 3,", "record 'a'", "blank")
        self.assert_bad(">a\nAC\tT\n", "line 2,", "tab")
        self.assert_bad(">a\nAC\rT\n", "line 2,", "carriage return")
        self.assert_bad(">a\nAC>b\nACGT\n", "line 2,", "'>'")
        self.assert_bad("@a\nACGT\n+\nIIII\n@b\nA1\n+\nII\n", "line 6,", "record 'b'", "'1'")
        self.assert_bad(gzip.compress(b">a\nACGT\nE\n"), "bad', line 3,", "record 'a'", "'E'")
        self.assert_bad(">a\n" + "A\n" * 200_000 + "E\n", "line 200002,", "record 'a'", "'E'")
        self.assert_bad(b">\x1b[31m\xc3\xa4\nE\n", "record '\\x1B[31m\u00e4'")
        # What would show the text after it from right to left.
        self.assert_bad(">a\u202egpj\nE\n", "record 'a\\xE2\\x80\\xAEgpj'")
        self.assert_bad(">" + "n" * 100_000 + "\nE\n", "n...'")

    def test_standard_input_is_named(self):
        result = self.run_program("lcs", self.good, "-", input=b">a\nE\n")
        self.assert_fails(result, 1, "standard input, line 2,", "'a'")

    def test_counts(self):
        two = self.file("two", ">a\nA\n>b\nA\n")
        self.assert_fails(self.run_program("lcs", self.good, two), 1, f"1 in '{self.good}' and 2 in '{two}'",
                          "--all-pairs")
        self.assertEqual(len(self.lcs("--all-pairs", self.good, two)), 2)

    def test_fastq(self):
        self.assert_bad("@a", "record 'a'", "'+'")
        self.assert_bad("@a\nACGT\n", "line 2,", "record 'a'", "'+'")
        self.assert_bad("@a\nACGT\n@b\nACGT\n+\nIIII\n", "line 3,", "record 'a'", "'+'")
        self.assert_bad("@a\nACGT\n+\n", "record 'a'", "0 quality characters for 4 letters")
        self.assert_bad("@a\nACGT\n+\nIII", "line 4,", "record 'a'", "3 quality characters for 4 letters")
        self.assert_bad("@a\nACGT\n+\nIII\n@b\nACGT\n+\nIIII\n", "line 5,", "record 'a'", "shorter",
                        "3 quality characters for 4 letters")
        self.assert_bad("@a\nACGT\n+\nII\n@b\nAC\n+\nII\n", "line 6,", "'@'", "'A'", "'a'")
        self.assert_bad("@a\nACGT\n+\nIIIII\n@b\nA\n+\nI\n", "line 4,", "record 'a'", "longer",
                        "5 quality characters for 4 letters")
        self.assert_bad("@a\nACGT\n+\n" + "I" * 1_000_000, "1000000 quality characters for 4 letters")
        self.assert_bad("@a\nACGT\n+\nIIII\nACGT\n", "line 5,", "'A'", "'@'", "record 'a'")
        self.assert_bad("@a\nACGT\n+\nIIII\n>b\nACGT\n", "line 5,", "'@'", "'>'")
        self.assert_bad(b"@a\nACGT\n+\nIIII\n\0\n@b\nA\n+\nI\n", "line 5,", "'@'", "0x00")
        self.assert_bad("@a\n\n+\nI\n", "line 4,", "'a'")

    def test_gzip(self):
        whole = gzip.compress(fasta(("a", random_letters(100_000, 4))).encode())
        for size in (3, 9, 100, len(whole) // 2, len(whole) - 9, len(whole) - 1):
            self.assert_bad(whole[:size], "bad'", "ends in the middle", "gzip")
        self.assert_bad(whole + whole[:50], "ends in the middle")
        for position in (2, len(whole) // 2, len(whole) - 6, len(whole) - 2):
            damaged = bytearray(whole)
            damaged[position] ^= 0xFF
            self.assert_bad(bytes(damaged), "bad'", "damaged", "gzip")
        self.assert_bad(whole + b">b\nACGT\n", "bad'", "damaged")

    def test_bzip2(self):
        whole = bz2.compress(fasta(("a", random_letters(100_000, 4))).encode())
        for size in (10, 100, len(whole) // 2, len(whole) - 1):
            self.assert_bad(whole[:size], "bad'", "ends in the middle", "bzip2")
        self.assert_bad(whole + whole[:50], "ends in the middle")
        for position in (len(whole) // 2, len(whole) - 2):
            damaged = bytearray(whole)
            damaged[position] ^= 0xFF
            self.assert_bad(bytes(damaged), "bad'", "damaged", "bzip2")
        self.assert_bad(whole + b">b\nACGT\n", "bad'", "damaged")
        self.assert_bad(bz2.compress(b">a\nACGT\nE\n"), "bad', line 3,", "record 'a'", "'E'")

    def test_zstandard(self):
        whole = zstandard(fasta(("a", random_letters(100_000, 4))).encode())
        for size in (4, 10, len(whole) // 2, len(whole) - 1):
            self.assert_bad(whole[:size], "bad'", "ends in the middle", "Zstandard")
        self.assert_bad(whole + whole[:50], "ends in the middle")
        damaged = bytearray(whole)
        damaged[9] |= 6
        self.assert_bad(bytes(damaged), "bad'", "damaged", "Zstandard")
        self.assert_bad(whole + b">b\nACGT\n", "bad'", "damaged")
        self.assert_bad(zstandard(b">a\nACGT\nE\n"), "bad', line 3,", "record 'a'", "'E'")

    # Threads are ahead of the first error: many megabytes, and errors of all kinds behind it.
    def test_first_error_is_reported(self):
        good = ">a\n" + random_letters(50_000, 1) + "\n"
        for threads in ("1", "2", "7", "17"):
            for before in (0, 3, 40, 200):
                bad = self.file("bad", good * before + ">b\nAC!T\n" + good * 100 + ">c\rA\n" + good + ">d\nE\n")
                result = self.run_program("search", "--threads", threads, self.good, bad)
                self.assert_fails(result, 1, f"bad', line {2 * before + 2},", "record 'b'", "'!'")
        # The data is damaged after the error, or before it.
        text = (good * 100 + ">b\nAC!T\n" + good * 100).encode()
        for compress in (gzip.compress, bgzf, bz2.compress, zstandard):
            whole = compress(text)
            for threads in ("1", "7"):
                result = self.run_program("search", "--threads", threads, self.good, self.file("bad", whole[:-1000]))
                self.assert_fails(result, 1, "bad', line 202,", "record 'b'", "'!'")
                result = self.run_program("search", "--threads", threads, self.good,
                                          self.file("bad", whole[:len(whole) // 10]))
                self.assert_fails(result, 1, "ends in the middle")

    # Parts of compressed files are of two MiB; app/io/packed_reader_test has smaller ones.
    def test_first_error_at_the_border_of_parts(self):
        border = 1 << 21
        letters = random_letters(border + 2000, 4)
        for compress in (lambda text: gzip.compress(text, 1), bgzf, zstandard):
            for position in (border - 5, border + 5):
                text = f">a\n{letters[:position]}!{letters[:900]}".encode()
                bad = self.file("bad", compress(text) + b"no member")
                bad_fastq = self.file("bad_fastq", compress(b"@" + text[1:] + b"\n+\n") + b"no member")
                damaged = self.file("damaged", compress(text.replace(b"!", b"A")) + b"no member")
                for threads in ("1", "8"):
                    for path in (bad, bad_fastq):
                        self.assert_fails(self.run_program("lcs", "--threads", threads, path, self.good), 1, "line 2,",
                                          "record 'a'", "'!'")
                    self.assert_fails(self.run_program("lcs", "--threads", threads, damaged, self.good), 1, "damaged")

    def test_error_after_good_records(self):
        self.assert_bad(">a\nACGT\n" * 5000 + ">b\nAC!T\n", "bad', line 10002,", "record 'b'", "'!'")

    def test_last_background(self):
        bad = self.file("bad", ">a\nAC!GT\n")
        self.assert_fails(self.run_program("primer", "find", "-k", "1", self.good, self.good, bad), 1, "bad', line 2,")


if __name__ == "__main__":
    program.main(__doc__)
