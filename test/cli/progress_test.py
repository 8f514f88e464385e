#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the progress bar: progress_test.py PATH_TO_GPULCS"""

import os
import pty
import re
import select
import signal
import subprocess
import threading
import time

import program
from program import program_case
from sequences import fasta, random_letters


LINE = r"\A[\d.]+ %, \d+:\d\d:\d\d left, [\d.]+ GCUPS\x1b\[K\Z"


class progress_test(program_case):
    def setUp(self):
        super().setUp()
        # Half a minute or more on any machine, with every command.
        self.long = [self.file(name, fasta((name, random_letters(3_000_000, name)))) for name in "ab"]
        self.options = ["--backend", "cpu", "--threads", "2"]

    def start_on_terminal(self, *arguments, **options):
        try:
            terminal, program_side = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminals here: {error}")
        self.addCleanup(os.close, terminal)
        process = self.start_program(*arguments, stderr=program_side, **options)
        os.close(program_side)
        return process, terminal

    def read_terminal(self, terminal, seconds, lines=None):
        """Reads for this time, or until there are enough lines."""
        text = ""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and (lines is None or text.count("\r") <= lines):
            if select.select([terminal], [], [], left)[0]:
                try:
                    text += os.read(terminal, 4096).decode()
                except OSError:
                    break
        return text

    def bars(self, *arguments, **options):
        """The lines of a long run, which write over each other; the last one is taken away."""
        process, terminal = self.start_on_terminal(*arguments, *self.options, **options)
        text = self.read_terminal(terminal, 40, lines=5)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), 130)
        text += self.read_terminal(terminal, 0.1)
        lines = text.split("\r")
        self.assertEqual((lines[0], lines[-1]), ("", "\x1b[K"))
        self.assertGreaterEqual(len(lines), 6)
        return lines[1:-1]

    def test_lcs(self):
        percents = []
        for line in self.bars("lcs", *self.long):
            self.assertRegex(line, LINE)
            percents.append(float(re.search(r"([\d.]+) %", line)[1]))
        self.assertEqual(percents, sorted(percents))
        self.assertLess(percents[-1], 100)

    def test_search(self):
        for line in self.bars("search", *self.long):
            self.assertRegex(line, LINE)

    def test_unknown_size(self):
        with open(self.long[1], "rb") as file:
            content = file.read()
        read_end, write_end = os.pipe()
        writer = threading.Thread(target=lambda: self.write_all(write_end, content))
        writer.start()
        for line in self.bars("search", self.long[0], "-", stdin=read_end):
            self.assertRegex(line, r"\A[\d.e+]+ cells, [\d.]+ GCUPS\x1b\[K\Z")
        os.close(read_end)
        writer.join()

    def write_all(self, descriptor, content):
        with open(descriptor, "wb") as file:
            file.write(content)

    def test_primer(self):
        for line in self.bars("primer", "find", "-k", "60", *self.long):
            self.assertRegex(line, LINE)

    def test_sites(self):
        primers = self.file("primers", "".join(f">p{i}\n{random_letters(400, i)}\n" for i in range(1000)))
        for line in self.bars("primer", "check", primers, "-k", "150", *self.long):
            self.assertRegex(line, LINE)

    def test_many_pairs(self):
        # Each call of the library is short; the bar shows the progress of all of them.
        many = "".join(f">r{i}\n{random_letters(500, i)}\n" for i in range(4000))
        percents = []
        for line in self.bars("lcs", "--all-pairs", self.file("many", many), self.file("others", many),
                              stdout=subprocess.DEVNULL):
            self.assertRegex(line, LINE)
            percents.append(float(line.partition(" ")[0]))
        self.assertEqual(percents, sorted(percents))
        self.assertLess(percents[-1], 50)

    def test_first_second(self):
        process, terminal = self.start_on_terminal("lcs", *self.long, *self.options)
        self.assertEqual(self.read_terminal(terminal, 0.7), "")

    def test_short_run(self):
        small = self.file("small", ">a\nA\n")
        process, terminal = self.start_on_terminal("lcs", "--quiet", small, small, *self.options)
        text = self.read_terminal(terminal, 5)
        self.assertEqual((process.wait(timeout=10), text), (0, ""))

    def test_no_terminal(self):
        process = self.start_program("lcs", *self.long, *self.options)
        time.sleep(2)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual((process.wait(timeout=10), process.stderr.read()), (130, b""))


if __name__ == "__main__":
    program.main(__doc__)
