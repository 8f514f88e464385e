#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of the program: gpulcs_lcs_test.py PATH_TO_GPULCS PATH_TO_TEST_DATA"""

import bz2
import gzip
import json
import lzma
import os
import pty
import random
import re
import resource
import select
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib

# The import must not leave a file in the source folder.
sys.dont_write_bytecode = True
import program_test
from comparison_test import comparison_test, fasta, lcs_by_long_integers, lcs_by_table, random_letters

DATA = ""

HEADER = ["id1", "id2", "length1", "length2", "lcs", "identity"]


def read_fasta(path):
    with open(path) as file:
        header, *lines = file.read().splitlines()
    return header[1:].split()[0], "".join(lines)


class lcs_test(comparison_test):
    def lcs(self, *arguments, **options):
        """The rows of the table, after a run that must succeed without any message."""
        result = self.run_program("lcs", *arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, b"")
        lines = result.stdout.decode(errors="surrogateescape").split("\n")
        self.assertEqual(lines[0].split("\t"), HEADER)
        self.assertEqual(lines[-1], "")
        return [line.split("\t") for line in lines[1:-1]]

    def lengths(self, content, *arguments, **options):
        """The ids and lengths that are read from a file."""
        one = self.file("one", ">one\nA\n")
        rows = self.lcs("--all-pairs", *arguments, self.file("content", content), one, **options)
        return [(row[0], int(row[2])) for row in rows]


class results_test(lcs_test):
    def test_oracles_agree(self):
        for seed in range(30):
            first = random_letters(seed, seed)
            second = random_letters(70 - 2 * seed, 100 + seed)
            self.assertEqual(lcs_by_table(first, second), lcs_by_long_integers(first, second))

    def test_known_pair(self):
        a, b = self.file("a", ">x some text\nACGT\n"), self.file("b", ">y\tmore\nAGT\n")
        self.assertEqual(self.lcs(a, b), [["x", "y", "4", "3", "3", "0.750000"]])

    def test_random_pairs(self):
        generator = random.Random(7)
        records = []
        for i in range(60):
            letters = [b"ACGT", b"AC", b"ACGTRYSWKMBDHVN"][i % 3]
            records.append([(f"r{i}.{k}", random_letters(generator.randrange(0, 300), 2 * i + k, letters))
                            for k in range(2)])

        a = self.file("a", fasta(*(pair[0] for pair in records)))
        b = self.file("b", fasta(*(pair[1] for pair in records)))
        rows = self.lcs(a, b, "--alignment", self.path("paf"))
        lines = self.content("paf").decode().splitlines()
        self.assertEqual(len(rows), len(records))
        self.assertEqual(len(lines), len(records))

        for row, line, (first, second) in zip(rows, lines, records):
            expected = lcs_by_table(first[1], second[1])
            identity = expected / max(len(first[1]), len(second[1]))
            self.assertEqual(row, [first[0], second[0], str(len(first[1])), str(len(second[1])), str(expected),
                                   f"{identity:.6f}"])
            self.assertEqual(self.assert_paf(line, first, second), expected)

    def test_all_pairs_in_order(self):
        # More pairs than one call of the library takes.
        firsts = [(f"a{i}", random_letters(10 + i, i)) for i in range(36)]
        seconds = [(f"b{i}", random_letters(60 - i, 50 + i)) for i in range(33)]
        a, b = self.file("a", fasta(*firsts)), self.file("b", fasta(*seconds))
        rows = self.lcs("--all-pairs", a, b, "--alignment", self.path("paf"))

        pairs = [(first, second) for first in firsts for second in seconds]
        self.assertEqual([row[:2] for row in rows], [[first[0], second[0]] for first, second in pairs])
        for row, line, (first, second) in zip(rows, self.content("paf").decode().splitlines(), pairs, strict=True):
            expected = lcs_by_long_integers(first[1], second[1])
            self.assertEqual(int(row[4]), expected)
            self.assertEqual(self.assert_paf(line, first, second), expected)

    def test_every_two_records_of_one_file(self):
        records = [(f"r{i}", random_letters(20 + 7 * i % 40, i)) for i in range(95)]
        a = self.file("a", fasta(*records))
        os.symlink(a, self.path("same"))
        pairs = [(first, second) for i, first in enumerate(records) for second in records[i + 1:]]
        for other in (a, self.path("same"), os.path.join(os.path.dirname(a), ".", os.path.basename(a))):
            rows = self.lcs("--all-pairs", a, other, "--alignment", self.path("paf"))
            self.assertEqual([row[:2] for row in rows], [[first[0], second[0]] for first, second in pairs])
        for row, line, (first, second) in zip(rows, self.content("paf").decode().splitlines(), pairs, strict=True):
            self.assertEqual(int(row[4]), lcs_by_long_integers(first[1], second[1]))
            self.assert_paf(line, first, second)

        # A pipe that is named twice is read once.
        content = fasta(*records)
        for first, second in (("/dev/stdin", "/dev/stdin"), ("-", "/dev/stdin")):
            result = self.run_program("lcs", "--all-pairs", first, second,
                                      input=content if isinstance(content, bytes) else content.encode())
            self.assertEqual(result.stderr, b"")
            self.assertEqual(len(result.stdout.splitlines()), len(pairs) + 1)

        # The beginning and all of a file are two inputs.
        for first, second in (("-", a), (a, "-"), ("-", "/dev/stdin")):
            with open(a, "rb") as seeked:
                self.assertEqual(len(self.lcs("--all-pairs", first, second, stdin=seeked)), len(pairs))
                seeked.seek(len(fasta(records[0])))
                self.assertEqual(len(self.lcs("--all-pairs", first, second, stdin=seeked)),
                                 len(records) * (len(records) - 1))

        # Without the option, and with a copy, nothing is left out.
        self.assertEqual(len(self.lcs(a, a)), len(records))
        self.assertEqual(len(self.lcs("--all-pairs", a, self.file("copy", fasta(*records)))), len(records) ** 2)

        result = self.run_program("lcs", "--all-pairs", "--format", "phylip", a, a)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        size, *lines = result.stdout.decode().splitlines()
        self.assertEqual(int(size), len(records))
        identities = {tuple(row[:2]): row[5] for row in rows}
        for line, (name, _) in zip(lines, records, strict=True):
            self.assertEqual(line.split(" ")[0], name)
            for value, (other, _) in zip(line.split(" ")[1:], records, strict=True):
                identity = identities.get((name, other)) or identities.get((other, name)) or "1"
                self.assertAlmostEqual(float(value), 1 - float(identity), delta=2e-6)

    def test_matrices_of_few_records(self):
        for records, expected in (([("x", "ACG")], "1\nx 0.000000\n"),
                                  ([("x", ""), ("y", "")], "2\nx 0.000000 0.000000\ny 0.000000 0.000000\n")):
            a = self.file("a", fasta(*records))
            result = self.run_program("lcs", "--all-pairs", "--format", "phylip", a, a)
            self.assertEqual((result.returncode, result.stdout.decode()), (0, expected))

    def test_what_a_matrix_needs(self):
        a = self.file("a", fasta(("x", "AC"), ("y", "AC")))
        b = self.file("b", fasta(("x", "AC"), ("y", "AC")))
        twice = self.file("twice", fasta(("x", "AC"), ("x", "AG")))
        for arguments, message in (([a, a], "--all-pairs"), (["--all-pairs", a, b], "name it twice"),
                                   (["--all-pairs", twice, twice], "two records 'x'")):
            result = self.run_program("lcs", "--format", "phylip", *arguments)
            self.assertEqual(result.stdout, b"")
            self.assertIn(message, result.stderr.decode())
            self.assertNotEqual(result.returncode, 0)

    def test_empty_sequences(self):
        a = self.file("a", ">x\n>y\n>z\nAC")
        b = self.file("b", ">u\n\n>v\nA\n>w\n")
        rows = self.lcs(a, b, "--alignment", self.path("paf"))
        self.assertEqual(rows, [["x", "u", "0", "0", "0", "1.000000"],
                                ["y", "v", "0", "1", "0", "0.000000"],
                                ["z", "w", "2", "0", "0", "0.000000"]])
        self.assertEqual(self.content("paf").decode(),
                         "x\t0\t0\t0\t+\tu\t0\t0\t0\t0\t0\t255\tcg:Z:\n"
                         "y\t0\t0\t0\t+\tv\t1\t0\t1\t0\t1\t255\tcg:Z:1D\n"
                         "z\t2\t0\t2\t+\tw\t0\t0\t0\t0\t2\t255\tcg:Z:2I\n")

    def test_genomes(self):
        names = [os.path.join(DATA, name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")]
        first, second = (read_fasta(name) for name in names)
        expected = lcs_by_long_integers(first[1], second[1])
        self.assertEqual((len(first[1]), len(second[1]), expected), (30119, 30116, 30012))

        rows = self.lcs(*names, "--alignment", self.path("paf"))
        self.assertEqual(rows, [[first[0], second[0], "30119", "30116", "30012", "0.996447"]])
        paf = self.content("paf")
        self.assertEqual(self.assert_paf(paf.decode().rstrip("\n"), first, second), expected)

        # Neither the memory nor the threads change anything.
        for options in (["--memory", "40K"], ["--memory", "64KiB", "--threads", "1"], ["--memory", "1g"],
                        ["--threads", "3"], ["--backend", "cpu"], ["--backend", "auto"]):
            with self.subTest(options=options):
                self.assertEqual(self.lcs(*names, "--alignment", self.path("other"), *options), rows)
                self.assertEqual(self.content("other"), paf)

    def test_threads(self):
        a = self.file("a", fasta(*((f"a{i}", random_letters(50 * i, i)) for i in range(20))))
        b = self.file("b", fasta(*((f"b{i}", random_letters(40 * i, 99 - i)) for i in range(20))))
        expected = self.lcs("--all-pairs", a, b, "--threads", "1", "--alignment", self.path("paf"))
        paf = self.content("paf")
        for threads in ("0", "2", "7"):
            self.assertEqual(self.lcs("--all-pairs", a, b, "--threads", threads, "--alignment", self.path("paf")),
                             expected)
            self.assertEqual(self.content("paf"), paf)

    def test_json(self):
        a = self.file("a", b">x\"\\ y\nAAA\n>\xff\xc3\xa4\n\n")
        b = self.file("b", ">y\nAA\n>z\n\n")
        result = self.run_program("lcs", "--format", "json", a, b)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        lines = result.stdout.decode().splitlines()
        self.assertEqual(lines[0],
                         '{"id1":"x\\"\\\\","id2":"y","length1":3,"length2":2,"lcs":2,"identity":0.666667}')
        row = json.loads(lines[1])
        self.assertEqual(list(row), HEADER)
        self.assertEqual(list(row.values()), ["\\xFF\u00e4", "z", 0, 0, 0, 1])
        self.assertEqual(len(lines), 2)

        self.assertEqual(self.lcs("--format", "tsv", a, b)[0], ["x\"\\", "y", "3", "2", "2", "0.666667"])

    def test_timings(self):
        a = self.file("a", fasta(("a", random_letters(40000, 1))))
        b = self.file("b", fasta(("b", random_letters(40000, 2))))
        for options in ([], ["--alignment", self.path("paf")], ["--backend", "cpu"]):
            result = self.run_program("lcs", "--timings", a, b, *options)
            self.assertEqual(result.returncode, 0)
            lines = [line.split("\t") for line in result.stderr.decode().splitlines()]
            name, backend = lines.pop()
            self.assertEqual(name, "backend")
            self.assertIn(backend, ("cpu", "cuda"))
            if "cpu" in options:
                self.assertEqual(backend, "cpu")
            (name, on_host), (name_of_device, of_device) = lines[-2:]
            del lines[-2:]
            self.assertEqual((name, name_of_device), ("memory", "device_memory"))
            self.assertEqual(int(on_host) > 0, "--alignment" in options)
            self.assertEqual(int(of_device) > 0, backend == "cuda")
            (name_of_rows, rows), (name_of_columns, columns) = lines[-2:]
            del lines[-2:]
            self.assertEqual((name_of_rows, name_of_columns), ("checkpoint_rows", "checkpoint_columns"))
            for letters in (int(rows), int(columns)):
                self.assertEqual(0 < letters < 40000, "--alignment" in options)

            names, seconds = zip(*lines)
            self.assertEqual(names, ("reading", "packing", "llcs", "transfer", "kernel", "traceback", "writing",
                                     "total"))
            times = dict(zip(names, map(float, seconds)))
            self.assertTrue(all(time >= 0 for time in times.values()))
            self.assertGreater(times["llcs"], 0)
            self.assertEqual(times["traceback"] > 0, "--alignment" in options)

            # They are parts of llcs.
            on_device = [times.pop("transfer"), times.pop("kernel")]
            if backend == "cpu":
                self.assertEqual(on_device, [0, 0])
            else:
                self.assertGreater(min(on_device), 0)
                self.assertLessEqual(max(on_device), times["llcs"] + 0.01)
            self.assertLessEqual(sum(times.values()) - times["total"], times["total"] + 1e-5)

    def test_timings_of_many_pairs(self):
        # The empty ones are pairs, too.
        a = self.file("a", fasta(("a", ""), ("b", ""), ("c", "ACGT"), *[("d", random_letters(20_000, 1))] * 3))
        result = self.run_program("lcs", "--timings", a, a)
        self.assertEqual(result.returncode, 0)
        self.assertIn(result.stderr.decode().splitlines()[-1],
                      ("backend\tcpu", "backend\tcuda", "backend\tcpu,cuda"))


class alphabets_test(lcs_test):
    LETTERS = {"dna4": "ACGTU", "dna5": "ACGTUN", "dna15": "ACGTURYSWKMBDHVN",
               "aa27": "ABCDEFGHIJKLMNOPQRSTUVWXYZ*"}

    def test_letters(self):
        for name, letters in self.LETTERS.items():
            with self.subTest(alphabet=name):
                upper = self.file("upper", fasta(("u", letters)))
                lower = self.file("lower", fasta(("l", letters.lower())))
                row = self.lcs("--alphabet", name, upper, lower)[0]
                self.assertEqual(row[2:], [str(len(letters))] * 3 + ["1.000000"])

                # Letters differ, but for U and T of nucleotides.
                lines = "".join(f">{letter}\n{letter}\n" for letter in letters)
                rows = self.lcs("--alphabet", name, "--all-pairs", self.file("a", lines), self.file("b", lines))
                same = {(row[0], row[1]) for row in rows if row[4] == "1"}
                expected = {(letter, letter) for letter in letters}
                if name.startswith("dna"):
                    expected |= {("T", "U"), ("U", "T")}
                self.assertEqual(same, expected)

    def test_other_letters(self):
        for name, letters in self.LETTERS.items():
            valid = set((letters + letters.lower()).encode())
            for byte in [*range(33, 127), 0, 7, 127, 200, 255]:
                if byte not in valid:
                    with self.subTest(alphabet=name, byte=byte):
                        a = self.file("a", b">good\nAC\n>bad text\nCA\nA" + bytes([byte]) + b"A\n")
                        shown = f"'{chr(byte)}'" if 32 < byte < 127 else f"0x{byte:02X}"
                        self.assert_fails(self.run_program("lcs", "--alphabet", name, a, a), 1, f"'{a}', line 5,",
                                          "'bad'", f"the letter {shown},", name, "--alphabet")

    def test_plain_names(self):
        for plain, name in (("dna", "dna5"), ("iupac", "dna15"), ("protein", "aa27")):
            letters = self.file("letters", fasta(("u", self.LETTERS[name])))
            self.assertEqual(self.lcs("--alphabet", plain, letters, letters)[0][4], str(len(self.LETTERS[name])))
            bad = self.file("bad", fasta(("b", {"dna": "R", "iupac": "E", "protein": "-"}[plain])))
            self.assert_fails(self.run_program("lcs", "--alphabet", plain, bad, bad), 1, name)

    def test_default_is_dna15(self):
        good = self.file("a", fasta(("a", "R")))
        self.assertEqual(self.lcs(good, good)[0][4], "1")
        bad = self.file("b", fasta(("b", "E")))
        self.assert_fails(self.run_program("lcs", good, bad), 1, "'E'", "dna15")

    def test_char(self):
        # Every byte, but for the one that ends a line.
        content = bytes(byte for byte in range(256) if byte not in b"\n\r") + b"\r\t "
        a, b = self.file("a", b">a\n" + content + b"\n"), self.file("b", b">b\n" + content[::-1] + b"x\n")
        row = self.lcs("--alphabet", "char", a, b)[0]
        self.assertEqual(row[2:5], [str(len(content)), str(len(content) + 1),
                                    str(lcs_by_table(content, content[::-1] + b"x"))])

        upper, lower = self.file("u", ">u\nAbC\r\n"), self.file("l", ">l\nabC\n")
        self.assertEqual(self.lcs("--alphabet", "char", upper, lower)[0][2:5], ["3", "3", "2"])


class reading_test(lcs_test):
    def test_layouts(self):
        expected = [("r1", 8), ("r2", 0), ("r3", 3)]
        for content in (">r1 d\nACGTACGT\n>r2\n>r3\nACG\n",
                        ">r1\r\nACGT\r\nACGT\r\n>r2\r\n>r3\r\nACG\r\n",
                        ">r1\nAC\nGT\n\nacgt\n>r2\n\n\n>r3\nA\nC\nG",
                        ">r1  \nACGT  \t\nACGT \t \n\n>r2 \n \t\n>r3\nACG  \n\n \n\r\n",
                        "\n\n>r1\tx\nACGTACGT\n>r2\n\n>r3\nACG",
                        "@r1\nACGTACGT\n+\nIIIIIIII\n@r2\n\n+\n\n@r3\nACG\n+\nIII\n",
                        "@r1 d\r\nACGTACGT\r\n+r1 d\r\n@+@+@+@+\r\n@r2\r\n+\r\n@r3\r\nACG\r\n+\r\n>+@\r\n",
                        "@r1\nACGT\nAC\nGT\n+\nII\n@\n+II@I\n\n@r2\n\n+\n\n\n@r3\nACG\n+\nIII",
                        "@r1\nACGTACGT  \n+\nIIIIIIII \n\n@r2\n\n+\n\n@r3\nACG\n+ \nIII  \n\n\n"):
            with self.subTest(content=content):
                self.assertEqual(self.lengths(content), expected)
                self.assertEqual(self.lengths(gzip.compress(content.encode())), expected)

    def test_letters_arrive(self):
        plain = self.file("plain", fasta(("p", "ACGTTGCAAC")))
        for content in (">x\nAC\nGTT\n\nGCAAC", "@x\nACGTT\nGCAAC\n+\n@IIIIIIIII\n", ">x\nacgttgcaac \r\n"):
            self.assertEqual(self.lcs(plain, self.file("x", content))[0][2:5], ["10", "10", "10"])

    def test_gzip(self):
        parts = [b">r1\nAC\nG", b"T\n>r2\nA", b"\n"]
        expected = [("r1", 4), ("r2", 1)]
        several = b"".join(map(gzip.compress, parts))
        self.assertEqual(self.lengths(several), expected)
        self.assertEqual(self.lengths(several + bytes(1000)), expected)
        self.assertEqual(self.lengths(gzip.compress(b"") + several), expected)

    def test_content_decides_about_compression(self):
        a = self.file("a.fa.gz", ">a\nACGT\n")
        b = self.file("b.fa", gzip.compress(b"@b\nACGT\n+\nIIII\n"))
        self.assertEqual(self.lcs(a, b), [["a", "b", "4", "4", "4", "1.000000"]])

    def test_standard_input(self):
        a = self.file("a", ">a\nACGT\n")
        for content in (b">b\nAGT\n", gzip.compress(b">b\nAGT\n"), b"@b\nAGT\n+\nIII\n"):
            self.assertEqual(self.lcs(a, "-", input=content), [["a", "b", "4", "3", "3", "0.750000"]])
            self.assertEqual(self.lcs("-", a, input=content), [["b", "a", "3", "4", "3", "0.750000"]])

    def test_long_lines(self):
        letters = random_letters(5_000_000, 3)
        blanks = " " * 1_000_000
        content = f">one {letters}\n{letters}{blanks}\n>two\n" + "\n".join(letters[:300_000]) + f"\n>three\n{letters}"
        expected = [("one", 5_000_000), ("two", 300_000), ("three", 5_000_000)]
        self.assertEqual(self.lengths(content), expected)
        self.assertEqual(self.lengths(gzip.compress(content.encode(), 1)), expected)

        quality = "I" * 5_000_000
        self.assertEqual(self.lengths(f"@q {letters}\n{letters}\n+{letters}\n{quality}{blanks}\n@r\nA\n+\nI"),
                         [("q", 5_000_000), ("r", 1)])

    def test_blanks_inside_of_a_long_line(self):
        # Wherever the blocks end that are read.
        for size in (0, 1000, 300_000):
            a = self.file("a", ">a\n" + "A" * 262_130 + " " * size + "A\n")
            if size == 0:
                self.assertEqual(self.lcs(a, a)[0][2], "262131")
            else:
                self.assert_fails(self.run_program("lcs", a, a), 1, "line 2", "blank" if size < 262_144 else "white space")

    def test_long_runs_of_blanks(self):
        for size in (262_143, 262_144, 262_145, 524_288, 1_000_000):
            blanks = " \t\r " * (size // 4) + " " * (size % 4)
            content = f">a{blanks}b\nAC{blanks}\n{blanks}\nGT\n>b{blanks}\n{blanks}\nA{blanks}"
            with self.subTest(size=size):
                self.assertEqual(self.lengths(content.replace("\r", "")), [("a", 4), ("b", 1)])
                content = f"@a{blanks}\nAC{blanks}\nGT\n+{blanks}b\nII{blanks}\nII{blanks}\n{blanks}"
                self.assertEqual(self.lengths(content.replace("\r", "")), [("a", 4)])
        blanks = " " * 1_000_000
        for content, line in ((f">a\nA\n{blanks}>b\nA\n", 3), (f"@a\nAC\n+\nI{blanks}I\n", 4), (f"{blanks}>a\nA\n", 1)):
            bad = self.file("bad", content)
            self.assert_fails(self.run_program("lcs", bad, bad), 1, f"line {line}: a line has more than 262144 bytes")

    def test_long_ids(self):
        longest = "i" * (1 << 20)
        self.assertEqual(self.lengths(f">{longest}\nA\n>{longest} i\nA\n"), [(longest, 1)] * 2)
        for rest in ("", " text"):
            bad = self.file("bad", f">a\nA\n>{longest}i{rest}\nA\n")
            self.assert_fails(self.run_program("lcs", bad, bad), 1, "line 3:", "longer than 1048576 bytes")

    def test_control_bytes(self):
        name = b"a\x00\x07\x1b[31m\x7f\x9b\xc2\x9b\xc3\x9b\xe4\\"
        shown = b"a\\x00\\x07\\x1B[31m\\x7F\\x9B\\xC2\\x9B\xc3\x9b\\xE4\\"
        a = self.file("a", b">" + name + b" more\nA\n>b\nA\n")
        result = self.run_program("lcs", "--all-pairs", a, a, "--alignment", self.path("paf"))
        self.assertEqual(result.stdout.splitlines()[1].split(b"\t")[0], shown)
        self.assertEqual(self.content("paf").split(b"\t")[0], shown)
        matrix = self.run_program("lcs", "--all-pairs", "--format", "phylip", a, a)
        self.assertEqual(matrix.stdout.splitlines()[1].split(b" ")[0], shown)
        table = self.run_program("lcs", "--all-pairs", "--format", "json", a, a)
        self.assertEqual(json.loads(table.stdout)["id1"], shown.decode(errors="replace"))
        for content in (result.stdout, self.content("paf"), matrix.stdout, table.stdout):
            self.assert_no_controls(content)

        bad = self.file("bad", b">" + name + b"\nE\n")
        result = self.run_program("lcs", bad, bad)
        self.assert_fails(result, 1, "x1B[31m")
        self.assert_no_controls(result.stderr)
        # Two names that look the same are the same to whoever reads the matrix.
        same = self.file("same", b">a\x01\nA\n>a\\x01\nA\n")
        self.assert_fails(self.run_program("lcs", "--all-pairs", "--format", "phylip", same, same), 1, "different names")

    def test_bytes_that_are_not_utf8(self):
        letters = ["é", "\u00a0", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"]
        names = [b"x" + letter.encode() + rest for letter in letters for rest in (b"", b"y", b"\x9b31mRED", b"\xc2")]
        # Latin-1, what is too long, what ends early, surrogates, what is too large, controls; then anything.
        names += [b"\xff\x9b", b"\xe9t\xe9", b"\xc0\x9b", b"\xc1\xbf", b"\xe0\x80\x9b", b"\xe0\x9f\xbf",
                  b"\xf0\x80\x80\x9b", b"\xf0\x8f\xbf\xbf", b"\xc3", b"\xe2\x82", b"\xe2\x82x", b"\xf0\x9f\x98",
                  b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf4\x90\x80\x80",
                  b"\xf8\x88\x80\x80\x80", b"\xc2\x80", b"\xc2\x9f", b"\xc2\xc2\x9b", b"\x1b"]
        generator = random.Random(5)
        names += [bytes(generator.choice(b"a\x9b\x80\xbf\xc2\xc3\xe0\xe2\xed\xf0\xf4\xff") for _ in range(8))
                  for _ in range(500)]

        def shown(name):
            # Python's surrogates stand for bytes that are not UTF-8.
            characters = [character.encode(errors="surrogateescape")
                          for character in name.decode(errors="surrogateescape")]
            return "".join("".join(f"\\x{byte:02X}" for byte in character)
                           if len(character) == 1 and not 0x20 <= character[0] < 0x7f
                           or b"\xc2\x80" <= character <= b"\xc2\x9f" else character.decode() for character in characters)

        content = b"".join(b">" + name + b"\nA\n" for name in names)
        rows = self.lengths(content)
        self.assertEqual([row[0] for row in rows], [shown(name) for name in names])
        # Messages cut long names, but no character of them.
        result = self.run_program("lcs", self.path("é" * 120), "b")
        result.stderr.decode()
        self.assert_fails(result, 1, "é...")
        for name in (b"\xc3\xa9\x9b", b"\xff\x9b"):
            result = self.run_program("lcs", name, "b")
            result.stderr.decode()
            self.assert_fails(result, 1, "?")

    def test_bgzf(self):
        def block(content, before=b"", behind=b""):
            deflated = zlib.compressobj(wbits=-15)
            data = deflated.compress(content) + deflated.flush()
            extra_size = len(before) + 6 + len(behind)
            size = struct.pack("<H", len(data) + 19 + extra_size)
            return (bytes.fromhex("1f8b08040000000000ff") + struct.pack("<H", extra_size) + before + b"BC\x02\x00" + size
                    + behind + data + struct.pack("<II", zlib.crc32(content), len(content)))

        blocks = [block(b">r1\nAC\nG"), block(b"T\n>r2\nA\n")]
        end = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")
        expected = [("r1", 4), ("r2", 1)]
        self.assertEqual(self.lengths(b"".join(blocks) + end), expected)
        self.assertEqual(self.lengths(blocks[0] + end + blocks[1] + end), expected)
        self.assertEqual(self.lengths(b"".join(blocks) + end + bytes(1000)), expected)
        # What counts is the last member.
        plain = gzip.compress(b"T\n>r2\nA\n")
        self.assertEqual(self.lengths(blocks[0] + end + plain), expected)
        self.assertEqual(self.lengths(blocks[0] + plain), expected)
        self.assertEqual(self.lengths(gzip.compress(b"") + b"".join(blocks) + end), expected)
        # A field that only looks like it, and one that ends early.
        for extra in (b"XX\x06\x00BC\x02\x00\x00\x00", b"XX\x00\x00BC\x03\x00\x00\x00", b"BC\x03\x00abc", b"BC\x02"):
            other = gzip.compress(b">r1\nACGT\n>r2\nA\n")
            other = other[:3] + b"\x04" + other[4:10] + struct.pack("<H", len(extra)) + extra + other[10:]
            self.assertEqual(self.lengths(other), expected)
        for content in (blocks[0], b"".join(blocks), blocks[0] + end + blocks[1], b"".join(blocks) + bytes(1000),
                        gzip.compress(b"") + b"".join(blocks), gzip.compress(b">r1\nAC\nG") + blocks[1],
                        block(b">r1\nA\n", before=b"XX\x03\x00abc"), block(b">r1\nA\n", behind=b"XX\x00\x00"),
                        block(b">r1\nA\n", before=b"XX" + struct.pack("<H", 60_000) + bytes(60_000))):
            bad = self.file("bad", content)
            self.assert_fails(self.run_program("lcs", bad, bad), 1, "bad' is BGZF", "complete copy")

    def test_records_across_blocks(self):
        generator = random.Random(5)
        expected, lines_fasta, lines_fastq = [], [], []
        for i in range(3000):
            size = generator.choice([0, 1, 59, 60, 61, generator.randrange(2000)])
            letters = random_letters(size, i)
            width = generator.choice([7, 60, 5000])
            end = generator.choice(["\n", "\r\n", " \n"])
            wrapped = [letters[k:k + width] for k in range(0, size, width)]
            quality = ["@" + "I" * (len(line) - 1) for line in wrapped]
            expected.append((f"r{i}", size))
            lines_fasta += [line + end for line in [f">r{i} text", *wrapped]]
            lines_fastq += [line + end for line in [f"@r{i}", *wrapped, "+", *quality]]
        for lines in (lines_fasta, lines_fastq):
            content = "".join(lines)
            self.assertEqual(self.lengths(content), expected)
            self.assertEqual(self.lengths(gzip.compress(content.encode(), 1)), expected)


class bad_input_test(lcs_test):
    def setUp(self):
        super().setUp()
        self.good = self.file("good", ">good\nACGT\n")
        self.old = self.file("old.paf", "old\n")

    def assert_bad(self, content, *parts):
        """As either input; an old alignment file stays, and nothing is printed."""
        bad = self.file("bad", content)
        for inputs in ((bad, self.good), (self.good, bad)):
            result = self.run_program("lcs", *inputs, "--alignment", self.old)
            self.assert_fails(result, 1, *parts)
            self.assertEqual(self.content("old.paf"), b"old\n")
            self.assertEqual(sorted(os.listdir(self.folder)), ["bad", "good", "old.paf"])

    def test_no_file(self):
        missing = self.path("missing")
        self.assert_fails(self.run_program("lcs", self.good, missing), 1, f"'{missing}'", "No such file")
        self.assert_fails(self.run_program("lcs", missing, self.good), 1, f"'{missing}'", "No such file")
        self.assert_fails(self.run_program("lcs", self.good, self.folder), 1, f"'{self.folder}'", "directory")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_unreadable_file(self):
        os.chmod(self.good, 0)
        self.assert_fails(self.run_program("lcs", self.good, self.old), 1, f"'{self.good}'", "Permission denied")

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
        self.assert_bad(b"BZ>", "bad', line 1:", "'B'")
        self.assert_bad(bz2.compress(b">r\nA\n"), "bad' is compressed with bzip2", "bzip2 -dc FILE | gpulcs ... -")
        self.assert_bad(gzip.compress(bz2.compress(b">r\nA\n")), "bzip2")
        self.assert_bad(lzma.compress(b">r\nA\n"), "bad' is compressed with xz", "xz -dc FILE | gpulcs ... -")
        self.assert_bad(b"\x28\xb5\x2f\xfd\x04\x58\x31\x00\x00>r\nA\n", "Zstandard", "zstd -dc FILE | gpulcs ... -")
        for encoding, name in (("utf-8-sig", "byte order mark"), ("utf-16", "UTF-16"),
                               ("utf-16-be", "UTF-16")):
            mark = "\ufeff" if encoding.endswith("be") else ""
            self.assert_bad((mark + ">r\nA\n").encode(encoding), "bad' ", name, "FILE | gpulcs ... -")
        self.assert_bad(b"\x1f", "0x1F")
        self.assert_bad(">r\rACGT\r", "bad', line 1:", "carriage return")

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
        self.assert_bad("@a\nACGT\n+\nII\n@b\nAC\n+\nII\n", "line 6:", "'@'", "'A'", "'a'")
        self.assert_bad("@a\nACGT\n+\nIIIII\n@b\nA\n+\nI\n", "line 4,", "record 'a'", "longer",
                        "5 quality characters for 4 letters")
        self.assert_bad("@a\nACGT\n+\n" + "I" * 1_000_000, "1000000 quality characters for 4 letters")
        self.assert_bad("@a\nACGT\n+\nIIII\nACGT\n", "line 5:", "'@'", "'a'")
        self.assert_bad("@a\nACGT\n+\nIIII\n>b\nACGT\n", "line 5:", "'@'", "'>'")
        self.assert_bad("@a\n\n+\nI\n", "line 4:", "'a'")

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

    def test_memory_limit(self):
        first = os.path.join(DATA, "mers_emc_2012.fasta")
        _, letters = read_fasta(first)
        # It shows although the pairs of many calls of the library come first.
        both = self.file("both", fasta(*[("small", "A")] * 5000, ("large", letters)))
        result = self.run_program("lcs", both, both, "--memory", "1K", "--alignment", self.old)
        self.assert_fails(result, 1, "1024 bytes", "too small", "at least")
        self.assertEqual(self.content("old.paf"), b"old\n")
        self.assert_no_temporary_files()

        # What the message asks for does.
        least = re.search(r"at least (\d+) bytes", result.stderr.decode())[1]
        self.assertEqual(len(self.lcs(both, both, "--memory", least, "--threads", "1", "--alignment", self.old)),
                         5001)
        self.assertEqual(len(self.lcs(both, both, "--memory", "1")), 5001)

        # A record is not compared with itself.
        for records in ([("large", letters), ("small", "ACGT")], [("small", "ACGT"), ("large", letters)]):
            two = self.file("two", fasta(*records))
            self.assertEqual(len(self.lcs(two, two, "--all-pairs", "--memory", "14K", "--threads", "1", "--alignment",
                                          self.old)), 1)
            result = self.run_program("lcs", two, two, "--all-pairs", "--memory", "1K", "--alignment", self.old)
            self.assert_fails(result, 1, "1024 bytes", "too small", "at least")

    def test_out_of_memory(self):
        big = self.file("big", b">a\n" + b"A" * 150_000_000)
        result = self.run_with_little_memory(256 << 20, "lcs", "--backend", "cpu", big, big)
        self.assert_fails(result, 1, "not enough memory")

    def test_headers_and_blanks_take_no_memory(self):
        bulk = 100_000_000
        for content in (b">a " + b"x" * bulk + b"\nA\n", b">a\nA" + b" " * bulk + b"\n", b">a" + b" " * bulk + b"x\nA\n",
                        b" " * bulk + b"\n>a\nA\n", b"@a\nA\n+" + b"a" * bulk + b"\nI" + b" " * bulk):
            big = self.file("big", gzip.compress(content, 1))
            result = self.run_with_little_memory(100 << 20, "lcs", "--backend", "cpu", "--threads", "1", big, big)
            self.assertEqual((result.stderr, result.stdout.splitlines()[1:]), (b"", [b"a\ta\t1\t1\t1\t1.000000"]))

    def test_empty_records_take_little_memory(self):
        # At one more than a power of two, a vector that grows takes most.
        records = (1 << 21) + 1
        many = self.file("many", ">\n" * records)
        process = self.start_program("lcs", "--backend", "cpu", many, self.good)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn(f"{records} in", process.stderr.read().decode())
        self.assertLess(usage.ru_maxrss << 10, (50 << 20) + 100 * records)

    def test_cuda(self):
        result = self.run_program("lcs", "--backend", "cuda", self.good, self.good)
        if result.returncode == 0:
            self.assertEqual(result.stdout.decode().splitlines()[1:], ["good\tgood\t4\t4\t4\t1.000000"])
        else:
            self.assert_fails(result, 1)

    def assert_device_matters(self, *arguments):
        """Every device that can be used does, and no other number."""
        listing = self.run_program("devices", "--format", "json")
        devices = [json.loads(line) for line in listing.stdout.decode().splitlines()]
        usable = [device["number"] for device in devices if device["problem"] is None]
        for number in {0, 999, *(device["number"] for device in devices)}:
            with self.subTest(number=number):
                result = self.run_program("lcs", "--device", str(number), *arguments, self.good, self.good)
                if number in usable:
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertEqual(result.stdout.decode().splitlines()[1:], ["good\tgood\t4\t4\t4\t1.000000"])
                else:
                    self.assert_fails(result, 1)

    def test_device(self):
        self.assert_device_matters("--backend", "cuda")

    def test_device_where_the_backend_is_not_chosen(self):
        self.assert_device_matters()
        self.assert_device_matters("--backend", "auto")


class usage_test(lcs_test):
    OPTIONS = ["--all-pairs", "--alignment", "--format", "--backend", "--device", "--threads", "--memory",
               "--timings", "--alphabet", "--help"]

    def test_help(self):
        top = self.run_program("--help")
        lcs = self.run_program("lcs", "--help")
        for result in (top, lcs):
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            text = result.stdout.decode()
            self.assertIn("Examples:\n", text)
            self.assertIn("Exit status:", text)
            self.assertLessEqual(max(map(len, text.splitlines())), 82)
        self.assertIn("--version", top.stdout.decode())
        for word in self.OPTIONS + HEADER + ["PAF", "gzip", "FASTQ", "aa27", "130", "cuda"]:
            self.assertIn(word, lcs.stdout.decode())

        # There are no options that this test does not know.
        options = set(re.findall(r"--[a-z-]+", top.stdout.decode() + lcs.stdout.decode()))
        self.assertEqual(options, {*self.OPTIONS, "--version"})

    def test_version(self):
        result = self.run_program("--version")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertRegex(result.stdout.decode(), r"\Agpulcs \d+\.\d+\.\d+\n\Z")
        for command in ("lcs", "search", "primer", "devices"):
            again = self.run_program(command, "--version")
            self.assertEqual((again.returncode, again.stdout, again.stderr), (0, result.stdout, b""))

    def test_nothing_is_measured_at_the_start(self):
        bindings = self.run_program("--version", env={**os.environ, "LD_DEBUG": "bindings"}).stderr.decode()
        timer = re.findall(r"binding file \S*libhwy\S* \[0\] to (\S+) .*TimerResolution", bindings)
        if not timer or "libseqan3_gpulcs_core" in bindings:
            self.skipTest("the program is not linked with the shared library of Highway, or not directly")
        self.assertNotIn("libhwy", timer[0])

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            for arguments in (["--version"], ["--help"]):
                self.assert_fails(self.run_program(*arguments, stdout=full), 1, "standard output", "No space left")

    def test_nonsense(self):
        a = self.file("a", ">a\nA\n")
        for arguments in ([], ["nonsense"], ["lcs"], ["lcs", a], ["lcs", a, a, a], ["lcs", "-", "-"],
                          ["lcs", a, a, "--nonsense"], ["--nonsense"], ["lcs", a, a, "-x"],
                          ["lcs", a, a, "--threads", "-1"], ["lcs", a, a, "--threads=-1"],
                          ["lcs", a, a, "--threads", "two"], ["lcs", a, a, "--threads", "1.5"],
                          ["lcs", a, a, "--threads", "99999999999"], ["lcs", a, a, "--threads"],
                          ["lcs", a, a, "--threads", "1", "--threads", "2"], ["lcs", a, a, "--threads", ""],
                          ["lcs", a, a, "--memory", "abc"], ["lcs", a, a, "--memory", "-1G"],
                          ["lcs", a, a, "--memory", "1X"], ["lcs", a, a, "--memory", "1GG"],
                          ["lcs", a, a, "--memory", "G"], ["lcs", a, a, "--memory", "0"],
                          ["lcs", a, a, "--memory", "99999999999T"], ["lcs", a, a, "--memory", ""],
                          ["lcs", a, a, "--format", "xml"], ["lcs", a, a, "--format", "1"],
                          ["lcs", a, a, "--device", "-1"], ["lcs", a, a, "--device", "zero"],
                          ["lcs", a, a, "--device", "0.5"], ["lcs", a, a, "--device", "0,1"],
                          ["lcs", a, a, "--device", ""], ["lcs", a, a, "--device"],
                          ["lcs", a, a, "--device", "99999999999"],
                          ["lcs", a, a, "--device", "0", "--device", "1"],
                          ["lcs", a, a, "--device", "0", "--backend", "cpu"],
                          ["lcs", a, a, "--backend", "gpu"], ["lcs", a, a, "--alphabet", "dna16"],
                          ["lcs", a, a, "--alignment", "-"], ["lcs", a, a, "--alignment", ""],
                          ["lcs", a, a, "--alignment"], ["lcs", a, a, "--alignment", "--timings"],
                          ["lcs", a, a, "--alignment=--timings"], ["lcs", "--alignment", "--", a, a],
                          ["lcs", "--alignment", "--", a, a, a], ["lcs", a, a, "--threads", "--", "1"]):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program(*arguments, cwd=self.folder), 2)
                self.assertEqual(os.listdir(self.folder), ["a"])

    def test_device(self):
        a = self.file("a", ">a\nA\n")
        self.assert_fails(self.run_program("lcs", a, a, "--device", "zero"), 2, "--device", "gpulcs devices", "'zero'")
        for options in (["--device", "0", "--backend", "cpu"], ["--backend", "cpu", "--device", "7"]):
            self.assert_fails(self.run_program("lcs", a, a, *options), 2, "--device", "--backend cpu")

    def test_what_is_wrong(self):
        a = self.file("a", ">a\nA\n")
        for arguments, *parts in (
                ([], "Name a command: lcs, search, primer or devices"),
                (["nonsense"], "no command 'nonsense'", "lcs, search, primer or devices"),
                (["--nonsense"], "no option '--nonsense'"), (["-k", "5", "lcs", a, a], "no option '-k'"),
                (["--threads", "2", "lcs", a, a], "option '--threads' belongs behind the command", "gpulcs lcs --threads"),
                (["-k", "2", "primer", a, a], "option '-k' belongs behind the command", "gpulcs primer -k"),
                (["--timings=1", "lcs", a, a], "option '--timings=1' belongs behind the command"),
                (["lcs", a, a, "--nonsense", "5"], "no option '--nonsense'"),
                (["lcs", a, a, "--alig", "x"], "no option '--alig'", "write --alignment in full"),
                (["lcs", a, a, "--ti"], "no option '--ti'", "write --timings in full"),
                (["lcs", a, a, "--thread=2"], "no option '--thread=2'", "write --threads in full"),
                (["lcs", "-dash.fa", a], "'-dash.fa'", "if it is a file, write './-dash.fa'"),
                (["primer", "-k", "1", a, "-dash.fa"], "'-dash.fa'", "if it is a file, write './-dash.fa'"),
                (["lcs"], "No file is given for A"), (["lcs", a], "No file is given for B"),
                (["primer", a], "No file is given for BACKGROUNDS"), (["primer", a, a], "The option -k is missing"),
                (["lcs", a, a, "c"], "'c' is one too many"), (["lcs", a, a, "devices"], "'devices' is one too many"),
                (["lcs", a, a, "--threads", "1", "--threads", "2"], "--threads is given more than once"),
                (["primer", "-k", "1", "-k", "2", a, a], "-k is given more than once"),
                (["lcs", a, a, "--alignment", "--timings"], "not an option", "write './--timings'"),
                (["lcs", a, a, "--", "-x"], "'./-x' is one too many"),
                (["lcs", a, a, "--threads"], "--threads needs a value"), (["primer", a, a, "-k"], "-k needs a value"),
                (["lcs", a, a, "--format", "xml"], "--format needs tsv, json or phylip, not 'xml'"),
                (["search", a, a, "--order", "x"], "--order needs lcs or identity, not 'x'"),
                (["lcs", a, a, "--alphabet", "rna"], "dna, iupac, protein", "not 'rna'"),
                (["lcs", a, a, "--backend", "gpu"], "--backend needs auto, cpu or cuda, not 'gpu'")):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program(*arguments), 2, *parts)
        self.file("--dash", ">a\nA\n")
        self.assert_fails(self.run_program("lcs", "--dash", a, cwd=self.folder), 2, "write './--dash'")
        self.assertEqual(len(self.lcs("./--dash", a, cwd=self.folder)), 1)

    def test_table_must_not_go_to_an_input(self):
        a, b = self.file("a", ">a\nA\n"), self.file("b", ">b\nA\n")
        os.symlink(a, self.path("link"))
        for arguments in (["lcs", a, b], ["lcs", b, self.path("link")], ["search", b, a], ["primer", "-k", "1", b, b, a],
                          ["primer", "-k", "1", a, b]):
            with self.subTest(arguments=arguments), open(a, "ab") as table:
                self.assert_fails(self.run_program(*arguments, stdout=table), 2, "Standard output goes to the input")
        with open(a, "rb") as same, open(a, "ab") as table:
            self.assert_fails(self.run_program("lcs", "-", b, stdin=same, stdout=table), 2, "the input '-'")
        self.assertEqual(self.content("a"), b">a\nA\n")
        # A terminal, or what takes whatever comes, may be both.
        with open("/dev/null", "r+b") as null:
            self.assert_fails(self.run_program("lcs", "-", b, stdin=null, stdout=null), 1, "no records")

    def test_where_help_is(self):
        for arguments, command in (([], "gpulcs"), (["nonsense"], "gpulcs"), (["--nonsense"], "gpulcs"),
                                   (["lcs"], "gpulcs lcs"), (["lcs", "a", "b", "--nonsense"], "gpulcs lcs"),
                                   (["lcs", "a", "b", "devices"], "gpulcs lcs")):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program(*arguments), 2, f"see {command} --help.")

    def test_files_called_like_commands(self):
        self.file("lcs", ">a\nA\n")
        self.file("devices", ">b\nA\n")
        rows = self.lcs("devices", "lcs", cwd=self.folder)
        self.assertEqual(rows, [["b", "a", "1", "1", "1", "1.000000"]])

    def test_files_called_like_options(self):
        for name in ("-x", "--timings", "--", "a"):
            self.file(name, f">{name}\nA\n")
        for arguments, names in ((["--", "-x", "--timings"], ["-x", "--timings"]), (["a", "--", "-x"], ["a", "-x"]),
                                 (["--", "--", "a"], ["--", "a"]), (["--", "a", "a"], ["a", "a"])):
            self.assertEqual(self.lcs(*arguments, cwd=self.folder)[0][:2], names)
        self.assertEqual(self.lcs("a", "--", "-", cwd=self.folder, input=b">in\nA\n")[0][:2], ["a", "in"])
        self.lcs("a", "a", "--alignment", "./--timings", cwd=self.folder)
        self.assertEqual(self.content("--timings").split(b"\t")[0], b"a")

    def test_memory_sizes(self):
        a = self.file("a", ">a\nA\n")
        for size in ("1", "100B", "5K", "5k", "5KB", "5KiB", "5kib", "7M", "7MB", "7MiB", "2G", "2GiB", "1T", "1TiB"):
            self.assertEqual(len(self.lcs(a, a, "--memory", size)), 1)

        # The units are powers of 1024.
        genome = os.path.join(DATA, "mers_emc_2012.fasta")
        for size, expected in (("3K", 3072), ("3KB", 3072), ("3KiB", 3072), ("3000", 3000), ("30B", 30)):
            result = self.run_program("lcs", genome, genome, "--memory", size, "--alignment", self.path("paf"))
            self.assert_fails(result, 1, f"of {expected} bytes")

    def test_alignment_must_not_be_an_input(self):
        a = self.file("a", ">a\nA\n")
        b = self.file("b", ">b\nA\n")
        os.symlink(a, self.path("symbolic"))
        os.link(b, self.path("hard"))
        for output in (a, b, self.path("symbolic"), self.path("hard"), os.path.join(self.folder, ".", "a")):
            self.assert_fails(self.run_program("lcs", a, b, "--alignment", output), 2, f"'{output}'", "input",
                              "--alignment")
        with open(a, "rb") as file:
            self.assert_fails(self.run_program("lcs", "-", b, "--alignment", a, stdin=file), 2, f"'{a}'", "input")
        self.assertEqual((self.content("a"), self.content("b")), (b">a\nA\n", b">b\nA\n"))

    def test_alignment_must_not_be_the_table(self):
        a = self.file("a", ">a\nA\n")
        with open(self.path("table"), "wb") as table:
            result = self.run_program("lcs", a, a, "--alignment", self.path("table"), stdout=table)
        self.assert_fails(result, 2, "table", "--alignment")
        self.assertEqual(self.content("table"), b"")


class output_test(lcs_test):
    def setUp(self):
        super().setUp()
        self.a = self.file("a", fasta(("a", random_letters(60_000, 1))))
        self.b = self.file("b", fasta(("b", random_letters(60_000, 2))))
        self.lcs(self.a, self.b, "--alignment", self.path("expected"))
        self.expected = self.content("expected")
        # Does not fit into a pipe.
        self.assertGreater(len(self.expected), 1 << 16)

    def become_another_user(self):
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(65534, 65534, 65534)
            os.setresuid(65534, 65534, 65534)

    # The program may lie in a folder that is closed to others.
    def skip_unless_another_user_can_run(self):
        try:
            result = self.run_program("--version", preexec_fn=self.become_another_user)
        except PermissionError:
            self.skipTest("another user may not run the program here")
        if result.returncode != 0:
            self.skipTest("another user cannot run the program here")

    def test_existing_file(self):
        self.file("paf", "old")
        self.lcs(self.a, self.b, "--alignment", self.path("paf"))
        self.assertEqual(self.content("paf"), self.expected)
        self.assert_no_temporary_files()

    def test_control_characters_in_arguments(self):
        result = self.run_program("lcs", self.a, self.b, "c\nd\x1b[31m")
        self.assert_fails(result, 2, "c?d?[31m")

    def test_name_without_folder(self):
        self.lcs("a", "b", "--alignment", "paf", cwd=self.folder)
        self.assertEqual(self.content("paf"), self.expected)

    def test_long_name(self):
        self.lcs(self.a, self.b, "--alignment", self.path("n" * 255))
        self.assertEqual(self.content("n" * 255), self.expected)

    def test_mode(self):
        for mask in (0o022, 0o027, 0o077):
            if os.path.exists(self.path("paf")):
                os.unlink(self.path("paf"))
            self.lcs(self.a, self.b, "--alignment", self.path("paf"), preexec_fn=lambda: os.umask(mask))
            self.assertEqual(stat.S_IMODE(os.stat(self.path("paf")).st_mode), 0o666 & ~mask)

    def test_an_existing_file_keeps_its_mode(self):
        for mode in (0o600, 0o640, 0o666, 0o755):
            os.chmod(self.file("paf", "old"), mode)
            self.lcs(self.a, self.b, "--alignment", self.path("paf"), preexec_fn=lambda: os.umask(0o027))
            self.assertEqual(stat.S_IMODE(os.stat(self.path("paf")).st_mode), mode)
            self.assertEqual(self.content("paf"), self.expected)
            os.unlink(self.path("paf"))

    @unittest.skipUnless(os.geteuid() == 0, "only root may change owners")
    def test_an_existing_file_keeps_its_owner(self):
        os.chmod(self.folder, 0o777)
        for user, options in ((0, {}), (12345, {}), (0, {"preexec_fn": self.become_another_user})):
            if options:
                self.skip_unless_another_user_can_run()
            paf = self.file("paf", "old")
            os.chmod(paf, 0o666)
            os.chown(paf, user, 54321)
            self.lcs(self.a, self.b, "--alignment", paf, **options)
            status = os.stat(paf)
            self.assertEqual((status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)), (user, 54321, 0o666))
            self.assertEqual(self.content("paf"), self.expected)
            self.assert_no_temporary_files()

    def test_hard_links_keep_the_old_content(self):
        os.link(self.file("paf", "old"), self.path("other"))
        self.lcs(self.a, self.b, "--alignment", self.path("paf"))
        self.assertEqual((self.content("paf"), self.content("other")), (self.expected, b"old"))

    def private_mounts(self):
        """What to put in front of a command that may mount."""
        private = ["unshare", "--mount", "--map-root-user"]
        try:
            can_mount = subprocess.run([*private, "mount", "--bind", self.file("one", ""), self.file("two", "")],
                                       capture_output=True).returncode == 0
        except FileNotFoundError:
            can_mount = False
        if not can_mount:
            self.skipTest("nothing can be mounted here")
        return private

    def test_file_in_a_read_only_folder(self):
        os.mkdir(self.path("folder"))
        inside, outside = self.file("folder/file", "below"), self.file("outside", "old")
        os.mkdir(self.path("temporary"))
        script = 'mount --bind "$1" "$1" && mount --bind "$2" "$3" && mount -o remount,ro,bind "$1" && shift 3 && "$@"'
        result = subprocess.run([*self.private_mounts(), "sh", "-c", script, "sh", self.path("folder"), outside, inside,
                                 self.PROGRAM, "lcs", self.a, self.b, "--alignment", inside], capture_output=True,
                                env={**os.environ, "TMPDIR": self.path("temporary")})
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual((self.content("outside"), self.content("folder/file")), (self.expected, b"below"))
        self.assertEqual(os.listdir(self.path("folder")) + os.listdir(self.path("temporary")), ["file"])

    def test_mount_point(self):
        private = self.private_mounts()
        # Shorter and longer than what comes.
        for old in (b"old", b"o" * (len(self.expected) + 1)):
            inside, outside = self.file("inside", "below"), self.file("outside", old)
            os.chmod(outside, 0o640)
            result = subprocess.run([*private, "sh", "-c", 'mount --bind "$1" "$2"; shift 2; "$@"', "sh", outside, inside,
                                     self.PROGRAM, "lcs", self.a, self.b, "--alignment", inside], capture_output=True)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(self.content("outside"), self.expected)
            self.assertEqual(stat.S_IMODE(os.stat(outside).st_mode), 0o640)
            self.assertEqual(self.content("inside"), b"below")
            self.assert_no_temporary_files()

    def test_write_protected_folder(self):
        self.skip_unless_another_user_can_run()
        os.chmod(self.folder, 0o755)
        for folder in ("protected", "temporary"):
            os.mkdir(self.path(folder))
        paf = self.file("protected/paf", "")
        os.chmod(paf, 0o666)
        os.chmod(self.path("protected"), 0o555)
        self.addCleanup(os.chmod, self.path("protected"), 0o755)
        os.chmod(self.path("temporary"), 0o777)
        options = {"preexec_fn": self.become_another_user, "env": {**os.environ, "TMPDIR": self.path("temporary")}}
        for old in (b"old", b"o" * (len(self.expected) + 1)):
            status = os.stat(self.file("protected/paf", old))
            self.lcs(self.a, self.b, "--alignment", paf, **options)
            self.assertEqual(self.content("protected/paf"), self.expected)
            again = os.stat(paf)
            self.assertEqual((again.st_ino, again.st_uid, again.st_mode), (status.st_ino, status.st_uid, status.st_mode))
            self.assertEqual(os.listdir(self.path("temporary")), [])
        self.assertEqual(os.listdir(self.path("protected")), ["paf"])

        # A new file cannot be there; and one that fails leaves the old one.
        self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", self.path("protected/new"), **options), 1,
                          "protected/new' (Permission denied)", "choose a folder")
        self.file("protected/paf", "old")
        with open("/dev/full", "wb") as full:
            result = self.run_program("lcs", self.a, self.b, "--alignment", paf, stdout=full, **options)
        self.assert_fails(result, 1, "standard output", "No space left")
        self.assertEqual(os.listdir(self.path("temporary")), [])

        for folder in ("protected", "missing"):
            options["env"] = {**os.environ, "TMPDIR": self.path(folder)}
            result = self.run_program("lcs", self.a, self.b, "--alignment", paf, **options)
            self.assert_fails(result, 1, "protected/paf' (Permission denied)", "TMPDIR")
            self.assertEqual(result.stdout, b"")
        self.assertEqual(self.content("protected/paf"), b"old")

    def test_links(self):
        os.mkdir(self.path("folder"))
        self.file("folder/file", "old")
        links = {"link": "folder/file", "second_link": "link", "dangling": "folder/new",
                 "absolute": self.path("folder/file")}
        for name, target in links.items():
            os.symlink(target, self.path(name))
            self.file("folder/file", "old")
            self.lcs(self.a, self.b, "--alignment", self.path(name))
            self.assertEqual(self.content(name), self.expected)
        for name, target in links.items():
            self.assertEqual(os.readlink(self.path(name)), target)
        self.assertEqual(sorted(os.listdir(self.path("folder"))), ["file", "new"])
        self.assert_no_temporary_files()

    def test_link_to_itself(self):
        os.symlink("loop", self.path("loop"))
        self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", self.path("loop")), 1, "loop'")
        self.assertTrue(os.path.islink(self.path("loop")))
        self.assert_no_temporary_files()

    def test_pipe(self):
        fifo = self.path("fifo")
        os.mkfifo(fifo)
        received = []

        def receive():
            with open(fifo, "rb") as file:
                received.append(file.read())

        reader = threading.Thread(target=receive)
        reader.start()
        self.lcs(self.a, self.b, "--alignment", fifo)
        reader.join()
        self.assertEqual(received, [self.expected])
        self.assertTrue(stat.S_ISFIFO(os.stat(fifo).st_mode))
        self.assert_no_temporary_files()

    def test_process_substitution(self):
        read_end, write_end = os.pipe()
        process = self.start_program("lcs", self.a, self.b, "--alignment", f"/dev/fd/{write_end}", pass_fds=[write_end])
        os.close(write_end)
        with open(read_end, "rb") as file:
            self.assertEqual(file.read(), self.expected)
        self.assertEqual(process.wait(timeout=60), 0)

    def test_pipe_without_reader(self):
        fifo = self.path("fifo")
        os.mkfifo(fifo)
        process = self.start_program("lcs", self.a, self.b, "--alignment", fifo)
        open(fifo, "rb").close()
        _, message = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(message.decode(), r"\Agpulcs: [^\n]*fifo' \(Broken pipe\)[^\n]*\.\n\Z")

    def test_standard_output_without_reader(self):
        self.file("paf", "old")
        process = self.start_program("lcs", self.a, "-", "--alignment", self.path("paf"), stdin=subprocess.PIPE)
        process.stdout.close()
        process.stdin.write(self.content("b"))
        process.stdin.close()
        message = process.stderr.read().decode()
        self.assertEqual(process.wait(timeout=60), 1)
        self.assertRegex(message, r"\Agpulcs: [^\n]*standard output \(Broken pipe\)[^\n]*\.\n\Z")
        self.assertEqual(self.content("paf"), b"old")
        self.assert_no_temporary_files()

    def test_slow_reader(self):
        # A pipe that does not block: the program has to wait.
        read_end, write_end = os.pipe()
        os.set_blocking(write_end, False)
        many = self.file("many", "".join(f">r{i}\n\n" for i in range(200)))
        process = self.start_program("lcs", "--all-pairs", many, many, stdout=write_end)
        os.close(write_end)
        time.sleep(0.3)
        with open(read_end, "rb") as file:
            self.assertEqual(len(file.read().splitlines()), 1 + 200 * 199 // 2)
        self.assertEqual(process.wait(timeout=60), 0)

    def test_full_disk(self):
        self.assert_full_disk_fails("lcs", self.a, self.b)

    def test_table_and_alignments_to_the_same_pipe(self):
        # Standard output is a pipe here.
        result = self.run_program("lcs", self.a, self.b, "--alignment", "/dev/stdout")
        self.assert_fails(result, 2, "/dev/stdout")

    def test_open_file_without_its_name(self):
        with tempfile.TemporaryFile(dir=self.folder) as file:
            file.write(b"old\n")
            file.flush()
            self.lcs(self.a, self.b, "--alignment", f"/dev/fd/{file.fileno()}", pass_fds=[file.fileno()])
            file.seek(0)
            self.assertEqual(file.read(), b"old\n" + self.expected)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a", "b", "expected"])

    def test_link_to_an_open_file(self):
        with open(self.path("open"), "wb") as file:
            file.write(b"old\n")
            file.flush()
            os.symlink(f"/dev/fd/{file.fileno()}", self.path("link"))
            self.lcs(self.a, self.b, "--alignment", self.path("link"), pass_fds=[file.fileno()])
        self.assertEqual(self.content("open"), b"old\n" + self.expected)

    def test_descriptors_share_their_offset(self):
        for folder in ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"):
            with open(self.path("shared"), "wb", buffering=0) as file:
                file.write(b"before\n")
                self.lcs(self.a, self.b, "--alignment", f"{folder}/{file.fileno()}", pass_fds=[file.fileno()])
                file.write(b"behind\n")
            self.assertEqual(self.content("shared"), b"before\n" + self.expected + b"behind\n")

    def test_descriptors_that_cannot_be_written(self):
        read_only = self.file("read_only", "as it was")
        with open(read_only, "rb") as file:
            result = self.run_program("lcs", self.a, self.b, "--alignment", f"/dev/fd/{file.fileno()}",
                                      pass_fds=[file.fileno()])
            self.assert_fails(result, 1, f"/dev/fd/{file.fileno()}'", "open for reading only")
        self.assertEqual(self.content("read_only"), b"as it was")
        for name, problem in (("999", "Bad file descriptor"), ("-1", "Bad file descriptor"), ("nonsense", "No such file"),
                              ("2x", "No such file"), ("1 ", "No such file")):
            self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", "/dev/fd/" + name), 1,
                              f"/dev/fd/{name}'", problem)

    @unittest.skipUnless(os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK), "there is no /dev/shm here")
    def test_regular_file_below_dev(self):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            for _ in range(2):
                self.lcs(self.a, self.b, "--alignment", "paf", cwd=folder)
            self.assertEqual(os.listdir(folder), ["paf"])
            with open(os.path.join(folder, "paf"), "rb") as file:
                self.assertEqual(file.read(), self.expected)

    def test_file_that_grows_too_large(self):
        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))

        self.file("paf", "old")
        # A driver might need larger files.
        result = self.run_program("lcs", "--backend", "cpu", self.a, self.b, "--alignment", self.path("paf"),
                                  preexec_fn=limit_files)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr.decode(), r"\Agpulcs: [^\n]*paf' \(File too large\)[^\n]*\.\n\Z")
        self.assertEqual(self.content("paf"), b"old")
        self.assert_no_temporary_files()

    def test_closed_standard_output(self):
        result = self.run_program("lcs", self.a, self.b, "--alignment", self.path("paf"),
                                  preexec_fn=lambda: os.close(1))
        self.assert_fails(result, 1, "standard output", "Bad file descriptor")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a", "b", "expected"])

    def test_unwritable(self):
        missing = os.path.join(self.folder, "missing", "paf")
        self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", missing), 1, f"'{missing}'",
                          "No such file")
        self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", self.folder), 1, f"'{self.folder}'",
                          "directory")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a", "b", "expected"])

    @unittest.skipIf(os.geteuid() == 0, "root may write everything")
    def test_write_protection(self):
        protected = self.file("protected", "old")
        os.chmod(protected, 0o444)
        self.assert_fails(self.run_program("lcs", self.a, self.b, "--alignment", protected), 1, "Permission denied")
        self.assertEqual(self.content("protected"), b"old")
        self.assert_no_temporary_files()


class long_runs_test(lcs_test):
    @classmethod
    def setUpClass(cls):
        cls.inputs = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.inputs.cleanup)
        # Takes half a minute or more on any machine.
        cls.long = ["--backend", "cpu", "--threads", "2"]
        for name in ("a", "b"):
            cls.long.append(os.path.join(cls.inputs.name, name))
            with open(cls.long[-1], "w") as file:
                file.write(fasta((name, random_letters(3_000_000, name))))

    def assert_stops(self, process, number):
        """Within a second, with the status that shells know, without a word."""
        start = time.monotonic()
        process.send_signal(number)
        self.assertEqual(process.wait(timeout=10), 128 + number)
        self.assertLess(time.monotonic() - start, 1)

    def wait_for_temporary_file(self):
        deadline = time.monotonic() + 20
        while not any(name.endswith(".tmp") for name in os.listdir(self.folder)):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def test_stop_while_computing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            self.file("paf", "old")
            process = self.start_program("lcs", *self.long, "--alignment", self.path("paf"))
            self.wait_for_temporary_file()
            time.sleep(0.2)
            self.assertIsNone(process.poll())
            self.assert_stops(process, number)
            self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(os.listdir(self.folder), ["paf"])
            self.assertEqual(self.content("paf"), b"old")

    def test_stop_while_waiting_for_input(self):
        process = self.start_program("lcs", self.long[-1], "-", "--alignment", self.path("paf"), stdin=subprocess.PIPE)
        # More than fits into the pipe: afterwards the program is at it.
        process.stdin.write(b">b\n" + b"A" * 500_000)
        process.stdin.flush()
        self.assert_stops(process, signal.SIGINT)
        self.assertEqual(process.stderr.read(), b"")
        self.assertEqual(os.listdir(self.folder), [])

    def test_stop_while_waiting_for_a_reader(self):
        small = self.file("a", ">a\nA\n")
        os.mkfifo(self.path("fifo"))
        process = self.start_program("lcs", small, small, "--alignment", self.path("fifo"))
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        self.assert_stops(process, signal.SIGTERM)
        self.assertEqual(process.stderr.read(), b"")

    def test_stop_while_the_output_is_blocked(self):
        many = self.file("many", "".join(f">r{i}\n\n" for i in range(200)))
        process = self.start_program("lcs", "--all-pairs", many, many, "--alignment", self.path("paf"))
        self.wait_for_temporary_file()
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        self.assert_stops(process, signal.SIGINT)
        self.assertEqual(os.listdir(self.folder), ["many"])

    def test_ignored_signals_stay_ignored(self):
        def ignore():
            signal.signal(signal.SIGINT, signal.SIG_IGN)

        small = self.file("a", ">a\nA\n")
        process = self.start_program("lcs", small, "-", stdin=subprocess.PIPE, preexec_fn=ignore)
        process.stdin.write(b">b\n" + b"A" * 500_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        time.sleep(0.8)
        output, message = process.communicate(timeout=60)
        self.assertEqual((process.returncode, message), (0, b""))
        self.assertEqual(output.decode().splitlines()[1].split("\t")[:5], ["a", "b", "1", "500000", "1"])

    def read_terminal(self, terminal, seconds):
        text = b""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if select.select([terminal], [], [], left)[0]:
                try:
                    text += os.read(terminal, 4096)
                except OSError:
                    break
        return text

    def start_on_terminal(self, *arguments):
        try:
            terminal, program_side = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminals here: {error}")
        self.addCleanup(os.close, terminal)
        process = self.start_program(*arguments, stderr=program_side)
        os.close(program_side)
        return process, terminal

    def test_progress_bar(self):
        process, terminal = self.start_on_terminal("lcs", *self.long)
        # Not in the first second.
        self.assertEqual(self.read_terminal(terminal, 0.7), b"")
        text = self.read_terminal(terminal, 1.8)
        self.assert_stops(process, signal.SIGINT)
        text += self.read_terminal(terminal, 0.1)

        lines = text.decode().split("\r")
        self.assertEqual(lines[0], "")
        self.assertEqual(lines[-1], "\x1b[K")
        self.assertGreaterEqual(len(lines), 6)
        bar = r"([\d.e+]+) of 9e\+12 cells \(([\d.]+) %\), [\d.]+ GCUPS, \d+:\d\d:\d\d left\x1b\[K"
        percents = []
        for line in lines[1:-1]:
            self.assertRegex(line, rf"\A{bar}\Z")
            percents.append(float(re.match(bar, line)[2]))
        self.assertEqual(percents, sorted(percents))
        self.assertGreater(percents[-1], percents[0])
        self.assertLess(percents[-1], 100)

    def test_progress_bar_over_many_pairs(self):
        # Each call of the library is short; the bar shows the whole.
        many = "".join(f">r{i}\n{random_letters(500, i)}\n" for i in range(1400))
        process, terminal = self.start_on_terminal("lcs", "--all-pairs", self.file("many", many),
                                                   self.file("others", many), "--backend", "cpu", "--threads", "1")
        drain = threading.Thread(target=process.stdout.read)
        drain.start()
        text = self.read_terminal(terminal, 2.5)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=10)
        drain.join()
        self.assertIn(b" of 4.9e+11 cells (", text)

    def test_no_progress_bar_for_short_work(self):
        small = self.file("a", ">a\nA\n")
        process, terminal = self.start_on_terminal("lcs", "--backend", "cpu", small, small)
        text = self.read_terminal(terminal, 5)
        self.assertEqual((process.wait(timeout=10), text), (0, b""))

    def test_no_progress_bar_without_terminal(self):
        process = self.start_program("lcs", *self.long)
        time.sleep(2)
        self.assertIsNone(process.poll())
        self.assert_stops(process, signal.SIGINT)
        self.assertEqual(process.stderr.read(), b"")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    DATA = os.path.abspath(sys.argv.pop(2))
    program_test.main(__doc__)
