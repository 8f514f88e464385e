#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of the primers: gpulcs_primer_test.py PATH_TO_GPULCS"""

import gzip
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

# The import must not leave a file in the source folder.
sys.dont_write_bytecode = True
import program_test
from comparison_test import fasta, random_letters


def pieces(letters, known):
    return "".join(letter if letter in known else " " for letter in letters).split()


def reverse_complement(letters):
    return letters.translate(str.maketrans("ACGT", "TGCA"))[::-1]


def primer_length(letters, texts, differences):
    """The textbook's table, row by row; 0 if there is no primer."""
    rows = [[0] * (len(text) + 1) for text in texts]
    for i, letter in enumerate(letters, 1):
        for text, row in zip(texts, rows):
            diagonal = row[0]
            row[0] = i
            for j, other in enumerate(text, 1):
                diagonal, row[j] = row[j], min(diagonal + (letter != other), row[j] + 1, row[j - 1] + 1)
        if min(map(min, rows), default=i) >= differences:
            return i
    return 0


def expected_lines(targets, backgrounds, differences, both_strands=False, min_length=0, max_length=None, known="ACGT"):
    texts = [piece for _, letters in backgrounds for piece in pieces(letters, known)]
    if both_strands:
        texts += list(map(reverse_complement, texts))
    texts.append("")
    lines = []
    for name, letters in targets:
        for position in range(len(letters)):
            run = "".join(itertools.takewhile(lambda letter: letter in known, letters[position:]))
            length = primer_length(run, texts, differences)
            if length:
                length = max(length, min_length)
                if length <= len(run) and (max_length is None or length <= max_length):
                    lines.append(f"{name}\t{position}\t{position + length}\t.\t{min(differences, 1000)}\t+")
    return lines


def gc_percent(letters):
    return 100 * sum(letter in "GC" for letter in letters) / len(letters)


def regions_of(lines, targets):
    """Lines of BED as (name, begin, end, percentage of G and C)."""
    letters = dict(targets)
    fields = [line.split("\t") for line in lines]
    return [(name, int(begin), int(end), gc_percent(letters[name][int(begin):int(end)]))
            for name, begin, end, *_ in fields]


def covered(lines, targets):
    """What lines of BED cover, as such regions."""
    merged = []
    for name, letters in targets:
        marks = [" "] * len(letters)
        for region_name, begin, end, _ in regions_of(lines, targets):
            if region_name == name:
                marks[begin:end] = "x" * (end - begin)
        merged += [f"{name}\t{match.start()}\t{match.end()}" for match in re.finditer("x+", "".join(marks))]
    return merged


def profile_of(lines, targets):
    """The bedGraph for lines of BED."""
    profile = ['track type=bedGraph name="primer lengths"']
    lengths = {(name, begin): end - begin for name, begin, end, _ in regions_of(lines, targets)}
    for name, letters in targets:
        for length, positions in itertools.groupby(range(len(letters)), lambda i: lengths.get((name, i))):
            positions = list(positions)
            if length is not None:
                profile.append(f"{name}\t{positions[0]}\t{positions[-1] + 1}\t{length}")
    return profile


def mutate(letters, seed):
    """About every tenth letter is replaced or left out, and some are unknown."""
    generator = random.Random(seed)
    return "".join(generator.choice("AN_").replace("_", "") if generator.random() < 0.1 else letter
                   for letter in letters)


class primer_test(program_test.program_test):
    def primers(self, *arguments, **options):
        """The lines, after a run that must succeed without any message."""
        result = self.run_program("primer", *arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, b"")
        lines = result.stdout.decode().split("\n")
        self.assertEqual(lines[-1], "")
        return lines[:-1]


class results_test(primer_test):
    def setUp(self):
        super().setUp()
        self.targets = [("t0", random_letters(90, 1)), ("t1", ""), ("t2", mutate(random_letters(60, 2), 3))]
        self.first = [("a", random_letters(150, 4)), ("b", mutate(self.targets[0][1], 5))]
        self.second = [("c", reverse_complement(self.targets[0][1][:60])), ("d", "ACGT")]
        self.files = [self.file("targets", fasta(*self.targets)), self.file("first", fasta(*self.first)),
                      self.file("second", fasta(*self.second))]

    def test_example_of_the_paper(self):
        target = self.file("t", ">alpha some text\nACTG\n")
        background = self.file("b", ">beta\nAGCAAG\n")
        self.assertEqual(self.primers("-k", "2", target, background),
                         ["alpha\t0\t3\t.\t2\t+", "alpha\t1\t4\t.\t2\t+"])

    def test_all_options(self):
        for differences, both_strands, (min_length, max_length) in itertools.product(
                (1, 3, 8), (False, True), ((0, None), (12, None), (0, 12), (9, 15))):
            expected = expected_lines(self.targets, self.first + self.second, differences, both_strands, min_length,
                                      max_length)
            options = ["-k", str(differences)]
            options += ["--both-strands"] if both_strands else []
            options += ["--min-length", str(min_length)] if min_length else []
            options += ["--max-length", str(max_length)] if max_length else []
            with self.subTest(options=options):
                self.assertEqual(self.primers(*options, "--threads", "1", *self.files), expected)
                self.assertEqual(self.primers(*self.files, *options, "--threads", "3"), expected)

    def test_backends(self):
        """They find the same; one that is not there is an error."""
        options = ["-k", "3", "--both-strands", *self.files]
        expected = self.primers(*options)
        self.assertEqual(self.primers(*options, "--backend", "auto"), expected)
        self.assertEqual(self.primers(*options, "--backend", "cpu"), expected)
        listing = self.run_program("devices", "--format", "json")
        usable = [device["number"] for device in map(json.loads, listing.stdout.decode().splitlines())
                  if device["problem"] is None]
        for choice in (["--backend", "cuda"], ["--device", "0"], ["--device", "999"]):
            with self.subTest(choice=choice):
                is_there = bool(usable) if choice[0] == "--backend" else int(choice[1]) in usable
                if is_there:
                    self.assertEqual(self.primers(*options, *choice), expected)
                else:
                    self.assert_fails(self.run_program("primer", *options, *choice), 1)

    def test_timings(self):
        for choice in ([], ["--backend", "cpu"]):
            result = self.run_program("primer", "-k", "3", *self.files, "--timings", *choice)
            self.assertEqual(result.returncode, 0)
            lines = dict(line.split("\t") for line in result.stderr.decode().splitlines())
            self.assertEqual(list(lines), ["reading", "packing", "primers", "transfer", "kernel", "writing", "total",
                                           "device_memory", "backend"])
            self.assertIn(lines["backend"], ["cpu"] if choice else ["cpu", "cuda"])
            self.assertEqual(int(lines["device_memory"]) > 0, lines["backend"] == "cuda")
            self.assertGreater(float(lines["primers"]), 0)
            self.assertLessEqual(float(lines["primers"]), float(lines["total"]))
            self.assertEqual(float(lines["kernel"]) > 0, lines["backend"] == "cuda")

    def test_gc(self):
        everything = expected_lines(self.targets, self.first, 3, min_length=10)
        regions = regions_of(everything, self.targets)
        for least, most in ((0, 100), (40, 60), (0, 30), (50, 50), (100, 100), (33.3, 66.7)):
            expected = [line for line, region in zip(everything, regions) if least <= region[3] <= most]
            with self.subTest(least=least, most=most):
                self.assertEqual(self.primers("-k", "3", "--min-length", "10", "--gc", f"{least}:{most}",
                                              *self.files[:2]), expected)

    def test_unique_regions(self):
        for options in ([], ["--gc", "60:100"], ["--max-length", "10"], ["--min-length", "20"]):
            everything = self.primers("-k", "3", *options, *self.files)
            with self.subTest(options=options):
                expected = covered(everything, self.targets)
                self.assertNotEqual(expected, [])
                self.assertEqual(self.primers("-k", "3", *options, "--unique-regions", *self.files), expected)

    def test_formats(self):
        for options in ([], ["--unique-regions"], ["--gc", "30:50"]):
            arguments = ["-k", "3", *options, *self.files]
            bed = self.primers(*arguments)
            self.assertEqual(self.primers(*arguments, "--format", "bed"), bed)
            regions = regions_of(bed, self.targets)
            self.assertEqual(self.primers(*arguments, "--format", "tsv"),
                             ["id\tbegin\tend\tlength\tgc"]
                             + [f"{name}\t{begin}\t{end}\t{end - begin}\t{gc:.6f}" for name, begin, end, gc in regions])
            self.assertEqual(list(map(json.loads, self.primers(*arguments, "--format", "json"))),
                             [{"id": name, "begin": begin, "end": end, "length": end - begin, "gc": round(gc, 6)}
                              for name, begin, end, gc in regions])
        # Amino acids have no G and C.
        arguments = ["-k", "1", "--alphabet", "aa27", self.file("t", ">t\nGC\n"), self.file("b", ">b\nG\n")]
        self.assertEqual(self.primers(*arguments, "--format", "tsv")[1:], ["t\t0\t2\t2\t", "t\t1\t2\t1\t"])
        self.assertEqual(json.loads(self.primers(*arguments, "--format", "json")[1])["gc"], None)

    def test_profile(self):
        for options in ([], ["--gc", "40:60"], ["--min-length", "15", "--max-length", "16"]):
            profile = self.path("profile")
            arguments = ["-k", "3", *options, *self.files]
            everything = self.primers(*arguments, "--profile", profile)
            self.assertEqual(everything, self.primers(*arguments))
            expected = profile_of(everything, self.targets)
            self.assertEqual(self.content("profile").decode(), "\n".join(expected) + "\n")
            # The same beside other outputs.
            self.primers(*arguments, "--profile", profile, "--unique-regions", "--format", "json")
            self.assertEqual(self.content("profile").decode(), "\n".join(expected) + "\n")

    def test_one_background_or_more(self):
        for backgrounds, records in ((self.files[1:2], self.first), (self.files[2:], self.second),
                                     (self.files[2:] * 2 + self.files[1:2], self.first + self.second)):
            self.assertEqual(self.primers("-k", "2", self.files[0], *backgrounds),
                             expected_lines(self.targets, records, 2))

    def test_no_primer(self):
        self.assertEqual(self.primers("-k", "1", self.files[0], self.files[0]), [])
        self.assertEqual(self.primers("--differences", "1000000000000", *self.files), [])

    def test_score(self):
        target = self.file("t", fasta(("t", "A" * 1100)))
        self.assertEqual(self.primers("-k", "1001", target, self.file("b", ">b\nC\n"))[:1], ["t\t0\t1001\t.\t1000\t+"])

    def test_standard_input_and_gzip(self):
        expected = expected_lines(self.targets, self.first, 4)
        compressed = self.file("first.gz", gzip.compress(self.content("first")))
        self.assertEqual(self.primers("-k", "4", "-", compressed, input=self.content("targets")), expected)
        self.assertEqual(self.primers("-k", "4", self.files[0], "-", input=self.content("first")), expected)

    def test_alphabets(self):
        target = self.file("t", ">t\nACRTNacug\n")
        background = self.file("b", ">b\nAC\n")
        # IUPAC codes are unknown, lower case and U are letters like any other.
        self.assertEqual(self.primers("-k", "1", target, background),
                         ["t\t3\t4\t.\t1\t+", "t\t5\t8\t.\t1\t+", "t\t6\t8\t.\t1\t+", "t\t7\t8\t.\t1\t+",
                          "t\t8\t9\t.\t1\t+"])
        target = self.file("t", ">t\nMKX*L\n")
        background = self.file("b", ">b\nMKLX\n")
        self.assertEqual(self.primers("-k", "1", "--alphabet", "aa27", target, background),
                         ["t\t3\t4\t.\t1\t+"])
        self.assertEqual(self.primers("-k", "1", "--alphabet", "char", target, background),
                         ["t\t0\t3\t.\t1\t+", "t\t1\t3\t.\t1\t+", "t\t2\t4\t.\t1\t+", "t\t3\t4\t.\t1\t+"])


class inputs_test(primer_test):
    def test_bad_inputs(self):
        good = self.file("good", ">a\nACGT\n")
        bad = self.file("bad", ">a\nAC!GT\n")
        empty = self.file("empty", "")
        missing = self.path("missing")
        for name in (bad, empty, missing):
            for files in ((name, good), (good, name), (good, good, name)):
                with self.subTest(files=files):
                    self.assert_fails(self.run_program("primer", "-k", "1", *files), 1, os.path.basename(name))

    def test_memory(self):
        target = self.file("target", fasta(("a", random_letters(1000, 1))))
        background = self.file("background", fasta(("b", random_letters(4000, 2))))
        profile = self.path("profile")
        for options, needed in (([], 15_000), (["--both-strands"], 20_000)):
            arguments = ["-k", "2", target, background, "--profile", profile, *options]
            expected = self.primers(*arguments)
            self.assertEqual(self.primers(*arguments, "--memory", str(needed)), expected)
            os.unlink(profile)
            result = self.run_program("primer", *arguments, "--memory", str(needed - 1))
            self.assert_fails(result, 1, f"needs {needed} bytes", "--memory")
            self.assertFalse(os.path.exists(profile))

    def test_control_bytes(self):
        target = self.file("target", b">a\x1b[31m\x00\xc2\x9b\nACGT\n")
        background = self.file("background", ">b\nA\n")
        profile = self.path("profile")
        for options in ([], ["--format", "tsv"], ["--format", "json"], ["--unique-regions"]):
            result = self.run_program("primer", "-k", "1", target, background, "--profile", profile, *options)
            self.assertIn(b"x1B[31m", result.stdout)
            self.assert_no_controls(result.stdout)
            self.assert_no_controls(self.content("profile"))

    def test_files_called_like_commands(self):
        self.file("primer", ">a\nA\n")
        self.file("lcs", ">b\nC\n")
        self.assertEqual(self.primers("-k", "1", "primer", "./lcs", cwd=self.folder), ["a\t0\t1\t.\t1\t+"])

    def test_files_called_like_options(self):
        for name, letters in (("a", "ACGT"), ("b", "A"), ("-x", "C"), ("--profile", "G")):
            self.file(name, f">{name}\n{letters}\n")
        for arguments in (["a", "b", "--", "-x", "--profile"], ["--", "a", "b", "-x", "--profile"],
                          ["a", "--", "--profile", "b", "-x"]):
            self.assertEqual(self.primers("-k1", "--max-length", "1", *arguments, cwd=self.folder), ["a\t3\t4\t.\t1\t+"])


class usage_test(primer_test):
    OPTIONS = ["--differences", "--min-length", "--max-length", "--gc", "--both-strands", "--unique-regions", "--format",
               "--profile", "--alphabet", "--backend", "--device", "--threads", "--memory", "--timings", "--version", "--help"]

    def test_help(self):
        result = self.run_program("primer", "--help")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        text = result.stdout.decode()
        self.assertIn("Examples:\n", text)
        self.assertIn("Exit status:", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 82)
        for word in ("BED", "bedGraph", "gzip", "FASTQ"):
            self.assertIn(word, text)
        # There are no options that this test does not know.
        self.assertEqual(set(re.findall(r"--[a-z-]+", text)), set(self.OPTIONS))
        self.assertIn("gpulcs primer", self.run_program("--help").stdout.decode())

    def test_nonsense(self):
        a = self.file("a", ">a\nA\n")
        for arguments in ([], [a], [a, a], ["-k", "1"], ["-k", "1", a], ["-k", "0", a, a], ["-k", "-1", a, a],
                          ["-k", "two", a, a], ["-k", "", a, a], ["-k", "99999999999999999999", a, a],
                          ["-k", "1", "-", "-"], ["-k", "1", a, "-", "-"], ["-k", "1", a, a, "--nonsense"],
                          ["-k", "1", "-k", "2", a, a], ["-k", "1", a, a, "--min-length", "-1"],
                          ["-k", "1", a, a, "--max-length", "x"],
                          ["-k", "1", a, a, "--min-length", "5", "--max-length", "4"],
                          ["-k", "1", a, a, "--both-strands", "--alphabet", "aa27"],
                          ["-k", "1", a, a, "--gc", "40:60", "--alphabet", "aa27"],
                          ["-k", "1", a, a, "--format", "phylip"], ["-k", "1", a, a, "--format", ""],
                          ["-k", "1", a, a, "--profile", "--timings"], ["-k", "1", "--profile", "--", a, a, a],
                          ["-k", "1", a, a, "--profile"], ["-k", "1", a, a, "--profile", ""],
                          ["-k", "1", a, a, "--profile", "-"], ["-k", "1", a, a, "--profile", a],
                          ["-k", "1", a, a, "--alphabet", "dna16"], ["-k", "1", a, a, "--threads", "two"],
                          ["-k", "1", a, a, "--backend", "gpu"], ["-k", "1", a, a, "--device", "x"],
                          ["-k", "1", a, a, "--backend", "cpu", "--device", "0"]):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program("primer", *arguments), 2)
        for text in ("", "40", "40:", ":60", "60:40", "40:60:80", "40-60", "-1:60", "40:101", "x:60", "40:x", "nan:60",
                     "40:nan"):
            with self.subTest(gc=text):
                self.assert_fails(self.run_program("primer", "-k", "1", a, a, f"--gc={text}"), 2, "--gc")
        for text in ("0.4:0.6", "0:1", "0:0.5"):
            self.assert_fails(self.run_program("primer", "-k", "1", a, a, "--gc", text), 2, "percent", "40:60", f"'{text}'")
        self.assertEqual(self.run_program("primer", "-k", "1", a, a, "--gc", "0:0").returncode, 0)
        self.assert_fails(self.run_program("primer", "-k", "1", a, a, "--memory", "x"), 2, "--memory", "'x'")
        self.assert_fails(self.run_program("primer", "-k", "1", a, a, "--profile", a), 2, "is an input", "--profile")
        with open(self.path("out"), "wb") as out:
            result = self.run_program("primer", "-k", "1", a, a, "--profile", self.path("out"), stdout=out)
        self.assert_fails(result, 2, "already go to", "--profile")
        self.assert_fails(self.run_program("primer", a), 2, "see gpulcs primer --help.")
        self.assert_fails(self.run_program("primer", "-k", "0", a, a), 2, "1 or more", "'0'")


class output_test(primer_test):
    def setUp(self):
        super().setUp()
        self.files = [self.file("a", fasta(("a", random_letters(3000, 1)))), self.file("b", ">b\nA\n")]

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            result = self.run_program("primer", "-k", "1", *self.files, stdout=full)
        self.assert_fails(result, 1, "standard output", "No space left")

    def test_closed_standard_output(self):
        result = self.run_program("primer", "-k", "1", *self.files, preexec_fn=lambda: os.close(1))
        self.assert_fails(result, 1, "standard output", "Bad file descriptor")

    def test_standard_output_without_reader(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        result = self.run_program("primer", "-k", "1", *self.files, stdout=write_end)
        os.close(write_end)
        self.assert_fails(result, 1, "standard output", "Broken pipe")


    def test_profile_appears_whole_or_not_at_all(self):
        profile = self.file("profile", "as it was")
        names = set(os.listdir(self.folder))
        with open("/dev/full", "wb") as full:
            result = self.run_program("primer", "-k", "1", *self.files, "--profile", profile, stdout=full)
        self.assert_fails(result, 1, "standard output", "No space left")
        self.assertEqual(self.content("profile"), b"as it was")
        self.assertEqual(set(os.listdir(self.folder)), names)

    def test_profile_that_cannot_be_written(self):
        for name, reason in ((self.path("no/folder"), "No such file"), (self.folder, "Is a directory"),
                             ("/dev/full", "No space left")):
            with self.subTest(name=name):
                result = self.run_program("primer", "-k", "1", *self.files, "--profile", name, stdout=subprocess.DEVNULL)
                self.assert_fails(result, 1, name, reason)

    def test_profile_to_a_descriptor(self):
        with open(self.path("profile"), "wb") as file:
            result = self.run_program("primer", "-k", "1", *self.files, "--profile", f"/dev/fd/{file.fileno()}",
                                      pass_fds=[file.fileno()])
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(self.content("profile").count(b"track"), 1)


class long_runs_test(primer_test):
    def start_long_run(self, *arguments, **options):
        # Takes half a minute or more on any machine.
        files = [self.file(name, fasta((name, random_letters(2_000_000, seed)))) for seed, name in enumerate("ab")]
        return self.start_program("primer", "-k", "60", "--threads", "2", "--backend", "cpu", *files, *arguments, **options)

    def test_stop(self):
        profile = self.file("profile", "as it was")
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = self.start_long_run("--profile", profile)
            time.sleep(1)
            self.assertIsNone(process.poll())
            start = time.monotonic()
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=10), status)
            self.assertLess(time.monotonic() - start, 1)
            self.assertEqual((process.stdout.read(), process.stderr.read()), (b"", b""))
            self.assertEqual(self.content("profile"), b"as it was")
            self.assertEqual(set(os.listdir(self.folder)), {"a", "b", "profile"})

    def test_progress_bar(self):
        self.assert_progress_bar(r"[^\r\n]*%[^\r\n]*", 3)


if __name__ == "__main__":
    program_test.main(__doc__)
