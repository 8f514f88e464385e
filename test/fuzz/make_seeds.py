#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause

"""Writes the seeds of the fuzz targets: a folder for each, and dictionaries.

    make_seeds.py FOLDER

What a target makes of its bytes is in test/fuzz/*.cpp; input.hpp has the numbers and sequences. The letters are those of the test
data, and the command lines those of the documents.
"""

import bz2
import gzip
import pathlib
import random
import re
import shlex
import struct
import sys
import zlib

PROJECT = pathlib.Path(__file__).parents[2]


class Bytes:
    """Writes what fuzz::input reads."""

    def __init__(self):
        self.content = bytearray()

    def number(self, value, largest=255):
        size = 1 if largest < 256 else 2 if largest < 65_536 else 8
        self.content += value.to_bytes(size, "big")
        return self

    def numbers(self, *values):
        for value in values:
            self.number(value)
        return self

    def given(self, letters, max_size):
        """Letters as they are: take_letters()."""
        self.number(0).number(len(letters), max_size)
        self.content += letters
        return self

    def at_random(self, size, max_size, seed):
        self.number(1).number(size, max_size).number(seed, 65_535)
        return self

    def mutated(self, seed, distance):
        """take_related(), without further changes."""
        return self.numbers(1, seed, distance, 0)

    def changed(self, size, changes):
        """take_related(): a copy with single letters that are deleted."""
        self.numbers(2, len(changes))
        for position in changes:
            self.number(position, size).number(1)
            size -= 1
        return self


def read_genome(name):
    return "".join((PROJECT / "test/data" / name).read_text().splitlines()[1:])


FIRST = read_genome("mers_emc_2012.fasta")
SECOND = read_genome("mers_ksa_camel_376.fasta")


def ranks(text):
    return bytes("ACGT".find(letter) % 4 for letter in text)


def pack():
    for alphabet in range(7):
        yield Bytes().numbers(alphabet, 1).given(ranks(FIRST[:300]), 500)
        yield Bytes().numbers(alphabet, 2).at_random(5000, 5000, alphabet)


def letter_pairs(sizes):
    """Pairs for letter_pair, whose largest size is the last of three."""
    window = random.Random(1).randrange(20_000)
    yield Bytes().numbers(1, 0).given(ranks(FIRST[window:window + 280]), 300).number(0).given(
        ranks(SECOND[window + 10:window + 300]), 300).numbers(0, 0)
    for choice, size in enumerate(sizes):
        for alphabet in range(6):
            pair = Bytes().numbers(choice, alphabet).at_random(size, size, alphabet)
            yield pair.mutated(alphabet, 1 + 9 * alphabet).numbers(alphabet % 4, alphabet % 3)
    yield Bytes().numbers(2, 0).at_random(sizes[2], sizes[2], 7).changed(sizes[2], [5, 60, 61, 64]).numbers(0, 2)
    yield Bytes().numbers(2, 0).at_random(sizes[2], sizes[2], 8).number(0).at_random(sizes[2] // 2, sizes[2], 9).numbers(0, 0)


def compare_pairs():
    for call in range(5):
        for comparison in (0, 1, 2, 3, 7, 0x33, 0xC3, 0xFB):
            for i, pair in enumerate(letter_pairs((70, 300, 1500))):
                if i % 4 == (call + comparison) % 4:
                    seed = Bytes().numbers(i, call, comparison, 0, 0)
                    seed.content += pair.content
                    yield seed
            # Several pairs.
            seed = Bytes().numbers(1, call, comparison, 7, 2)
            for i in range(8):
                seed.numbers(i, i).at_random(70, 70, i).mutated(i, 20).numbers(0, 0, i % 2, i)
            yield seed


def compare_by_each_method():
    for way in range(4):
        for comparison in (0, 1, 2, 3, 7, 0x33, 0xC3):
            for pair in letter_pairs((70, 300, 2000)):
                seed = Bytes().numbers(way, comparison)
                seed.content += pair.content
                yield seed.numbers(1, 1, 9, 1, 1, 200, 3)


def search():
    for options in range(32):
        seed = Bytes().numbers(options & 1, options % 5, options >> 1 & 1)
        if options & 2:
            seed.number(40)
        seed.number(options >> 2 & 1)
        if options & 4:
            seed.number(70)
        seed.number(options >> 3 & 1)
        seed.number(options >> 4).given(ranks(FIRST[500:620]), 120)
        seed.number(1).number(0).mutated(options, 9).number(0).mutated(1, 2)
        seed.number(12)
        for i in range(12):
            seed.number(i // 2).mutated(i, 3 * i)
        yield seed.numbers(0, 1, 3)


def find_primers():
    for k in range(5):
        for flags in range(4):
            for kind in range(5):
                seed = Bytes().numbers(kind, k, flags & 1, 20, flags >> 1, 30)
                seed.given(ranks(FIRST[1000:1170]), 180)
                yield seed.mutated(k, 30).numbers(0, 2).mutated(1, 12).number(0).mutated(2, 12).numbers(0, 0, 0, 0)


def find_sites():
    for k in range(5):
        for flags in range(16):
            seed = Bytes().numbers(k, flags & 1, flags >> 1 & 1, flags >> 2 & 1, 4, flags >> 3, 1)
            seed.number(1)
            for position in (100, 200):
                seed.numbers(1, 1).given(ranks(FIRST[position:position + 25]), 30)
            seed.numbers(1)
            for i in range(2):
                seed.number(1).given(ranks(FIRST[i:i + 40]), 40).number(4)
                for j in range(4):
                    seed.numbers(j % 2, 1, 7 * j, 0, 3, j % 2).given(ranks(FIRST[j:j + 12]), 20).numbers(j, j)
            yield seed


def bgzf(text):
    content = b""
    for block in (text[:200], text[200:], b""):
        packed = zlib.compressobj(6, zlib.DEFLATED, -15)
        deflated = packed.compress(block) + packed.flush()
        content += b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", len(deflated) + 25)
        content += deflated + struct.pack("<II", zlib.crc32(block), len(block))
    return content


def sequence_files():
    lines = [FIRST[i:i + 70] for i in range(0, 280, 70)]
    yield ">one first\n" + "\n".join(lines) + "\n>two\nACGTNRYSWKMBDHV\n\n>three\n"
    yield ">one\r\n" + "\r\n".join(lines) + "\r\n>two\r\nacgt"
    yield "@read 1\n" + lines[0] + "\n+\n" + "I" * 70 + "\n@read2\nACGT\n+read2\n@+>!\n"
    yield "@read\n" + "\n".join(lines) + "\n+\n" + "\n".join("@" * 70 for _ in lines) + "\n"
    yield ">protein\nMKVLAAGIVGLCAKAYEDX*\n>with\x1bcontrols\nMK\n"
    yield "\n\n>after blank lines\nACGT\n>no letters\n>x\nA\n"
    yield ">not a letter\nACGT?\n"


def primer_files():
    yield ">p1 a comment\nACGTACGTAC\nACGT\n>p2\nacguryswkmbdhvn\n"
    yield "id\tbegin\tend\tsequence\nchr\t10\t30\tACGTACGTAACCGGTTAACC\nchr\t11\t31\tCGTACGTAACCGGTTAACCA\n"
    yield "id\tsequence\n p1 \tACGT\np2\tTTTT\n"
    yield ("wanted\tforward\treverse\tforward_sequence\treverse_sequence\nyes\tf1\tr1\tACGTACGT\tTTTTGGGG\n"
           "no\tf1\tr2\tACGTACGT\tCCCCGGGG\n")
    yield ("SEQUENCE_ID=example\nPRIMER_LEFT_0_SEQUENCE=ACGTACGTACGT\nPRIMER_RIGHT_0_SEQUENCE=TTGGCCAATTGG\n"
           "PRIMER_INTERNAL_0_SEQUENCE=CCCCAAAA\nPRIMER_LEFT_0=1,12\n=\n")


def read_files():
    for i, text in enumerate(sequence_files()):
        for kind in range(5):
            seed = Bytes().numbers(0, i % 5, kind, i % 3).number(30 * i, 600).number(i)
            seed.content += bytes([kind // 2 % 4, 9 * i, 33, 20, 5, 1, 30, 7, 1, 0, 9, 0]) + text.encode()
            yield seed
        for compress in (gzip.compress, bz2.compress, bgzf, bytes):
            seed = Bytes().numbers(0, i % 5, 5, i % 3).number(50 + i, 600).number(i)
            seed.content += compress(text.encode())
            yield seed
    for text in primer_files():
        seed = Bytes().number(1)
        seed.content += text.encode()
        yield seed
    for is_paf, text in plot_files():
        seed = Bytes().numbers(2, is_paf)
        seed.content += text.encode()
        yield seed


def plot_files():
    paf = "q{0}\t100\t{1}\t90\t{2}\tt{0}\t200\t20\t{3}\t60\t100\t255"
    yield 1, paf.format(1, 10, "+", 110) + "\tcg:Z:10=2X30=5I20=10D23=\n" + paf.format(2, 0, "-", 120) + "\tNM:i:3\n"
    yield 1, "\n" + paf.format(1, 10, "+", 110) + "\r\n"
    yield 0, "track type=bedGraph\n# a comment\nchr1\t0\t10\t3\nchr1 10 1000 4.5\nchr2\t0\t3000000\t-1e3\n"


def command_lines():
    """The arguments of gpulcs in the documents, up to a pipe or a redirection."""
    for path in sorted([*PROJECT.glob("*.md"), *PROJECT.glob("doc/**/*.md")]):
        for line in re.findall(r"(?:^|\$ |\| |&& |-n \d+ )gpulcs ([^|>&\n`]*)", path.read_text(), re.MULTILINE):
            try:
                arguments = shlex.split(line, comments=True)
            except ValueError:
                continue
            yield arguments


def parse_arguments():
    for arguments in command_lines():
        seed = Bytes()
        seed.content += "\n".join(arguments).encode()
        yield seed
    # The old spelling of gpulcs primer, which is replaced.
    for arguments in ("-k 3 --products 9:99 -- a b", "--check=a --differences 3 b", "b -k3 --check a --products=9:99 c"):
        seed = Bytes()
        seed.content += f"primer {arguments}".replace(" ", "\n").encode()
        yield seed
    for command in ("lcs", "edit", "search", "demultiplex", "primer", "primer\nfind", "primer\ncheck", "primer\nproducts", "plot",
                    "devices"):
        seed = Bytes()
        seed.content += f"{command}\n--help".encode()
        yield seed


def resume_run():
    for state in range(0, 128):
        yield Bytes().numbers(state, 1, 1, 0, 3, 0, state, 0, 0)
        yield Bytes().numbers(state, 1, 2, 0, state, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1)


TARGETS = {
    "packing": pack,
    "pairs": compare_pairs,
    "methods": compare_by_each_method,
    "search": search,
    "primers": find_primers,
    "sites": find_sites,
    "readers": read_files,
    "command_line": parse_arguments,
    "saved_runs": resume_run,
}


def emulated():
    """Some of the seeds of the targets that run on the emulated device, too."""
    for number, name in enumerate(("pairs", "search", "primers", "sites")):
        for i, seed in enumerate(TARGETS[name]()):
            if i % 9 == 0:
                with_number = Bytes().number(number)
                with_number.content += seed.content
                yield with_number


def write_dictionary(path, words):
    escaped = (re.sub(r'[^ -!#-\[\]-~]', lambda byte: f"\\x{ord(byte.group()):02x}", word) for word in words)
    path.write_text("".join(f'"{word}"\n' for word in escaped))


def option_names():
    sources = "".join(path.read_text() for path in sorted((PROJECT / "src/app").glob("*/*.cpp")))
    return sorted(set(re.findall(r'"(?:-\w,)?(--[a-z][a-z-]*)"', sources)))


def main():
    root = pathlib.Path(sys.argv[1])
    for name, seeds in {**TARGETS, "emulated": emulated}.items():
        folder = root / name
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for i, seed in enumerate(seeds()):
            (folder / f"{i:04}").write_bytes(bytes(seed.content))
    write_dictionary(root / "readers.dict", [
        ">", "@", "+", "\n>", "\n@", "\n+\n", "\r\n", "\t", "ACGT", "NNNN", "\x1b", "id\tsequence\n", "start", "end", "forward",
        "forward_sequence", "reverse", "reverse_sequence", "SEQUENCE_ID=", "PRIMER_LEFT_0_SEQUENCE=",
        "PRIMER_RIGHT_0_SEQUENCE=", "PRIMER_INTERNAL_0_SEQUENCE=", "\n=\n", "\tcg:Z:", "10M", "5=", "track", "\xef\xbb\xbf", "\x1f\x8b\x08", "BZh1"])
    write_dictionary(root / "command_line.dict",
                     option_names() + ["\n--", "\n-\n", "lcs\n", "edit\n", "search\n", "primer\n", "find\n", "check\n", "products\n",
                                       "plot\n", "devices\n", "-k\n"])
    (root / "made").touch()


main()
