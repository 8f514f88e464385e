# SPDX-License-Identifier: BSD-3-Clause
"""The cases of the comparison: random sequences of some alphabet, length and similarity, always the same ones; and files."""

import dataclasses
import os
import random
import sys

ALPHABETS = {
    "dna": "ACGT",
    "protein": "ACDEFGHIKLMNPQRSTVWY",
    "bytes": "".join(map(chr, range(ord("!"), ord("~") + 1))),
}

LCS = ("lcs", "lcs_alignment")
EDIT = ("edit", "edit_alignment")


@dataclasses.dataclass(frozen=True)
class Case:
    """Some sequences, and what to compute of them."""

    shape: str  # pair: pairs, one call each; pairs: one call for all; set: each of one set with each of another; primers; sites
    outputs: tuple = ("",)
    alphabet: str = "dna"
    letters: int = 0  # Of a sequence; of a background or a text.
    count: int = 1  # Of pairs, of sequences in each set, of letters of a target, or of primers.
    similarity: float = 0  # The percentage of letters that are unchanged; 0 for unrelated sequences.
    differences: int = 0  # k, for primers and sites.
    files: tuple = ()

    @property
    def tasks(self):
        return [f"{self.shape}_{output}" if output else self.shape for output in self.outputs]

    @property
    def title(self):
        size = f"{self.letters:,}"
        if self.shape == "primers":
            return f"{self.count:,} x {size} letters, k = {self.differences}"
        names = ", ".join(map(os.path.basename, self.files))
        if self.shape == "sites":
            return f"{self.count:,} primers in {names or 'random DNA'}, {size} letters, k = {self.differences}"
        related = names or (f"{self.similarity:g} % unchanged" if self.similarity else "unrelated")
        number = f"{self.count:,} x {self.count:,} of " if self.shape == "set" else f"{self.count:,} x "
        return f"{self.alphabet}, {number}{size}, {related}"

    @property
    def work(self):
        """What the time of a slow peer grows with."""
        return self.letters

    def write(self, folder):
        """Writes the files that measure.py and measurement.hpp read."""
        first, second = self.make()
        for name, lines in (("first", first), ("second", second), ("options", (self.alphabet, str(self.differences)))):
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.writelines(line + "\n" for line in lines)

    def make(self):
        generator = random.Random(1)
        if self.shape == "primers":
            return [random_text(generator, "dna", self.count)], [random_text(generator, "dna", self.letters)]
        if self.shape == "sites":
            text = read_fasta(*self.files) if self.files else random_text(generator, "dna", self.letters)
            return [choose_primer(generator, text, i) for i in range(self.count)], [text]
        if self.files:
            return [[read_fasta(path)] for path in self.files]
        first = [random_text(generator, self.alphabet, self.letters) for _ in range(self.count)]
        if not self.similarity:
            return first, [random_text(generator, self.alphabet, self.letters) for _ in range(self.count)]
        if self.shape == "set":
            # All descend from one sequence, with half of the changes each.
            half = 100 - (100 - self.similarity) / 2
            return [[mutate(generator, first[0], self.alphabet, half) for _ in first] for _ in range(2)]
        return first, [mutate(generator, text, self.alphabet, self.similarity) for text in first]


def random_text(generator, alphabet, size):
    return "".join(generator.choices(ALPHABETS[alphabet], k=size))


def mutate(generator, text, alphabet, similarity):
    """One third of the changes each are substitutions, insertions and deletions of single letters."""
    changed = (100 - similarity) / 100
    letters = ALPHABETS[alphabet]
    copy = []
    for letter in text:
        number = generator.random()
        if number >= changed:
            copy.append(letter)
        elif number < changed / 3:
            copy.append(generator.choice(letters.replace(letter, "")))
        elif number < changed * 2 / 3:
            copy.append(letter + generator.choice(letters))
    return "".join(copy)


def choose_primer(generator, text, number):
    """Of 20 to 25 letters; every other one is from the text."""
    size = generator.randint(20, 25)
    begin = generator.randrange(len(text) - size)
    return text[begin : begin + size] if number % 2 else random_text(generator, "dna", size)


def read_fasta(path):
    """The letters of a file of one record."""
    with open(path, encoding="latin-1") as file:
        lines = file.readlines()
    records = sum(line.startswith(">") for line in lines)
    if records > 1:
        sys.exit(f"{path} has {records} records; give a file of one.")
    letters = "".join(line.strip() for line in lines if not line.startswith(">"))
    others = set(letters) - set(ALPHABETS["bytes"])
    if others:
        sys.exit(f"{path} has the letter {min(others)!a}; letters must be printable ASCII without spaces.")
    return letters.upper()


def file_pair(first, second):
    """The pair of two files, with all outputs."""
    letters = [read_fasta(path) for path in (first, second)]
    alphabet = next(name for name, allowed in ALPHABETS.items() if set("".join(letters)) <= set(allowed))
    return Case("pair", LCS + EDIT, alphabet, max(map(len, letters)), files=(first, second))


def file_cases(first, second):
    """That pair, and sites of primers in the second one."""
    yield file_pair(first, second)
    yield from site_cases(letters=len(read_fasta(second)), files=(second,))


def site_cases(**text):
    for differences in (1, 2, 3, 4):
        yield Case("sites", count=100, differences=differences, **text)


# Similar sequences come first: a peer that is too slow for them is not run for others of the same length.
SIMILARITIES = (99.9, 99, 95, 80, 0)


def quick_cases():
    """A little of everything, in a minute."""
    for similarity in (99, 0):
        yield Case("pair", LCS + EDIT, letters=100, count=100, similarity=similarity)
        yield Case("pair", LCS + EDIT, letters=3_000, count=2, similarity=similarity)
        yield Case("set", ("lcs", "edit"), letters=150, count=30, similarity=similarity)
    for alphabet in ("protein", "bytes"):
        yield Case("pair", LCS, alphabet, 1_000, 2, similarity=95)
    yield Case("pairs", ("lcs", *EDIT), letters=150, count=500)
    yield Case("primers", letters=2_000, count=100, differences=5)
    yield Case("sites", letters=200_000, count=20, differences=2)


def all_cases(mers):
    """Everything, in less than half an hour on two cores."""
    for letters, count in ((100, 1_000), (1_000, 100), (10_000, 4), (100_000, 1), (1_000_000, 1)):
        for similarity in SIMILARITIES if letters > 100 else (95, 0):
            outputs = LCS + EDIT if letters in (1_000, 100_000) else LCS
            yield Case("pair", outputs, "dna", letters, count, similarity)
    yield file_pair(*mers)
    for alphabet in ("protein", "bytes"):
        for letters, count in ((1_000, 100), (10_000, 4), (100_000, 1)):
            for similarity in (95, 0):
                yield Case("pair", LCS, alphabet, letters, count, similarity)

    for letters, count in ((150, 20_000), (1_000, 2_000), (10_000, 20)):
        for similarity in (95, 0):
            yield Case("pairs", ("lcs", *EDIT), "dna", letters, count, similarity)
    yield Case("pairs", ("lcs", "edit"), "protein", 1_000, 2_000)
    for letters, count in ((150, 400), (1_000, 100), (10_000, 10)):
        for similarity in (95, 0):
            yield Case("set", ("lcs", "edit"), "dna", letters, count, similarity)
    yield Case("set", ("lcs", "edit"), "protein", 1_000, 100)

    sizes = ((1_000, 10_000, 5), (1_000, 100_000, 5), (300, 100_000, 20), (30_000, 4_600_000, 5))
    for target, background, differences in sizes:
        yield Case("primers", letters=background, count=target, differences=differences)
    yield from site_cases(letters=4_600_000)


def device_cases(quick):
    """All pairs of two sets."""
    sizes = ((150, 100), (1_000, 20)) if quick else ((150, 4_000), (1_000, 2_000), (5_000, 400), (30_000, 64))
    for letters, count in sizes:
        for similarity in (95, 0):
            yield Case("set", ("lcs", "edit"), "dna", letters, count, similarity)
