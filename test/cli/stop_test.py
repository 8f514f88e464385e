#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of stopping the program with signals: stop_test.py PATH_TO_GPULCS"""

import os
import signal
import subprocess
import tempfile
import time

import program
from program import program_case
from sequences import fasta, random_letters


class stop_test(program_case):
    @classmethod
    def setUpClass(cls):
        inputs = tempfile.TemporaryDirectory()
        cls.addClassCleanup(inputs.cleanup)
        cls.files = [os.path.join(inputs.name, name) for name in "ab"]
        for path in cls.files:
            with open(path, "w") as file:
                file.write(fasta((path, random_letters(3_000_000, path))))

    def start_long_run(self, command, *arguments):
        """Starts a run that takes half a minute or more on any machine."""
        return self.start_program(*command, "--backend", "cpu", "--threads", "2", *self.files, *arguments)

    def assert_stops(self, process, number):
        """Ends long before the run would, with the status that shells expect, and without a message."""
        self.assertIsNone(process.poll())
        process.send_signal(number)
        self.assertEqual(process.wait(timeout=10), 128 + number)
        self.assertEqual(process.stderr.read(), b"")

    def wait_for_temporary_file(self):
        deadline = time.monotonic() + 20
        while not any(name.endswith(".tmp") for name in os.listdir(self.folder)):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def assert_long_run_stops(self, command, option, number):
        """While it computes; an existing output file stays, and no temporary file does."""
        with self.subTest(command=command, number=number):
            output = self.file("output", "old")
            process = self.start_long_run(command, option, output)
            self.wait_for_temporary_file()
            time.sleep(0.3)
            self.assert_stops(process, number)
            self.assertEqual(process.stdout.read(), b"")
            self.assertEqual(os.listdir(self.folder), ["output"])
            self.assertEqual(self.content("output"), b"old")

    def test_lcs(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            self.assert_long_run_stops(["lcs"], "--alignment", number)

    def test_search(self):
        self.assert_long_run_stops(["search"], "--alignment", signal.SIGINT)

    def test_primer(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.assert_long_run_stops(["primer", "find", "-k", "60"], "--profile", number)

    def test_check(self):
        primers = self.file("primers", "".join(f">p{i}\n{random_letters(400, i)}\n" for i in range(1000)))
        process = self.start_long_run(["primer", "check", primers, "-k", "150"])
        time.sleep(0.5)
        self.assert_stops(process, signal.SIGINT)
        # Each site faces those after it: more than a billion products.
        primers = self.file("primers", ">p\nAAAA\n>q\nTTTT\n")
        text = self.file("text", ">t\n" + "AAAACTTTTC" * 30_000 + "\n")
        process = self.start_program("primer", "products", primers, "-k", "0", "--size", "0:300000", text,
                                     stdout=subprocess.DEVNULL)
        time.sleep(1)
        self.assert_stops(process, signal.SIGTERM)

    def test_waiting_for_input(self):
        small = self.file("a", ">a\nA\n")
        for command in (["lcs", small, "-"], ["search", small, "-"], ["primer", "check", "-", "-k", "0", small]):
            process = self.start_program(*command, stdin=subprocess.PIPE)
            # More than fits into the pipe: afterwards the program is reading.
            process.stdin.write(b">b\n" + b"A" * 500_000)
            process.stdin.flush()
            self.assert_stops(process, signal.SIGINT)

    def test_waiting_for_a_reader(self):
        small = self.file("a", ">a\nA\n")
        os.mkfifo(self.path("fifo"))
        process = self.start_program("lcs", "--quiet", small, small, "--alignment", self.path("fifo"))
        time.sleep(0.5)
        self.assert_stops(process, signal.SIGTERM)

    def test_blocked_output(self):
        many = self.file("many", "".join(f">r{i}\n\n" for i in range(200)))
        process = self.start_program("lcs", "--all-pairs", many, many, "--alignment", self.path("paf"))
        self.wait_for_temporary_file()
        time.sleep(0.3)
        self.assert_stops(process, signal.SIGINT)
        self.assertEqual(os.listdir(self.folder), ["many"])

    def test_ignored_signals_stay_ignored(self):
        def ignore():
            signal.signal(signal.SIGINT, signal.SIG_IGN)

        small = self.file("a", ">a\nA\n")
        process = self.start_program("lcs", small, "-", stdin=subprocess.PIPE, preexec_fn=ignore)
        process.stdin.write(b">b\n" + b"A" * 500_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        # Longer than the program waits before it ends itself.
        time.sleep(0.8)
        output, message = process.communicate(timeout=60)
        self.assertEqual((process.returncode, message), (0, b""))
        self.assertEqual(output.decode().splitlines()[1].split("\t")[:5], ["a", "b", "1", "500000", "1"])


if __name__ == "__main__":
    program.main(__doc__)
