#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of standard output that cannot be written: standard_output_test.py PATH_TO_GPULCS"""

import os
import signal
import time

import program
from program import program_case
from sequences import fasta, random_letters


class standard_output_test(program_case):
    def setUp(self):
        super().setUp()
        # The alignment does not fit into a pipe.
        a, b = (self.file(name, fasta((name, random_letters(60_000, name)))) for name in "ab")
        self.comparisons = (["lcs", a, b], ["search", a, b])
        self.other_output = self.file("output", "old")
        with_output = [[*command, "--alignment", self.other_output] for command in self.comparisons]
        with_output.append(["primer", "find", "-k", "12", a, self.file("c", ">c\nA\n"), "--profile", self.other_output])
        check = ["primer", "check", self.file("p", ">p\nACGTTG\n"), "-k", "3", a]
        self.commands = [*with_output, check, ["primer", "products", *check[2:], "--size", "10:100"], ["devices"], ["--version"], ["--help"], ["lcs", "--help"]]

    def assert_all_fail(self, problem, **options):
        """Every command fails with a sentence, and leaves the other output file as it was."""
        names = os.listdir(self.folder)
        for command in self.commands:
            with self.subTest(command=command):
                self.assert_fails(self.run_program(*command, **options), 1, "standard output", problem)
                self.assertEqual(self.content("output"), b"old")
                self.assertEqual(os.listdir(self.folder), names)

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            self.assert_all_fail("No space left", stdout=full)

    def test_closed(self):
        self.assert_all_fail("Bad file descriptor", preexec_fn=lambda: os.close(1))

    def test_without_reader(self):
        """Every command ends as quietly as other programs do, unless another output is lost."""
        read_end, write_end = os.pipe()
        os.close(read_end)
        self.addCleanup(os.close, write_end)
        names = os.listdir(self.folder)
        for command in self.commands:
            with self.subTest(command=command):
                result = self.run_program(*command, stdout=write_end)
                if self.other_output in command:
                    self.assert_fails(result, 128 + signal.SIGPIPE, "reader of standard output",
                                      f"'{self.other_output}' is not written")
                else:
                    self.assertEqual((result.returncode, result.stderr), (128 + signal.SIGPIPE, b""))
                self.assertEqual(self.content("output"), b"old")
                self.assertEqual(os.listdir(self.folder), names)

    def test_advice(self):
        """What helps depends on the error."""
        with open("/dev/full", "wb") as full:
            self.assert_fails(self.run_program("--version", stdout=full), 1, "(No space left on device); make room")
        self.assert_fails(self.run_program("--version", preexec_fn=lambda: os.close(1)), 1, "(Bad file descriptor); open it")

    def test_slow_reader(self):
        # A pipe that does not block: the program has to wait.
        read_end, write_end = os.pipe()
        os.set_blocking(write_end, False)
        many = self.file("many", "".join(f">r{i}\n\n" for i in range(200)))
        process = self.start_program("lcs", "--all-pairs", many, many, stdout=write_end)
        os.close(write_end)
        time.sleep(0.3)
        with open(read_end, "rb") as file:
            self.assertEqual(len(file.read().splitlines()), 1 + 200 * 199 // 2)
        self.assertEqual(process.wait(timeout=60), 0)


if __name__ == "__main__":
    program.main(__doc__)
