#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs primer check and products, and of find --products: sites_test.py PATH_TO_GPULCS"""

import gzip
import itertools
import json
import random
import re
import shutil
import subprocess
import unittest

import program
from program import program_case
from sequences import fasta, random_letters, reverse_complement

MEANINGS = {"A": "A", "C": "C", "G": "G", "T": "T", "R": "AG", "Y": "CT", "S": "CG", "W": "AT", "K": "GT", "M": "AC",
            "B": "CGT", "D": "AGT", "H": "ACT", "V": "ACG", "N": "ACGT"}
COLUMNS = ["primer", "role", "file", "sequence", "start", "end", "strand", "edits", "three_prime_edits", "cigar"]
PRODUCT_COLUMNS = ["wanted", "file", "sequence", "start", "end", "length", "forward", "reverse", "forward_edits",
                   "reverse_edits", "forward_three_prime_edits", "reverse_three_prime_edits", "forward_sequence",
                   "reverse_sequence"]
SUMMARY_COLUMNS = ["primer", "length", "targets", "targets_with_site", "targets_without_site", "max_target_edits",
                   "target_sites", "background_sites", "min_background_edits", "min_background_three_prime_edits"]
NUMBERS = {"start", "end", "length", *(name for name in COLUMNS + PRODUCT_COLUMNS if name.endswith("edits"))}


def matches(first, second):
    return bool(set(MEANINGS[first]) & set(MEANINGS[second]))


def best_distances(primer, text):
    """For each end in the text, the least edits between the primer and something that ends there; the textbook's table."""
    column = list(range(len(primer) + 1))
    distances = []
    for letter in text:
        before, column = column, [0]
        for i, own in enumerate(primer, 1):
            column.append(min(before[i - 1] + (not matches(own, letter)), before[i] + 1, column[-1] + 1))
        distances.append(column[-1])
    return distances


def best_mismatches(primer, text, three_prime):
    """The same without insertions and deletions, and with so many mismatches at most in so many last letters."""
    letters, limit = three_prime
    distances = []
    for end in range(1, len(text) + 1):
        site = text[max(0, end - len(primer)):end]
        wrong = [not matches(*pair) for pair in zip(primer, site)]
        is_site = len(site) == len(primer) and sum(wrong[-letters:]) <= limit
        distances.append(sum(wrong) if is_site else len(primer) + 1)
    return distances


def local_minima(distances, edits):
    """The ends whose distance is at most so many edits, and grows from there in both directions."""
    end = 0
    for distance, plateau in itertools.groupby(distances):
        begin, end = end, end + len(list(plateau))
        if (distance <= edits and (begin == 0 or distances[begin - 1] > distance)
                and (end == len(distances) or distances[end] > distance)):
            yield end, distance


def expected_ends(primer, text, edits, distances_of, cut="N{10,}"):
    """The strand, the position after the primer's 3' end in the direction of the text, and the edits."""
    found = []
    for part in re.finditer("[A-Z]+", re.sub(cut, lambda gap: " " * len(gap[0]), text)):
        for end, distance in local_minima(distances_of(primer, part[0]), edits):
            found.append(("+", part.start() + end, distance))
        for end, distance in local_minima(distances_of(primer, reverse_complement(part[0])), edits):
            found.append(("-", part.end() - end, distance))
    return found


def read_table(lines, columns):
    assert lines[0].split("\t") == columns
    rows = [dict(zip(columns, line.split("\t"), strict=True)) for line in lines[1:]]
    return [{name: int(value) if name in NUMBERS else value for name, value in row.items()} for row in rows]


def site_order(row, sequences, primers):
    return sequences.index(row["sequence"]), row["start"], row["end"], "+-".index(row["strand"]), primers.index(row["primer"])


def products_of(rows, min_length, max_length, partners=lambda a, b: True):
    """All products of sites, by comparing each with each."""
    found = []
    for left, right in itertools.product(rows, rows):
        if ((left["file"], left["sequence"]) == (right["file"], right["sequence"])
                and (left["strand"], right["strand"]) == ("+", "-") and left["start"] <= right["start"]
                and left["end"] <= right["end"] and min_length <= right["end"] - left["start"] <= max_length
                and partners(left["primer"], right["primer"])):
            found.append({"wanted": "yes" if left["role"] == "target" else "no", "file": left["file"],
                          "sequence": left["sequence"], "start": left["start"], "end": right["end"],
                          "length": right["end"] - left["start"], "forward": left["primer"],
                          "reverse": right["primer"], "forward_edits": left["edits"], "reverse_edits": right["edits"],
                          "forward_three_prime_edits": left["three_prime_edits"],
                          "reverse_three_prime_edits": right["three_prime_edits"]})
    return found


def sorted_rows(rows):
    return sorted(tuple(sorted(row.items())) for row in rows)


class sites_case(program_case):
    def setUp(self):
        super().setUp()
        generator = random.Random(7)
        first, second = random_letters(400, 1), random_letters(300, 2)
        self.primers = [("p0", first[20:40]), ("p1", reverse_complement(first[200:222])), ("p2", "ACGRYTTNACGAKT"),
                        ("p3", second[50:58]), ("p4", reverse_complement(second[90:98]))]
        changed = "".join(generator.choice("ACGTRYN_").replace("_", "") if generator.random() < 0.08 else letter
                          for letter in first)
        self.targets = [("t0", first), ("t1", ""), ("t2", second[:100] + "N" * 12 + second[100:])]
        self.background = [("b0", changed), ("b1", reverse_complement(changed) + "N" * 9 + second), ("b2", "N" * 30)]
        self.files = [self.file("target.fa", fasta(*self.targets)), self.file("background.fa", fasta(*self.background))]
        self.primer_file = self.file("primers.fa", fasta(*self.primers))
        self.texts = dict(self.targets + self.background)

    def check(self, *arguments, **options):
        return self.output_lines("primer", "check", *arguments, **options)

    def amplify(self, *arguments, **options):
        return self.output_lines("primer", "products", *arguments, **options)

    def sites(self, *arguments):
        return read_table(self.check(self.primer_file, *arguments, *self.files), COLUMNS)


class sites_test(sites_case):
    def assert_sites(self, rows, edits, distances_of, **options):
        found = sorted((row["primer"], row["sequence"], row["strand"],
                        row["end"] if row["strand"] == "+" else row["start"], row["edits"]) for row in rows)
        expected = sorted((name, sequence, *end) for name, primer in self.primers
                          for sequence, text in self.texts.items()
                          for end in expected_ends(primer, text, edits, distances_of, **options))
        self.assertEqual(found, expected)
        self.assertGreater(len(found), len(self.primers))
        self.assertEqual(len({tuple(row.values()) for row in rows}), len(rows))

        sequences = [name for name, _ in self.targets + self.background]
        primers = [name for name, _ in self.primers]
        self.assertEqual(rows, sorted(rows, key=lambda row: site_order(row, sequences, primers)))
        for row in rows:
            is_target = row["sequence"].startswith("t")
            self.assertEqual((row["role"], row["file"]), ("target", self.files[0]) if is_target
                             else ("background", self.files[1]))
            self.assert_cigar(row)

    def assert_cigar(self, row):
        primer = dict(self.primers)[row["primer"]]
        site = self.texts[row["sequence"]][row["start"]:row["end"]]
        site = site if row["strand"] == "+" else reverse_complement(site)
        edits, i, j = 0, 0, 0
        for count, kind in re.findall("([0-9]+)([=XID])", row["cigar"]):
            for _ in range(int(count)):
                if kind in "=X":
                    self.assertEqual(matches(primer[i], site[j]), kind == "=")
                edits += kind != "="
                i += kind != "D"
                j += kind != "I"
        self.assertEqual((i, j, edits), (len(primer), len(site), row["edits"]))
        self.assertLessEqual(row["three_prime_edits"], row["edits"])

    def test_edits(self):
        for edits in (0, 1, 3):
            with self.subTest(edits=edits):
                self.assert_sites(self.sites("-k", str(edits)), edits, best_distances)

    def test_unknown(self):
        rows = self.sites("-k", "2", "--unknown", "break")
        self.assert_sites(rows, 2, best_distances, cut="[^ACGT]")
        self.assertNotEqual(rows, self.sites("-k", "2"))
        self.assertEqual(self.sites("-k", "2", "--unknown", "match"), self.sites("-k", "2"))

    def test_mismatches(self):
        for edits, three_prime in ((0, None), (2, None), (3, (5, 1)), (3, (1, 0)), (2, (30, 1))):
            options = ["--three-prime", "{}:{}".format(*three_prime)] if three_prime else []
            with self.subTest(edits=edits, options=options):
                rows = self.sites("-k", str(edits), "--mismatches-only", *options)
                self.assert_sites(rows, edits, lambda primer, text: best_mismatches(primer, text, three_prime or (1, 1)))
                for row in rows:
                    self.assertNotRegex(row["cigar"], "[ID]")
                    last = "".join(kind * int(count) for count, kind in re.findall("([0-9]+)([=X])", row["cigar"]))
                    last = last[-(three_prime or (5, 5))[0]:]
                    self.assertEqual(row["three_prime_edits"], last.count("X"))

    def test_overhang(self):
        """Up to nine letters of a primer beyond an end of a record match the N that it has there."""
        text = random_letters(200, 5)
        records = self.file("padded", fasta(("s", "N" * 9 + text + "N" * 9)))
        plain = self.file("plain", fasta(("s", text)))
        for over, found in ((5, 1), (9, 1), (10, 0)):
            beyond = random_letters(over, 6)
            primers = self.file("over", fasta(("left", beyond + text[:18]), ("right", text[-18:] + beyond)))
            rows = read_table(self.check(primers, "-k", "0", records), COLUMNS)
            self.assertEqual([(row["primer"], row["start"], row["end"]) for row in rows],
                             [("left", 9 - over, 27), ("right", 191, 209 + over)] * found)
            self.assertEqual(len(self.check(primers, "-k", "0", plain)), 1)

    def test_three_prime(self):
        rows = self.sites("-k", "3", "--three-prime", "4:0")
        self.assertEqual({row["three_prime_edits"] for row in rows}, {0})
        self.assertTrue(all(re.search("([4-9]|[0-9]{2})=$", row["cigar"]) for row in rows))
        without = self.sites("-k", "3", "--three-prime", "4:4")
        self.assertLess(len(rows), len(without))
        self.assertEqual([row for row in without if row["edits"] == 0], [row for row in rows if row["edits"] == 0])

    def test_threads_and_inputs(self):
        expected = self.check(self.primer_file, "-k", "3", *self.files)
        self.assertEqual(self.check(self.primer_file, "-k", "3", *self.files, "--threads", "1"), expected)
        self.assertEqual(self.check("-", "-k", "3", *self.files, input=self.content("primers.fa")), expected)
        compressed = self.file("primers.gz", gzip.compress(self.content("primers.fa").replace(b"\n", b"\r\n")))
        self.assertEqual(self.check(compressed, "-k", "3", *self.files), expected)
        again = self.check(self.primer_file, "-k", "3", "-", self.files[1], input=self.content("target.fa"))
        self.assertEqual(again, [line.replace(f"\t{self.files[0]}\t", "\t-\t") for line in expected])
        self.assertEqual(self.check(self.primer_file, "-k", "3", self.files[0]),
                         [line.replace("\ttarget\t", "\t\t") for line in expected if "\tbackground\t" not in line])

    # It may be the host: what it has is not called the target's, nor wanted.
    def test_one_file(self):
        both = ["-k", "3", *self.files]
        for file, role in ((self.files[0], "target"), (self.files[1], "background")):
            rows = [{**row, "role": ""} for row in read_table(self.check(self.primer_file, *both), COLUMNS)
                    if row["role"] == role]
            self.assertGreater(len(rows), 1)
            alone = [self.primer_file, "-k", "3", file]
            self.assertEqual(read_table(self.check(*alone), COLUMNS), rows)
            self.assertEqual(list(map(json.loads, self.check(*alone, "--format", "json"))),
                             [{**row, "role": None} for row in rows])
            products = read_table(self.amplify(*alone, "--size", "20:300"), PRODUCT_COLUMNS)
            self.assertGreater(len(products), 1)
            self.assertEqual({row["wanted"] for row in products}, {""})
            lines = self.amplify(*alone, "--size", "20:300", "--format", "json")
            self.assertEqual(list(map(json.loads, lines)), [{**row, "wanted": None} for row in products])
            self.assertEqual(self.check(self.file("again.tsv", "\n".join(
                self.amplify(*alone, "--size", "20:300")) + "\n"), "-k", "0", *self.files)[0].split("\t"), COLUMNS)

    # Sequences are searched 64 million letters at a time.
    def test_many_letters(self):
        unit = random_letters(100_000, 5)
        long = self.file("long", fasta(("a", unit * 680), ("b", ""), ("c", self.primers[0][1] + unit), ("d", unit * 2)))
        primers = self.file("primers", fasta(self.primers[0], ("unit", unit[500:530])))
        rows = read_table(self.check(primers, "-k", "1", long, self.files[0]), COLUMNS)
        units = [("unit", "a", k * 100_000 + 500) for k in range(680)]
        units += [("p0", "c", 0), ("unit", "c", 520), ("unit", "d", 500), ("unit", "d", 100_500), ("p0", "t0", 20)]
        self.assertEqual([(row["primer"], row["sequence"], row["start"]) for row in rows], units)
        summary = self.check(primers, "-k", "1", "--summary", long, self.files[0])[1:]
        self.assertEqual([line.split("\t") for line in summary],
                         [["p0", "20", "4", "1", "3", "0", "1", "1", "0", "0"],
                          ["unit", "30", "4", "3", "1", "0", "683", "0", "", ""]])
        with open(primers, "a") as file:
            file.write(fasta(("back", reverse_complement(unit[600:630]))))
        rows = read_table(self.amplify(primers, "-k", "1", "--size", "80:200", long, self.files[0]), PRODUCT_COLUMNS)
        self.assertEqual([("unit", row["sequence"], row["start"]) for row in rows],
                         [each for each in units if each[0] == "unit"])
        self.assertEqual({(row["forward"], row["reverse"], row["length"]) for row in rows}, {("unit", "back", 130)})

    def test_json_and_bed(self):
        rows = self.sites("-k", "3")
        self.assertEqual(list(map(json.loads, self.check(self.primer_file, "-k", "3", *self.files, "--format", "json"))),
                         rows)
        self.assertEqual(self.check(self.primer_file, "-k", "3", *self.files, "--format", "bed"),
                         ["{sequence}\t{start}\t{end}\t{primer}\t{edits}\t{strand}".format(**row) for row in rows])

    def test_sam(self):
        lines = self.check(self.primer_file, "-k", "3", *self.files, "--format", "sam")
        header = [line for line in lines if line.startswith("@")]
        self.assertEqual(header[:-1], ["@HD\tVN:1.6\tSO:coordinate"]
                         + [f"@SQ\tSN:{name}\tLN:{len(text)}" for name, text in self.texts.items() if text])
        expected = []
        for row in self.sites("-k", "3"):
            letters = dict(self.primers)[row["primer"]]
            runs = re.findall("[0-9]+[=XID]", row["cigar"])
            is_forward = row["strand"] == "+"
            expected.append("\t".join([row["primer"], "0" if is_forward else "16", row["sequence"], str(row["start"] + 1),
                                       "255", "".join(runs if is_forward else runs[::-1]), "*", "0", "0",
                                       letters if is_forward else reverse_complement(letters), "*",
                                       f"NM:i:{row['edits']}", f"X3:i:{row['three_prime_edits']}"]))
        self.assertEqual(lines[len(header):], expected)

    @unittest.skipIf(shutil.which("samtools") is None, "samtools is not installed")
    def test_samtools(self):
        primers = self.file("table", "id\tsequence\na primer\t" + self.primers[0][1] + "\n")
        lines = self.check(primers, "-k", "5", *self.files, "--format", "sam")
        self.file("sites.sam", "\n".join(lines) + "\n")
        for command in (["view", "-b", "-o", "sites.bam", "sites.sam"], ["quickcheck", "sites.bam"], ["index", "sites.bam"]):
            result = subprocess.run(["samtools", *command], cwd=self.folder, capture_output=True)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
        result = subprocess.run(["samtools", "view", "sites.bam", "t0:21-40"], cwd=self.folder, capture_output=True)
        self.assertIn(b"a_primer\t0\tt0\t21\t255\t20=\t", result.stdout)

    def test_names_in_sam(self):
        same = [*self.files, self.files[0]]
        self.assertGreater(len(self.check(self.primer_file, "-k", "0", *same)), 1)
        self.assert_fails(self.run_program("primer", "check", self.primer_file, "-k", "0", *same, "--format", "sam"), 1,
                          "'t0'", "SAM", "--format")
        self.assert_fails(self.run_program("primer", "check", self.primer_file, "-k", "0", "--format", "sam",
                                           self.file("empty", ">\nACGT\n")), 1, "no id", "SAM")
        long = self.file("long", fasta(("n" * 255, "ACGT")))
        self.assert_fails(self.run_program("primer", "check", long, "-k", "0", *self.files, "--format", "sam"), 1, "SAM",
                          "254")
        for name in ("@b", "a@b", "\u00e4"):
            bad = self.file("bad", fasta((name, "ACGT")))
            self.assert_fails(self.run_program("primer", "check", bad, "-k", "0", *self.files, "--format", "sam"), 1,
                              f"'{name}'", "SAM", "@", "--format")
        for name in ("*", "=a", "a,b", "a[1]", "a\\b", 'a"', "\x01", "\u00e4"):
            bad = self.file("bad", fasta(("good", "ACGT"), (name, "ACGT")))
            self.assert_fails(self.run_program("primer", "check", self.primer_file, "-k", "0", "--format", "sam", bad), 1,
                              "'{}'".format(name.replace("\x01", "\\x01")), "SAM", "--format")
        good = self.file("good", fasta(("a*=:|#;@1", "ACGT"), ("*", "")))
        self.assertIn("@SQ\tSN:a*=:|#;@1\tLN:4",
                      self.check(self.file("*", ">a'*\\\"(1)\nACGT\n"), "-k", "0", "--format", "sam", good))

    def test_timings(self):
        result = self.run_program("primer", "check", self.primer_file, "-k", "1", *self.files, "--timings")
        self.assertEqual([line.split("\t")[0] for line in result.stderr.decode().splitlines()],
                         ["reading", "packing", "sites", "transfer", "kernel", "writing", "total", "device_memory",
                          "route", "backend"])

    def test_memory(self):
        arguments = ["primer", "check", self.primer_file, "-k", "1", *self.files, "--memory"]
        self.assertEqual(self.run_program(*arguments, "1G").returncode, 0)
        self.assert_fails(self.run_program(*arguments, "10"), 1, "sites", "--memory")

        # The letters alone are too many: it says so before the search, which would find far too many sites.
        text = self.file("text", fasta(("t", "AC" * 50)))
        primers = self.file("primers", fasta(("p", "AC" * 10)))
        for limit, part in (("99", "at least 100 bytes in addition to the input and the sites"), ("100", f"at least {100 + 112 * 41} bytes")):
            self.assert_fails(self.run_program("primer", "check", primers, "-k", "0", text, "--memory", limit), 1, part)

        # 41 sites in a text of 100 letters, and with a primer of the next group 81.
        text = self.file("text", fasta(("t", "AC" * 50)))
        primers = fasta(("p", "AC" * 10)) + "".join(fasta((f"none{i}", "GGGGG")) for i in range(63))
        for more, needed in ("", 100 + 112 * 41), (fasta(("q", "CA" * 10)), 100 + 112 * 81):
            arguments = ["primer", "check", self.file("primers", primers + more), "-k", "0", text]
            expected = self.output_lines(*arguments)
            self.assertEqual(self.output_lines(*arguments, "--memory", str(needed)), expected)
            self.assert_fails(self.run_program(*arguments, "--memory", str(needed - 1)), 1, f"at least {needed} bytes")

        # It stops as soon as the sites of some primers are too many.
        many = self.file("many", fasta(*[(str(i), "ACACAC") for i in range(640)]))
        self.assert_fails(self.run_program("primer", "check", many, "-k", "0", text, "--memory", "1K"), 1,
                          f"at least {100 + 64 * 48 * 112} bytes")

    def test_memory_that_is_asked_for(self):
        """What the message asks for suffices, although most primers are not yet searched."""
        primers = self.file("primers", fasta(*[(f"p{i}", random_letters(12, i)) for i in range(500)]))
        arguments = ["primer", "check", primers, "-k", "3", self.file("text", fasta(("t", random_letters(20000, 1))))]
        expected = self.output_lines(*arguments)
        for limit in ("20K", "200K"):
            result = self.run_program(*arguments, "--memory", limit)
            self.assert_fails(result, 1, "for all primers and sequences")
            asked = re.search(r"about (\d+) for all", result.stderr.decode())[1]
            self.assertEqual(self.output_lines(*arguments, "--memory", asked), expected)


class summary_test(sites_case):
    def summary(self, *arguments):
        lines = self.check(self.primer_file, "--summary", *arguments, "--format", "json")
        rows = list(map(json.loads, lines))
        table = self.check(self.primer_file, "--summary", *arguments)
        self.assertEqual([line.split("\t") for line in table],
                         [SUMMARY_COLUMNS] + [["" if row[name] is None else str(row[name]) for name in SUMMARY_COLUMNS]
                                              for row in rows])
        return rows

    def expected(self, edits, distances_of, rows, targets, backgrounds):
        """By the textbook's table; `rows` has the sites, of which only the edits at the 3' end are used."""
        summary = []
        for name, primer in self.primers:
            of_target = [[end[2] for end in expected_ends(primer, text, edits, distances_of)] for _, text in targets]
            of_background = [end[2] for _, text in backgrounds for end in expected_ends(primer, text, edits, distances_of)]
            nearest = min(of_background, default=None)
            names = {sequence for sequence, _ in backgrounds}
            ends = [row["three_prime_edits"] for row in rows
                    if row["primer"] == name and row["sequence"] in names and row["edits"] == nearest]
            best = [min(found) for found in of_target if found]
            summary.append(dict(zip(SUMMARY_COLUMNS, (
                name, len(primer), len(targets), len(best), len(targets) - len(best), max(best, default=None),
                sum(map(len, of_target)), len(of_background), nearest, min(ends, default=None)), strict=True)))
        return summary

    def test_summary(self):
        for edits in (0, 1, 3, 5):
            for options, distances_of in (([], best_distances),
                                          (["--mismatches-only", "--three-prime", "5:1"],
                                           lambda primer, text: best_mismatches(primer, text, (5, 1)))):
                arguments = ["-k", str(edits), *options]
                with self.subTest(arguments=arguments):
                    rows = self.sites(*arguments)
                    expected = self.expected(edits, distances_of, rows, self.targets, self.background)
                    self.assertEqual(self.summary(*arguments, *self.files), expected)
                    self.assertEqual(self.summary(*arguments, *self.files, "--threads", "1", "--memory", "1G"), expected)

    # Two targets come after the worst one, and an N in a site is no edit.
    def test_worst_target(self):
        self.primers = [("p", "ACGGTCATTGCA"), ("none", "GGGGGGGGGGGG")]
        self.primer_file = self.file("two.fa", fasta(*self.primers))
        targets = [("a", "ACGGTCATTGCATTTTTTTTTTACGGACATAGCA"), ("b", "TTACGGACATAGCATTTT"), ("c", "ACGNTCATTGCA"),
                   ("d", "AAAAAA"), ("f", "ACGGTCATTGCA")]
        background = [("e", "TTACGGTCATTGATTTTTACGCTCATTGCATT")]
        files = [self.file("targets", fasta(*targets)), self.file("background", fasta(*background))]
        first, second = (list(row.values()) for row in self.summary("-k", "2", *files))
        self.assertEqual(first, ["p", 12, 5, 4, 1, 2, 5, 2, 1, 0])
        self.assertEqual(second, ["none", 12, 5, 0, 5, None, 0, 0, None, None])
        # One file may be either.
        first, second = (list(row.values()) for row in self.summary("-k", "2", files[0]))
        self.assertEqual(first, ["p", 12, 5, 4, 1, 2, 5, 5, 0, 0])
        first, second = (list(row.values()) for row in self.summary("-k", "2", files[1]))
        self.assertEqual(first, ["p", 12, 1, 1, 0, 1, 2, 2, 1, 0])

    def test_timings(self):
        result = self.run_program("primer", "check", self.primer_file, "-k", "1", "--summary", *self.files, "--timings")
        self.assertEqual([line.split("\t")[0] for line in result.stderr.decode().splitlines()],
                         ["reading", "packing", "sites", "transfer", "kernel", "writing", "total", "device_memory",
                          "route", "backend"])


class primer_file_test(sites_case):
    def names(self, content):
        """The primers that have a site in a text with all of their letters."""
        text = self.file("text", ">t\nACGTACGTTGCATTTTGGGGCCCC\n")
        lines = self.check(self.file("primers", content), "-k", "0", text)
        return [row["primer"] for row in read_table(lines, COLUMNS) if row["strand"] == "+"]

    def test_fasta(self):
        self.assertEqual(self.names("\n>a some words\r\nTG\r\n\r\ncau\r\n>b\nTTTTGG\n"), ["a", "b"])

    def test_table(self):
        self.assertEqual(self.names("sequence\tother\tid\r\nTGCA\tx\ta\r\n\r\nGGGCC\t\tb c"), ["a", "b c"])
        self.assertEqual(self.names("id\tstart\tend\tlength\tgc\tsequence\nt\t8\t12\t4\t0.5\tTGCA\n"), ["t:8-12(+)"])
        self.assertEqual(self.names("id\tstart\tend\tstrand\tsequence\nt\t8\t12\t-\tTGCA\n"), ["t"])
        self.assertEqual(self.names("\ufeffID\tSequence \n a\t TGCA \n"), ["a"])
        self.assertEqual(self.names("\ufeff>a\nTGCA\n"), ["a"])

    def test_table_of_products(self):
        for options in (["products", self.primer_file, "--size"], ["find", "--products"]):
            table = self.output_lines("primer", *options, "20:300", "-k", "2", *self.files)
            letters = {}
            for row in read_table(table, PRODUCT_COLUMNS):
                for side in ("forward", "reverse"):
                    letters[row[side]] = row[f"{side}_sequence"]
            self.assertGreater(len(letters), 3)
            again = self.check(self.file("table", "\n".join(table)), "-k", "1", *self.files)
            self.assertEqual(again, self.check(self.file("fasta", fasta(*letters.items())), "-k", "1", *self.files))

    def test_own_table(self):
        table = self.output_lines("primer", "find", "-k", "3", "--format", "tsv", "--max-length", "20", *self.files)
        rows = read_table(self.check(self.file("table", "\n".join(table)), "-k", "0", *self.files), COLUMNS)
        expected = ["{}:{}-{}(+)".format(*line.split("\t")) for line in table[1:]]
        self.assertGreater(len(expected), 10)
        self.assertEqual([row["primer"] for row in rows if row["strand"] == "+"
                          and row["primer"].startswith(f"{row['sequence']}:{row['start']}-{row['end']}")], expected)

    def test_primer3(self):
        content = ("SEQUENCE_ID=s\nSEQUENCE_TEMPLATE=ACGT\nPRIMER_LEFT_NUM_RETURNED=11\nPRIMER_LEFT_0=1,2\n"
                   "PRIMER_LEFT_0_SEQUENCE=CGTTGCA\nPRIMER_RIGHT_0_SEQUENCE=TTTT\nPRIMER_INTERNAL_0_SEQUENCE=GGGG\n"
                   "PRIMER_LEFT_10_SEQUENCE=CCCC\nPRIMER_LEFT_0_TM=59.9\n=\n"
                   "PRIMER_RIGHT_1_SEQUENCE=TTGC\n=\n")
        self.assertEqual(self.names(content), ["s_LEFT_0", "RIGHT_1", "s_RIGHT_0", "s_INTERNAL_0", "s_LEFT_10"])
        self.assertEqual(self.names("SEQUENCE_ID=\nPRIMER_LEFT_0_SEQUENCE=TGCA\n=\n"), ["LEFT_0"])
        # Probes have no products: GGGG and CCCC are reverse complements.
        text = self.file("text", ">t\nCCCCTTTTGGGG\n")
        for oligo, has_products in (("INTERNAL", False), ("LEFT", True)):
            primers = self.file("primers", f"PRIMER_{oligo}_0_SEQUENCE=CCCC\n=\n")
            arguments = ["primer", "products", primers, "-k", "0", "--size", "8:20", text]
            if has_products:
                self.assertEqual(len(self.output_lines(*arguments)), 2)
            else:
                self.assert_fails(self.run_program(*arguments), 1, "only probes", "gpulcs primer check")

    def test_probes(self):
        """A probe has sites, but no products."""
        text = self.file("text", ">t\nCCCCTTTTGGGG\n")
        for description, is_probe in (("", False), (" probe", True), ("\tProbe, of P1", True), (" non-probe of P1", False),
                                      ("  probe\r", True), (" x probe", False), (" probes", False), (" noprobe", False), ("\tPROBE ", True),
                                      (" of the probe assay", False), (" probe: FAM", True), ("_probe", False)):
            with self.subTest(description=description):
                name = f"probe{description}".split()[0]
                primers = self.file("primers", f">probe{description}\nCCCC\n>other\nTTTT\n")
                arguments = [primers, "-k", "0", text]
                rows = read_table(self.check(*arguments), COLUMNS)
                self.assertEqual([(row["primer"], row["start"]) for row in rows], [(name, 0), ("other", 4), (name, 8)])
                self.assertEqual(len(self.check(*arguments, "--summary")), 3)
                products = read_table(self.amplify(*arguments, "--size", "1:20"), PRODUCT_COLUMNS)
                self.assertEqual([(row["forward"], row["reverse"]) for row in products],
                                 [] if is_probe else [(name, name), ("other", name)])
        both = self.file("both", ">a probe\nCCCC\n>b probe\nTTTT\n")
        self.assert_fails(self.run_program("primer", "products", both, "-k", "0", "--size", "1:20", text), 1,
                          "only probes", "gpulcs primer check")

    def test_control_bytes(self):
        for content in (b">a\x1b[31m\xff\nTGCA\n", b"id\tsequence\na\x1b[31m\xff\tTGCA\n",
                        b"SEQUENCE_ID=a\x1b[31m\xff\nPRIMER_LEFT_0_SEQUENCE=TGCA\n=\n"):
            text = self.file("text\x1b", ">t\nTGCA\n")
            primers = self.file("primers", content)
            for command in (["check", "--format", "tsv"], ["check", "--format", "json"], ["check", "--format", "bed"],
                            ["check", "--format", "sam"], ["products", "--size", "1:9"]):
                result = self.run_program("primer", *command, "-k", "0", primers, text)
                self.assertIn(b"x1B[31m", result.stdout)
                self.assert_no_controls(result.stdout)

    def assert_bad(self, content, *parts, edits="0"):
        bad = self.file("bad", content)
        self.assert_fails(self.run_program("primer", "check", bad, "-k", edits, *self.files), 1, "bad'", *parts)

    def test_bad_files(self):
        for content in ("", "\n\n", "id\tsequence\n", "SEQUENCE_ID=x\nPRIMER_LEFT_NUM_RETURNED=0\n=\n"):
            self.assert_bad(content, "no primers")
        self.assert_bad(">a\nACGT\n>b\n\n>c\nA\n", "line 3:", "'b'", "no letters")
        self.assert_bad(">a\n", "line 1:", "'a'", "no letters")
        self.assert_bad("id\tsequence\na\t\n", "line 2:", "'a'", "no letters")
        self.assert_bad("PRIMER_LEFT_0_SEQUENCE=\n", "line 1:", "'LEFT_0'", "no letters")
        self.assert_bad(">a\nACGT\nAC!T\n", "line 3:", "'a'", "'!'", "IUPAC")
        self.assert_bad("id\tsequence\nx\tAC GT\n", "line 2:", "'x'", "blank")
        self.assert_bad("id\tsequence\nx\tACGT\ny\n", "line 3:", "columns", "1 and 2;")
        for name in ("id", "sequence", "start", "end"):
            self.assert_bad(f"id\tsequence\tstart\tend\t{name}\nx\tACGT\t0\t4\ty\n", "line 1:", f"several columns {name};")
        self.assert_bad("SEQUENCE_ID=x\nPRIMER PICKING RESULTS\n", "line 2:", "TAG=VALUE")
        # The last letters of a primer may be missing.
        cut = "SEQUENCE_ID=x\nPRIMER_LEFT_0_SEQUENCE=ACGTACGT\n=\nSEQUENCE_ID=y\nPRIMER_LEFT_0_SEQUENCE=ACGTACGT\n=\n"
        for size in range(len(cut)):
            content = cut[:size]
            if content.endswith(("\n=", "\n=\n")):
                self.assertEqual(self.run_program("primer", "check", self.file("bad", content), "-k", "0",
                                                  *self.files).returncode, 0)
            else:
                self.assert_bad(content, "no primers" if not content else f"line {len(content.splitlines())}:")
        for content, line in ((cut[:-8], 5), (cut[:-2], 5), (cut[:-2] + "\n\r\n", 7)):
            self.assert_bad(content, f"line {line}:", "cut off", "primer3_core again")
        self.assertEqual(self.check(self.file("good", cut + "\r\n\n"), "-k", "0", *self.files)[0].split("\t"), COLUMNS)
        for content in ("ACGT\n", "id,sequence\na,ACGT\n", "name\tsequence\na\tACGT\n", "@a\nA\n+\nI\n", '{"id":"a"}\n'):
            self.assert_bad(content, "line 1:", "FASTA", "id and sequence", "Primer3")
        self.assert_bad(">a\nACGTA\n>b\nACGT\n", "line 3:", "'b', which is 4;", "-k is 4", edits="4")
        for content, lines, name in ((">a\nACGT\n>b\nA\n>a x\nAC\n", (5, 1), "a"), ("id\tsequence\na\tA\na\tA\n", (3, 2), "a"),
                                     ("PRIMER_LEFT_0_SEQUENCE=A\n=\nPRIMER_LEFT_0_SEQUENCE=A\n=\n", (3, 1), "LEFT_0"),
                                     ("forward\tforward_sequence\treverse\treverse_sequence\na\tA\ta\tC\n", (2, 2), "a")):
            self.assert_bad(content, f"line {lines[0]}:", f"'{name}'", f"as that in line {lines[1]};", "SEQUENCE_ID")
        self.assert_bad(">a\nACGT\n>\nA\n", "line 3:", "no name")
        self.assert_bad("id\tsequence\n\tA\n", "line 2:", "no name")
        self.assert_bad("id,sequence\na,ACGT\n", "by tabs, not commas")
        longest = max(map(len, self.texts.values()))
        self.assert_bad(fasta(("a", "A" * (longest + 3)), ("b", "C" * 2000)), "can have a site", "swapped", edits="2")
        short = self.file("short", fasta(("a", "A" * (longest + 2)), ("b", "C" * 2000)))
        self.assertEqual(len(self.check(short, "-k", "2", *self.files)), 1)
        self.assert_bad(gzip.compress(b">a\nACGT\n")[:-5], "ends in the middle")
        self.assert_fails(self.run_program("primer", "check", self.path("missing"), "-k", "1", *self.files), 1,
                          "missing'", "No such file")


class products_test(sites_case):
    def products(self, *arguments):
        return read_table(self.amplify(self.primer_file, *arguments, *self.files), PRODUCT_COLUMNS)

    def pairs(self, *arguments):
        return read_table(self.primer_lines(*arguments, *self.files), PRODUCT_COLUMNS)

    def assert_products(self, rows, primers, *expected):
        letters = dict(primers)
        for row in rows:
            self.assertEqual((row.pop("forward_sequence"), row.pop("reverse_sequence")),
                             (letters[row["forward"]], letters[row["reverse"]]))
        self.assertEqual(sorted_rows(rows), sorted_rows(products_of(*expected)))
        order = [name for name, _ in self.targets + self.background]
        self.assertEqual([(order.index(row["sequence"]), row["start"]) for row in rows],
                         sorted((order.index(row["sequence"]), row["start"]) for row in rows))

    def test_products_of_given_primers(self):
        for edits, min_length, max_length in ((0, 0, 1000), (2, 100, 300), (3, 0, 60), (3, 190, 210)):
            limits = f"{min_length}:{max_length}"
            with self.subTest(edits=edits, limits=limits):
                rows = self.products("-k", str(edits), "--size", limits)
                self.assertEqual({row["wanted"] for row in rows}, {"yes", "no"})
                self.assert_products(rows, self.primers, self.sites("-k", str(edits)), min_length, max_length)

    def test_json(self):
        arguments = ["-k", "3", "--size", "50:250"]
        rows = self.products(*arguments)
        lines = self.amplify(self.primer_file, *arguments, *self.files, "--format", "json")
        self.assertEqual(list(map(json.loads, lines)), [{**row, "wanted": row["wanted"] == "yes"} for row in rows])

    def test_options_of_sites(self):
        options = ["-k", "3", "--three-prime", "5:1", "--mismatches-only"]
        rows = self.products(*options, "--size", "0:1000")
        self.assertGreater(len(rows), 0)
        self.assert_products(rows, self.primers, self.sites(*options), 0, 1000)

    # The rule of --help, in quadratic time.
    def chosen_pairs(self, edits, min_length, max_length, options):
        bed = [line.split("\t") for line in self.output_lines("primer", "find", "-k", str(edits), *options, *self.files)]
        primers = []
        for name, text in self.targets:
            regions = [(int(begin), int(end)) for target, begin, end, *_ in bed
                       if target == name and int(end) - int(begin) > edits]
            done, count = 0, 0
            for begin, end in regions:
                partners = [(b, e) for b, e in regions if b >= end and min_length <= e - begin]
                if begin < done or not partners or partners[0][1] - begin > max_length:
                    continue
                primers += [(f"{name}_LEFT_{count}", text[begin:end]),
                            (f"{name}_RIGHT_{count}", reverse_complement(text[slice(*partners[0])]))]
                done = partners[0][1]
                count += 1
        return primers

    def test_pairs_of_found_primers(self):
        for edits, limits, options in ((2, (30, 60), []), (2, (50, 80), ["--one-strand"]), (1, (0, 1000), []),
                                       (2, (40, 90), ["--gc", "40:60", "--min-length", "14"]), (3, (500, 600), [])):
            with self.subTest(edits=edits, limits=limits):
                primers = self.chosen_pairs(edits, *limits, options)
                rows = self.pairs("-k", str(edits), *options, "--products", "{}:{}".format(*limits))
                if not primers:
                    self.assertEqual(rows, [])
                    continue
                self.assertGreater(len(primers), 2)
                self.primer_file = self.file("pairs.fa", fasta(*primers))
                wanted = [row for row in rows if row["wanted"] == "yes" and not row["forward_edits"] + row["reverse_edits"]]
                self.assertGreaterEqual({(row["forward"], row["reverse"]) for row in wanted},
                                        {(left, right) for (left, _), (right, _) in zip(primers[::2], primers[1::2])})
                number = lambda name: re.sub("_(LEFT|RIGHT)_", "_", name)
                self.assert_products(rows, primers, self.sites("-k", str(edits)), *limits,
                                     lambda left, right: number(left) == number(right))

    def test_profile_and_timings(self):
        profile = self.path("profile")
        result = self.run_program("primer", "find", "-k", "2", "--products", "30:60", "--profile", profile, "--timings", *self.files)
        self.assertEqual([line.split("\t")[0] for line in result.stderr.decode().splitlines()],
                         ["reading", "packing", "primers", "sites", "transfer", "kernel", "writing", "total",
                          "device_memory", "route", "backend"])
        with_pairs = self.content("profile")
        self.output_lines("primer", "find", "-k", "2", "--profile", profile, *self.files)
        self.assertEqual(self.content("profile"), with_pairs)

    def test_many_products(self):
        # 700 sites of each direction: 245,350 products.
        text = self.file("text", fasta(("t", "ACGTTGCATC" * 700)))
        primers = self.file("primers", fasta(("p", "TTGCATCACG"), ("q", reverse_complement("TTGCATCACG"))))
        for threads in ("1", "3"):
            lines = self.amplify(primers, "-k", "0", "--size", "10:7000", text, "--threads", threads)
            self.assertEqual(len(lines), 1 + 699 * 700 // 2)
            self.assertEqual(lines[-1].split("\t")[3:6], ["6983", "6993", "10"])


if __name__ == "__main__":
    program.main(__doc__)
