#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the results of gpulcs lcs and gpulcs edit: pairs_test.py PATH_TO_GPULCS"""

import json
import math
import os
import random
import re

import program
from comparison import DATA, EDIT, comparison_case, read_fasta
from sequences import fasta, random_letters


class results_test(comparison_case):
    def test_oracles_agree(self):
        for seed in range(30):
            first = random_letters(seed, seed)
            second = random_letters(70 - 2 * seed, 100 + seed)
            self.assertEqual(self.metric.by_table(first, second), self.metric.by_long_integers(first, second))

    def test_known_pair(self):
        a, b = self.file("a", ">x some text\nACGT\n"), self.file("b", ">y\tmore\nAGT\n")
        self.assertEqual(self.rows(a, b), [["x", "y", "4", "3", self.choose("3", "1"), "0.750000"]])

    def test_random_pairs(self):
        generator = random.Random(7)
        records = []
        for i in range(60):
            letters = [b"ACGT", b"AC", b"ACGTRYSWKMBDHVN"][i % 3]
            records.append([(f"r{i}.{k}", random_letters(generator.randrange(0, 300), 2 * i + k, letters))
                            for k in range(2)])

        a = self.file("a", fasta(*(pair[0] for pair in records)))
        b = self.file("b", fasta(*(pair[1] for pair in records)))
        rows = self.rows(a, b, "--alignment", self.path("paf"))
        lines = self.content("paf").decode().splitlines()
        self.assertEqual(len(rows), len(records))
        self.assertEqual(len(lines), len(records))

        for row, line, (first, second) in zip(rows, lines, records):
            expected = self.metric.by_table(first[1], second[1])
            identity = float(self.metric.identity(expected, first[1], second[1]))
            self.assertEqual(row, [first[0], second[0], str(len(first[1])), str(len(second[1])), str(expected),
                                   f"{identity:.6f}"])
            self.assertEqual(self.assert_paf(line, first, second), expected)

    def test_all_pairs_in_order(self):
        # More pairs than one call of the library takes.
        firsts = [(f"a{i}", random_letters(10 + i, i)) for i in range(36)]
        seconds = [(f"b{i}", random_letters(60 - i, 50 + i)) for i in range(33)]
        a, b = self.file("a", fasta(*firsts)), self.file("b", fasta(*seconds))
        rows = self.rows("--all-pairs", a, b, "--alignment", self.path("paf"))

        pairs = [(first, second) for first in firsts for second in seconds]
        self.assertEqual([row[:2] for row in rows], [[first[0], second[0]] for first, second in pairs])
        for row, line, (first, second) in zip(rows, self.content("paf").decode().splitlines(), pairs, strict=True):
            expected = self.metric.by_long_integers(first[1], second[1])
            self.assertEqual(int(row[4]), expected)
            self.assertEqual(self.assert_paf(line, first, second), expected)

    def test_every_two_records_of_one_file(self):
        records = [(f"r{i}", random_letters(20 + 7 * i % 40, i)) for i in range(95)]
        a = self.file("a", fasta(*records))
        os.symlink(a, self.path("same"))
        pairs = [(first, second) for i, first in enumerate(records) for second in records[i + 1:]]
        for other in (a, self.path("same"), os.path.join(os.path.dirname(a), ".", os.path.basename(a))):
            rows = self.rows("--all-pairs", a, other, "--alignment", self.path("paf"))
            self.assertEqual([row[:2] for row in rows], [[first[0], second[0]] for first, second in pairs])
        for row, line, (first, second) in zip(rows, self.content("paf").decode().splitlines(), pairs, strict=True):
            self.assertEqual(int(row[4]), self.metric.by_long_integers(first[1], second[1]))
            self.assert_paf(line, first, second)

        # One file is enough.
        result = self.run_program(self.metric.command, "--all-pairs", a, a, "--alignment", self.path("paf"))
        alone = self.run_program(self.metric.command, "--all-pairs", a, "--alignment", self.path("alone"))
        self.assertEqual((alone.returncode, alone.stderr, alone.stdout), (0, b"", result.stdout))
        self.assertEqual(self.content("alone"), self.content("paf"))

        # A pipe that is named twice is read once.
        content = fasta(*records)
        for inputs in (["/dev/stdin", "/dev/stdin"], ["-", "/dev/stdin"], ["-"]):
            result = self.run_program(self.metric.command, "--all-pairs", *inputs,
                                      input=content if isinstance(content, bytes) else content.encode())
            self.assertEqual(result.stderr, b"")
            self.assertEqual(len(result.stdout.splitlines()), len(pairs) + 1)

        # The whole file and the rest of it are different inputs.
        for first, second in (("-", a), (a, "-"), ("-", "/dev/stdin")):
            with open(a, "rb") as seeked:
                self.assertEqual(len(self.rows("--all-pairs", first, second, stdin=seeked)), len(pairs))
                seeked.seek(len(fasta(records[0])))
                self.assertEqual(len(self.rows("--all-pairs", first, second, stdin=seeked)),
                                 len(records) * (len(records) - 1))

        # Without the option, or with a copy, no pair is omitted.
        self.assertEqual(len(self.rows(a, a)), len(records))
        self.assertEqual(len(self.rows("--all-pairs", a, self.file("copy", fasta(*records)))), len(records) ** 2)

    def test_distances_of_matrices(self):
        generator = random.Random(1)
        root = random_letters(60, 1)
        records = [(f"r{i}", "".join(generator.choice(["A", "C", "GG", ""]) if generator.random() < 0.1 else letter
                                     for letter in root[generator.randrange(20):])) for i in range(12)]
        a = self.file("a", fasta(*records, ("e", ""), ("f", ""), ("u", "T" * 30)))
        rows = self.rows("--all-pairs", a, a, "--alignment", self.path("paf"))
        cigars = [line.split("\t")[12] for line in self.content("paf").decode().splitlines()]

        def distance(kind, row, cigar):
            shorter, longer = sorted(map(int, row[2:4]))
            value = int(row[4])
            if longer == 0:
                return 0
            if kind == "longer":
                return 1 - float(row[5])
            if kind == "shorter":
                different = self.choose(shorter - value, value - (longer - shorter))
                return different / shorter if shorter else 1
            same, other = (sum(map(int, re.findall(rf"(\d+){operation}", cigar))) for operation in "=X")
            part = other / (same + other) if same + other else 1
            if kind == "aligned":
                return part
            return 5 if part >= 0.75 else min(5, -0.75 * math.log(1 - part / 0.75))

        default = self.choose("shorter", "aligned")
        for kind in [None, "longer", "shorter", *self.choose([], ["aligned", "jc"])]:
            options = ["--distance", kind] if kind else []
            with self.subTest(kind=kind):
                size, *lines = self.output_lines(self.metric.command, "--all-pairs", "--format", "phylip", *options, a, a)
                self.assertEqual(int(size), 15)
                names = [line.split(" ")[0] for line in lines]
                expected = {(row[0], row[1]): distance(kind or default, row, cigar)
                            for row, cigar in zip(rows, cigars, strict=True)}
                for line, name in zip(lines, names, strict=True):
                    for value, other in zip(line.split(" ")[1:], names, strict=True):
                        right = expected.get((name, other), expected.get((other, name), 0))
                        self.assertAlmostEqual(float(value), right, delta=2e-6)

    def test_distances_that_are_refused(self):
        a = self.file("a", fasta(("x", "AC"), ("y", "AG")))
        for arguments, message in ((["--distance", "shorter"], "--format phylip"),
                                   (["--format", "npy", "--distance", "shortest"], "shortest"),
                                   *self.choose([(["--format", "phylip", "--distance", "jc"], "gpulcs edit")],
                                                [(["--format", "phylip", "--distance", "jc", "--alphabet", "protein"],
                                                  "nucleotides")])):
            self.assert_fails(self.run_program(self.metric.command, "--all-pairs", a, a, *arguments), 2, message)

    def test_matrices_of_one_file(self):
        a = self.file("a", fasta(*((f"r{i}", random_letters(50 + i, i)) for i in range(9))))
        for form in ("phylip", "npy"):
            once, twice = (self.run_program(self.metric.command, "--all-pairs", "--format", form, *files)
                           for files in ([a], [a, a]))
            self.assertEqual((once.returncode, once.stderr, once.stdout), (0, b"", twice.stdout))
            self.assertGreater(len(once.stdout), 9 * 9 * 4)

    def test_matrices_of_few_records(self):
        for records, expected in (([("x", "ACG")], "1\nx 0.000000\n"),
                                  ([("x", ""), ("y", "")], "2\nx 0.000000 0.000000\ny 0.000000 0.000000\n")):
            a = self.file("a", fasta(*records))
            result = self.run_program(self.metric.command, "--all-pairs", "--format", "phylip", a, a)
            self.assertEqual((result.returncode, result.stdout.decode()), (0, expected))

    def test_what_a_matrix_needs(self):
        a = self.file("a", fasta(("x", "AC"), ("y", "AC")))
        b = self.file("b", fasta(("x", "AC"), ("y", "AC")))
        twice = self.file("twice", fasta(("x", "AC"), ("x", "AG")))
        for arguments, message in (([a, a], "--all-pairs"), (["--all-pairs", a, b], "give only that one"),
                                   (["--all-pairs", twice, twice], 'two sequences "x"')):
            result = self.run_program(self.metric.command, "--format", "phylip", *arguments)
            self.assertEqual(result.stdout, b"")
            self.assertIn(message, result.stderr.decode())
            self.assertNotEqual(result.returncode, 0)

    def test_empty_sequences(self):
        a = self.file("a", ">x\n>y\n>z\nAC")
        b = self.file("b", ">u\n\n>v\nA\n>w\n")
        rows = self.rows(a, b, "--alignment", self.path("paf"))
        self.assertEqual(rows, [["x", "u", "0", "0", "0", "1.000000"],
                                ["y", "v", "0", "1", self.choose("0", "1"), "0.000000"],
                                ["z", "w", "2", "0", self.choose("0", "2"), "0.000000"]])
        self.assertEqual(self.content("paf").decode(),
                         "x\t0\t0\t0\t+\tu\t0\t0\t0\t0\t0\t255\tcg:Z:\n"
                         "y\t0\t0\t0\t+\tv\t1\t0\t1\t0\t1\t255\tcg:Z:1D\n"
                         "z\t2\t0\t2\t+\tw\t0\t0\t0\t0\t2\t255\tcg:Z:2I\n")

    def test_genomes(self):
        names = [os.path.join(DATA, name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")]
        first, second = (read_fasta(name) for name in names)
        expected = self.metric.by_long_integers(first[1], second[1])
        self.assertEqual((len(first[1]), len(second[1]), expected), (30119, 30116, self.choose(30012, 107)))

        rows = self.rows(*names, "--alignment", self.path("paf"))
        self.assertEqual(rows, [[first[0], second[0], "30119", "30116", str(expected), "0.996447"]])
        paf = self.content("paf")
        self.assertEqual(self.assert_paf(paf.decode().rstrip("\n"), first, second), expected)

        # Neither memory nor threads change the result.
        for options in (["--memory", self.choose("40K", "120K")], ["--memory", "128KiB", "--threads", "1"],
                        ["--memory", "1g"], ["--threads", "3"], ["--backend", "cpu"], ["--backend", "auto"]):
            with self.subTest(options=options):
                self.assertEqual(self.rows(*names, "--alignment", self.path("other"), *options), rows)
                self.assertEqual(self.content("other"), paf)

    def test_threads(self):
        a = self.file("a", fasta(*((f"a{i}", random_letters(50 * i, i)) for i in range(20))))
        b = self.file("b", fasta(*((f"b{i}", random_letters(40 * i, 99 - i)) for i in range(20))))
        expected = self.rows("--all-pairs", a, b, "--threads", "1", "--alignment", self.path("paf"))
        paf = self.content("paf")
        for threads in ("0", "2", "7"):
            self.assertEqual(self.rows("--all-pairs", a, b, "--threads", threads, "--alignment", self.path("paf")),
                             expected)
            self.assertEqual(self.content("paf"), paf)

    def test_json(self):
        a = self.file("a", b">x\"\\ y\nAAA\n>\xff\xc3\xa4\n\n")
        b = self.file("b", ">y\nAA\n>z\n\n")
        result = self.run_program(self.metric.command, "--format", "json", a, b)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        lines = result.stdout.decode().splitlines()
        self.assertEqual(lines[0],
                         '{"id1":"x\\"\\\\","id2":"y","length1":3,"length2":2,'
                         f'"{self.metric.column}":{self.choose(2, 1)},"identity":0.666667}}')
        row = json.loads(lines[1])
        self.assertEqual(list(row), self.metric.header)
        self.assertEqual(list(row.values()), ["\\xFF\u00e4", "z", 0, 0, 0, 1])
        self.assertEqual(len(lines), 2)

        self.assertEqual(self.rows("--format", "tsv", a, b)[0], ["x\"\\", "y", "3", "2", self.choose("2", "1"),
                                                              "0.666667"])


class timings_test(comparison_case):
    def test_timings(self):
        a = self.file("a", fasta(("a", random_letters(40000, 1))))
        b = self.file("b", fasta(("b", random_letters(40000, 2))))
        for options in ([], ["--alignment", self.path("paf")], ["--backend", "cpu"]):
            result = self.run_program(self.metric.command, "--timings", a, b, *options)
            self.assertEqual(result.returncode, 0)
            lines = [line.split("\t") for line in result.stderr.decode().splitlines()]
            name, backend = lines.pop()
            self.assertEqual(name, "backend")
            self.assertIn(backend, ("cpu", "cuda"))
            routes = [value for name, value in lines if name == "route"]
            lines = [line for line in lines if line[0] != "route"]
            # Pairs that seem to be similar are tried before a device is started.
            self.assertRegex(routes[-1], rf"^{backend}: 1 pairs, 1.6e\+09 cells, [0-9.e-]+ s expected$")
            if "cpu" in options:
                self.assertEqual(backend, "cpu")
            (cells_name, cells), (method_name, method) = lines[-2:]
            del lines[-2:]
            self.assertEqual((cells_name, method_name), ("cells", "method"))
            self.assertIn(method, ("whole_matrix", "band"))
            self.assertEqual(int(cells) == 40000**2, method == "whole_matrix")
            (name, on_host), (device_name, of_device) = lines[-2:]
            del lines[-2:]
            self.assertEqual((name, device_name), ("memory", "device_memory"))
            self.assertEqual(int(on_host) > 0, "--alignment" in options)
            self.assertEqual(int(of_device) > 0, backend == "cuda")
            (rows_name, rows), (columns_name, columns) = lines[-2:]
            del lines[-2:]
            self.assertEqual((rows_name, columns_name), ("checkpoint_rows", "checkpoint_columns"))
            for letters in (int(rows), int(columns)):
                self.assertEqual(0 < letters < 40000, "--alignment" in options)

            names, seconds = zip(*lines)
            self.assertEqual(names, ("reading", "packing", self.metric.step, "transfer", "kernel", "traceback",
                                     "writing", "total"))
            times = dict(zip(names, map(float, seconds)))
            self.assertTrue(all(time >= 0 for time in times.values()))
            self.assertGreater(times[self.metric.step], 0)
            self.assertEqual(times["traceback"] > 0, "--alignment" in options)

            # Parts of that.
            on_device = [times.pop("transfer"), times.pop("kernel")]
            if backend == "cpu":
                self.assertEqual(on_device, [0, 0])
            else:
                self.assertGreater(min(on_device), 0)
                self.assertLessEqual(max(on_device), times[self.metric.step] + 0.01)
            self.assertLessEqual(sum(times.values()) - times["total"], times["total"] + 1e-5)

    def test_timings_of_all_pairs(self):
        a = self.file("a", fasta(*((f"r{i}", random_letters(1000, i)) for i in range(20))))
        for backend in ("auto", "cpu"):
            result = self.run_program(self.metric.command, "--all-pairs", "--timings", a, a, "--backend", backend)
            self.assertEqual(result.returncode, 0)
            lines = dict(line.split("\t") for line in result.stderr.decode().splitlines())
            self.assertEqual(list(lines), ["reading", "packing", self.metric.step, "traceback", "writing", "total",
                                           "checkpoint_rows", "checkpoint_columns", "memory", "route", "backend"])
            self.assertEqual(lines["backend"], backend)
            self.assertRegex(lines["route"], r"^(cpu|cuda): 190 pairs, 1.9e\+08 cells, [0-9.e-]+ s expected$")
            self.assertGreater(float(lines[self.metric.step]), 0)

    def test_timings_of_many_pairs(self):
        # Pairs of empty sequences count, too.
        a = self.file("a", fasta(("a", ""), ("b", ""), ("c", "ACGT"), *[("d", random_letters(20_000, 1))] * 3))
        result = self.run_program(self.metric.command, "--timings", a, a)
        self.assertEqual(result.returncode, 0)
        self.assertIn(result.stderr.decode().splitlines()[-1],
                      ("backend\tcpu", "backend\tcuda", "backend\tcpu,cuda"))


class edit_results_test(results_test):
    metric = EDIT

    def test_thresholds(self):
        records = [(f"r{i}", random_letters(30 + i % 3, i % 4)[:28 + i % 5] + "ACG"[i % 3:]) for i in range(40)]
        records += [("long", random_letters(9000, 1)), ("other", random_letters(9000, 1)[5:] + "ACGTA"),
                    ("rich", "A" * 9000)]
        a = self.file("a", fasta(*records))
        letters = dict(records)
        all_rows = self.rows("--all-pairs", a, a)
        identities = [self.metric.identity(int(row[4]), letters[row[0]], letters[row[1]]) for row in all_rows]
        for options, is_wanted in ((["--max-distance", "0"], lambda distance, _: distance == 0),
                                   (["--max-distance", "4"], lambda distance, _: distance <= 4),
                                   (["--min-identity", "0.9"], lambda _, identity: identity * 10 >= 9),
                                   (["--min-identity", "0.8", "--max-distance", "3"],
                                    lambda distance, identity: distance <= 3 and identity * 5 >= 4)):
            expected = [row for row, identity in zip(all_rows, identities) if is_wanted(int(row[4]), identity)]
            self.assertTrue(0 < len(expected) < len(all_rows))
            for more in ([], ["--alignment", self.path("paf")], ["--threads", "1"]):
                with self.subTest(options=options + more):
                    self.assertEqual(self.rows("--all-pairs", a, a, *options, *more), expected)
            for row, line in zip(expected, self.content("paf").decode().splitlines(), strict=True):
                pair = [(name, letters[name]) for name in row[:2]]
                self.assertEqual(self.assert_paf(line, *pair), int(row[4]))


class edit_timings_test(timings_test):
    metric = EDIT


if __name__ == "__main__":
    program.main(__doc__)
