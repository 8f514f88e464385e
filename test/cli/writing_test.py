#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of large outputs of gpulcs lcs and gpulcs search: writing_test.py PATH_TO_GPULCS"""

import json
import math
import os
import pty
import random
import signal
import struct
import subprocess
import time
from fractions import Fraction

import program
from comparison import HEADER, comparison_case
from sequences import fasta, lcs_by_long_integers, random_letters

# Records of which every two are more pairs than one call of the library takes.
MANY = 364


def npy(content):
    """The rows of a square matrix in NumPy's format, version 1.0, as lists of single precision numbers."""
    magic, header_size = content[:8], struct.unpack("<H", content[8:10])[0]
    assert magic == b"\x93NUMPY\x01\x00" and (10 + header_size) % 64 == 0
    header = content[10:10 + header_size]
    assert header.endswith(b"\n")
    description = eval(header.decode("ascii"), {"__builtins__": {}})
    assert set(description) == {"descr", "fortran_order", "shape"}
    assert description["descr"] in ("<f4", ">f4") and description["fortran_order"] is False
    rows, columns = description["shape"]
    assert rows == columns
    numbers = struct.unpack(f"{description['descr'][0]}{rows * columns}f", content[10 + header_size:])
    return [list(numbers[row * columns:(row + 1) * columns]) for row in range(rows)]


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


class expectation:
    """What the program must write about pairs of records."""

    def __init__(self, pairs):
        self.rows = []
        known = {}
        for (id1, letters1), (id2, letters2) in pairs:
            key = letters1, letters2
            if key not in known:
                known[key] = lcs_by_long_integers(*key)
            self.rows.append((id1, id2, len(letters1), len(letters2), known[key]))

    @staticmethod
    def identity(row):
        return row[4] / max(row[2:4]) if max(row[2:4]) else 1.0

    def tsv(self):
        lines = ["\t".join(HEADER)]
        lines += ["\t".join(map(str, row)) + f"\t{self.identity(row):.6f}" for row in self.rows]
        return "\n".join(lines) + "\n"

    def json(self):
        lines = []
        for row in self.rows:
            # Halves are rounded up.
            values = (*row, math.floor(self.identity(row) * 1e6 + 0.5) / 1e6)
            lines.append(json.dumps(dict(zip(HEADER, values)), ensure_ascii=False, separators=(",", ":")) + "\n")
        return "".join(lines)

    def matrix(self, size, distance=None):
        """By default, distances are relative to the shorter sequence."""
        def by_shorter(row):
            shorter, longer = sorted(row[2:4])
            return (shorter - row[4]) / shorter if shorter else float(longer != 0)

        distances = [[0.0] * size for _ in range(size)]
        rows = iter(self.rows)
        for i in range(size):
            for j in range(i + 1, size):
                distances[i][j] = distances[j][i] = single((distance or by_shorter)(next(rows)))
        return distances


class writing_case(comparison_case):
    def output(self, *arguments):
        result = self.run_program("lcs", "--all-pairs", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout

    def assert_same(self, output, expected):
        # A message with all lines would take minutes.
        self.assertTrue(output.decode() == expected)

    def many_records(self, seed):
        """Ids as they must be written, and few different sequences; some are empty."""
        generator = random.Random(seed)
        ids = ["\"{}\"", "back\\slash{}", "\u00e4{}\u20ac", "\\x01{}", "plain{}", "/<{}>'"]
        return [(ids[i % len(ids)].format(i), random_letters(generator.randrange(7), generator.randrange(9)))
                for i in range(MANY)]

    def many(self, seed=1):
        records = self.many_records(seed)
        pairs = [(first, second) for i, first in enumerate(records) for second in records[i + 1:]]
        self.assertGreater(len(pairs), 1 << 16)
        return records, expectation(pairs), self.file("many", fasta(*records).replace("\\x01", "\x01"))


class all_pairs_test(writing_case):
    def test_all_formats(self):
        records, expected, many = self.many()
        distances = expected.matrix(len(records))
        phylip = f"{len(records)}\n" + "".join(
            " ".join([record[0], *(f"{value:.6f}" for value in row)]) + "\n"
            for record, row in zip(records, distances, strict=True))
        for threads in ("1", "2", "17"):
            with self.subTest(threads=threads):
                self.assert_same(self.output(many, many, "--threads", threads), expected.tsv())
                self.assert_same(self.output(many, many, "--threads", threads, "--format", "json"), expected.json())
                self.assert_same(self.output(many, many, "--threads", threads, "--format", "phylip"), phylip)
                self.assertTrue(npy(self.output(many, many, "--threads", threads, "--format", "npy")) == distances)
        by_longer = expected.matrix(len(records), lambda row: 1 - expected.identity(row))
        self.assertTrue(npy(self.output(many, many, "--format", "npy", "--distance", "longer")) == by_longer)

    def test_threads(self):
        _, _, many = self.many(2)
        for form in ("tsv", "json", "phylip", "npy"):
            expected = self.output(many, many, "--format", form, "--threads", "1")
            for threads in range(3, 17, 3):
                self.assertTrue(self.output(many, many, "--format", form, "--threads", str(threads)) == expected)

    def test_two_files(self):
        # Many rows, and rows that are too long for one call.
        short = [("x", "ACGT"), ("y", ""), ("z", "GATTACA")]
        long = [(f"r{i}", "ACGTTGCA"[i % 5:i % 9]) for i in range((1 << 16) + 1)]
        a, b = self.file("a", fasta(*short)), self.file("b", fasta(*long))
        for first, second, one, other in ((short, long, a, b), (long, short, b, a)):
            expected = expectation([(i, j) for i in first for j in second])
            self.assert_same(self.output(one, other), expected.tsv())

    def test_long_sequences(self):
        # The pairs of the first record are compared one by one.
        records = [("long", "AC" * (1 << 24)), ("x", "GATTACA"), ("y", ""), ("z", "CCA")]
        a = self.file("a", fasta(*records))
        rows = [("long", "x", 1 << 25, 7, 4), ("long", "y", 1 << 25, 0, 0), ("long", "z", 1 << 25, 3, 3),
                ("x", "y", 7, 0, 0), ("x", "z", 7, 3, 2), ("y", "z", 0, 3, 0)]
        expected = expectation([])
        expected.rows = rows
        self.assert_same(self.output(a, a), expected.tsv())
        self.assertEqual(npy(self.output(a, a, "--format", "npy")), expected.matrix(4))

    def test_few_records(self):
        for letters in ([""], ["ACG"], ["", ""], ["AC", "AG"], ["ACG", "", "AG"]):
            records = [(f"r{i}", text) for i, text in enumerate(letters)]
            a = self.file("a", fasta(*records))
            expected = expectation([(first, second) for i, first in enumerate(records) for second in records[i + 1:]])
            self.assert_same(self.output(a, a), expected.tsv())
            self.assert_same(self.output(a, a, "--format", "json"), expected.json())
            for options in ([], ["--alignment", self.path("paf")]):
                self.assertEqual(npy(self.output(a, a, "--format", "npy", *options)), expected.matrix(len(records)))

    def test_matrices_with_alignments(self):
        records, expected, many = self.many(3)
        matrix = self.output(many, many, "--format", "npy", "--alignment", self.path("paf"))
        self.assertTrue(npy(matrix) == expected.matrix(len(records)))
        lines = self.content("paf").decode().splitlines()
        self.assertEqual([line.split("\t")[0:6:5] for line in lines], [list(row[:2]) for row in expected.rows])

    def test_long_ids(self):
        # In a part of a table, there are only a few of them.
        records = [(f"{i}" + "x" * 200_000, "ACGT"[:i % 5]) for i in range(16)]
        a = self.file("a", fasta(*records))
        expected = expectation([(first, second) for i, first in enumerate(records) for second in records[i + 1:]])
        for threads in ("1", "4"):
            self.assert_same(self.output(a, a, "--threads", threads), expected.tsv())

    def test_decimals(self):
        # Identities in the middle of two numbers with six decimals, and next to it.
        lengths = [0, 1, 3, 7, 64, 127, 128, 129, 640, 1000, 3125, 6250, 10_000]
        a = self.file("a", fasta(*((f"a{i}", "A" * i) for i in lengths)))
        b = self.file("b", fasta(*((f"b{i}", "A" * i) for i in range(1000)), *((f"b{i}", "A" * i) for i in lengths)))
        rows = [row.split("\t") for row in self.output(a, b).decode().splitlines()[1:]]
        self.assertEqual(len(rows), len(lengths) * (1000 + len(lengths)))
        for row in rows:
            shorter, longer = sorted(map(int, row[2:4]))
            self.assertEqual(row[5], f"{shorter / longer if longer else 1:.6f}")
        for line in self.output(a, b, "--format", "json").splitlines():
            row = json.loads(line)
            shorter, longer = sorted((row["length1"], row["length2"]))
            self.assertEqual(row["identity"], math.floor((shorter / longer if longer else 1) * 1e6 + 0.5) / 1e6)


class min_identity_test(writing_case):
    def test_tables(self):
        _, expected, many = self.many(4)
        every = expected.rows
        for text in ("0", "0.5", "0.6", "0.66666", "1"):
            # Six decimals hide what is just below.
            expected.rows = [row for row in every if expectation.identity(row) >= float(text)]
            for threads in ("1", "5"):
                options = [many, many, "--min-identity", text, "--threads", threads]
                self.assert_same(self.output(*options), expected.tsv())
                self.assert_same(self.output(*options, "--format", "json"), expected.json())
        exact = [row for row in every if max(row[2:4]) == 0 or Fraction(row[4], max(row[2:4])) >= Fraction(1, 2)]
        self.assertEqual(len(self.lcs("--all-pairs", many, many, "--min-identity", "0.5")), len(exact))

    def test_pairs_in_order(self):
        a = self.file("a", fasta(("x", "ACGT"), ("y", "ACGT"), ("z", "")))
        b = self.file("b", fasta(("u", "ACG"), ("v", "AAAA"), ("w", "")))
        for text, ids in (("0", "xyz"), ("0.25", "xyz"), ("0.26", "xz"), ("0.75", "xz"), ("0.7500001", "z"), ("1", "z")):
            rows = self.lcs(a, b, "--min-identity", text, "--alignment", self.path("paf"))
            self.assertEqual("".join(row[0] for row in rows), ids)
            self.assertEqual("".join(line[0] for line in self.content("paf").decode().splitlines()), ids)

    def test_long_pairs(self):
        letters = random.Random(7).choices("ACGT", k=20000)
        others = [letters[:]]
        for distance in (30, 300, 3000):
            others.append([letter if i % (20000 // distance) else "ACGT"["ACGT".index(letter) - 1]
                           for i, letter in enumerate(letters)])
        records = [(str(i), "".join(other)) for i, other in enumerate(others)]
        a = self.file("a", fasta(*records))
        every = self.lcs("--all-pairs", a, a)
        for row in every:
            for length in (int(row[4]), int(row[4]) + 1):
                text = repr(length / 20000)
                expected = [other for other in every if int(other[4]) >= length]
                for options in ([], ["--alignment", self.path("paf")]):
                    self.assertEqual(self.lcs("--all-pairs", a, a, "--min-identity", text, *options), expected)
        for text in ("0.9", "0.99"):
            expected = [row for row in every if int(row[4]) / 20000 >= float(text) and row[0] == "0"]
            firsts = self.file("b", fasta(*[records[0]] * 3))
            rows = self.lcs(firsts, self.file("c", fasta(*records[1:])), "--min-identity", text)
            self.assertEqual(rows, expected)

    def test_alignments(self):
        a = self.file("a", fasta(("x", "ACGT"), ("y", "ACG"), ("z", "TTTT")))
        rows = self.lcs("--all-pairs", a, a, "--min-identity", "0.75", "--alignment", self.path("paf"))
        self.assertEqual([row[:2] for row in rows], [["x", "y"]])
        (line,) = self.content("paf").decode().splitlines()
        self.assert_paf(line, ("x", "ACGT"), ("y", "ACG"))

    def test_refusals(self):
        a = self.file("a", fasta(("x", "ACGT"), ("y", "ACG")))
        for arguments, part in ((["--all-pairs", "--min-identity", "0", "--format", "npy"], "a matrix has"),
                                (["--all-pairs", "--min-identity", "0.5", "--format", "phylip"], "a matrix has"),
                                (["--all-pairs", "--min-identity", "1.1"], "a number from 0 to 1"),
                                (["--all-pairs", "--min-identity", "nan"], "a number from 0 to 1")):
            self.assert_fails(self.run_program("lcs", a, a, *arguments), 2, part)


class search_table_test(writing_case):
    def test_all_hits(self):
        records = self.many_records(5)
        subjects = records * 20
        database = self.file("b", fasta(*subjects).replace("\\x01", "\x01"))
        queries = [("q\"1", "GATTACA"), ("q2", "")]
        expected = []
        for query in queries:
            rows = expectation([(query, subject) for subject in subjects]).rows
            rows.sort(key=lambda row: -row[4])
            expected += [(rank, *row) for rank, row in enumerate(rows, 1)]
        header = ["rank", *HEADER]
        tsv = "".join("\t".join(map(str, row)) + f"\t{expectation.identity(row[1:]):.6f}\n" for row in expected)
        lines = (dict(zip(header, (*row, math.floor(expectation.identity(row[1:]) * 1e6 + 0.5) / 1e6)))
                 for row in expected)
        jsonl = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
        for threads in ("1", "6"):
            for form, text in (("tsv", "\t".join(header) + "\n" + tsv), ("json", jsonl)):
                result = self.run_program("search", self.file("a", fasta(*queries)), database, "--threads", threads,
                                          "--format", form)
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assert_same(result.stdout, text)


class problem_test(writing_case):
    FORMATS = ("tsv", "json", "phylip", "npy")

    def test_full_disk(self):
        _, _, many = self.many()
        for form in self.FORMATS:
            for threads in ("1", "4"):
                with open("/dev/full", "wb") as full:
                    result = self.run_program("lcs", "--all-pairs", many, many, "--format", form, "--threads", threads,
                                              stdout=full)
                self.assert_fails(result, 1, "standard output", "No space left")

    def test_reader_that_leaves(self):
        _, _, many = self.many()
        for form in self.FORMATS:
            process = self.start_program("lcs", "--all-pairs", many, many, "--format", form, "--threads", "4")
            process.stdout.read(100_000)
            process.stdout.close()
            message = process.stderr.read().decode()
            self.assertEqual((process.wait(timeout=60), message), (128 + signal.SIGPIPE, ""))

    def test_stops(self):
        many = self.file("many", fasta(*((f"r{i}", random_letters(20, i)) for i in range(2000))))
        seed = random.randrange(1 << 32)
        generator = random.Random(seed)
        for form in self.FORMATS:
            for _ in range(2):
                process = self.start_program("lcs", "--all-pairs", many, many, "--format", form,
                                             stdout=subprocess.DEVNULL)
                time.sleep(generator.uniform(0.05, 0.5))
                process.send_signal(signal.SIGINT)
                # It may just have ended, or not yet have begun to wait for signals.
                self.assertIn(process.wait(timeout=10), (0, 130, -signal.SIGINT), f"seed {seed}")
                self.assertEqual(process.stderr.read(), b"", f"seed {seed}")

        self.file("paf", "old")
        for _ in range(3):
            process = self.start_program("lcs", "--all-pairs", many, many, "--alignment", self.path("paf"),
                                         stdout=subprocess.DEVNULL)
            time.sleep(generator.uniform(0.05, 0.5))
            process.send_signal(signal.SIGINT)
            self.assertIn(process.wait(timeout=10), (130, -signal.SIGINT), f"seed {seed}")
            self.assertEqual(self.content("paf"), b"old", f"seed {seed}")
            self.assert_no_temporary_files()

    def test_stop_while_nobody_reads(self):
        _, _, many = self.many()
        for form in self.FORMATS:
            process = self.start_program("lcs", "--all-pairs", many, many, "--format", form, "--threads", "4")
            process.stdout.read(1)
            time.sleep(0.2)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=10), 143)
            self.assertEqual(process.stderr.read(), b"")

    def test_no_threads(self):
        # Rows are then formatted by the thread that computes.
        _, expected, many = self.many()
        result = self.run_with_little_memory(60 << 20, "lcs", "--all-pairs", many, many, "--threads", "40")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assert_same(result.stdout, expected.tsv())

    def test_matrix_on_a_terminal(self):
        a = self.file("a", fasta(("x", "A")))
        try:
            terminal, program_side = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminals here: {error}")
        self.addCleanup(os.close, terminal)
        result = self.run_program("lcs", "--all-pairs", a, a, "--format", "npy", stdout=program_side)
        os.close(program_side)
        self.assert_fails(result, 2, "--format npy", "redirect it to a file")


if __name__ == "__main__":
    program.main(__doc__)
