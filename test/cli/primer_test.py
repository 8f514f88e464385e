#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the results of gpulcs primer find: primer_test.py PATH_TO_GPULCS"""

import functools
import gzip
import itertools
import json
import math
import random
import re
import shutil
import subprocess
import unittest

import program
from program import program_case
from sequences import fasta, random_letters, reverse_complement


BEST_COLUMNS = ["rank", "id", "start", "end", "length", "gc", "tm", "min_background_edits", "sequence"]
BASES = {"A": "A", "C": "C", "G": "G", "T": "T", "R": "AG", "Y": "CT", "S": "CG", "W": "AT", "K": "GT", "M": "AC",
         "B": "CGT", "D": "AGT", "H": "ACT", "V": "ACG", "N": "ACGT"}


def split_at_unknown(letters, known):
    return "".join(letter if letter in known else " " for letter in letters).split()


def split_at_gaps(letters):
    return re.split("N{10,}", letters)


def differ(letter, other):
    """Whether a letter of a primer differs from one of a background, whatever that stands for."""
    return letter not in BASES[other]


@functools.cache
def primer_length(letters, texts, differences):
    """The textbook's table, row by row; 0 if there is no primer."""
    rows = [[0] * (len(text) + 1) for text in texts]
    for i, letter in enumerate(letters, 1):
        for text, row in zip(texts, rows):
            diagonal = row[0]
            row[0] = i
            for j, other in enumerate(text, 1):
                diagonal, row[j] = row[j], min(diagonal + differ(letter, other), row[j] + 1, row[j - 1] + 1)
        if min(map(min, rows), default=i) >= differences:
            return i
    return 0


def expected_lines(targets, backgrounds, differences, both_strands=True, min_length=0, max_length=None, known="ACGT",
                   breaks=False):
    texts = [part for _, letters in backgrounds
             for part in (split_at_unknown(letters, known) if breaks else split_at_gaps(letters))]
    if both_strands:
        texts += list(map(reverse_complement, texts))
    texts.append("")
    lines = []
    for name, letters in targets:
        for position in range(len(letters)):
            run = "".join(itertools.takewhile(lambda letter: letter in known, letters[position:]))
            length = primer_length(run, tuple(texts), differences)
            if length:
                length = max(length, min_length)
                if length <= len(run) and (max_length is None or length <= max_length):
                    lines.append(f"{name}\t{position}\t{position + length}\t.\t{min(differences, 1000)}\t+")
    return lines


@functools.cache
def edits_to(letters, texts):
    """The edits to the substring of the texts that is most like the letters."""
    best = len(letters)
    for text in texts:
        row = [0] * (len(text) + 1)
        for i, letter in enumerate(letters, 1):
            diagonal, row[0] = row[0], i
            for j, other in enumerate(text, 1):
                diagonal, row[j] = row[j], min(diagonal + differ(letter, other), row[j] + 1, row[j - 1] + 1)
        best = min(best, *row)
    return best


def gc_percent(letters):
    return 100 * sum(letter in "GC" for letter in letters) / len(letters)


def melting(letters):
    """The melting temperature by SantaLucia 1998, with a table of words."""
    enthalpies = {"AA": -7.9, "AT": -7.2, "TA": -7.2, "CA": -8.5, "GT": -8.4, "CT": -7.8, "GA": -8.2, "CG": -10.6, "GC": -9.8,
                  "GG": -8.0}
    entropies = {"AA": -22.2, "AT": -20.4, "TA": -21.3, "CA": -22.7, "GT": -22.4, "CT": -21.0, "GA": -22.2, "CG": -27.2,
                 "GC": -24.4, "GG": -19.9}
    words = [letters[i:i + 2] for i in range(len(letters) - 1)]
    words = [word if word in enthalpies else reverse_complement(word) for word in words]
    ends = sum(letter in "AT" for letter in letters[0] + letters[-1])
    enthalpy = sum(enthalpies[word] for word in words) + ends * 2.3 + (2 - ends) * 0.1
    entropy = sum(entropies[word] for word in words) + ends * 4.1 + (2 - ends) * -2.8
    is_symmetric = letters == reverse_complement(letters)
    entropy += -1.4 * is_symmetric + 0.368 * len(words) * math.log((50 + 120 * (1.5 - 0.6) ** 0.5) / 1000)
    return 1000 * enthalpy / (entropy + 1.987 * math.log(50e-9 / (1 if is_symmetric else 4))) - 273.15


def bed_regions(lines, targets):
    """Lines of BED as (name, begin, end, percentage of G and C)."""
    letters = dict(targets)
    fields = [line.split("\t") for line in lines]
    return [(name, int(begin), int(end), gc_percent(letters[name][int(begin):int(end)]))
            for name, begin, end, *_ in fields]


def covered(lines, targets):
    """The merged regions that lines of BED cover."""
    merged = []
    for name, letters in targets:
        marks = [" "] * len(letters)
        for region_name, begin, end, _ in bed_regions(lines, targets):
            if region_name == name:
                marks[begin:end] = "x" * (end - begin)
        merged += [f"{name}\t{match.start()}\t{match.end()}" for match in re.finditer("x+", "".join(marks))]
    return merged


def bed_profile(lines, targets):
    """The bedGraph for lines of BED."""
    profile = ['track type=bedGraph name="primer lengths"']
    lengths = {(name, begin): end - begin for name, begin, end, _ in bed_regions(lines, targets)}
    for name, letters in targets:
        for length, positions in itertools.groupby(range(len(letters)), lambda i: lengths.get((name, i))):
            positions = list(positions)
            if length is not None:
                profile.append(f"{name}\t{positions[0]}\t{positions[-1] + 1}\t{length}")
    return profile


def mutate(letters, seed):
    """About every tenth letter is replaced or left out, and some are unknown."""
    generator = random.Random(seed)
    return "".join(generator.choice("AN_").replace("_", "") if generator.random() < 0.1 else letter
                   for letter in letters)


class primer_test(program_case):
    def primers(self, *arguments, **options):
        return self.primer_lines(*arguments, **options)

    def setUp(self):
        super().setUp()
        self.targets = [("t0", random_letters(90, 1)), ("t1", ""), ("t2", mutate(random_letters(60, 2), 3))]
        self.first = [("a", random_letters(150, 4)), ("b", mutate(self.targets[0][1], 5))]
        self.second = [("c", reverse_complement(self.targets[0][1][:60])), ("d", "ACGT")]
        self.files = [self.file("targets", fasta(*self.targets)), self.file("first", fasta(*self.first)),
                      self.file("second", fasta(*self.second))]

    def test_example_of_the_paper(self):
        target = self.file("t", ">alpha some text\nACTG\n")
        background = self.file("b", ">beta\nAGCAAG\n")
        self.assertEqual(self.primers("-k", "2", "--one-strand", target, background),
                         ["alpha\t0\t3\t.\t2\t+", "alpha\t1\t4\t.\t2\t+"])

    def test_all_options(self):
        for differences, both_strands, (min_length, max_length) in itertools.product(
                (1, 3, 8), (False, True), ((0, None), (12, None), (0, 12), (9, 15))):
            expected = expected_lines(self.targets, self.first + self.second, differences, both_strands, min_length,
                                      max_length)
            options = ["-k", str(differences)]
            options += [] if both_strands else ["--one-strand"]
            options += ["--min-length", str(min_length)] if min_length else []
            options += ["--max-length", str(max_length)] if max_length else []
            with self.subTest(options=options):
                self.assertEqual(self.primers(*options, "--threads", "1", *self.files), expected)
                self.assertEqual(self.primers(*self.files, *options, "--threads", "3"), expected)

    def test_unknown_letters(self):
        first, second = self.targets[0][1][:45], self.targets[0][1][45:]
        for middle in ("N", "NRY", "N" * 9, "N" * 10, "N" * 5 + "R" + "N" * 5, "N" * 30, "BDHVKMSWRY"):
            backgrounds = [("b", first + middle + second[len(middle):])]
            file = self.file("b", fasta(*backgrounds))
            for differences, both_strands in itertools.product((1, 4), (False, True)):
                options = ["-k", str(differences), *([] if both_strands else ["--one-strand"])]
                with self.subTest(middle=middle, options=options):
                    matching = expected_lines(self.targets, backgrounds, differences, both_strands)
                    self.assertEqual(self.primers(*options, self.files[0], file), matching)
                    self.assertEqual(self.primers(*options, "--unknown", "match", self.files[0], file), matching)
                    self.assertEqual(self.primers(*options, "--unknown", "break", self.files[0], file),
                                     expected_lines(self.targets, backgrounds, differences, both_strands, breaks=True))

    def test_timings(self):
        for choice in ([], ["--backend", "cpu"]):
            result = self.run_program("primer", "find", "-k", "3", *self.files, "--timings", *choice)
            self.assertEqual(result.returncode, 0)
            lines = dict(line.split("\t") for line in result.stderr.decode().splitlines())
            self.assertEqual(list(lines), ["reading", "packing", "primers", "transfer", "kernel", "writing", "total",
                                           "device_memory", "route", "backend"])
            self.assertRegex(lines["route"], rf"^{lines['backend']}: [0-9.e-]+ s expected$")
            self.assertIn(lines["backend"], ["cpu"] if choice else ["cpu", "cuda"])
            self.assertEqual(int(lines["device_memory"]) > 0, lines["backend"] == "cuda")
            self.assertGreater(float(lines["primers"]), 0)
            self.assertLessEqual(float(lines["primers"]), float(lines["total"]))
            self.assertEqual(float(lines["kernel"]) > 0, lines["backend"] == "cuda")

    def test_gc(self):
        everything = expected_lines(self.targets, self.first, 3, min_length=10)
        regions = bed_regions(everything, self.targets)
        for gc_min, gc_max in ((0, 100), (40, 60), (0, 30), (50, 50), (100, 100), (33.3, 66.7)):
            expected = [line for line, region in zip(everything, regions) if gc_min <= region[3] <= gc_max]
            with self.subTest(gc=(gc_min, gc_max)):
                self.assertEqual(self.primers("-k", "3", "--min-length", "10", "--gc", f"{gc_min}:{gc_max}",
                                              *self.files[:2]), expected)

    def test_melting_temperatures(self):
        everything = [line.split("\t") for line in self.primers("-k", "3", *self.files, "--format", "tsv")[1:]]
        letters = dict(self.targets)
        for low, high, limit in ((20, 30, None), (40, 41, None), (50, 60, 18), (0, 100, 12)):
            expected = []
            for name, begin, end, *_ in everything:
                run = "".join(itertools.takewhile("ACGT".__contains__, letters[name][int(begin):]))[:min(limit or 60, 60)]
                for length in range(max(int(end) - int(begin), 2), len(run) + 1):
                    if melting(run[:length]) >= low:
                        if melting(run[:length]) <= high:
                            expected.append([name, begin, str(int(begin) + length), run[:length]])
                        break
            with self.subTest(tm=(low, high), limit=limit):
                options = ["--max-length", str(limit)] if limit else []
                found = [line.split("\t") for line in self.primers("-k", "3", "--tm", f"{low}:{high}", *options, *self.files,
                                                                   "--format", "tsv")[1:]]
                self.assertEqual([[*row[:3], row[6]] for row in found], expected)
                for row in found:
                    self.assertAlmostEqual(float(row[5]), melting(row[6]), delta=1e-5)
                # Extended primers may end before those that begin before them.
                regions = self.primers("-k", "3", "--tm", f"{low}:{high}", *options, *self.files, "--unique-regions")
                self.assertEqual(regions, covered(self.primers("-k", "3", "--tm", f"{low}:{high}", *options, *self.files),
                                                  self.targets))
        self.assertGreater(len(everything), 50)

    @unittest.skipIf(shutil.which("oligotm") is None, "Primer3 is not installed")
    def test_melting_temperatures_of_primer3(self):
        rows = [line.split("\t") for line in self.primers("-k", "3", "--tm", "30:70", *self.files, "--format", "tsv")[1:]]
        self.assertGreater(len(rows), 20)
        for row in rows:
            if len(row[6]) <= 36:
                command = ["oligotm", "-tp", "1", "-sc", "1", "-mv", "50", "-dv", "1.5", "-n", "0.6", "-d", "50", row[6]]
                self.assertAlmostEqual(float(subprocess.check_output(command)), float(row[5]), delta=0.01)

    def expected_best(self, rows, count, temperature, texts):
        """Those of the rows of a table that --best chooses, by comparing each with each."""
        best = []
        for name, letters in self.targets:
            candidates = []
            for row in rows:
                if row["id"] == name:
                    known = 2 <= row["length"] <= 60
                    off = math.floor(10 * abs(melting(row["sequence"]) - temperature) + 0.5) if known else math.inf
                    edits = edits_to(row["sequence"], texts)
                    candidates.append((-edits, off, row["start"], {**row, "min_background_edits": edits}))
            chosen = []
            for *_, row in sorted(candidates, key=lambda candidate: candidate[:3]):
                if len(chosen) < count and all(
                        abs(row["start"] - other["start"]) >= len(letters) // count // 2
                        and (row["end"] <= other["start"] or other["end"] <= row["start"]) for other in chosen):
                    chosen.append(row)
            best += [{"rank": rank, **row} for rank, row in enumerate(chosen, 1)]
        return best

    def test_best(self):
        self.targets = [("t0", random_letters(150, 1)), ("t1", ""), ("t2", mutate(random_letters(90, 2), 3))]
        files = [self.file("longer", fasta(*self.targets)), *self.files[1:]]
        parts = [part for _, letters in self.first + self.second for part in split_at_gaps(letters)]
        texts = (*parts, *map(reverse_complement, parts))
        all_edits = set()
        for options, temperature in (([], 60), (["--min-length", "14"], 60), (["--min-length", "16", "--gc", "30:60"], 60),
                                     (["--tm", "40:50", "--max-length", "22"], 45), (["--min-length", "62"], 60)):
            arguments = ["-k", "4", *options, *files]
            rows = list(map(json.loads, self.primers(*arguments, "--format", "json")))
            for count in (1, 2, 3, 7, 10_000):
                with self.subTest(options=options, count=count):
                    expected = self.expected_best(rows, count, temperature, texts)
                    best = [*arguments, "--best", str(count)]
                    self.assertEqual(list(map(json.loads, self.primers(*best, "--format", "json", "--threads", "1"))), expected)
                    table = [line.split("\t") for line in self.output_lines("primer", "find", *best)]
                    self.assertEqual(table[0], BEST_COLUMNS)
                    self.assertEqual([line[:5] + line[7:] for line in table[1:]],
                                     [[str(row[name]) for name in BEST_COLUMNS[:5] + BEST_COLUMNS[7:]] for row in expected])
                    self.assertEqual(self.primers(*best, "--format", "bed"),
                                     ["{id}\t{start}\t{end}\t{rank}\t{min_background_edits}\t+".format(**row)
                                      for row in expected])
                    all_edits |= {row["min_background_edits"] for row in expected}
                    if count < 7 and "62" not in options:
                        self.assertGreaterEqual(len(expected), count)
        self.assertGreater(len(all_edits), 3)

    def test_best_without_temperatures(self):
        arguments = ["-k", "1", "--best", "2", "--alphabet", "aa27", self.file("t", ">t\nGCMKL\n"), self.file("b", ">b\nG\n")]
        self.assertEqual(self.output_lines("primer", "find", *arguments)[1:], ["1\tt\t0\t2\t2\t\t\t1\tGC", "2\tt\t2\t3\t1\t\t\t1\tM"])
        self.assertEqual(self.output_lines("primer", "find", *arguments, "--min-length", "2")[1:],
                         ["1\tt\t1\t3\t2\t\t\t2\tCM", "2\tt\t3\t5\t2\t\t\t2\tKL"])

    # What was found can be checked.
    def test_best_can_be_checked(self):
        best = self.output_lines("primer", "find", "-k", "3", "--best", "3", "--min-length", "12", *self.files)
        rows = list(map(json.loads, self.output_lines("primer", "check", "-", "-k", "8", "--summary", "--format", "json",
                                                      *self.files, input="\n".join(best).encode())))
        self.assertEqual([row["min_background_edits"] for row in rows], [int(line.split("\t")[7]) for line in best[1:]])

    def test_unique_regions(self):
        for options in ([], ["--gc", "50:100"], ["--max-length", "10"], ["--min-length", "20"]):
            everything = self.primers("-k", "3", *options, *self.files)
            with self.subTest(options=options):
                expected = covered(everything, self.targets)
                self.assertNotEqual(expected, [])
                self.assertEqual(self.primers("-k", "3", *options, "--unique-regions", *self.files), expected)

    def test_formats(self):
        letters = dict(self.targets)
        for options in ([], ["--unique-regions"], ["--gc", "30:50"]):
            arguments = ["-k", "3", *options, *self.files]
            bed = self.primers(*arguments)
            self.assertEqual(self.primers(*arguments, "--format", "bed"), bed)
            regions = bed_regions(bed, self.targets)
            self.assertEqual(self.primers(*arguments, "--format", "tsv"),
                             ["id\tstart\tend\tlength\tgc\ttm\tsequence"]
                             + [f"{name}\t{begin}\t{end}\t{end - begin}\t{gc:.6f}\t"
                                + (f"{melting(letters[name][begin:end]):.6f}" if end - begin <= 60 else "")
                                + f"\t{letters[name][begin:end]}"
                                for name, begin, end, gc in regions])
            self.assertEqual(list(map(json.loads, self.primers(*arguments, "--format", "json"))),
                             [{"id": name, "start": begin, "end": end, "length": end - begin, "gc": round(gc, 6),
                               "tm": round(melting(letters[name][begin:end]), 6) if end - begin <= 60 else None,
                               "sequence": letters[name][begin:end]} for name, begin, end, gc in regions])
        # Amino acids have no G and C.
        arguments = ["-k", "1", "--alphabet", "aa27", self.file("t", ">t\nGC\n"), self.file("b", ">b\nG\n")]
        self.assertEqual(self.primers(*arguments, "--format", "tsv")[1:], ["t\t0\t2\t2\t\t\tGC", "t\t1\t2\t1\t\t\tC"])
        self.assertEqual(json.loads(self.primers(*arguments, "--format", "json")[1])["gc"], None)
        # Any byte may be a letter.
        arguments = ["-k", "1", "--alphabet", "char", self.file("t", b">t\n\x1b\t\"\xff\n"), arguments[-1]]
        self.assertEqual(self.primers(*arguments, "--format", "tsv")[1:],
                         ["t\t0\t1\t1\t\t\t\\x1B", "t\t1\t2\t1\t\t\t\\x09", "t\t2\t3\t1\t\t\t\"",
                          "t\t3\t4\t1\t\t\t\\xFF"])
        self.assertEqual([json.loads(line)["sequence"] for line in self.primers(*arguments, "--format", "json")],
                         ["\\x1B", "\\x09", '"', "\\xFF"])

    def test_profile(self):
        for options in ([], ["--gc", "40:60"], ["--min-length", "15", "--max-length", "16"]):
            profile = self.path("profile")
            arguments = ["-k", "3", *options, *self.files]
            everything = self.primers(*arguments, "--profile", profile)
            self.assertEqual(everything, self.primers(*arguments))
            expected = bed_profile(everything, self.targets)
            self.assertEqual(self.content("profile").decode(), "\n".join(expected) + "\n")
            # The same with other formats of the primers.
            self.primers(*arguments, "--profile", profile, "--unique-regions", "--format", "json")
            self.assertEqual(self.content("profile").decode(), "\n".join(expected) + "\n")

    def test_one_background_or_more(self):
        for backgrounds, records in ((self.files[1:2], self.first), (self.files[2:], self.second),
                                     (self.files[2:] * 2 + self.files[1:2], self.first + self.second)):
            self.assertEqual(self.primers("-k", "2", self.files[0], *backgrounds),
                             expected_lines(self.targets, records, 2))

    def test_no_primer(self):
        """Nothing is written, and one line says why."""
        none = ["-k", "1", self.files[0], self.files[0]]
        for options, *parts in (
                (none, "whether BACKGROUND contains TARGET"), (["--min-edits", "1000000000000", *self.files], "1000000000000"),
                (["-k", "3", "--max-length", "4", *self.files], "at most 4 letters", "raise --max-length", "--profile"),
                (["-k", "3", "--min-length", "3", "--max-length", "4", *self.files], "at least 3 letters and at most 4"),
                (["-k", "3", "--gc", "100:100", *self.files], "widen --gc"),
                (["-k", "3", "--all-targets", *self.files], "every record", "--all-targets"),
                (["-k", "3", "--all-targets", "--gc", "100:100", *self.files], "every record", "--all-targets"),
                ([*none, "--gc", "0:50", "--one-strand"], "contains TARGET"), ([*none, "--unique-regions"], "contains TARGET")):
            with self.subTest(options=options):
                self.assert_no_primers(options, "no primers: ", *parts)
        for output in ("tsv", "json"):
            header = [] if output == "json" else ["id\tstart\tend\tlength\tgc\ttm\tsequence"]
            self.assert_no_primers([*none, "--format", output], "no primers: ", header=header)
        self.assert_no_primers([*none, "--best", "3"], "no primers: ", header=["\t".join(BEST_COLUMNS)])
        table = self.primers("-k", "3", "--products", "30:60", *self.files)
        self.assertGreater(len(table), 1)
        self.assert_no_primers(["-k", "3", "--products", "5000:5001", *self.files], "no products: ", header=table[:1])
        self.assert_no_primers([*none, "--products", "30:60"], "no primers: ", header=table[:1])

    def assert_no_primers(self, arguments, *parts, header=()):
        self.assertEqual(self.primers(*arguments), list(header))
        message = self.run_program("primer", "find", *arguments).stderr.decode()
        for part in parts:
            self.assertIn(part, message)

    def test_score(self):
        target = self.file("t", fasta(("t", "A" * 1100)))
        self.assertEqual(self.primers("-k", "1001", target, self.file("b", ">b\nC\n"))[:1], ["t\t0\t1001\t.\t1000\t+"])

    def test_standard_input_and_gzip(self):
        expected = expected_lines(self.targets, self.first, 4)
        compressed = self.file("first.gz", gzip.compress(self.content("first")))
        self.assertEqual(self.primers("-k", "4", "-", compressed, input=self.content("targets")), expected)
        self.assertEqual(self.primers("-k", "4", self.files[0], "-", input=self.content("first")), expected)

    def test_alphabets(self):
        target = self.file("t", ">t\nACRTNacug\n")
        background = self.file("b", ">b\nAC\n")
        # IUPAC codes are ambiguous; lower case and U are ordinary letters.
        self.assertEqual(self.primers("-k", "1", "--one-strand", target, background),
                         ["t\t3\t4\t.\t1\t+", "t\t5\t8\t.\t1\t+", "t\t6\t8\t.\t1\t+", "t\t7\t8\t.\t1\t+",
                          "t\t8\t9\t.\t1\t+"])
        target = self.file("t", ">t\nMKX*L\n")
        background = self.file("b", ">b\nMKLX\n")
        self.assertEqual(self.primers("-k", "1", "--alphabet", "aa27", target, background),
                         ["t\t3\t4\t.\t1\t+"])
        self.assertEqual(self.primers("-k", "1", "--alphabet", "char", target, background),
                         ["t\t0\t3\t.\t1\t+", "t\t1\t3\t.\t1\t+", "t\t2\t4\t.\t1\t+", "t\t3\t4\t.\t1\t+"])

    def test_control_bytes(self):
        target = self.file("target", b">a\x1b[31m\x00\xc2\x9b\nACGT\n")
        background = self.file("background", ">b\nA\n")
        profile = self.path("profile")
        for options in ([], ["--format", "tsv"], ["--format", "json"], ["--unique-regions"]):
            result = self.run_program("primer", "find", "-k", "1", target, background, "--profile", profile, *options)
            self.assertIn(b"x1B[31m", result.stdout)
            self.assert_no_controls(result.stdout)
            self.assert_no_controls(self.content("profile"))


if __name__ == "__main__":
    program.main(__doc__)
