#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of reading FASTA and FASTQ, plain and compressed: reading_test.py PATH_TO_GPULCS"""

import bz2
import gzip
import json
import random
import struct
import unicodedata

import program
from comparison import comparison_case
from sequences import BGZF_END, bgzf, bgzf_block, fasta, random_letters, zstandard


class layout_test(comparison_case):
    def test_layouts(self):
        expected = [("r1", 8), ("r2", 0), ("r3", 3)]
        for content in (">r1 d\nACGTACGT\n>r2\n>r3\nACG\n",
                        ">r1\r\nACGT\r\nACGT\r\n>r2\r\n>r3\r\nACG\r\n",
                        ">r1\nAC\nGT\n\nacgt\n>r2\n\n\n>r3\nA\nC\nG",
                        ">r1  \nACGT  \t\nACGT \t \n\n>r2 \n \t\n>r3\nACG  \n\n \n\r\n",
                        "\n\n>r1\tx\nACGTACGT\n>r2\n\n>r3\nACG",
                        "@r1\nACGTACGT\n+\nIIIIIIII\n@r2\n\n+\n\n@r3\nACG\n+\nIII\n",
                        "@r1 d\r\nACGTACGT\r\n+r1 d\r\n@+@+@+@+\r\n@r2\r\n+\r\n@r3\r\nACG\r\n+\r\n>+@\r\n",
                        "@r1\nACGT\nAC\nGT\n+\nII\n@\n+II@I\n\n@r2\n\n+\n\n\n@r3\nACG\n+\nIII",
                        "@r1\nACGTACGT  \n+\nIIIIIIII \n\n@r2\n\n+\n\n@r3\nACG\n+ \nIII  \n\n\n"):
            with self.subTest(content=content):
                self.assertEqual(self.lengths(content), expected)
                self.assertEqual(self.lengths(gzip.compress(content.encode())), expected)

    def test_letters_arrive(self):
        plain = self.file("plain", fasta(("p", "ACGTTGCAAC")))
        for content in (">x\nAC\nGTT\n\nGCAAC", "@x\nACGTT\nGCAAC\n+\n@IIIIIIIII\n", ">x\nacgttgcaac \r\n"):
            self.assertEqual(self.lcs(plain, self.file("x", content))[0][2:5], ["10", "10", "10"])

    def test_content_decides_about_compression(self):
        a = self.file("a.fa.gz", ">a\nACGT\n")
        b = self.file("b.fa", gzip.compress(b"@b\nACGT\n+\nIIII\n"))
        self.assertEqual(self.lcs(a, b), [["a", "b", "4", "4", "4", "1.000000"]])

    def test_standard_input(self):
        a = self.file("a", ">a\nACGT\n")
        for content in (b">b\nAGT\n", gzip.compress(b">b\nAGT\n"), b"@b\nAGT\n+\nIII\n"):
            self.assertEqual(self.lcs(a, "-", input=content), [["a", "b", "4", "3", "3", "0.750000"]])
            self.assertEqual(self.lcs("-", a, input=content), [["b", "a", "3", "4", "3", "0.750000"]])

    def test_long_lines(self):
        letters = random_letters(5_000_000, 3)
        blanks = " " * 1_000_000
        content = f">one {letters}\n{letters}{blanks}\n>two\n" + "\n".join(letters[:300_000]) + f"\n>three\n{letters}"
        expected = [("one", 5_000_000), ("two", 300_000), ("three", 5_000_000)]
        self.assertEqual(self.lengths(content), expected)
        self.assertEqual(self.lengths(gzip.compress(content.encode(), 1)), expected)

        quality = "I" * 5_000_000
        self.assertEqual(self.lengths(f"@q {letters}\n{letters}\n+{letters}\n{quality}{blanks}\n@r\nA\n+\nI"),
                         [("q", 5_000_000), ("r", 1)])

    def test_blanks_inside_of_a_long_line(self):
        # Wherever the blocks that are read end.
        for size in (0, 1000, 300_000):
            a = self.file("a", ">a\n" + "A" * 262_130 + " " * size + "A\n")
            if size == 0:
                self.assertEqual(self.lcs(a, a)[0][2], "262131")
            else:
                self.assert_fails(self.run_program("lcs", a, a), 1, "line 2", "blank" if size < 262_144 else "white space")

    def test_long_runs_of_blanks(self):
        for size in (262_143, 262_144, 262_145, 524_288, 1_000_000):
            blanks = " \t\r " * (size // 4) + " " * (size % 4)
            content = f">a{blanks}b\nAC{blanks}\n{blanks}\nGT\n>b{blanks}\n{blanks}\nA{blanks}"
            with self.subTest(size=size):
                self.assertEqual(self.lengths(content.replace("\r", "")), [("a", 4), ("b", 1)])
                content = f"@a{blanks}\nAC{blanks}\nGT\n+{blanks}b\nII{blanks}\nII{blanks}\n{blanks}"
                self.assertEqual(self.lengths(content.replace("\r", "")), [("a", 4)])
        blanks = " " * 1_000_000
        for content, line in ((f">a\nA\n{blanks}>b\nA\n", 3), (f"@a\nAC\n+\nI{blanks}I\n", 4), (f"{blanks}>a\nA\n", 1)):
            bad = self.file("bad", content)
            self.assert_fails(self.run_program("lcs", bad, bad), 1,
                              f"line {line}: a line continues after more than 262144 bytes")

    def test_carriage_returns_that_are_letters(self):
        one = self.file("one", ">one\nA\n")
        for size in (262_144, 262_145, 1_000_000):
            for content in (f">a\nA{'x' * 1000}{chr(13) * size}A{chr(13) * size}\n>b\nA\n",
                            f"@a\nA{'x' * 1000}{chr(13) * size}A\n+\n{'I' * (size + 1002)}\n"):
                path = self.file("path", content)
                result = self.run_program("search", "--alphabet", "char", "--backend", "cpu", one, path)
                if size == 262_144:
                    self.assertIn(f"{size + 1002}", result.stdout.decode())
                else:
                    self.assert_fails(result, 1, "line 2: a line continues after more than 262144 bytes")

    def test_records_across_blocks(self):
        generator = random.Random(5)
        expected, lines_fasta, lines_fastq = [], [], []
        for i in range(3000):
            size = generator.choice([0, 1, 59, 60, 61, generator.randrange(2000)])
            letters = random_letters(size, i)
            width = generator.choice([7, 60, 5000])
            end = generator.choice(["\n", "\r\n", " \n"])
            wrapped = [letters[k:k + width] for k in range(0, size, width)]
            quality = ["@" + "I" * (len(line) - 1) for line in wrapped]
            expected.append((f"r{i}", size))
            lines_fasta += [line + end for line in [f">r{i} text", *wrapped]]
            lines_fastq += [line + end for line in [f"@r{i}", *wrapped, "+", *quality]]
        for lines in (lines_fasta, lines_fastq):
            content = "".join(lines)
            self.assertEqual(self.lengths(content), expected)
            self.assertEqual(self.lengths(gzip.compress(content.encode(), 1)), expected)


class id_test(comparison_case):
    def test_long_ids(self):
        max_id = "i" * (1 << 20)
        self.assertEqual(self.lengths(f">{max_id}\nA\n>{max_id} i\nA\n"), [(max_id, 1)] * 2)
        for rest in ("", " text"):
            bad = self.file("bad", f">a\nA\n>{max_id}i{rest}\nA\n")
            self.assert_fails(self.run_program("lcs", bad, bad), 1, "line 3:", "longer than 1048576 bytes")

    def test_control_bytes(self):
        name = b"a\x00\x07\x1b[31m\x7f\x9b\xc2\x9b\xc3\x9b\xe4\\"
        shown = b"a\\x00\\x07\\x1B[31m\\x7F\\x9B\\xC2\\x9B\xc3\x9b\\xE4\\"
        a = self.file("a", b">" + name + b" more\nA\n>b\nA\n")
        result = self.run_program("lcs", "--all-pairs", a, a, "--alignment", self.path("paf"))
        self.assertEqual(result.stdout.splitlines()[1].split(b"\t")[0], shown)
        self.assertEqual(self.content("paf").split(b"\t")[0], shown)
        matrix = self.run_program("lcs", "--all-pairs", "--format", "phylip", a, a)
        self.assertEqual(matrix.stdout.splitlines()[1].split(b" ")[0], shown)
        table = self.run_program("lcs", "--all-pairs", "--format", "json", a, a)
        self.assertEqual(json.loads(table.stdout)["id1"], shown.decode(errors="replace"))
        for content in (result.stdout, self.content("paf"), matrix.stdout, table.stdout):
            self.assert_no_controls(content)

        bad = self.file("bad", b">" + name + b"\nE\n")
        result = self.run_program("lcs", bad, bad)
        self.assert_fails(result, 1, "x1B[31m")
        self.assert_no_controls(result.stderr)
        # Two ids that look the same are the same to readers of the matrix.
        same = self.file("same", b">a\x01\nA\n>a\\x01\nA\n")
        self.assert_fails(self.run_program("lcs", "--all-pairs", "--format", "phylip", same, same), 1, "must differ")

    def test_bytes_that_are_not_utf8(self):
        letters = ["é", "\u00a0", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"]
        ids = [b"x" + letter.encode() + rest for letter in letters for rest in (b"", b"y", b"\x9b31mRED", b"\xc2")]
        # Latin-1, overlong, truncated, surrogates, too large, control characters; then random bytes.
        ids += [b"\xff\x9b", b"\xe9t\xe9", b"\xc0\x9b", b"\xc1\xbf", b"\xe0\x80\x9b", b"\xe0\x9f\xbf",
                b"\xf0\x80\x80\x9b", b"\xf0\x8f\xbf\xbf", b"\xc3", b"\xe2\x82", b"\xe2\x82x", b"\xf0\x9f\x98",
                b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf4\x90\x80\x80",
                b"\xf8\x88\x80\x80\x80", b"\xc2\x80", b"\xc2\x9f", b"\xc2\xc2\x9b", b"\x1b"]
        generator = random.Random(5)
        ids += [bytes(generator.choice(b"a\x9b\x80\xbf\xc2\xc3\xe0\xe2\xed\xf0\xf4\xff") for _ in range(8))
                for _ in range(500)]
        # All punctuation, and what turns the direction of the text after it.
        ids += [chr(code).encode() for code in (0x61b, 0x61c, 0x61e, *range(0x200b, 0x206a), 0xfeff)]
        ids.append("a\u202etxt.\u2066x\u2069".encode())

        def is_control(character):
            kinds = "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"
            return (unicodedata.category(character) in ("Cc", "Zl", "Zp") or unicodedata.bidirectional(character) in kinds
                    or unicodedata.name(character, "").endswith((" LETTER MARK", "-TO-RIGHT MARK", "-TO-LEFT MARK")))

        def shown(name):
            # Python represents bytes that are not UTF-8 as surrogates.
            return "".join("".join(f"\\x{byte:02X}" for byte in character.encode(errors="surrogateescape"))
                           if 0xdc80 <= ord(character) <= 0xdcff or is_control(character) else character
                           for character in name.decode(errors="surrogateescape"))

        content = b"".join(b">" + name + b"\nA\n" for name in ids)
        rows = self.lengths(content)
        self.assertEqual([row[0] for row in rows], [shown(name) for name in ids])
        # Messages truncate long names, but never within a character.
        result = self.run_program("lcs", self.path("é" * 120), "b")
        result.stderr.decode()
        self.assert_fails(result, 1, "é...")
        for name in (b"\xc3\xa9\x9b", b"\xff\x9b"):
            result = self.run_program("lcs", name, "b")
            result.stderr.decode()
            self.assert_fails(result, 1, "?")


class gzip_test(comparison_case):
    def test_gzip(self):
        parts = [b">r1\nAC\nG", b"T\n>r2\nA", b"\n"]
        expected = [("r1", 4), ("r2", 1)]
        several = b"".join(map(gzip.compress, parts))
        self.assertEqual(self.lengths(several), expected)
        self.assertEqual(self.lengths(several + bytes(1000)), expected)
        self.assertEqual(self.lengths(gzip.compress(b"") + several), expected)

    def test_bgzf(self):
        blocks = [bgzf_block(b">r1\nAC\nG"), bgzf_block(b"T\n>r2\nA\n")]
        end = BGZF_END
        expected = [("r1", 4), ("r2", 1)]
        self.assertEqual(self.lengths(b"".join(blocks) + end), expected)
        self.assertEqual(self.lengths(blocks[0] + end + blocks[1] + end), expected)
        self.assertEqual(self.lengths(b"".join(blocks) + end + bytes(1000)), expected)
        # Only the last member matters.
        plain = gzip.compress(b"T\n>r2\nA\n")
        self.assertEqual(self.lengths(blocks[0] + end + plain), expected)
        self.assertEqual(self.lengths(blocks[0] + plain), expected)
        self.assertEqual(self.lengths(gzip.compress(b"") + b"".join(blocks) + end), expected)
        # Fields that only look like it, or end early.
        for extra in (b"XX\x06\x00BC\x02\x00\x00\x00", b"XX\x00\x00BC\x03\x00\x00\x00", b"BC\x03\x00abc", b"BC\x02"):
            other = gzip.compress(b">r1\nACGT\n>r2\nA\n")
            other = other[:3] + b"\x04" + other[4:10] + struct.pack("<H", len(extra)) + extra + other[10:]
            self.assertEqual(self.lengths(other), expected)
        for content in (blocks[0], b"".join(blocks), blocks[0] + end + blocks[1], b"".join(blocks) + bytes(1000),
                        gzip.compress(b"") + b"".join(blocks), gzip.compress(b">r1\nAC\nG") + blocks[1],
                        bgzf_block(b">r1\nA\n", before=b"XX\x03\x00abc"), bgzf_block(b">r1\nA\n", after=b"XX\x00\x00"),
                        bgzf_block(b">r1\nA\n", before=b"XX" + struct.pack("<H", 60_000) + bytes(60_000))):
            bad = self.file("bad", content)
            self.assert_fails(self.run_program("lcs", bad, bad), 1, "bad' is BGZF", "complete copy")


class zstandard_test(comparison_case):
    def test_long_window(self):
        for window_log in (10, 27, 28):
            self.assertEqual(self.lengths(zstandard(b">r1\nAC\nGT\n>r2\nA\n", window_log)), [("r1", 4), ("r2", 1)])


def random_short_record(generator, seed):
    """The letters of a record: of many lengths around a word, and with and without unknown ones."""
    return random_letters(generator.choice([0, 1, 31, 32, 33, generator.randrange(400)]), seed,
                          generator.choice([b"ACGT", b"acgT", b"ACGTN", b"C", b"ACGTRYKM"]))


class large_files_test(comparison_case):
    """Several parts for each thread."""

    # The second file of BGZF in one is decompressed by all threads, too.
    COMPRESSIONS = (bytes, gzip.compress, bgzf, lambda content: bgzf(content[:1000]) + bgzf(content[1000:]), bz2.compress,
                    zstandard)

    def assert_same(self, content, expected):
        for compress in self.COMPRESSIONS:
            path = self.file("content", compress(content))
            one = self.file("one", ">one\nA\n")
            for threads in ("1", "3", "17"):
                rows = self.lcs("--all-pairs", "--backend", "cpu", "--threads", threads, path, one)
                self.assertEqual([(row[0], int(row[2]), int(row[4])) for row in rows], expected)

    def test_short_records(self):
        generator = random.Random(3)
        expected, records = [], []
        for i in range(20_000):
            letters = random_short_record(generator, i)
            expected.append((f"r{i}", len(letters), int("A" in letters.upper())))
            records.append((f"r{i} some text", letters))
        self.assert_same(fasta(*records).encode(), expected)

    def test_fastq(self):
        generator = random.Random(4)
        expected, lines = [], []
        for i in range(10_000):
            letters = random_short_record(generator, i)
            expected.append((f"r{i}", len(letters), int("A" in letters.upper())))
            width = generator.choice([1000, 60])
            lines += [f"@r{i} some text", *(letters[k:k + width] for k in range(0, len(letters), width)), "+"]
            qualities = random_letters(len(letters), i, b"@+>I")
            lines += [qualities[k:k + width] for k in range(0, len(letters), width)]
        self.assert_same("\n".join(lines).encode(), expected)

    def test_long_fastq_records(self):
        letters = random_letters(3_000_001, 1)
        expected = [("long", 3_000_001, 1), ("short", 1, 0)]
        for width in (60, 10_000_000):
            wrapped = [letters[k:k + width] for k in range(0, len(letters), width)]
            lines = ["@long", *wrapped, "+long", *("@" * len(line) for line in wrapped), "@short", "C", "+", "I"]
            self.assert_same("\n".join(lines).encode(), expected)

    def test_long_records(self):
        parts = [("one", random_letters(3_000_001, 1)), ("none", ""), ("unknown", random_letters(700_000, 2)
                 + "N" * 600_000 + random_letters(900_000, 3)), ("last", random_letters(2_000_000, 4))]
        expected = [(name, len(letters), int("A" in letters)) for name, letters in parts]
        for width in (60, 10_000_000):
            content = "".join(f">{name}\n" + "".join(letters[k:k + width] + "\n" for k in range(0, len(letters), width))
                              for name, letters in parts)
            self.assert_same(content.encode(), expected)

    def test_letters_of_long_records_arrive(self):
        letters = random_letters(1_500_000, 1) + "N" + random_letters(400_000, 2)
        one = self.file("one", fasta(("one", letters[:3000] + letters[-3000:])))
        long = self.file("long", "".join(f"{line}\n" for line in [">long", *[letters[k:k + 70]
                                         for k in range(0, len(letters), 70)]]))
        for threads in ("1", "4"):
            self.assertEqual(self.lcs(one, long, "--threads", threads)[0][2:5], ["6000", "1900001", "6000"])


if __name__ == "__main__":
    program.main(__doc__)
