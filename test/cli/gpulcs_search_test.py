#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of the search: gpulcs_search_test.py PATH_TO_GPULCS"""

import fractions
import gzip
import itertools
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
import unittest

# The import must not leave a file in the source folder.
sys.dont_write_bytecode = True
import program_test
from comparison_test import comparison_test, fasta, lcs_by_long_integers, random_letters

HEADER = ["rank", "id1", "id2", "length1", "length2", "lcs", "identity"]


def mutate(letters, seed):
    """About every tenth letter is replaced or left out."""
    generator = random.Random(seed)
    return "".join(generator.choice(["A", ""]) if generator.random() < 0.1 else letter for letter in letters)


def expected_rows(queries, subjects, top=None, min_lcs=0, min_identity="0", order="lcs"):
    """All comparisons, sorted by exact fractions."""
    rows = []
    for id1, letters1 in queries:
        hits = []
        for id2, letters2 in subjects:
            length = lcs_by_long_integers(letters1, letters2)
            longest = max(len(letters1), len(letters2))
            identity = fractions.Fraction(length, longest) if longest else fractions.Fraction(1)
            if length >= min_lcs and identity >= fractions.Fraction(min_identity):
                hits.append((id2, len(letters2), length, identity))
        hits.sort(key=lambda hit: -hit[2] if order == "lcs" else -hit[3])
        for rank, (id2, length2, length, identity) in enumerate(hits[:top], 1):
            rows.append([str(rank), id1, id2, str(len(letters1)), str(length2), str(length), f"{float(identity):.6f}"])
    return rows


class search_test(comparison_test):
    def search(self, *arguments, **options):
        """The rows of the table, after a run that must succeed without any message."""
        result = self.run_program("search", *arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, b"")
        lines = result.stdout.decode(errors="surrogateescape").split("\n")
        self.assertEqual(lines[0].split("\t"), HEADER)
        self.assertEqual(lines[-1], "")
        return [line.split("\t") for line in lines[1:-1]]

    def skipped(self, *arguments):
        result = self.run_program("search", "--timings", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        name, count = result.stderr.decode().splitlines()[-1].split("\t")
        self.assertEqual(name, "skipped")
        return int(count)


class results_test(search_test):
    def setUp(self):
        super().setUp()
        generator = random.Random(11)
        self.queries = [(f"q{i}", random_letters(size, i)) for i, size in enumerate((150, 0, 90, 33))]
        self.subjects = []
        for i in range(120):
            source = generator.choice(self.queries)[1]
            letters = generator.choice([mutate(source, i), random_letters(generator.randrange(200), i), source, "ACGT"])
            self.subjects.append((f"s{i}", letters))
        self.query = self.file("query", fasta(*self.queries))
        self.database = self.file("database", fasta(*self.subjects))

    def test_known_hits(self):
        query = self.file("q", ">x some text\nACGTACGT\n")
        database = self.file("d", ">a\nACGT\n>b\ttext\nACGTACGT\n>c\n\n>d\nAACGTACGT\n>e\nACGTACGT\n")
        expected = [["1", "x", "b", "8", "8", "8", "1.000000"],
                    ["2", "x", "d", "8", "9", "8", "0.888889"],
                    ["3", "x", "e", "8", "8", "8", "1.000000"],
                    ["4", "x", "a", "8", "4", "4", "0.500000"],
                    ["5", "x", "c", "8", "0", "0", "0.000000"]]
        self.assertEqual(self.search(query, database), expected)
        # Of equal ones, the first.
        self.assertEqual(self.search(query, database, "--top", "2"), expected[:2])
        rows = self.search(query, database, "--top", "3", "--order", "identity")
        self.assertEqual([(row[0], row[2]) for row in rows], [("1", "b"), ("2", "e"), ("3", "d")])

    def test_all_options(self):
        for top, min_lcs, min_identity, order in itertools.product((None, 1, 7, 120, 1000), (0, 61), ("0", "0.6"),
                                                                   ("lcs", "identity")):
            options = ["--order", order]
            options += ["--top", str(top)] if top else []
            options += ["--min-lcs", str(min_lcs)] if min_lcs else []
            options += ["--min-identity", min_identity] if min_identity != "0" else []
            with self.subTest(options=options):
                expected = expected_rows(self.queries, self.subjects, top, min_lcs, min_identity, order)
                self.assertEqual(self.search(self.query, self.database, *options), expected)

    def test_thresholds_are_reached_by_equal_numbers(self):
        query = self.file("q", ">q\nAAAAAAAAAA\n")
        database = self.file("d", ">d\nAAAAAAAAA\n")
        for options, hits in ((["--min-lcs", "9"], 1), (["--min-lcs", "10"], 0), (["--min-identity", "0.9"], 1),
                              (["--min-identity", "0.9000001"], 0), (["--min-identity", "9e-1"], 1),
                              (["--min-identity", "0"], 1), (["--min-identity", "1"], 0), (["--min-lcs", "0"], 1)):
            with self.subTest(options=options):
                self.assertEqual(len(self.search(query, database, *options)), hits)

    def test_threads_and_backends(self):
        expected = expected_rows(self.queries, self.subjects, 10)
        for options in (["--threads", "1"], ["--threads", "3"], ["--backend", "cpu"], ["--backend", "auto"]):
            self.assertEqual(self.search(self.query, self.database, "--top", "10", *options), expected)

    def test_alignments(self):
        for options in ([], ["--top", "5"], ["--min-identity", "0.5", "--order", "identity"]):
            with self.subTest(options=options):
                rows = self.search(self.query, self.database, *options, "--alignment", self.path("paf"))
                self.assertEqual(rows, self.search(self.query, self.database, *options))
                lines = self.content("paf").decode().splitlines()
                queries, subjects = dict(self.queries), dict(self.subjects)
                for row, line in zip(rows, lines, strict=True):
                    matches = self.assert_paf(line, (row[1], queries[row[1]]), (row[2], subjects[row[2]]))
                    self.assertEqual(matches, int(row[5]))
                self.assert_no_temporary_files()

    def test_json(self):
        rows = self.search(self.query, self.database, "--top", "3")
        result = self.run_program("search", self.query, self.database, "--top", "3", "--format", "json")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        lines = result.stdout.decode().splitlines()
        for row, line in zip(rows, lines, strict=True):
            values = json.loads(line)
            self.assertEqual(list(values), HEADER)
            self.assertEqual([values[name] for name in ("id1", "id2")], row[1:3])
            self.assertEqual([values[name] for name in ("rank", "length1", "length2", "lcs")],
                             [int(row[i]) for i in (0, 3, 4, 5)])
            self.assertAlmostEqual(values["identity"], float(row[6]), places=6)
        # No hit, no line; and there is no header.
        result = self.run_program("search", self.query, self.database, "--min-lcs", "1000", "--format", "json")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))

    def test_no_hit(self):
        self.assertEqual(self.search(self.query, self.database, "--min-lcs", "1000", "--alignment", self.path("paf")),
                         [])
        self.assertEqual(self.content("paf"), b"")

    # More records than are read at a time; those of the first piece do not stay.
    def test_many_records(self):
        query = ("q", random_letters(40, 1))
        subjects = [(f"s{i}", random_letters(i % 60, i)) for i in range(9000)]
        subjects += [("good", mutate(query[1], 5)), ("same", query[1])]
        database = self.file("database", fasta(*subjects))
        one = self.file("one", fasta(query))
        for options, top in ((["--top", "3"], 3), (["--top", "200"], 200), ([], None)):
            rows = self.search(one, database, *options, "--alignment", self.path("paf"))
            self.assertEqual(rows, expected_rows([query], subjects, top))
            letters = dict(subjects)
            for row, line in zip(rows, self.content("paf").decode().splitlines(), strict=True):
                self.assertEqual(self.assert_paf(line, query, (row[2], letters[row[2]])), int(row[5]))

    def test_records_of_the_same_name(self):
        database = self.file("d", ">x\nAAA\n>x\nAAAA\n>x\nAA\n")
        rows = self.search(self.file("q", ">q\nAAAA\n>q\nAA\n"), database, "--alignment", self.path("paf"))
        self.assertEqual([row[3:6] for row in rows], [["4", "4", "4"], ["4", "3", "3"], ["4", "2", "2"],
                                                      ["2", "3", "2"], ["2", "4", "2"], ["2", "2", "2"]])
        lines = [line.split("\t") for line in self.content("paf").decode().splitlines()]
        self.assertEqual([(line[1], line[6]) for line in lines], [(row[3], row[4]) for row in rows])

    def test_skipped(self):
        query = self.file("q", ">q\nACGTACGT\n>r\nAAAAAAAA\n")
        database = self.file("d", ">a\nACGTACGT\n>b\nTTTTTTTT\n>c\nACGT\n")
        self.assertEqual(self.skipped(query, database), 0)
        self.assertEqual(self.skipped(query, database, "--min-lcs", "5"), 2 + 3)
        self.assertEqual(self.skipped(query, database, "--min-identity", "0.25"), 0 + 2)
        self.assertEqual(self.skipped(query, database, "--min-identity", "0.26"), 1 + 3)

    def test_timings(self):
        result = self.run_program("search", "--timings", self.query, self.database, "--top", "2", "--alignment",
                                  self.path("paf"))
        self.assertEqual(result.returncode, 0)
        lines = dict(line.split("\t") for line in result.stderr.decode().splitlines())
        self.assertEqual(list(lines), ["reading", "packing", "llcs", "transfer", "kernel", "traceback", "writing",
                                       "total", "checkpoint_rows", "checkpoint_columns", "memory", "device_memory",
                                       "backend", "skipped"])
        self.assertIn(lines.pop("backend"), ("cpu", "cuda", "cpu,cuda"))
        for name in ("reading", "llcs", "traceback", "total"):
            self.assertGreater(float(lines[name]), 0)
        self.assertGreaterEqual(float(lines["total"]), float(lines["llcs"]))


class inputs_test(search_test):
    def setUp(self):
        super().setUp()
        self.good = self.file("good", ">good\nACGT\n")
        self.old = self.file("old.paf", "old\n")

    def test_standard_input_and_gzip(self):
        expected = [["1", "good", "b", "4", "3", "3", "0.750000"]]
        for content in (b">b\nAGT\n", gzip.compress(b">b\nAGT\n"), b"@b\nAGT\n+\nIII\n"):
            self.assertEqual(self.search(self.good, "-", input=content), expected)
            self.assertEqual(self.search(self.good, self.file("b", content)), expected)
            self.assertEqual(self.search("-", self.good, input=content),
                             [["1", "b", "good", "3", "4", "3", "0.750000"]])

    def test_alphabet(self):
        query, database = self.file("q", ">q\nMKV\n"), self.file("d", ">d\nmkl\n")
        self.assertEqual(self.search(query, database, "--alphabet", "aa27")[0][5], "2")
        self.assertEqual(self.search(query, database, "--alphabet", "char")[0][5], "0")
        self.assert_fails(self.run_program("search", self.good, self.file("d", ">d\nACX\n")), 1, "'X'", "dna15",
                          "--alphabet")

    def assert_bad(self, content, *parts):
        """As either input; an old alignment file stays, and nothing is printed."""
        bad = self.file("bad", content)
        for inputs in ((bad, self.good), (self.good, bad)):
            result = self.run_program("search", *inputs, "--alignment", self.old)
            self.assert_fails(result, 1, *parts)
            self.assertEqual(self.content("old.paf"), b"old\n")
            self.assertEqual(sorted(os.listdir(self.folder)), ["bad", "good", "old.paf"])

    def test_bad_inputs(self):
        self.assert_bad("", "bad'", "no records")
        self.assert_bad("\n\n", "bad'", "no records")
        self.assert_bad("ACGT\n", "bad', line 1:", "'>' (FASTA)")
        # Also where other records have been compared already.
        self.assert_bad(">a\nACGT\n" * 5000 + ">b\nAC!T\n", "bad', line 10002,", "record 'b'", "'!'")
        self.assert_bad(gzip.compress(b">a\nACGT\n")[:-4], "bad'", "ends in the middle", "gzip")

    def test_missing_files(self):
        missing = self.path("missing")
        for inputs in ((self.good, missing), (missing, self.good)):
            self.assert_fails(self.run_program("search", *inputs), 1, f"'{missing}'", "No such file")
        self.assert_fails(self.run_program("search", self.good, self.folder), 1, f"'{self.folder}'", "directory")
        result = self.run_program("search", self.good, self.good, "--alignment", self.path("missing/paf"))
        self.assert_fails(result, 1, "missing/paf'", "No such file")

    def test_memory_limit(self):
        long = self.file("long", fasta(("a", "A"), ("long", random_letters(30_000, 1))))
        result = self.run_program("search", long, long, "--memory", "1K", "--alignment", self.old)
        self.assert_fails(result, 1, "1024 bytes", "too small", "at least")
        self.assertEqual(self.content("old.paf"), b"old\n")
        self.assert_no_temporary_files()
        # What the message asks for does.
        least = re.search(r"at least (\d+) bytes", result.stderr.decode())[1]
        self.assertEqual(len(self.search(long, long, "--memory", least, "--threads", "1", "--alignment", self.old)), 4)
        # Only alignments need it, and only those of hits.
        self.assertEqual(len(self.search(long, long, "--memory", "1")), 4)
        self.assert_fails(self.run_program("search", self.good, long, "--memory", "1K", "--alignment", self.old), 1,
                          "too small")
        self.assertEqual(len(self.search(self.good, long, "--memory", "1K", "--alignment", self.old, "--threads", "1",
                                         "--order", "identity", "--top", "1")), 1)

    def test_a_database_larger_than_the_memory(self):
        # All of it, packed, would take 200 MB.
        letters = random_letters(4_000_000, 1, b"ACGTN")
        content = gzip.compress(fasta(*[(f"s{i}", letters) for i in range(100)]).encode(), 1)
        database = self.file("database", content)
        result = self.run_with_little_memory(150 << 20, "search", self.good, database, "--backend", "cpu", "--threads",
                                             "1", "--top", "2", "--alignment", self.path("paf"))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        rows = [line.split("\t") for line in result.stdout.decode().splitlines()[1:]]
        self.assertEqual([row[2] for row in rows], ["s0", "s1"])

    def test_backend_that_is_not_there(self):
        result = self.run_program("search", self.good, self.good, "--backend", "cuda")
        if result.returncode != 0:
            self.assert_fails(result, 1)


class usage_test(search_test):
    OPTIONS = ["--top", "--min-lcs", "--min-identity", "--order", "--alignment", "--format", "--backend", "--device",
               "--threads", "--memory", "--timings", "--alphabet", "--version", "--help"]

    def test_help(self):
        result = self.run_program("search", "--help")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        text = result.stdout.decode()
        self.assertIn("Examples:\n", text)
        self.assertIn("Exit status:", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 82)
        for word in HEADER + ["PAF", "gzip", "FASTQ", "skipped"]:
            self.assertIn(word, text)
        # There are no options that this test does not know.
        self.assertEqual(set(re.findall(r"--[a-z-]+", text)), set(self.OPTIONS))
        self.assertIn("gpulcs search", self.run_program("--help").stdout.decode())

    def test_nonsense(self):
        a = self.file("a", ">a\nA\n")
        for arguments in ([], [a], [a, a, a], ["-", "-"], [a, a, "--nonsense"], [a, a, "--all-pairs"],
                          [a, a, "--top"], [a, a, "--top", ""], [a, a, "--top", "0"], [a, a, "--top", "-1"],
                          [a, a, "--top", "ten"], [a, a, "--top", "1.5"], [a, a, "--top", "99999999999999999999"],
                          [a, a, "--top", "1", "--top", "2"],
                          [a, a, "--min-lcs"], [a, a, "--min-lcs", "-1"], [a, a, "--min-lcs", "0.5"],
                          [a, a, "--min-identity"], [a, a, "--min-identity", ""], [a, a, "--min-identity", "1.1"],
                          [a, a, "--min-identity", "-0.1"], [a, a, "--min-identity", "90%"],
                          [a, a, "--min-identity", "nan"], [a, a, "--min-identity", "inf"],
                          [a, a, "--min-identity", "0.5x"], [a, a, "--min-identity", "0x1p-1"],
                          [a, a, "--order", "length"], [a, a, "--order", ""], [a, a, "--order"],
                          [a, a, "--threads", "two"], [a, a, "--memory", "abc"], [a, a, "--format", "xml"],
                          [a, a, "--device", "0", "--backend", "cpu"], [a, a, "--alphabet", "dna16"],
                          [a, a, "--alignment", "-"], [a, a, "--alignment", ""], [a, a, "--alignment", a]):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program("search", *arguments), 2)
                self.assertEqual(os.listdir(self.folder), ["a"])
        self.assert_fails(self.run_program("search", a), 2, "see gpulcs search --help.")
        self.assert_fails(self.run_program("search", a, a, "--min-identity", "90%"), 2, "from 0 to 1", "'90%'")

    def test_files_called_like_commands(self):
        self.file("search", ">a\nA\n")
        self.file("lcs", ">b\nA\n")
        self.assertEqual(self.search("lcs", "search", cwd=self.folder),
                         [["1", "b", "a", "1", "1", "1", "1.000000"]])


class output_test(search_test):
    def setUp(self):
        super().setUp()
        self.a = self.file("a", fasta(("a", random_letters(1000, 1))))

    def test_alignments_are_kept_if_their_name_is_taken(self):
        name = self.path("paf")
        process = self.start_program("search", self.a, "-", "--alignment", name, stdin=subprocess.PIPE)
        letters = self.content("a")
        process.stdin.write(letters[:100])
        process.stdin.flush()
        deadline = time.monotonic() + 20
        while len(os.listdir(self.folder)) < 2:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        os.mkdir(name)
        _, message = process.communicate(letters[100:], timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(message.decode(), r"\Agpulcs: Cannot replace '[^\n]*paf' \([^\n]+\.\n\Z")
        kept = re.search(r"in '([^']+)': move it", message.decode())[1]
        self.run_program("search", self.a, self.a, "--alignment", self.path("expected"))
        self.assertEqual(self.content(kept), self.content("expected"))

    def test_full_disk(self):
        self.assert_full_disk_fails("search", self.a, self.a)

    def test_closed_standard_output(self):
        result = self.run_program("search", self.a, self.a, "--alignment", self.path("paf"),
                                  preexec_fn=lambda: os.close(1))
        self.assert_fails(result, 1, "standard output", "Bad file descriptor")
        self.assertEqual(os.listdir(self.folder), ["a"])

    def test_standard_output_without_reader(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        result = self.run_program("search", self.a, self.a, stdout=write_end)
        os.close(write_end)
        self.assert_fails(result, 1, "standard output", "Broken pipe")


class long_runs_test(search_test):
    def start_long_run(self, *arguments, **options):
        # Takes half a minute or more on any machine.
        long = self.file("long", fasta(("long", random_letters(3_000_000, 1))))
        return self.start_program("search", "--backend", "cpu", "--threads", "2", long, long, *arguments, **options)

    def test_stop(self):
        self.file("paf", "old")
        process = self.start_long_run("--alignment", self.path("paf"))
        time.sleep(1)
        self.assertIsNone(process.poll())
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), 130)
        self.assertLess(time.monotonic() - start, 1)
        self.assertEqual((process.stdout.read(), process.stderr.read()), (b"", b""))
        self.assertEqual(self.content("paf"), b"old")
        self.assert_no_temporary_files()

    def test_stop_while_waiting_for_subjects(self):
        a = self.file("a", ">a\nA\n")
        process = self.start_program("search", a, "-", stdin=subprocess.PIPE)
        process.stdin.write(b">b\nA\n" * 100_000)
        process.stdin.flush()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=10), 143)
        self.assertEqual(process.stderr.read(), b"")

    def test_progress_bar(self):
        self.assert_progress_bar(r"[\d.e+]+ cells, [\d.]+ GCUPS", 2)


if __name__ == "__main__":
    program_test.main(__doc__)
