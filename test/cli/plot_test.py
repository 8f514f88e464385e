#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs plot: plot_test.py PATH_TO_GPULCS"""

import collections
import gzip
import os
import random
import re
import xml.etree.ElementTree as tree
from fractions import Fraction

import program
from comparison import DATA, comparison_case

SVG = "{http://www.w3.org/2000/svg}"
# What windows of the classes i0 to i5 have at least.
CLASSES = [Fraction(0), *(Fraction(percent, 100) for percent in (75, 85, 92, 97, 99))]
WINDOW = 64
MIN_PIXELS = Fraction(3, 2)

sequence = collections.namedtuple("sequence", "name length")
record = collections.namedtuple("record", "query query_begin strand target target_begin runs")


def advance(kind, count):
    """The letters of target and query, and the matches."""
    return (0 if kind == "I" else count, 0 if kind == "D" else count, count if kind == "=" else 0)


def sums(steps):
    return tuple(map(sum, zip((0, 0, 0), *steps)))


def paf_line(each, tags=None):
    target, query, matches = sums(advance(kind, count) for count, kind in each.runs)
    return "\t".join(map(str, [each.query.name, each.query.length, each.query_begin, each.query_begin + query, each.strand,
                               each.target.name, each.target.length, each.target_begin, each.target_begin + target,
                               matches, sum(count for count, kind in each.runs), 60,
                               *([f"cg:Z:{''.join(f'{count}{kind}' for count, kind in each.runs)}"]
                                 if tags is None else tags)])) + "\n"


def cut(runs):
    """Windows of 64 letters of the longer side."""
    windows = []
    last = (0, 0, 0)
    for count, kind in runs:
        for _ in range(count):
            if max(last) == WINDOW:
                windows.append(last)
                last = (0, 0, 0)
            last = sums((last, advance(kind, 1)))
    return [*windows, last]


def identity(window):
    return Fraction(window[2], max(window)) if max(window) else Fraction(0)


def class_of(window):
    return max(i for i, least in enumerate(CLASSES) if identity(window) >= least)


class axis:
    """Sequences end to end."""

    def __init__(self, sequences, pixels):
        self.offsets = {}
        total = 0
        for each in sequences:
            if each.name not in self.offsets:
                self.offsets[each.name] = total
                total += each.length
        self.scale = Fraction(pixels) / max(total, 1)

    def place(self, name, letters):
        return (self.offsets[name] + letters) * self.scale


def numbers(element, *names):
    return [float(element.get(name)) for name in names]


class plot_case(comparison_case):
    def plot(self, content, *arguments, **options):
        """The picture of a file with this content."""
        result = self.run_program("plot", *(arguments or [self.file("input", content)]), **options)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        picture = tree.fromstring(result.stdout)
        self.assertEqual(picture.tag, f"{SVG}svg")
        self.assertIn(b"prefers-color-scheme:dark", result.stdout)
        self.assertNotIn(b"href", result.stdout)
        return picture

    def with_class(self, picture, name):
        return [each for each in picture.iter() if each.get("class") == name]

    def texts(self, picture):
        return [each.text for each in picture.iter(f"{SVG}text")]

    def lines(self, picture):
        """The lines of all paths: class, and x and y of both ends."""
        group, = self.with_class(picture, "path")
        found = []
        for path in group:
            kind = int(re.fullmatch("i([0-5])", path.get("class"))[1])
            commands = re.findall(r"([ML])([\d.]+) ([\d.]+)", path.get("d"))
            self.assertEqual("".join(f"{command}{x} {y}" for command, x, y in commands), path.get("d"))
            for command, x, y in commands:
                point = float(x), float(y)
                if command == "L":
                    found.append((kind, *last, *point))
                last = point
        return found

    def frame(self, picture):
        """Left, top, width, height."""
        found, = self.with_class(picture, "frame")
        return numbers(found, "x", "y", "width", "height")


class paf_test(plot_case):
    STRAIGHT = "Straight lines: no CIGAR string"
    AVERAGE = "CIGAR strings with M: an average identity between gaps"

    def test_units(self):
        for content in (paf_line(record(sequence("q", 900), 0, "+", sequence("t", 900), 0, [(900, "=")])), "a\t0\t10\t20\n"):
            self.assertEqual(self.texts(self.plot(content)).count("bp"), 1)
        self.assertEqual(self.texts(self.plot("a\t0\t10\t20\nb\t0\t10\t20\n")).count("bp"), 2)

    def test_equal_scales(self):
        for query, target in ((1000, 1000), (1000, 1100), (1000, 250), (250, 1000), (10, 100_000), (100_000, 10), (0, 500), (0, 0)):
            with self.subTest(query=query, target=target):
                common = min(query, target)
                runs = [(common, "=")] if common else []
                line = paf_line(record(sequence("q", query), 0, "+", sequence("t", target), 0, runs))
                self.file("input", line)
                picture = self.plot(None, "--equal-scales", self.path("input"))
                left, top, width, height = self.frame(picture)
                self.assertEqual(max(width, height), 624)
                self.assertAlmostEqual(width * max(query, 1), height * max(target, 1), delta=0.06 * max(query, target, 1))
                for _, x1, y1, x2, y2 in self.lines(picture):
                    self.assertAlmostEqual(x2 - x1, y1 - y2, delta=0.11)
                total = numbers(picture, "width", "height")
                self.assertEqual(total[0], 720)
                self.assertAlmostEqual(total[1], top + height + 46, delta=0.11)
        unequal = self.frame(self.plot(line))
        self.assertEqual(unequal[2:], [624, 436])
        self.file("input", "a\t0\t10\t20\n")
        self.assert_fails(self.run_program("plot", "--equal-scales", self.path("input")), 2, "--equal-scales", "bedGraph")

    def expected_lines(self, records, frame):
        left, top, width, height = map(Fraction, frame)
        targets = axis([each.target for each in records], width)
        queries = axis([each.query for each in records], height)
        found = set()
        for each in records:
            # Windows of at least some pixels; the last one takes what would be too short.
            groups = []
            windows = cut(each.runs)
            for i, window in enumerate(windows):
                size = lambda part: max(part[0] * targets.scale, part[1] * queries.scale)
                rest = sums(windows[i:])
                if not groups or size(groups[-1]) >= MIN_PIXELS and size(rest) >= MIN_PIXELS:
                    groups.append(window)
                else:
                    groups[-1] = sums((groups[-1], window))
            whole = sums(groups)
            at = (0, 0, 0)
            for group in groups:
                ends = []
                for place in (at, sums((at, group))):
                    query = whole[1] - place[1] if each.strand == "-" else place[1]
                    ends += [left + targets.place(each.target.name, each.target_begin + place[0]),
                             top + height - queries.place(each.query.name, each.query_begin + query)]
                found.add((class_of(group), *ends))
                at = sums((at, group))
        return found

    def assert_lines(self, records):
        picture = self.plot("".join(map(paf_line, records)))
        found = sorted(self.lines(picture))
        expected = sorted(self.expected_lines(records, self.frame(picture)))
        # The same lines, each point to the next tenth of a pixel; but lines that look the same are drawn once.
        rounded = lambda line: (line[0], *(round(float(number) * 10) for number in line[1:]))
        unique = {rounded(line) for line in expected}
        self.assertLessEqual(len({rounded(line) for line in found} ^ unique), len(unique) // 50)
        self.assertEqual(len(found), len({rounded(line) for line in found}))
        for line in found:
            self.assertTrue(any(line[0] == other[0]
                                and all(abs(a - b) < 0.0501 + 1e-9 for a, b in zip(line[1:], other[1:]))
                                for other in expected), line)
        return picture

    def random_runs(self, generator, size):
        runs = []
        while sum(count for count, kind in runs) < size:
            match = generator.choice((3, 10, 40, 300))
            runs.append((1 + generator.randrange(match), "="))
            runs.append((generator.choice((1, 1, 1, 2, 20, 200)), generator.choice("XID")))
        return runs

    def test_one_pair(self):
        for seed in range(5):
            generator = random.Random(seed)
            runs = self.random_runs(generator, generator.choice((100, 3000, 30000)))
            target, query, _ = sums(advance(kind, count) for count, kind in runs)
            picture = self.assert_lines([record(sequence("q", query), 0, "+", sequence("t", target), 0, runs)])
            self.assertIn("q", self.texts(picture))
            self.assertIn("t", self.texts(picture))

    def test_many_sequences(self):
        generator = random.Random(3)
        targets = [sequence(f"t{i}", generator.randrange(20000, 90000)) for i in range(4)]
        queries = [sequence(f"q{i}", generator.randrange(20000, 90000)) for i in range(5)]
        records = []
        for _ in range(12):
            runs = self.random_runs(generator, generator.randrange(9000))
            target, query, _ = sums(advance(kind, count) for count, kind in runs)
            chosen = generator.choice(targets), generator.choice(queries)
            records.append(record(chosen[1], generator.randrange(chosen[1].length - query), generator.choice("+-"),
                                  chosen[0], generator.randrange(chosen[0].length - target), runs))
        picture = self.assert_lines(records)
        # A border between every two sequences.
        borders = self.with_class(picture, "border")
        self.assertEqual(len(borders), len({each.target for each in records}) + len({each.query for each in records}) - 2)

    def test_reverse_strand(self):
        one = record(sequence("q", 1000), 100, "-", sequence("t", 1000), 200, [(300, "=")])
        picture = self.plot(paf_line(one))
        left, top, width, height = self.frame(picture)
        lines = self.lines(picture)
        self.assertAlmostEqual(lines[0][1], left + 0.2 * width, delta=0.06)
        self.assertAlmostEqual(lines[0][2], top + 0.6 * height, delta=0.06)
        self.assertAlmostEqual(lines[-1][3], left + 0.5 * width, delta=0.06)
        self.assertAlmostEqual(lines[-1][4], top + 0.9 * height, delta=0.06)
        self.assertEqual({line[0] for line in lines}, {5})

    def test_straight_lines(self):
        one = record(sequence("q", 1000), 0, "+", sequence("t", 1000), 0, [(900, "="), (100, "X")])
        for tags, expected in (([], 2), (["tp:A:P"], 2), (["de:f:0.02"], 4), (["dv:f:0.3"], 0), (["de:f:1e-5"], 5)):
            with self.subTest(tags=tags):
                line = paf_line(one, tags)
                picture = self.plot(line)
                left, top, width, height = self.frame(picture)
                self.assertEqual(self.lines(picture), [(expected, left, top + height, left + width, top)])
                self.assertIn(self.STRAIGHT, self.texts(picture))
                # Also if only one of some alignments is straight.
                self.assertIn(self.STRAIGHT, self.texts(self.plot(paf_line(one) + line + paf_line(one))))
        self.assertNotIn(self.STRAIGHT, self.texts(self.plot(paf_line(one))))

    def test_straight_lines_of_unequal_sides(self):
        # What the longer side has in addition matches nothing, wherever it is.
        for tags, matches, expected in ((["de:f:0.01"], 800, 1), (["de:f:0"], 800, 1), ([], 800, 1), ([], 700, 0)):
            line = f"q\t1000\t0\t1000\t+\tt\t800\t0\t800\t{matches}\t1000\t60\t" + "\t".join(tags)
            self.assertEqual([line[0] for line in self.lines(self.plot(line))], [expected])

    def test_matches_that_are_not_told(self):
        """CIGAR strings with M: the path is that of the same string with =, and long gaps have no identity."""
        generator = random.Random(6)
        kinds = {0: 5, 0.005: 5, 0.02: 4, 0.05: 3, 0.1: 2, 0.2: 1, 0.3: 0, 1: 0}
        for strand in "+-":
            runs = [(400_000, "="), (40_000, "I"), (100_000, "="), (60_000, "D"), (50_000, "=")]
            target, query, matches = sums(advance(kind, count) for count, kind in runs)
            one = record(sequence("q", query), 0, strand, sequence("t", target), 0, runs)
            told = self.plot(paf_line(one))
            cigar = "".join(f"{count}{kind}" for count, kind in runs).replace("=", "M")
            for divergence, kind in kinds.items():
                tags = [f"cg:Z:{cigar}", f"de:f:{divergence}"]
                generator.shuffle(tags)
                picture = self.plot(paf_line(one, tags))
                # Only windows at the ends of gaps may be of other classes.
                found = self.lines(picture)
                expected = sorted(line[1:] for line in self.lines(told))
                self.assertEqual(sorted(line[1:] for line in found), expected)
                steep = [line[0] for line in found if min(abs(line[3] - line[1]), abs(line[4] - line[2])) == 0]
                self.assertGreater(len(steep), 50)
                self.assertEqual(set(steep), {0})
                self.assertGreater(collections.Counter(line[0] for line in found)[kind], 300)
                self.assertIn(self.AVERAGE, self.texts(picture))
            # Without a divergence, column 10 tells the share.
            share = paf_line(one, [f"cg:Z:{cigar}"]).replace(f"\t{matches}\t", f"\t{matches * 95 // 100}\t")
            self.assertGreater(collections.Counter(line[0] for line in self.lines(self.plot(share)))[3], 300)
        self.assertNotIn(self.AVERAGE, self.texts(told))
        straight = paf_line(one, [])
        self.assertIn(f"{self.AVERAGE}. {self.STRAIGHT}", self.texts(self.plot(straight + share)))

    def test_too_many_names(self):
        def titles(lengths):
            lines = [paf_line(record(sequence("q", 9), 0, "+", sequence(f"t{i}", length), 0, [])) for i, length in enumerate(lengths)]
            return [each.text for each in self.with_class(self.plot("".join(lines)), "name")]

        self.assertEqual(titles([100] * 46), ["46 sequences", "q"])
        self.assertEqual(titles([0] * 46), ["46 sequences", "q"])
        self.assertEqual(titles([100, *[1] * 45]), ["t0", "q"])
        self.assertEqual(titles([100] * 3), ["t0", "t1", "t2", "q"])

    def test_parts_of_different_identity(self):
        # So long that windows are merged while they are read.
        blocks = [(100_000, Fraction(1)), (150_000, Fraction(1, 2)), (50_000, Fraction(9, 10)), (250_000, Fraction(49, 50))]
        runs = []
        for size, share in blocks * 4:
            matches = share.numerator
            runs += [(matches, "="), (share.denominator - matches, "X")] * (size // share.denominator)
        runs = [run for run in runs if run[0]]
        total = sum(count for count, kind in runs)
        picture = self.plot(paf_line(record(sequence("q", total), 0, "+", sequence("t", total), 0, runs)))
        left, top, width, height = self.frame(picture)
        lines = sorted(self.lines(picture), key=lambda line: line[1])
        for before, after in zip(lines, lines[1:]):
            self.assertEqual(before[3:], after[1:3])
        borders = [0]
        for size, _ in blocks * 4:
            borders.append(borders[-1] + size)
        checked = collections.Counter()
        for kind, x1, y1, x2, y2 in lines:
            self.assertAlmostEqual((x1 - left) / width, (top + height - y1) / height, delta=2e-4)
            begin, end = ((x - left) / width * total for x in (x1, x2))
            for i, (_, share) in enumerate(blocks * 4):
                if borders[i] <= begin - 2000 and end + 2000 <= borders[i + 1]:
                    checked[share] += 1
                    self.assertEqual(kind, class_of((1000, 1000, int(1000 * share))))
        self.assertEqual(len(checked), 4)
        self.assertGreater(min(checked.values()), 20)

    def test_only_gaps(self):
        picture = self.plot(paf_line(record(sequence("q", 700), 0, "+", sequence("t", 500), 0, [(700, "I"), (500, "D")])))
        self.assertEqual({line[0] for line in self.lines(picture)}, {0})

    def test_nothing(self):
        for content in ("", "\n\n", gzip.compress(b"")):
            self.assert_fails(self.run_program("plot", self.file("input", content)), 1, "input", "line ", "nothing in this input",
                              "gpulcs lcs --alignment", "gpulcs primer find --profile")
        self.assert_fails(self.run_program("plot", "-", input=b""), 1, "standard input", "line 1", "nothing in this input")
        empty = record(sequence("q", 0), 0, "+", sequence("t", 0), 0, [])
        self.assertEqual(len(self.lines(self.plot(paf_line(empty)))), 1)

    def test_queries_without_an_alignment(self):
        unaligned = "lost\t700\t0\t0\t*\t*\t0\t0\t0\t0\t0\t0\trl:i:0\n"
        self.assertIn("The file has no alignments.", self.texts(self.plot(unaligned)))
        line = paf_line(record(sequence("q", 500), 0, "+", sequence("t", 500), 0, [(500, "=")]))
        expected = self.run_program("plot", self.file("input", line)).stdout
        for content in (unaligned + line, line + unaligned):
            self.assertEqual(self.run_program("plot", self.file("input", content)).stdout, expected)

    def test_names(self):
        for name, shown in (("<a>&\"b\"", "<a>&\"b\""), ("]]>", "]]>"), ("\x1b[1m", "\\x1B[1m"), ("Gr\u00fcn", "Gr\u00fcn"), ("a\u202egpj", "a\\xE2\\x80\\xAEgpj"),
                            ("\uffff", "\ufffd"), ("x\uffff", "x\ufffd"), (b"\xff", "\\xFF"), ("n" * 5000, None)):
            with self.subTest(name=name):
                line = paf_line(record(sequence("NAME", 100), 0, "+", sequence("t", 100), 0, [(100, "=")])).encode()
                texts = self.texts(self.plot(line.replace(b"NAME", name if isinstance(name, bytes) else name.encode())))
                if shown is None:
                    self.assertEqual([text for text in texts if text.startswith("nn")][0][-1], "\u2026")
                else:
                    self.assertIn(shown, texts)

    def test_ticks(self):
        for length, labels in ((30119, ["0", "5k", "10k", "25k"]), (2_800_000, ["0.5M", "1M", "2.5M"]),
                               (240, ["0", "50", "200"]), (7, ["1", "7"]), (3 * 10**9, ["0.5G", "2.5G"])):
            one = record(sequence("q", length), 0, "+", sequence("t", length), 0, [(length, "=")])
            texts = self.texts(self.plot(paf_line(one, [])))
            for label in labels:
                self.assertIn(label, texts)

    def test_huge_coordinates(self):
        most = 1 << 53
        one = record(sequence("q", most), most - 10**6, "+", sequence("t", most), 0, [(10**6, "=")])
        picture = self.plot(paf_line(one) * 3 + paf_line(one._replace(strand="-", runs=[(most // 2, "D")])))
        self.assertGreater(len(self.lines(picture)), 100)
        too_large = paf_line(one).replace(str(most), str(most + 1))
        self.assert_fails(self.run_program("plot", self.file("input", too_large)), 1, "column 2", "at most", "line 1")

    def test_long_line_among_many_short_ones(self):
        # Of the short ones, not all are drawn; the long one keeps its place.
        generator = random.Random(5)
        both = sequence("q", 5_000_000), sequence("t", 5_000_000)
        records = [record(both[0], 0, "+", both[1], 0, [(5_000_000, "=")])]
        for _ in range(20_000):
            begins = generator.randrange(4_990_000), generator.randrange(4_990_000)
            records.append(record(both[0], begins[0], "+", both[1], begins[1], [(900, "="), (100, "X")]))
        picture = self.plot("".join(map(paf_line, records)))
        left, top, width, height = self.frame(picture)
        lines = self.lines(picture)
        self.assertLessEqual(len(lines), 10_000)
        long_ones = [line for line in lines if line[0] == 5]
        self.assertAlmostEqual(sum(line[3] - line[1] for line in long_ones), width, delta=0.1)
        for _, x, y, *_ in long_ones:
            self.assertAlmostEqual((x - left) / width, (top + height - y) / height, delta=0.0005)
        for x, y in (point for line in lines for point in (line[1:3], line[3:])):
            self.assertTrue(left <= x <= left + width and top <= y <= top + height)

    def test_limited_size(self):
        generator = random.Random(9)
        lines = []
        for i in range(60_000):
            begin, other = generator.randrange(10**6), generator.randrange(10**6)
            lines.append(f"q{i % 50}\t2000000\t{begin}\t{begin + 900}\t+\tt{i % 70}\t2000000\t{other}\t{other + 1000}"
                         "\t700\t1000\t0\n")
        result = self.run_program("plot", self.file("input", "".join(lines)))
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertLess(len(result.stdout), 500_000)
        self.assertGreater(len(self.lines(tree.fromstring(result.stdout))), 2000)

    def test_long_line_in_little_memory(self):
        content = "q\t60000000\t0\t60000000\t+\tt\t60000000\t0\t60000000\t30000000\t60000000\t0\tcg:Z:" + "1=1X" * 30_000_000
        path = self.file("input", content + "\n")
        result = self.run_with_little_memory(100 << 20, "plot", path)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual({line[0] for line in self.lines(tree.fromstring(result.stdout))}, {0})

    def test_ways_to_read(self):
        content = paf_line(record(sequence("q", 100), 0, "+", sequence("t", 100), 0, [(100, "=")]))
        expected = self.run_program("plot", self.file("input", content)).stdout
        for other in (content.replace("\n", "\r\n"), content[:-1], "\n" + content, gzip.compress(content.encode())):
            self.assertEqual(self.run_program("plot", self.file("input", other)).stdout, expected)
        self.assertEqual(self.run_program("plot", "-", input=content.encode()).stdout, expected)
        self.assert_fails(self.run_program("plot", self.path("none")), 1, "none")
        with open("/dev/full", "wb") as full:
            self.assertIn(b"No space left", self.run_program("plot", self.path("input"), stdout=full).stderr)

    def test_invalid(self):
        good = paf_line(record(sequence("q", 100), 10, "+", sequence("t", 100), 0, [(50, "="), (5, "D")]))
        for old, new, *parts in (("\t100\t", "\tx\t", "column 2 is 'x'"), ("\t10\t", "\t-1\t", "column 3 is '-1'"),
                                 ("\t10\t", "\t\t", "column 3 is ''"),
                                 ("\t10\t", "\t70\t", "columns 2 to 4"), ("\t60\t+", "\t101\t+", "columns 2 to 4"),
                                 ("\t55\t50", "\t101\t50", "columns 7 to 9"), ("\t+\t", "\t*\t", "column 5 is '*'", "strand"),
                                 ("\t50\t55\t", "\tx\t55\t", "column 10"), ("50=", "51=", "CIGAR"), ("50=", "49=", "CIGAR"),
                                 ("5D", "5", "CIGAR"), ("50=", "=", "CIGAR"), ("50=", "50=3S", "'S'", "= X M I D and N"),
                                 ("5D", "5D\tcg:Z:50=5D", "more than one CIGAR"),
                                 ("50=", "99999999999999999999999=", "CIGAR"), ("cg:Z", "de:f", "de:f:50=5D is not"),
                                 ("cg:Z", "de:f:1.01\tcg:Z", "de:f:1.01 is not between 0 and 1"),
                                 ("cg:Z", "dv:f:-0.1\tcg:Z", "dv:f:-0.1 is not between 0 and 1"),
                                 ("cg:Z", "de:f:nan\tcg:Z", "de:f:nan is not"),
                                 ("\t60\tcg", "", "at least 12 columns", "not 11")):
            with self.subTest(old=old, new=new):
                self.assertIn(old, good)
                path = self.file("input", good + "\n" + good.replace(old, new, 1))
                self.assert_fails(self.run_program("plot", path), 1, "input", "line 3", *parts)
        other = good.replace("q\t100", "q\t101")
        self.assert_fails(self.run_program("plot", self.file("input", good + other)), 1, "line 2", "'q'", "another length")
        for content in ("text\n", "a\tb\tc\n", ">a\nACGT\n", "a\tb\tc\td\te\n", "\x00\x01"):
            self.assert_fails(self.run_program("plot", self.file("input", content)), 1, "line 1", "PAF", "bedGraph",
                              "gpulcs lcs --alignment", "gpulcs primer find --profile")
        self.assert_fails(self.run_program("plot", self.file("input", "n" * (1 << 21))), 1, "line 1", "1048576 bytes")
        for content in ("id1\t0\t10\tx\ty\n", good.rsplit("\t", 2)[0] + "\n"):
            self.assert_fails(self.run_program("plot", self.file("input", content)), 1, "neither PAF nor bedGraph")
        for arguments in ([], [self.path("input"), self.path("input")], [self.path("input"), "--output", "x"]):
            self.assert_fails(self.run_program("plot", *arguments), 2)

    def test_alignments_in_other_formats(self):
        record = "r\t0\tt\t1\t60\t4M\t*\t0\t0\tACGT\tIIII\tNM:i:0\n"
        for header in ("@HD\tVN:1.5\n", "@SQ\tSN:t\tLN:9\n", "@PG\tID:minimap2\tPN:minimap2\tVN:2.24\tCL:a\n"):
            for content in (header + record, gzip.compress(header.encode()), header[:-1]):
                self.assert_fails(self.run_program("plot", self.file("input", content)), 1, "line 1: this is SAM", "minimap2 -c",
                                  "paftools.js sam2paf")
        self.assert_fails(self.run_program("plot", self.file("input", gzip.compress(b"BAM\1" + bytes(30)))), 1, "this is BAM")
        self.assert_fails(self.run_program("plot", self.file("input", b"CRAM\3\0" + bytes(30))), 1, "this is CRAM")
        # A gene.
        line = "CRAMP1\t9\t0\t9\t+\tt\t9\t0\t9\t9\t9\t60\tcg:Z:9=\n"
        self.assertEqual(self.run_program("plot", self.file("input", line)).returncode, 0)

    def test_other_files_of_the_program(self):
        genomes = [os.path.join(DATA, name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")]
        for *command, meant in (("lcs", "--alignment"), ("edit", "--alignment"), ("search", "--alignment"),
                                ("primer", "find", "-k", "3", "--profile"), ("primer", "find", "-k", "3", "--unique-regions", "--profile"),
                                ("primer", "find", "-k", "3", "--format", "tsv", "--profile")):
            with self.subTest(command=command):
                written = self.run_program(*command, *genomes).stdout
                self.assert_fails(self.run_program("plot", "-", input=written), 1, "line 1: this ", f"{meant} wrote")

    def test_genomes(self):
        genomes = [os.path.join(DATA, name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")]
        for command in ("lcs", "edit"):
            for options in ([], ["--split-gaps", "100"]):
                self.run_program(command, *genomes, "--alignment", self.path("paf"), *options)
                picture = self.plot(None, self.path("paf"))
                self.assertTrue({line[0] for line in self.lines(picture)} <= {3, 4, 5})
                self.assertGreater(len(self.lines(picture)), 100)


class bedgraph_test(plot_case):
    MAX_CELLS = 640

    def profile(self, path):
        """The points of a path."""
        return [(command, float(x), float(y)) for command, x, y in re.findall(r"([ML])([\d.]+) ([\d.]+)", path.get("d"))]

    def assert_steps(self, intervals, height):
        """Compares with minima of cells; `height` says how high in a panel a number is, from 0 to 1."""
        picture = self.plot("".join(f"{name}\t{begin}\t{end}\t{number}\n" for name, begin, end, number in intervals))
        frames = [numbers(each, "x", "y", "width", "height") for each in self.with_class(picture, "frame")]
        names = list(dict.fromkeys(name for name, *_ in intervals))
        self.assertEqual([each.text for each in self.with_class(picture, "name")], names)
        for name, (left, top, width, panel_height), path in zip(names, frames, self.with_class(picture, "min"), strict=True):
            values = {}
            for _, begin, end, number in (each for each in intervals if each[0] == name):
                values.update(dict.fromkeys(range(begin, end), number))
            length = max(values) + 1
            cell = 1
            while (length - 1) // cell >= self.MAX_CELLS:
                cell *= 2
            minima = [min((values[at] for at in range(begin, min(begin + cell, length)) if at in values), default=None)
                      for begin in range(0, length, cell)]
            points = self.profile(path)
            # The line at the middle of each cell.
            for i, expected in enumerate(minima):
                middle = left + min((i + 0.5) * cell, (i * cell + length) / 2) / length * width
                found = [y1 for (_, x1, y1), (command, x2, y2) in zip(points, points[1:])
                         if command == "L" and y1 == y2 and x1 <= middle <= x2]
                if expected is None:
                    self.assertEqual(found, [])
                else:
                    self.assertEqual(len(set(found)), 1)
                    self.assertAlmostEqual(found[0], top + panel_height * (1 - height(expected)), delta=0.06)
        return picture

    def random_intervals(self, name, generator, length):
        intervals = []
        at = 0
        while at < length:
            end = at + generator.randrange(1, 30)
            if generator.random() < 0.8:
                intervals.append((name, at, end, generator.randrange(1, 16)))
            at = end
        return intervals

    def test_numbers(self):
        for seed, lengths in enumerate(((500,), (640,), (3000, 100, 641), (20000, 9000))):
            generator = random.Random(seed)
            intervals = [each for i, length in enumerate(lengths)
                         for each in self.random_intervals(f"s{i}", generator, length)]
            most = max(number for *_, number in intervals)
            self.assert_steps(intervals, lambda number: number / most)

    def test_negative_numbers(self):
        self.assert_steps([("a", 0, 10, -5), ("a", 10, 20, 15), ("a", 30, 31, 0)], lambda number: (number + 5) / 20)

    def test_logarithmic_axis(self):
        picture = self.plot("a\t0\t10\t20\na\t10\t20\t2000\n")
        for label in ("20", "200", "2k"):
            self.assertIn(label, self.texts(picture))

    def test_small_numbers(self):
        picture = self.plot("a\t0\t10\t0.1\na\t10\t20\t0.3\n")
        for label in ("0", "0.1", "0.2", "0.3"):
            self.assertIn(label, self.texts(picture))
        picture = self.plot("a\t0\t10\t0.001\na\t10\t20\t0.5\n")
        for label in ("0.001", "0.01", "0.1", "0.5"):
            self.assertIn(label, self.texts(picture))

    def test_subnormal_numbers(self):
        for least in ("5e-324", "-5e-324"):
            picture = self.plot(f"a\t0\t10\t{least}\na\t10\t20\t5e-324\na\t20\t30\t1\n")
            for label in ("0", "1"):
                self.assertIn(label, self.texts(picture))

    def test_ranges(self):
        # 1280 positions are two in a cell.
        picture = self.plot("".join(f"a\t{i}\t{i + 1}\t{5 + i % 2}\n" for i in range(1280)))
        path, = self.with_class(picture, "range")
        self.assertEqual(path.get("d").count("Z"), 640)
        path, = self.with_class(picture, "min")
        self.assertEqual(len(self.profile(path)), 2)

    def test_what_the_format_allows(self):
        lines = "a\t0\t5\t1.5\na\t5\t6\t2e0\n"
        expected = self.run_program("plot", self.file("input", lines)).stdout
        for content in ("track type=bedGraph\n" + lines, "track\n" + lines, "browser position a\n# text\n" + lines, lines.replace("\t", " "),
                        "\n" + lines.replace("\n", "\r\n"), gzip.compress(lines.encode())):
            self.assertEqual(self.run_program("plot", self.file("input", content)).stdout, expected)
        for header, title in (('name="primer lengths"', "shortest primer (letters)"), ('name="lengths"', "lengths"), ("name=x color=1,2,3", "x"), ('name="<&"', "<&"),
                              ("name=last", "last"), ('name="open', "open")):
            self.assertIn(title, self.texts(self.plot(f"track type=bedGraph {header}\n{lines}")))
        self.assertIn("The file has no numbers.", self.texts(self.plot("track type=bedGraph\n")))

    def test_huge_positions(self):
        most = 1 << 53
        picture = self.plot(f"a\t0\t{most}\t5\na\t7\t8\t3\n")
        self.assertEqual(len(self.with_class(picture, "min")), 1)
        self.assert_fails(self.run_program("plot", self.file("input", f"a\t0\t{most + 1}\t5\n")), 1, "column 3")

    def test_invalid(self):
        good = "track type=bedGraph\na\t0\t5\t1\n"
        for line, *parts in (("a\t5\t5\t1", "after the start"), ("a\tx\t5\t1", "column 2 is 'x'"),
                             ("a\t-1\t5\t1", "column 2"), ("a\t1\t5\tx", "column 4, 'x', is not a number"),
                             ("a\t1\t5\tnan", "'nan'"), ("a\t1\t5\tinf", "'inf'"), ("a\t1\t5\t1e300", "column 4"),
                             ("a\t1\t5", "4 columns", "not 3"), ("a\t1\t5\t1\t1", "not 5")):
            with self.subTest(line=line):
                self.assert_fails(self.run_program("plot", self.file("input", good + line)), 1, "input", "line 3", *parts)
        many = "".join(f"s{i}\t0\t5\t1\n" for i in range(101))
        self.assert_fails(self.run_program("plot", self.file("input", many)), 1, "line 101", "100 sequences", "grep")
        picture = self.plot("".join(many.splitlines(keepends=True)[:100]))
        self.assertEqual(len(self.with_class(picture, "min")), 100)

    def test_title(self):
        for count, title in ((1, "Numbers along 1 sequence"), (2, "Numbers along 2 sequences")):
            picture = self.plot("".join(f"s{i}\t0\t5\t1\n" for i in range(count)))
            self.assertEqual(picture.find(f"{SVG}title").text, title)

    def test_names(self):
        for name, shown in (("<a>&", "<a>&"), ("\x1b", "\\x1B"), ("\uffff", "\ufffd"), ("#1", "#1"), ("track", "track"), ("browser", "browser")):
            for before in ("", "track type=bedGraph\n"):
                self.assertIn(shown, self.texts(self.plot(f"{before}{name}\t0\t5\t1\n")))

    def test_primers(self):
        genomes = [os.path.join(DATA, name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")]
        self.run_program("primer", "find", "-k", "2", "--max-length", "30", "--profile", self.path("profile"), *genomes)
        picture = self.plot(None, self.path("profile"))
        path, = self.with_class(picture, "min")
        self.assertGreater(len(self.profile(path)), 2)
        self.assertLess(len(tree.tostring(picture)), 100_000)

    def test_picture_of_the_documents(self):
        genomes = [os.path.join(DATA, name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")]
        self.run_program("primer", "find", "-k", "3", "--profile", self.path("profile"), *genomes)
        with open(os.path.join(DATA, "..", "..", "doc", "pictures", "primer_lengths.svg"), "rb") as file:
            self.assertEqual(self.run_program("plot", self.path("profile")).stdout, file.read())


if __name__ == "__main__":
    program.main(__doc__)
