#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs demultiplex: demultiplex_test.py PATH_TO_GPULCS"""

import bz2
import gzip
import json
import os
import random
import shutil
import subprocess

import program
from program import program_case
from sequences import edit_by_table, fasta, random_letters, reverse_complement

COLUMNS = ["id", "length", "barcode", "distance", "start", "end", "strand", "second", "second_distance", "status"]


def distance_within(barcode, read):
    """The textbook's table; the ends of the read are free."""
    row = [0] * (len(read) + 1)
    for i, a in enumerate(barcode, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(read, 1):
            diagonal, row[j] = row[j], min(diagonal + (a != b), row[j] + 1, row[j - 1] + 1)
    return min(row)


def mutate(letters, rate, generator):
    return "".join(generator.choice(["A", "C", "G", "", "TT"]) if generator.random() < rate else letter for letter in letters)


def fastq(*records):
    return "".join(f"@{name} more text\n{letters}\n+\n{qualities}\n" for name, letters, qualities in records)


class demultiplex_test(program_case):
    def setUp(self):
        super().setUp()
        generator = random.Random(1)
        self.barcodes = [(f"b{i}", random_letters(16, 10 + i)) for i in range(6)]
        # Nearly the same.
        self.barcodes.append(("b6", self.barcodes[0][1][:-1] + ("A" if self.barcodes[0][1][-1] != "A" else "C")))
        self.reads = []
        for i in range(120):
            barcode = mutate(generator.choice(self.barcodes)[1], 0.08, generator) if i % 5 else ""
            if i % 3 == 0:
                barcode = reverse_complement(barcode)
            letters = random_letters(generator.randrange(30), 100 + i) + barcode + random_letters(generator.randrange(50), 300 + i)
            self.reads.append((f"r{i}", letters, "".join(chr(33 + generator.randrange(40)) for _ in letters)))
        # A line of qualities may look like a header.
        self.reads.append(("at", "ACGT" * 5, "@" * 20))
        self.reads = [read for read in self.reads if read[1]]
        self.files = [self.file("barcodes.fa", fasta(*self.barcodes)), self.file("reads.fastq", fastq(*self.reads))]

    def expected(self, letters, both_strands, max_distance, margin, first):
        """The closest barcode, or the first of them, the second one, and the status."""
        values = []
        first = len(letters) if first is None else min(first, len(letters))
        for number, (name, barcode) in enumerate(self.barcodes):
            forward = distance_within(barcode, letters[:first])
            backward = distance_within(reverse_complement(barcode), letters[len(letters) - first:]) if both_strands else forward
            values.append((min(forward, backward), number, name, "-" if backward < forward else "+"))
        best, second = sorted(values)[:2]
        # All barcodes have 16 letters.
        limit = 4 if max_distance is None else min(max_distance, 15)
        if best[0] > limit:
            return None
        is_near = second[0] <= min(limit + max(margin, 1) - 1, 15)
        return best, second if is_near else None, "ambiguous" if is_near and second[0] - best[0] < margin else "assigned"

    def check(self, both_strands=False, max_distance=None, margin=1, first=None, files=None, **options):
        arguments = [*(["--first", str(first)] if first is not None else []), *["--both-strands"] * both_strands,
                     *(["--max-distance", str(max_distance)] if max_distance is not None else []), *(["--margin", str(margin)] if margin != 1 else [])]
        header, *rows = [line.split("\t") for line in
                         self.output_lines("demultiplex", "--quiet", *arguments, *(files or self.files), **options)]
        self.assertEqual(header, COLUMNS)
        counts = {}
        for row, (name, letters, _) in zip(rows, self.reads, strict=True):
            found = self.expected(letters, both_strands, max_distance, margin, first)
            self.assertEqual(row[:2], [name, str(len(letters))])
            if found is None:
                self.assertEqual(row[2:], [""] * 7 + ["none"])
                counts["none"] = counts.get("none", 0) + 1
                continue
            best, second, status = found
            self.assertEqual([row[2], row[3], row[6], row[8], row[9]],
                             [best[2], str(best[0]), best[3], str(second[0]) if second else "", status])
            self.assertTrue(row[7] != row[2] if second else row[7] == "")
            part = letters[int(row[4]):int(row[5])]
            barcode = dict(self.barcodes)[row[2]]
            self.assertTrue(first is None or (int(row[5]) <= first if row[6] == "+" else int(row[4]) >= len(letters) - first))
            self.assertEqual(edit_by_table(barcode if row[6] == "+" else reverse_complement(barcode), part), best[0])
            counts[status] = counts.get(status, 0) + 1
        return counts

    def test_all_options(self):
        for options in ({}, {"both_strands": True}, {"max_distance": 2}, {"max_distance": 0}, {"max_distance": 15, "margin": 2},
                        {"both_strands": True, "margin": 3}, {"margin": 0}, {"first": 24}, {"first": 1000, "margin": 2},
                        {"first": 30, "both_strands": True, "max_distance": 6}):
            with self.subTest(options=options):
                counts = self.check(**options)
                self.assertEqual(counts.get("ambiguous", 0) > 0, options.get("margin") != 0 and options.get("max_distance") != 0)

    def test_inputs(self):
        compressed = self.file("reads.fq.gz", gzip.compress(self.content("reads.fastq")))
        self.check(files=[self.files[0], compressed])
        self.check(files=[self.files[0], "-"], input=self.content("reads.fastq"))
        self.check(files=["-", self.files[1]], input=self.content("barcodes.fa"))
        for threads in ("1", "3"):
            self.check(files=["--threads", threads, *self.files])

    def test_json(self):
        rows = [line.split("\t") for line in self.output_lines("demultiplex", "--quiet", *self.files)]
        table = [json.loads(line) for line in self.output_lines("demultiplex", "--quiet", "--format", "json", *self.files)]
        self.assertEqual([["" if value is None else str(value) for value in row.values()] for row in table], rows[1:])
        self.assertEqual(list(table[0]), COLUMNS)

    def test_one_barcode(self):
        one = self.file("one.fa", fasta(self.barcodes[2]))
        rows = [line.split("\t") for line in self.output_lines("demultiplex", "--quiet", one, self.files[1])[1:]]
        self.assertLessEqual({row[9] for row in rows}, {"assigned", "none"})
        self.assertEqual({row[7] + row[8] for row in rows}, {""})

    def test_counts(self):
        result = self.run_program("demultiplex", *self.files)
        rows = [line.split("\t") for line in result.stdout.decode().splitlines()[1:]]
        lines = dict(line.split("\t") for line in result.stderr.decode().splitlines())
        for name, _ in self.barcodes:
            self.assertEqual(int(lines[name]), sum(row[2] == name and row[9] == "assigned" for row in rows))
        numbers = [sum(row[9] == status for row in rows) for status in ("assigned", "ambiguous", "none")]
        self.assertEqual(result.notes[-1:], ["gpulcs: note: of {} reads, {} have a barcode, {} are ambiguous, and {} have none.\n".format(
            len(rows), *numbers)])

    def notes(self, *arguments):
        """All but the last one, which has the counts."""
        result = self.run_program("demultiplex", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.notes[:-1]

    def test_what_is_likely_a_mistake(self):
        barcodes = self.file("short.fa", fasta(*((f"s{i}", random_letters(12, i)) for i in range(24))))
        reads = self.file("random.fa", fasta(*((f"r{i}", random_letters(150, 100 + i)) for i in range(300))))
        by_chance = self.notes(barcodes, reads)
        self.assertEqual(len(by_chance), 1)
        self.assertRegex(by_chance[0], r"by chance: \d+ of 1000 random reads of such lengths .* --max-distance or, if barcodes are at the start of reads, --first 15\.")
        share = int(by_chance[0].split("by chance: ")[1].split()[0]) / 1000
        rows = self.output_lines("demultiplex", "--quiet", barcodes, reads)[1:]
        self.assertAlmostEqual(share, sum(not row.endswith("none") for row in rows) / 300, delta=0.1)
        self.assertIn("--max-distance or --first 15.", self.notes("--first", "100", barcodes, reads)[0])
        self.assertIn("--max-distance.", self.notes("--first", "15", barcodes, reads)[0])
        self.assertIn("fewer letters are searched than the longest barcode has; give --first 14.",
                      self.notes("--first", "11", "--max-distance", "2", barcodes, reads)[0])
        for options in (["--max-distance", "0"], ["--first", "14", "--max-distance", "2"]):
            self.assertEqual(self.notes(*options, barcodes, reads), [])

        index_reads = self.file("index.fa", ">x\nACGTACGT\n>y\nGGGTACCT\n")
        self.assertEqual(self.notes("--max-distance", "2", self.file("long.fa", ">a\nACGTACGTTT\n>b\nGGGTACCTAA\n"), index_reads), [])
        self.assertEqual(self.notes("--max-distance", "0", barcodes, self.file("trimmed.fa", ">x\n>y\n")), [])

        longer = self.notes(self.file("short_one.fa", ">x\nACGTA\n" + self.content("random.fa").decode()), barcodes)
        self.assertEqual(len(longer), 1)
        self.assertIn("swap the two files", longer[0])

        twins = self.file("twins.fa", ">a\nACGTACGTTTGA\n>b\nGGGTACGTTTGA\n>c\nacgtacgtttga\n")
        same = self.notes("--max-distance", "0", twins, reads)
        self.assertEqual(len(same), 1)
        self.assertIn("'a' and 'c' have the same letters", same[0])
        self.assertEqual(self.run_program("demultiplex", "--quiet", twins, reads).stderr, b"")

    def test_gaps_at_the_end_of_what_is_searched(self):
        """Ten N in a row match nothing, also where only some of them are searched; nine match all."""
        barcodes = self.file("gap.fa", ">a\nACGTACGT\n")
        reads = [("gap", "N" * 12 + "T" * 20), ("later", "TT" + "N" * 10 + "T" * 20), ("known", "N" * 9 + "T" * 20),
                 ("end", "T" * 20 + "N" * 12), ("both", "ACGTACGT" + "N" * 12 + "ACGTACGT")]
        rows = self.output_lines("demultiplex", "--quiet", "--first", "8", "--max-distance", "0", "--both-strands", barcodes,
                                 self.file("gaps.fa", fasta(*reads)))[1:]
        self.assertEqual([row.split("\t")[9] for row in rows], ["none", "none", "assigned", "none", "assigned"])

    def test_split_of_empty_reads(self):
        """Each record has four lines."""
        text = "@a\nTTTT\n+\nIIII\n@e1\n\n+\n\n@e2\nTTTT\n+\nIIII\n"
        for content, expected in ((text, text), (text + "\n", text), (text + "@e3\n\n+\n\n", text + "@e3\n\n+\n\n")):
            directory = self.path("split")
            self.output_lines("demultiplex", "--quiet", "--split", directory, self.file("b", ">b\nACGT\n"), self.file("e.fq", content))
            self.assertEqual(self.content(os.path.join("split", "unassigned.fastq")).decode(), expected)
            shutil.rmtree(directory)

    def test_split(self):
        for ending, reads in ((".fastq", self.files[1]),
                              (".fastq", self.file("reads.fq.gz", gzip.compress(self.content("reads.fastq")))),
                              (".fasta", self.file("reads.fa", fasta(*((f"{name} more text", letters)
                                                                       for name, letters, _ in self.reads))))):
            directory = self.path("split")
            rows = [line.split("\t") for line in
                    self.output_lines("demultiplex", "--quiet", "--split", directory, self.files[0], reads)[1:]]
            expected = {}
            for row, (name, letters, qualities) in zip(rows, self.reads, strict=True):
                of = row[2] if row[9] == "assigned" else "unassigned"
                text = f"@{name} more text\n{letters}\n+\n{qualities}\n" if ending == ".fastq" else f">{name} more text\n{letters}\n"
                expected[of + ending] = expected.get(of + ending, "") + text
            found = {name: self.content(os.path.join("split", name)).decode().replace("> ", ">")
                     for name in os.listdir(directory)}
            self.assertEqual(found, expected)
            self.assertGreater(len(found), 5)
            for name in found:
                os.unlink(os.path.join(directory, name))
            os.rmdir(directory)

    def test_what_is_refused(self):
        os.mkdir(self.path("there"))
        for status, arguments, *parts in (
                (2, ["--split", self.path("there"), *self.files], "already", "--split"),
                (2, ["--split", self.path("new"), self.files[0], "-"], "standard input"),
                (2, ["--split", "", *self.files], "--split"),
                (2, ["--alphabet", "protein", *self.files], "--alphabet takes ", "dna4", "not 'protein'"),
                (2, ["--margin", "x", *self.files], "--margin"),
                (2, ["--max-distance", "-1", *self.files], "--max-distance"),
                (2, ["--first", "0", *self.files], "--first"),
                (1, ["--max-distance", "16", *self.files], "'b0'", "16 letters", "--max-distance"),
                (1, [self.file("empty.fa", ">x\n"), self.files[1]], "no letters"),
                (1, ["--split", self.path("new"), self.file("slash.fa", ">a/b\nACGT\n"), self.files[1]], "a/b"),
                (1, ["--split", self.path("new"), self.file("same.fa", ">a\nACGT\n>a\nAACC\n"), self.files[1]], "two barcodes"),
                (1, ["--split", self.path("new"), self.file("other.fa", ">unassigned\nACGT\n"), self.files[1]], "unassigned"),
                (1, ["--split", os.path.join(self.path("no"), "folder"), *self.files], "directory")):
            with self.subTest(arguments=arguments):
                result = self.run_program("demultiplex", "--quiet", *arguments)
                self.assertEqual(result.returncode, status, result.stderr)
                for part in parts:
                    self.assertIn(part, result.stderr.decode())
                self.assertFalse(os.path.exists(self.path("new")))
                self.assertFalse(os.path.exists(self.path("new.unfinished")))

    def split(self, barcodes, reads, *options, **more):
        """The files that --split makes; the directory is removed."""
        directory = self.path("of_test")
        result = self.run_program("demultiplex", "--quiet", "--split", directory, *options, barcodes, reads, **more)
        self.assertEqual(result.returncode, 0, result.stderr)
        found = {name: self.content(os.path.join("of_test", name)) for name in os.listdir(directory)}
        shutil.rmtree(directory)
        return found

    def test_records_are_copied_as_they_are(self):
        barcodes = self.file("two.fa", ">a\nACGTACGGT\n>b\nTTGACCAGG\n")
        # Lower case, ambiguous letters, several lines, carriage returns, no letters, no end of the last line.
        first = b"@1 x  y\r\nacgtacgg\r\ntNNUU\r\n+1 x\r\n@@IIIIII\r\n+IIII\r\n"
        second = b"@2\nRYTTGACCAGG\n+\n@@@@@@@@@@@\n"
        third = b"@3\n\n+\n\n"
        last = b"@4\nACGTACGGT\n+\n>>>>>>>>>"
        whole = b"\n\n" + first + b"\n" + second + third + last
        expected = {"a.fastq": first + last + b"\n", "b.fastq": second, "unassigned.fastq": third}
        for name, content in (("any_name", whole), ("any.gz", gzip.compress(whole)), ("any.bz2", bz2.compress(whole))):
            with self.subTest(name=name):
                found = self.split(barcodes, self.file(name, content))
                self.assertEqual(found, expected)

        fasta_reads = b">1 x\nacgtacgg\nt\n\n>2\n>3\nTTGACCAGG"
        self.assertEqual(self.split(barcodes, self.file("reads.txt", fasta_reads)),
                         {"a.fasta": b">1 x\nacgtacgg\nt\n\n", "b.fasta": b">3\nTTGACCAGG\n", "unassigned.fasta": b">2\n"})

    def test_many_barcodes(self):
        # More than a process may have open files, and more text than is collected.
        letters = {f"n{i}": random_letters(24, 1000 + i) for i in range(1100)}
        barcodes = self.file("many.fa", fasta(*letters.items()))
        reads = [(f"r{i} {'x' * 17_000}", letters[f"n{i % 1100}"]) for i in range(1200)]
        found = self.split(barcodes, self.file("long.fa", fasta(*reads)), "--max-distance", "0")
        self.assertEqual(len(found), 1100)
        self.assertEqual(sum(len(each) for each in found.values()), os.path.getsize(self.path("long.fa")))
        self.assertEqual(found["n7.fasta"], fasta(reads[7], reads[1107]).encode())

    def test_many_calls(self):
        """So many letters beside so many barcodes that they are searched part by part."""
        letters = {f"n{i}": random_letters(24, 1000 + i) for i in range(1100)}
        barcodes = self.file("many.fa", fasta(*letters.items()))
        reads = [(f"r{i}", letters[f"n{i * 7 % 1100}"] + random_letters(100, 5000 + i)) for i in range(2500)]
        rows = self.output_lines("demultiplex", "--quiet", "--max-distance", "0", barcodes, self.file("reads.fa", fasta(*reads)))[1:]
        self.assertEqual([row.split("\t")[:4] for row in rows],
                         [[name, str(len(read)), f"n{i * 7 % 1100}", "0"] for i, (name, read) in enumerate(reads)])

    def test_a_full_disk(self):
        result = subprocess.run(["bash", "-c", 'ulimit -f 2; trap "" XFSZ; exec "$@"', "bash", self.PROGRAM, "demultiplex", "--quiet",
                                 "--split", self.path("new"), *self.files], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"Cannot write to", result.stderr)
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if name.startswith("new")), [])

    def test_what_is_wrong_is_said_first(self):
        os.mkdir(self.path("new.unfinished"))
        os.mkfifo(self.path("pipe"))
        for arguments in (self.files, [self.file("long_name.fa", f">{'x' * 250}\nACGT\n"), self.files[1]], [self.files[0], self.path("pipe")]):
            result = self.run_program("demultiplex", "--quiet", "--split", self.path("new"), *arguments)
            self.assertIn(result.returncode, (1, 2))
            self.assertEqual(result.stdout, b"")
        os.rmdir(self.path("new.unfinished"))

    def test_a_shorter_barcode_that_is_too_far(self):
        # The short barcode has 3 edits of 1 that it may have; the long one 4 of 5.
        barcodes = self.file("mixed.fa", ">short\nGGGGGC\n>long\nACTACATCATACTTACATCA\n")
        reads = self.file("one.fa", ">x\nACTCCATTATACTTCCATTATTGGTG\n")
        row = self.output_lines("demultiplex", "--quiet", barcodes, reads)[1].split("\t")
        self.assertEqual([row[2], row[3], row[7], row[9]], ["long", "4", "", "assigned"])
        row = self.output_lines("demultiplex", "--quiet", "--margin", "3", barcodes, reads)[1].split("\t")
        self.assertEqual([row[2], row[3], row[7], row[8], row[9]], ["long", "4", "short", "3", "ambiguous"])

    def test_timings(self):
        result = self.run_program("demultiplex", "--quiet", "--timings", *self.files)
        lines = dict(line.split("\t", 1) for line in result.stderr.decode().splitlines() if "\t" in line)
        self.assertTrue({"reading", "distances", "writing", "total", "backend"} <= set(lines), lines)


if __name__ == "__main__":
    program.main(__doc__)
