#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the results of gpulcs search: search_test.py PATH_TO_GPULCS"""

import fractions
import gzip
import itertools
import json
import random

import program
from comparison import EDIT, LCS, comparison_case
from sequences import edits_of, fasta, random_letters, reverse_complement


def mutate(letters, seed):
    """About every tenth letter is replaced or left out."""
    generator = random.Random(seed)
    return "".join(generator.choice(["A", ""]) if generator.random() < 0.1 else letter for letter in letters)


class search_case(comparison_case):
    def search(self, *arguments, **options):
        """The rows of the table."""
        header, *rows = [line.split("\t") for line in self.output_lines(*self.command, *arguments, **options)]
        self.assertEqual(header, self.header)
        return rows

    @property
    def command(self):
        return ["search"] if self.metric is LCS else ["search", "--metric", self.metric.command]

    @property
    def header(self):
        return ["rank", *self.metric.header]

    def is_near(self, value, threshold):
        return value >= threshold if self.metric is LCS else value <= threshold

    def expected_rows(self, queries, subjects, top=None, threshold=None, min_identity="0", by_identity=False):
        """All comparisons, sorted by exact fractions."""
        rows = []
        for id1, letters1 in queries:
            hits = []
            for id2, letters2 in subjects:
                value = self.metric.by_long_integers(letters1, letters2)
                identity = self.metric.identity(value, letters1, letters2)
                is_near = threshold is None or self.is_near(value, threshold)
                if is_near and identity >= fractions.Fraction(min_identity):
                    hits.append((id2, len(letters2), value, identity))
            hits.sort(key=lambda hit: -hit[3] if by_identity else -hit[2] if self.metric is LCS else hit[2])
            for rank, (id2, length2, value, identity) in enumerate(hits[:top], 1):
                rows.append([str(rank), id1, id2, str(len(letters1)), str(length2), str(value),
                             f"{float(identity):.6f}"])
        return rows

    @property
    def threshold(self):
        return "--min-lcs" if self.metric is LCS else "--max-distance"

    def skipped(self, *arguments):
        result = self.run_program(*self.command, "--timings", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        name, count = result.stderr.decode().splitlines()[-1].split("\t")
        self.assertEqual(name, "skipped")
        return int(count)


class results_test(search_case):
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
        expected = self.choose([["1", "x", "b", "8", "8", "8", "1.000000"],
                                ["2", "x", "d", "8", "9", "8", "0.888889"],
                                ["3", "x", "e", "8", "8", "8", "1.000000"],
                                ["4", "x", "a", "8", "4", "4", "0.500000"],
                                ["5", "x", "c", "8", "0", "0", "0.000000"]],
                               [["1", "x", "b", "8", "8", "0", "1.000000"],
                                ["2", "x", "e", "8", "8", "0", "1.000000"],
                                ["3", "x", "d", "8", "9", "1", "0.888889"],
                                ["4", "x", "a", "8", "4", "4", "0.500000"],
                                ["5", "x", "c", "8", "0", "8", "0.000000"]])
        self.assertEqual(self.search(query, database), expected)
        # Equal hits are in the order of the database.
        self.assertEqual(self.search(query, database, "--top", "2"), expected[:2])
        rows = self.search(query, database, "--top", "3", "--order", "identity")
        self.assertEqual([(row[0], row[2]) for row in rows], [("1", "b"), ("2", "e"), ("3", "d")])

    def test_all_options(self):
        for top, threshold, min_identity, order in itertools.product((None, 1, 7, 120, 1000), (None, 61), ("0", "0.6"),
                                                                     (self.metric.column, "identity")):
            options = ["--order", order]
            options += ["--top", str(top)] if top else []
            options += [self.threshold, str(threshold)] if threshold else []
            options += ["--min-identity", min_identity] if min_identity != "0" else []
            with self.subTest(options=options):
                expected = self.expected_rows(self.queries, self.subjects, top, threshold, min_identity,
                                              order == "identity")
                self.assertEqual(self.search(self.query, self.database, *options), expected)

    def test_thresholds_are_reached_by_equal_numbers(self):
        query = self.file("q", ">q\nAAAAAAAAAA\n")
        database = self.file("d", ">d\nAAAAAAAAA\n")
        for options, hits in ((self.choose(["--min-lcs", "9"], ["--max-distance", "1"]), 1),
                              (self.choose(["--min-lcs", "10"], ["--max-distance", "0"]), 0),
                              (["--min-identity", "0.9"], 1),
                              (["--min-identity", "0.9000001"], 0), (["--min-identity", "9e-1"], 1),
                              (["--min-identity", "0"], 1), (["--min-identity", "1"], 0),
                              ([self.threshold, "0"], self.choose(1, 0))):
            with self.subTest(options=options):
                self.assertEqual(len(self.search(query, database, *options)), hits)

    def test_threads_and_backends(self):
        expected = self.expected_rows(self.queries, self.subjects, 10)
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
                    value = self.assert_paf(line, (row[1], queries[row[1]]), (row[2], subjects[row[2]]))
                    self.assertEqual(value, int(row[5]))
                self.assert_no_temporary_files()

    # Table and alignments are those of a search for each query, one after the other, whatever the number of threads.
    def test_several_queries(self):
        for options in (["--top", "7"], [self.threshold, "20"], ["--min-identity", "0.5", "--order", "identity"]):
            outputs = set()
            for threads in ("1", "2", "5"):
                result = self.run_program(*self.command, self.query, self.database, *options, "--threads", threads,
                                          "--alignment", self.path("paf"))
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                outputs.add((result.stdout, self.content("paf")))
            table, alignments = b"\t".join(name.encode() for name in self.header) + b"\n", b""
            for query in self.queries:
                result = self.run_program(*self.command, self.file("one", fasta(query)), self.database, *options,
                                          "--alignment", self.path("paf"))
                table += result.stdout.partition(b"\n")[2]
                alignments += self.content("paf")
            with self.subTest(options=options):
                self.assertEqual(outputs, {(table, alignments)})

    # More records than are read at a time: hits of the first chunk are replaced, by one query or by both.
    def test_several_queries_and_chunks(self):
        queries = [("q", "ACGTACGTAC"), ("r", "ACGTTTTTTT"), ("s", "GGGGGGGGGG")]
        subjects = [(f"s{i}", "ACGT"[i % 4] * (i % 5)) for i in range(70_000)]
        subjects[1:4] = [("a", "ACGTAAAAAA"), ("b", "ACGTAC"), ("c", "GGGG")]
        subjects[69_000:69_003] = [("d", "ACGTACGTA"), ("e", "ACGTTTT"), ("f", "GGGGGGG")]
        database = self.file("database", fasta(*subjects))
        expected = [["q", "d"], ["q", "a"], ["r", "e"], ["r", "d"], ["s", "f"], ["s", "c"]]
        query = self.file("q", fasta(*queries))
        letters, paf = dict(queries) | dict(subjects), self.path("paf")
        for options in ([], ["--alignment", paf]):
            rows = self.search(query, database, "--top", "2", "--threads", "2", *options)
            self.assertEqual([row[1:3] for row in rows], expected)
        for row, line in zip(rows, self.content("paf").decode().splitlines(), strict=True):
            self.assertEqual(self.assert_paf(line, (row[1], letters[row[1]]), (row[2], letters[row[2]])), int(row[5]))

    def test_json(self):
        rows = self.search(self.query, self.database, "--top", "3")
        result = self.run_program(*self.command, self.query, self.database, "--top", "3", "--format", "json")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        lines = result.stdout.decode().splitlines()
        for row, line in zip(rows, lines, strict=True):
            values = json.loads(line)
            self.assertEqual(list(values), self.header)
            self.assertEqual([values[name] for name in ("id1", "id2")], row[1:3])
            self.assertEqual([values[name] for name in ("rank", "length1", "length2", self.metric.column)],
                             [int(row[i]) for i in (0, 3, 4, 5)])
            self.assertAlmostEqual(values["identity"], float(row[6]), places=6)
        # Without hits there are no lines: JSON has no header.
        result = self.run_program(*self.command, *self.nothing(), "--format", "json")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))

    def nothing(self):
        """Arguments without hits."""
        return [self.file("far", ">far\n" + 50 * "N"), self.database, self.threshold, self.choose("1000", "20")]

    def test_no_hit(self):
        self.assertEqual(self.search(*self.nothing(), "--alignment", self.path("paf")), [])
        self.assertEqual(self.content("paf"), b"")

    # More records than are read at a time; hits of the first chunk are replaced later.
    def test_many_records(self):
        query = ("q", random_letters(40, 1))
        subjects = [(f"s{i}", random_letters(i % 60, i)) for i in range(9000)]
        subjects += [("good", mutate(query[1], 5)), ("same", query[1])]
        database = self.file("database", fasta(*subjects))
        one = self.file("one", fasta(query))
        for options, top in ((["--top", "3"], 3), (["--top", "200"], 200), ([], None)):
            rows = self.search(one, database, *options, "--alignment", self.path("paf"))
            self.assertEqual(rows, self.expected_rows([query], subjects, top))
            letters = dict(subjects)
            for row, line in zip(rows, self.content("paf").decode().splitlines(), strict=True):
                self.assertEqual(self.assert_paf(line, query, (row[2], letters[row[2]])), int(row[5]))

    def test_records_of_the_same_name(self):
        database = self.file("d", ">x\nAAA\n>x\nAAAA\n>x\nAA\n")
        rows = self.search(self.file("q", ">q\nAAAA\n>q\nAA\n"), database, "--alignment", self.path("paf"))
        self.assertEqual([row[3:6] for row in rows],
                         self.choose([["4", "4", "4"], ["4", "3", "3"], ["4", "2", "2"],
                                      ["2", "3", "2"], ["2", "4", "2"], ["2", "2", "2"]],
                                     [["4", "4", "0"], ["4", "3", "1"], ["4", "2", "2"],
                                      ["2", "2", "0"], ["2", "3", "1"], ["2", "4", "2"]]))
        lines = [line.split("\t") for line in self.content("paf").decode().splitlines()]
        self.assertEqual([(line[1], line[6]) for line in lines], [(row[3], row[4]) for row in rows])

    def test_skipped(self):
        query = self.file("q", ">q\nACGTACGT\n>r\nAAAAAAAA\n")
        database = self.file("d", ">a\nACGTACGT\n>b\nTTTTTTTT\n>c\nACGT\n")
        self.assertEqual(self.skipped(query, database), 0)
        self.assertEqual(self.skipped(query, database, self.threshold, self.choose("5", "3")), 2 + 3)
        self.assertEqual(self.skipped(query, database, "--min-identity", "0.25"), 0 + 2)
        self.assertEqual(self.skipped(query, database, "--min-identity", "0.26"), 1 + 3)

    def test_timings(self):
        result = self.run_program(*self.command, "--timings", self.query, self.database, "--top", "2", "--alignment",
                                  self.path("paf"))
        self.assertEqual(result.returncode, 0)
        lines = dict(line.split("\t") for line in result.stderr.decode().splitlines())
        self.assertEqual(list(lines), ["reading", "packing", self.metric.step, "transfer", "kernel", "traceback",
                                       "writing", "total", "checkpoint_rows", "checkpoint_columns", "memory", "device_memory",
                                       "route", "backend", "skipped"])
        self.assertRegex(lines.pop("route"), r"^(cpu|cuda): ([0-9]+ pairs, )?[0-9.e+-]+ cells, [0-9.e-]+ s expected$")
        self.assertIn(lines.pop("backend"), ("cpu", "cuda", "cpu,cuda"))
        for name in ("reading", self.metric.step, "traceback", "total"):
            self.assertGreater(float(lines[name]), 0)
        self.assertGreaterEqual(float(lines["total"]), float(lines[self.metric.step]))


class edit_results_test(results_test):
    metric = EDIT


def ends_within(query, subject):
    """The edits with which a query ends after each letter of a subject, and before the first one; by the textbook's table."""
    row = [0] * (len(subject) + 1)
    for i, a in enumerate(query, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(subject, 1):
            diagonal, row[j] = row[j], min(diagonal + (a != b), row[j] + 1, row[j - 1] + 1)
    return row


class parts_test(search_case):
    metric = EDIT

    def setUp(self):
        super().setUp()
        generator = random.Random(7)
        self.queries = [(f"q{i}", random_letters(generator.randrange(12, 70), i)) for i in range(40)]
        self.subjects = []
        for i in range(8):
            letters = random_letters(generator.randrange(50), 100 + i)
            for j in range(generator.randrange(12)):
                inner = mutate(generator.choice(self.queries)[1], generator.randrange(1000))
                inner = reverse_complement(inner) if generator.random() < 0.4 else inner
                letters += inner * generator.choice([1, 1, 1, 2]) + random_letters(generator.randrange(30), 1000 * i + j)
            self.subjects.append((f"s{i}", letters))
        self.files = [self.file("queries.fa", fasta(*self.queries)), self.file("subjects.fa", fasta(*self.subjects))]
        self.command_line = ["search", "--metric", "edit", "--within"]

    def expected(self, query, limit, both_strands, top):
        """Of each hit its rank, subject, distance and places; places next to each other are one."""
        hits = []
        for number, (name, letters) in enumerate(self.subjects):
            rows = [ends_within(query, letters)]
            if both_strands:
                rows.append(ends_within(query, reverse_complement(letters)))
            best = min(map(min, rows))
            places = sum(value == best and (j == 0 or row[j - 1] != best) for row in rows for j, value in enumerate(row))
            if best <= limit:
                hits.append((best, number, name, places))
        return [[str(rank), name, str(best), str(places)] for rank, (best, _, name, places) in enumerate(sorted(hits)[:top], 1)]

    def check(self, both_strands=False, top=None, max_distance=None, min_identity=None):
        options = ["--both-strands"] * both_strands
        for name, value in (("--top", top), ("--max-distance", max_distance), ("--min-identity", min_identity)):
            options += [name, str(value)] if value is not None else []
        paf = self.path("paf")
        header, *rows = [line.split("\t") for line in self.output_lines(*self.command_line, *options, "--alignment", paf, *self.files)]
        self.assertEqual(header, [*self.header, "start2", "end2", "strand", "places"])
        lines = [line.split("\t") for line in self.content("paf").decode().splitlines()]
        for row, line in zip(rows, lines, strict=True):
            query, subject = dict(self.queries)[row[1]], dict(self.subjects)[row[2]]
            self.assertEqual(row[3:5], [str(len(query)), str(len(subject))])
            self.assertAlmostEqual(float(row[6]), 1 - int(row[5]) / len(query), delta=1e-6)
            self.assertEqual(line[:9], [row[1], row[3], "0", row[3], row[9], row[2], row[4], row[7], row[8]])
            part = subject[int(row[7]):int(row[8])]
            letters = query if row[9] == "+" else reverse_complement(query)
            self.assertEqual(edits_of(line[12].removeprefix("cg:Z:"), letters, part), int(row[5]))
        expected = []
        for name, letters in self.queries:
            limit = len(letters) // 4 if max_distance is None and min_identity is None else len(letters)
            if max_distance is not None:
                limit = max_distance
            if min_identity is not None:
                limit = min(limit, int(len(letters) * (1 - fractions.Fraction(min_identity))))
            expected += [[hit[0], name, *hit[1:]] for hit in self.expected(letters, limit, both_strands, top)]
        self.assertEqual([[row[0], row[1], row[2], row[5], row[10]] for row in rows], expected)
        return len(rows)

    def test_all_options(self):
        for options in ({}, {"both_strands": True}, {"top": 1}, {"both_strands": True, "top": 1}, {"top": 3},
                        {"both_strands": True, "top": 2, "max_distance": 6}, {"max_distance": 0}, {"max_distance": 9},
                        {"min_identity": "0.9", "top": 1}, {"both_strands": True, "min_identity": "0.65", "top": 1},
                        {"max_distance": 3, "min_identity": "0.8"}):
            with self.subTest(options=options):
                self.assertGreater(self.check(**options), 3)

    def test_threads(self):
        arguments = [*self.command_line, "--both-strands", "--top", "1", *self.files]
        self.assertEqual(self.output_lines(*arguments, "--threads", "1"), self.output_lines(*arguments, "--threads", "3"))

    def test_sam(self):
        sam, paf = self.path("x.sam"), self.path("paf")
        arguments = [*self.command_line, "--both-strands", "--top", "1", *self.files]
        self.assertEqual(self.output_lines(*arguments, "--alignment", sam), self.output_lines(*arguments, "--alignment", paf))
        rows = [line.split("\t") for line in self.content("x.sam").decode().splitlines() if not line.startswith("@")]
        lines = [line.split("\t") for line in self.content("paf").decode().splitlines()]
        for row, line in zip(rows, lines, strict=True):
            letters = dict(self.queries)[line[0]]
            self.assertEqual(row[:6], [line[0], "16" if line[4] == "-" else "0", line[5], str(int(line[7]) + 1), "255",
                                       line[12].removeprefix("cg:Z:")])
            self.assertEqual(row[9], reverse_complement(letters) if line[4] == "-" else letters)

    def test_sam_qualities(self):
        """Those of FASTQ, in the direction of the letters; of FASTA there are none, and SAM allows no others."""
        generator = random.Random(8)
        expected = {name: "".join(generator.choices("!+,I~@>", k=len(letters))) for name, letters in self.queries}
        no_quality = "\x7f"
        text = "".join(f"@{name}\n{letters}\n+\n{no_quality * len(letters) if name == 'q1' else expected[name]}\n"
                       for name, letters in self.queries)
        files = [self.file("reads.fq", text), self.files[1]]
        expected["q1"] = "*"
        sam = self.path("x.sam")
        for command in ([*self.command_line, "--both-strands"], ["search", "--metric", "edit"], ["lcs", "--all-pairs", "--both-strands"]):
            with self.subTest(command=command):
                self.output_lines(*command, *files, "--alignment", sam)
                rows = [line.split("\t") for line in self.content("x.sam").decode().splitlines() if not line.startswith("@")]
                self.assertGreater(len(rows), 20)
                for row in rows:
                    qualities = expected[row[0]]
                    self.assertEqual(row[10], qualities[::-1] if int(row[1]) & 16 else qualities)

    def test_ambiguous_letters(self):
        query = self.file("n", fasta(("n", "ACGNTTGCATRCCGATG")))
        subject = self.file("m", fasta(("m", "CCCCCCACGATTGCATGCCGATGCCCCCC"), ("none", "CCCCC"), ("empty", "")))
        rows = [line.split("\t") for line in self.output_lines(*self.command_line, query, subject)[1:]]
        self.assertEqual(rows, [["1", "n", "m", "17", "29", "0", "1.000000", "6", "23", "+", "1"]])

    def test_palindromes(self):
        """On both strands, it is in one place."""
        query = self.file("p", fasta(("p", "ACGTTTGCAAACGT")))
        text = "GGGGGGGGGACGTTTGCAAACGTGGGGGGG"
        for letters, places in ((text, "1"), (text + text, "2")):
            rows = [line.split("\t") for line in self.output_lines(*self.command_line, "--both-strands", query,
                                                                   self.file("t", fasta(("t", letters))))[1:]]
            self.assertEqual([[row[5], row[7], row[10]] for row in rows], [["0", "9", places]])

    def test_many_hits(self):
        """Alignments are written some at a time; all queries but the first one are in a subject of their own."""
        queries = [(f"q{i}", random_letters(40, 5000 + i)) for i in range(1500)]
        subjects = [(f"s{i}", "AC" + letters + "GT") for i, (_, letters) in enumerate(queries)][1:]
        sam = self.path("x.sam")
        rows = self.output_lines(*self.command_line, "--max-distance", "1", "--alignment", sam, self.file("q", fasta(*queries)),
                                 self.file("s", fasta(*subjects)))[1:]
        self.assertEqual([row.split("\t")[1:3] for row in rows], [[f"q{i}", f"s{i}"] for i in range(1, 1500)])
        lines = [line.split("\t") for line in self.content("x.sam").decode().splitlines() if not line.startswith("@")]
        self.assertEqual([line[:6] for line in lines], [[f"q{i}", "0", f"s{i}", "3", "255", "40="] for i in range(1, 1500)])

    def test_secondary_lines_of_sam(self):
        sam = self.path("x.sam")
        rows = self.output_lines(*self.command_line, "--both-strands", *self.files, "--alignment", sam)[1:]
        flags = [int(line.split("\t")[1]) for line in self.content("x.sam").decode().splitlines() if not line.startswith("@")]
        self.assertEqual([flag & 256 != 0 for flag in flags], [row[0] != "1" for row in rows])
        self.assertIn(256, flags)

    def test_memory(self):
        long = random_letters(3000, 77)
        files = [self.file("a", fasta(("a", mutate(long, 3)))), self.file("b", fasta(("b", "ACGT" * 20 + long)))]
        arguments = [*self.command_line, "--alignment", self.path("paf"), *files]
        self.assert_fails(self.run_program(*arguments, "--memory", "100K"), 1, "--memory", "edit --within")
        self.assertEqual(len(self.output_lines(*arguments, "--memory", "100M")), 2)

    def test_no_minimum(self):
        """An identity of 0 is a threshold, too."""
        files = [self.file("a", fasta(("a", "AAAAAAAA"))), self.file("b", fasta(("b", "CCCCACCC")))]
        self.assertEqual(len(self.output_lines(*self.command_line, *files)), 1)
        row = self.output_lines(*self.command_line, "--min-identity", "0", *files)[1].split("\t")
        self.assertEqual(row[5], "7")

    def test_queries_without_letters(self):
        query = self.file("empty", fasta(("e", ""), ("one", "A")))
        rows = [line.split("\t") for line in self.output_lines(*self.command_line, "--top", "1", query, self.files[1])[1:]]
        self.assertEqual([row[:2] for row in rows], [["1", "one"]])

    def test_what_is_refused(self):
        for options, *parts in ((["--within"], "--within", "--metric edit"),
                                (["--metric", "edit", "--both-strands"], "--both-strands", "--within"),
                                (["--metric", "edit", "--within", "--alphabet", "protein"], "--within", "protein")):
            self.assert_fails(self.run_program("search", *options, *self.files), 2, *parts)


class inputs_test(search_case):
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
        self.assert_fails(self.run_program(*self.command, self.good, self.file("d", ">d\nACX\n")), 1, "'X'", "dna15",
                          "--alphabet")


if __name__ == "__main__":
    program.main(__doc__)
