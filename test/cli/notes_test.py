#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of what gpulcs lcs and gpulcs edit say about pairs that are alike by chance: notes_test.py PATH_TO_GPULCS"""

import os
import random

import program
from comparison import DATA, comparison_case, read_fasta
from sequences import fasta, random_letters, reverse_complement


def mutate(letters, rate, seed):
    generator = random.Random(seed)
    return "".join(generator.choice(["A", "C", "G", "T", "", "AC"]) if generator.random() < rate else letter
                   for letter in letters)


class notes_test(comparison_case):
    def note(self, first, second, *options, command="lcs"):
        """The note about two sequences; empty if there is none."""
        result = self.run_program(command, *options, self.file("a", fasta(("a", first))), self.file("b", fasta(("b", second))))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertLessEqual(len(result.notes), 1)
        return "".join(result.notes)

    def test_pairs_that_are_alike_by_chance(self):
        for command in ("lcs", "edit"):
            for first, second in ((5000, 5000), (300, 300), (20_000, 20_000), (500, 5000), (1000, 30_000), (250, 100_000)):
                for letters in (b"ACGT", b"AAACCGTTT", b"AT"):
                    with self.subTest(command=command, sizes=(first, second), letters=letters):
                        note = self.note(random_letters(first, 1, letters), random_letters(second, 2, letters), command=command)
                        self.assertIn("about that of random sequences", note)
                        self.assertIn("'a' and 'b'", note)
            self.assertEqual(self.note(random_letters(5000, 1), random_letters(5000, 2), "--quiet", command=command), "")

    def test_pairs_that_are_related(self):
        for command in ("lcs", "edit"):
            for size in (300, 5000, 50_000):
                for rate in (0, 0.05, 0.2):
                    with self.subTest(command=command, size=size, rate=rate):
                        letters = random_letters(size, 1)
                        self.assertEqual(self.note(letters, mutate(letters, rate, 2), command=command), "")
            # A gene in its genome is one only where the ends are free.
            genome = random_letters(50_000, 3)
            gene = mutate(genome[20_000:21_500], 0.1, 4)
            self.assertIn("random sequences", self.note(gene, genome, command=command))
        self.assertEqual(self.note(gene, genome, "--within", command="edit"), "")
        self.assertIn("random sequences", self.note(random_letters(1500, 5), genome, "--within", command="edit"))
        # Too short to tell.
        self.assertEqual(self.note(random_letters(150, 1), random_letters(150, 2)), "")

    def test_reversed_sequences(self):
        letters = random_letters(20_000, 1)
        other = reverse_complement(mutate(letters, 0.02, 2))
        for command in ("lcs", "edit"):
            self.assertIn("--both-strands", self.note(letters, other, command=command))
            self.assertEqual(self.note(letters, other, "--both-strands", command=command), "")

    def test_circles(self):
        letters = random_letters(40_000, 1)
        other = mutate(letters[20_000:] + letters[:20_000], 0.01, 2)
        note = self.note(letters, other, command="edit")
        self.assertIn("long words in common: if", note)
        self.assertNotIn("--both-strands", note)

    def test_few_letters(self):
        """Sequences of two letters have long words in common by chance; those of one are alike as far as they are long."""
        for command in ("lcs", "edit"):
            for letters in (b"AT", b"AC", b"AG"):
                for size in (2000, 20_000, 70_000):
                    with self.subTest(command=command, letters=letters, size=size):
                        note = self.note(random_letters(size, 1, letters), random_letters(size, 2, letters), command=command)
                        self.assertIn("about that of random sequences", note)
                        self.assertIn("whether they are related cannot be told", note)
            poor = b"AAAAAAAAAAAAAAAAAAAC"
            for first, second in (("A" * 500, "A" * 400), ("A" * 500, "C" * 500), ("A" * 500, "T" * 500), ("A" * 5000, random_letters(4000, 1)),
                                  (random_letters(5000, 1, poor), random_letters(9000, 2, poor))):
                with self.subTest(command=command, first=first[:30], second=second[:30]):
                    self.assertEqual(self.note(first, second, command=command), "")
            # Every other letter is the same.
            repeats = "AT" * 20_000
            for second in (random_letters(30_000, 1), random_letters(30_000, 2, b"AT"), repeats[:30_000]):
                note = self.note(repeats, second, command=command)
                self.assertNotIn("words", note)
                self.assertNotIn("--both-strands", note)
            # What is in common may still be found.
            letters = random_letters(40_000, 1, b"AACGT")
            self.assertIn("long words in common: if", self.note(letters, letters[20_000:] + letters[:20_000], command=command))
        # A record of one letter says nothing about the others.
        records = [("a", random_letters(3000, 1)), ("b", random_letters(3000, 2)), ("c", "A" * 3000)]
        self.assertEqual(len(self.run_program("lcs", "--all-pairs", self.file("some", fasta(*records))).notes), 1)
        self.assertEqual(self.run_program("lcs", "--all-pairs", self.file("ones", fasta(*[records[2]] * 3))).notes, [])

    def test_all_pairs(self):
        """Some of them may well be unrelated."""
        letters = random_letters(3000, 1)
        records = [("a", letters), ("b", random_letters(3000, 2)), ("c", random_letters(3000, 3))]
        some = self.file("some", fasta(*records, ("d", mutate(letters, 0.05, 4))))
        none = self.file("none", fasta(*records))
        self.assertEqual(self.run_program("lcs", "--all-pairs", some, some).notes, [])
        # A record that is reversed or rotated is noted, even if most pairs are similar.
        genome = random_letters(20_000, 5)
        similar = [(f"s{i}", mutate(genome, 0.01, i)) for i in range(8)]
        for odd, advice in ((reverse_complement(genome), "--both-strands"), (genome[7000:] + genome[:7000], "long words in common: if")):
            found = self.run_program("edit", "--all-pairs", self.file("odd", fasta(*similar, *records, ("odd", odd)))).notes
            self.assertEqual(len(found), 1)
            self.assertIn("'s0' and 'odd' have an identity of", found[0])
            self.assertIn(advice, found[0])
        matrix = self.run_program("edit", "--all-pairs", "--format", "phylip", self.file("odd", fasta(*similar, ("odd", reverse_complement(genome)))))
        self.assertIn("second one: reverse one.", matrix.notes[0])
        self.assertEqual(len(self.run_program("lcs", "--all-pairs", none, none).notes), 1)

    def test_records_compared_with_themselves(self):
        a = self.file("a", fasta(("a", "ACGT"), ("b", "AC")))
        os.symlink(a, self.path("link"))
        for command in ("lcs", "edit"):
            for second in (a, self.path("link")):
                result = self.run_program(command, a, second)
                self.assertEqual((result.returncode, result.stderr, len(result.notes)), (0, b"", 1))
                self.assertIn("compared with itself; add --all-pairs", result.notes[0])
                self.assertEqual(self.run_program(command, "--quiet", a, second).notes, [])
            for files in ([a], [a, a], [a, self.file("copy", self.content("a"))]):
                self.assertEqual(self.run_program(command, "--all-pairs", *files).notes, [])
            self.assertEqual(self.run_program(command, a, self.path("copy")).notes, [])

    def test_letters_of_both_cases(self):
        for first, second, alphabet in (("ACGTacgt", "ACGT", "dna"), ("ACGT", "acgt", "dna"), ("ACGTNnn", "ACGT", "dna"),
                                        ("ACGTRr", "AC", "iupac"), ("MKLVmk", "MK", "protein"), ("Mk*", "mK", "protein")):
            for command in ("lcs", "edit"):
                with self.subTest(command=command, first=first, second=second):
                    note = self.note(first, second, "--alphabet", "char", command=command)
                    self.assertIn(f"--alphabet char takes these for different letters; use --alphabet {alphabet} if", note)
                    self.assertEqual(self.note(first, second, "--alphabet", "char", "--quiet", command=command), "")
                    self.assertEqual(self.note(first, second, "--alphabet", alphabet, command=command), "")
        # No letter in both cases, or text that no other alphabet has.
        for first, second in (("ACGT", "ACGN"), ("acgt", "acg"), ("ACgt", "CCtt"), ("A short text", "a text"), ("Aa1", "A")):
            self.assertEqual(self.note(first, second, "--alphabet", "char"), "")
        # It is enough that one of many records has it.
        records = fasta(*((f"r{i}", "ACGT") for i in range(50)), ("masked", "ACgt"))
        result = self.run_program("lcs", "--all-pairs", "--alphabet", "char", self.file("many", records))
        self.assertEqual((result.returncode, result.stderr, len(result.notes)), (0, b"", 1))

    def test_proteins(self):
        letters = b"ACDEFGHIKLMNPQRSTVWY"
        note = self.note(random_letters(500, 1, letters), random_letters(500, 2, letters), "--alphabet", "protein")
        self.assertIn("random sequences", note)
        self.assertNotIn("strands", note)

    def test_viruses(self):
        genomes = os.path.join(DATA, "mers_genomes.fasta.gz")
        for command in ("lcs", "edit"):
            result = self.run_program(command, "--all-pairs", genomes, genomes)
            self.assertEqual((result.returncode, result.stderr, result.notes), (0, b"", []))
        virus = read_fasta(os.path.join(DATA, "mers_emc_2012.fasta"))[1]
        self.assertIn("--both-strands", self.note(virus, reverse_complement(virus)))
        for size in (500, 2000):
            self.assertIn("--both-strands", self.note(virus[:size], reverse_complement(virus[:size])))
        # A repeat on either strand is no relationship.
        first, second = random_letters(2500, 11), random_letters(2500, 12)
        self.assertIn("cannot be told", self.note(first + "AATCT" * 20, second + "AGATT" * 20))
        # A gene that is given second, though it is within the first one.
        self.assertIn("give the shorter one first;", self.note(virus, virus[2000:6000], "--within", command="edit"))


if __name__ == "__main__":
    program.main(__doc__)
