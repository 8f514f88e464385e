# SPDX-License-Identifier: BSD-3-Clause
"""Random sequences, files of them, and lengths of longest common subsequences and edit distances to compare with."""

import random
import re
import struct
import zlib


def lcs_by_table(first, second):
    """The textbook's O(mn) table."""
    row = [0] * (len(second) + 1)
    for a in first:
        diagonal = 0
        for j, b in enumerate(second, 1):
            above = row[j]
            row[j] = diagonal + 1 if a == b else max(above, row[j - 1])
            diagonal = above
    return row[-1]


def lcs_by_long_integers(first, second):
    """For longer sequences; compared with the table by lcs_test.py."""
    masks = {}
    for i, letter in enumerate(first):
        masks[letter] = masks.get(letter, 0) | 1 << i
    full = (1 << len(first)) - 1
    vector = full
    for letter in second:
        matches = vector & masks.get(letter, 0)
        vector = (vector + matches | vector - matches) & full
    return len(first) - bin(vector).count("1")


def edit_by_table(first, second):
    """The textbook's O(mn) table of edit distances."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        diagonal, row[0] = i - 1, i
        for j, b in enumerate(second, 1):
            above = row[j]
            row[j] = min(diagonal + (a != b), above + 1, row[j - 1] + 1)
            diagonal = above
    return row[-1]


def edit_by_long_integers(first, second):
    """For longer sequences (Myers 1999); compared with the table by pairs_test.py."""
    masks = {}
    for i, letter in enumerate(first):
        masks[letter] = masks.get(letter, 0) | 1 << i
    full = (1 << len(first)) - 1
    more, less, distance = full, 0, len(first)
    for letter in second:
        equal = masks.get(letter, 0)
        across = (((equal & more) + more) ^ more) | equal
        down = equal | less
        right_more = less | full & ~(across | more)
        right_less = more & across
        if first:
            distance += (right_more >> len(first) - 1 & 1) - (right_less >> len(first) - 1 & 1)
        right_more = right_more << 1 | 1
        more = full & (right_less << 1 | ~(down | right_more))
        less = full & right_more & down
    return distance if first else len(second)


def random_letters(size, seed, letters=b"ACGT"):
    table = bytes(letters[i % len(letters)] for i in range(256))
    return random.Random(seed).randbytes(size).translate(table).decode()


def reverse_complement(letters):
    return letters[::-1].translate(str.maketrans("ACGTRYSWKMBDHVN", "TGCAYRSWMKVHDBN"))


def edits_of(cigar, first, second):
    """Checks an alignment, and returns its edits."""
    i = j = edits = 0
    for count, operation in re.findall(r"(\d+)([=XID])", cigar):
        count = int(count)
        if operation in "=X":
            assert all((a == b) == (operation == "=")
                       for a, b in zip(first[i:i + count], second[j:j + count], strict=True))
        i += count if operation != "D" else 0
        j += count if operation != "I" else 0
        edits += count if operation != "=" else 0
    assert (i, j) == (len(first), len(second))
    return edits


def fasta(*records):
    return "".join(f">{name}\n{letters}\n" for name, letters in records)


def bgzf_block(content, before=b"", after=b""):
    """With other subfields before and after that of BGZF."""
    deflated = zlib.compressobj(wbits=-15)
    data = deflated.compress(content) + deflated.flush()
    extra_size = len(before) + 6 + len(after)
    size = struct.pack("<H", len(data) + 19 + extra_size)
    return (bytes.fromhex("1f8b08040000000000ff") + struct.pack("<H", extra_size) + before + b"BC\x02\x00" + size
            + after + data + struct.pack("<II", zlib.crc32(content), len(content)))


BGZF_END = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")


def bgzf(content, size=65280):
    return b"".join(bgzf_block(content[k:k + size]) for k in range(0, len(content), size)) + BGZF_END


def zstandard(content, window_log=None):
    """A frame of Zstandard that stores the content, of which the last 2^window_log bytes are kept, or all."""
    frame = b"\x28\xb5\x2f\xfd" + (b"\xa0" + struct.pack("<I", len(content)) if window_log is None
                                    else bytes([0, window_log - 10 << 3]))
    size = 100_000
    blocks = [content[k:k + size] for k in range(0, len(content), size)] or [b""]
    for number, block in enumerate(blocks, 1):
        frame += struct.pack("<I", len(block) << 3 | (number == len(blocks)))[:3] + block
    return frame
