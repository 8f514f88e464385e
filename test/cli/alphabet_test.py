#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the alphabets: alphabet_test.py PATH_TO_GPULCS"""

import program
from comparison import comparison_case
from sequences import fasta, lcs_by_table


class alphabet_test(comparison_case):
    LETTERS = {"dna4": "ACGTU", "dna5": "ACGTUN", "dna15": "ACGTURYSWKMBDHVN",
               "aa27": "ABCDEFGHIJKLMNOPQRSTUVWXYZ*"}

    def test_letters(self):
        for name, letters in self.LETTERS.items():
            with self.subTest(alphabet=name):
                upper = self.file("upper", fasta(("u", letters)))
                lower = self.file("lower", fasta(("l", letters.lower())))
                row = self.lcs("--alphabet", name, upper, lower)[0]
                self.assertEqual(row[2:], [str(len(letters))] * 3 + ["1.000000"])

                # All letters differ, except U and T in nucleotides.
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

    def test_another_alphabet(self):
        for name, letter, other in (("dna4", "n", "dna"), ("dna4", "R", "iupac"), ("dna5", "R", "iupac"), ("dna15", "E", "protein"),
                                    ("dna", "*", "protein")):
            bad = self.file("bad", fasta(("b", letter)))
            self.assert_fails(self.run_program("lcs", "--alphabet", name, bad, bad), 1, f"such as --alphabet {other}.")
        bad = self.file("bad", fasta(("b", "-")))
        self.assert_fails(self.run_program("lcs", bad, bad), 1, "choose another alphabet with --alphabet.")

    def test_default_is_dna15(self):
        good = self.file("a", fasta(("a", "R")))
        self.assertEqual(self.lcs(good, good)[0][4], "1")
        bad = self.file("b", fasta(("b", "E")))
        self.assert_fails(self.run_program("lcs", good, bad), 1, "'E'", "dna15")

    def test_char(self):
        # Every byte except the one that ends a line.
        content = bytes(byte for byte in range(256) if byte not in b"\n\r") + b"\r\t "
        a, b = self.file("a", b">a\n" + content + b"\n"), self.file("b", b">b\n" + content[::-1] + b"x\n")
        row = self.lcs("--alphabet", "char", a, b)[0]
        self.assertEqual(row[2:5], [str(len(content)), str(len(content) + 1),
                                    str(lcs_by_table(content, content[::-1] + b"x"))])

        upper, lower = self.file("u", ">u\nAbC\r\n"), self.file("l", ">l\nabC\n")
        self.assertEqual(self.lcs("--alphabet", "char", upper, lower)[0][2:5], ["3", "3", "2"])


if __name__ == "__main__":
    program.main(__doc__)
