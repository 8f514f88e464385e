#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs primer find --all-targets: all_targets_test.py PATH_TO_GPULCS"""

import functools
import itertools
import json
import os
import random

import program
from program import program_case
from sequences import fasta, random_letters, reverse_complement

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")


def distance_to_substring(letters, text):
    row = [0] * (len(text) + 1)
    for i, letter in enumerate(letters, 1):
        diagonal, row[0] = row[0], i
        for j, other in enumerate(text, 1):
            diagonal, row[j] = row[j], min(diagonal + (letter != other), row[j] + 1, row[j - 1] + 1)
    return min(row)


@functools.cache
def known_texts(target, both_strands):
    texts = target.replace("R", "N").split("N")
    return texts + list(map(reverse_complement, texts)) if both_strands else texts


@functools.cache
def occurs(letters, target, max_edits, both_strands):
    texts = known_texts(target, both_strands)
    return any(letters in text if max_edits == 0 else distance_to_substring(letters, text) <= max_edits
               for text in texts)


def common_lines(lines, targets, max_edits, both_strands=True):
    """The lines of BED, of all primers, that --all-targets keeps."""
    letters_of = dict(targets)
    numbers = {name: i for i, (name, _) in enumerate(targets)}
    kept = []
    for line in lines:
        name, begin, end = line.split("\t")[:3]
        letters = letters_of[name][int(begin):int(end)]
        before = [target for _, target in targets[:numbers[name]]]
        if not any(occurs(letters, target, 0, both_strands) for target in before) and all(
                occurs(letters, target, max_edits, both_strands) for _, target in targets):
            kept.append(line)
    return kept


def mutate(letters, generator):
    return "".join(generator.choice(["A", "C", "", "TT", "N", "R"]) if generator.random() < 0.03 else letter
                   for letter in letters)


class all_targets_test(program_case):
    def primers(self, *arguments, **options):
        return self.primer_lines(*arguments, **options)

    def setUp(self):
        super().setUp()
        generator = random.Random(1)
        ancestor = random_letters(70, 2)
        self.targets = [(f"t{i}", mutate(ancestor, generator)) for i in range(3)]
        self.targets.append(("t3", reverse_complement(ancestor[:40]) + ancestor[40:]))
        self.file("targets", fasta(*self.targets))
        self.file("background", fasta(("b", random_letters(200, 3)), ("c", mutate(ancestor[:30], generator))))
        self.files = [self.path("targets"), self.path("background")]

    def test_all_options(self):
        kept_numbers = set()
        for max_edits, both_strands, lengths in itertools.product(
                (0, 1, 2), (False, True), ([], ["--max-length", "9"], ["--min-length", "9", "--gc", "40:60"])):
            options = ["-k", "3", *lengths, *["--one-strand"] * (not both_strands)]
            kept = self.primers(*options, "--all-targets", str(max_edits), *self.files)
            with self.subTest(options=options, max_edits=max_edits):
                self.assertEqual(kept, common_lines(self.primers(*options, *self.files), self.targets, max_edits,
                                                    both_strands))
                kept_numbers.add((max_edits, both_strands, len(kept)))
        self.assertLess(4, len(kept_numbers))

    # The best primers are chosen of those that occur in all targets.
    def test_best(self):
        for max_edits, targets in ((0, 1), (2, 3)):
            options = ["-k", "3", "--min-length", "9", "--all-targets", str(max_edits), *self.files]
            kept = {tuple(line.split("\t")[:3]) for line in self.primers(*options)}
            rows = [line.split("\t") for line in self.primers(*options, "--best", "2")[1:]]
            self.assertLess({tuple(row[1:4]) for row in rows}, kept)
            names = list(dict.fromkeys(name for name, *_ in sorted(kept)))
            self.assertEqual([row[1] for row in rows if row[0] == "1"], names)
            self.assertGreaterEqual(len(names), targets)
            for name in names:
                self.assertEqual([row[0] for row in rows if row[1] == name], ["1", "2"][:sum(row[1] == name for row in rows)])

    def test_value(self):
        expected = {edits: self.primers("-k", "3", f"--all-targets={edits}", *self.files) for edits in (0, 2)}
        self.assertNotEqual(expected[0], expected[2])
        for arguments, edits in ((["--all-targets", *self.files], 0), (["--all-targets", "2", *self.files], 2),
                                 (["--all-targets=2", *self.files], 2), ([*self.files, "--all-targets"], 0),
                                 ([*self.files, "--all-targets", "2"], 2),
                                 (["--all-targets", "--", *self.files], 0)):
            self.assertEqual(self.primers("-k", "3", *arguments), expected[edits])
        # Names of files may look like numbers that the option does not take.
        for name in ("2024-05-01", "1.2.3", "1.2", "+2"):
            self.file(name, self.content("targets"))
            self.assertEqual(self.primers("-k", "3", "--all-targets", name, self.files[1], cwd=self.folder), expected[0])
        # A number is the value; a file that is called so needs a path.
        self.file("2", self.content("targets"))
        self.assertEqual(self.primers("-k", "3", "--all-targets", "./2", self.files[1], cwd=self.folder), expected[0])

    def test_one_target(self):
        target = self.file("target", fasta(self.targets[0]))
        for options in ([], ["--profile", self.path("profile")], ["--unique-regions"], ["--format", "tsv"]):
            arguments = ["-k", "3", *options, target, self.files[1]]
            expected = self.primers(*arguments)
            self.assertNotEqual(expected, [])
            for max_edits in ("0", "2"):
                self.assertEqual(self.primers(*arguments, "--all-targets", max_edits), expected)

    def test_outputs(self):
        arguments = ["-k", "3", "--all-targets", "1", *self.files]
        kept = self.primers(*arguments)
        table = [json.loads(line) for line in self.primers(*arguments, "--format", "json")]
        self.assertEqual([(row["id"], row["start"], row["end"]) for row in table],
                         [(name, int(begin), int(end)) for name, begin, end, *_ in (line.split("\t") for line in kept)])
        self.primers(*arguments, "--profile", self.path("profile"))
        positions = {(name, position): length for name, begin, end, length in
                     (line.split("\t") for line in self.content("profile").decode().splitlines()[1:])
                     for position in range(int(begin), int(end))}
        self.assertEqual({place: int(length) for place, length in positions.items()},
                         {(row["id"], row["start"]): row["length"] for row in table})
        forward = {row["sequence"] for row in table}
        products = self.primers(*arguments, "--products", "20:120")[1:]
        self.assertNotEqual(products, [])
        for product in products:
            for letters in product.split("\t")[-2:]:
                self.assertLess(0, len(forward & {letters, reverse_complement(letters)}))

    def test_targets_without_letters(self):
        for empty in ("", "NNN", "A"):
            targets = self.file("some", fasta(*self.targets[:1], ("e", empty)))
            for max_edits in ("0", "1"):
                self.assertEqual(self.primers("-k", "3", "--all-targets", max_edits, targets, self.files[1]), [])

    def test_proteins(self):
        targets = self.file("p", ">p\nMKVLAWLKV\n>q\nMKVXAWLKVM\n")
        background = self.file("b", ">b\nMKV\n")
        arguments = ["-k", "2", "--alphabet", "protein", targets, background]
        self.assertEqual(self.primers(*arguments, "--all-targets"), ["p\t4\t6\t.\t2\t+",
                                                                     "p\t5\t7\t.\t2\t+"])

    def test_viruses(self):
        names = ["mers_emc_2012.fasta", "mers_ksa_camel_376.fasta"]
        records = []
        for name in names:
            with open(os.path.join(DATA, name), encoding="ascii") as file:
                header, *lines = file.read().splitlines()
                records.append((header[1:].split()[0], "".join(lines)))
        targets = self.file("viruses", fasta(*records, ("r", reverse_complement(records[1][1]))))
        background = self.file("random", fasta(("b", random_letters(3000, 4))))
        everything = self.primers("-k", "4", self.file("v", fasta(records[0])), background)
        kept = self.primers("-k", "4", "--all-targets", targets, background)
        with_edit = self.primers("-k", "4", "--all-targets", "1", targets, background)
        records.append(("r", reverse_complement(records[1][1])))
        self.assertEqual(kept, common_lines(everything, records, 0, True))
        self.assertLess(25_000, len(kept))
        first = [line for line in with_edit if line.startswith(records[0][0])]
        self.assertLess(set(kept), set(first))
        # What remains of the others is near a difference.
        self.assertLess(len(with_edit) - len(first), 3000)


if __name__ == "__main__":
    program.main(__doc__)
