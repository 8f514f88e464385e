#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of --backend and --device: hardware_test.py PATH_TO_GPULCS"""

import program
from program import program_case
from sequences import fasta, random_letters


class hardware_test(program_case):
    """Every test passes with CUDA devices and without: what cannot be used is an error."""

    def setUp(self):
        super().setUp()
        a = self.file("a", fasta(*((f"a{i}", random_letters(90 + i, i)) for i in range(4))))
        b = self.file("b", fasta(*((f"b{i}", random_letters(150 - i, 9 - i)) for i in range(4))))
        self.commands = (["lcs", a, b], ["search", a, b], ["primer", "find", "-k", "3", a, b],
                         ["primer", "check", self.file("p", ">p\nACGTTGCATC\n"), "-k", "3", a, b])

    def assert_same_or_error(self, options, is_usable):
        """The same results as with the CPU if the hardware can be used, otherwise an error."""
        for command in self.commands:
            with self.subTest(command=command[0], options=options):
                if is_usable:
                    expected = self.output_lines(*command, "--backend", "cpu")
                    self.assertEqual(self.output_lines(*command, *options), expected)
                else:
                    self.assert_fails(self.run_program(*command, *options), 1)

    def test_automatic_choice(self):
        self.assert_same_or_error([], True)
        self.assert_same_or_error(["--backend", "auto"], True)

    def test_cuda(self):
        self.assert_same_or_error(["--backend", "cuda"], any(self.devices().values()))

    def test_device(self):
        """A device that is named must be usable, even if the backend is not chosen."""
        for number, is_usable in ({0: False, 999: False} | self.devices()).items():
            for backend in ([], ["--backend", "auto"], ["--backend", "cuda"]):
                self.assert_same_or_error([*backend, "--device", str(number)], is_usable)

    def test_several_devices(self):
        usable = [str(number) for number, is_usable in self.devices().items() if is_usable]
        self.assert_same_or_error(["--device", "all"], True)
        self.assert_same_or_error(["--backend", "cuda", "--device", "all"], bool(usable))
        self.assert_same_or_error(["--device", ",".join(usable or ["0", "1"])], bool(usable))
        self.assert_same_or_error(["--device", ",".join([*usable, "999"])], False)

    def test_device_for_the_cpu(self):
        for command in self.commands:
            for options in (["--device", "0", "--backend", "cpu"], ["--backend", "cpu", "--device", "7,8"]):
                self.assert_fails(self.run_program(*command, *options), 2, "--device", "--backend cpu")

    def test_wrong_numbers(self):
        for command in self.commands:
            for number in ("-1", "zero", "0.5", "0,", ",0", "0,,1", "0,all", "0, 1", "", "99999999999", "1,99999999999"):
                self.assert_fails(self.run_program(*command, "--device", number), 2, "--device", "gpulcs devices",
                                  f"'{number}'")
            self.assert_fails(self.run_program(*command, "--device", "0,3,0"), 2, "--device", "0 twice")
            self.assert_fails(self.run_program(*command, "--device", "0", "--device", "1"), 2, "--device")


if __name__ == "__main__":
    program.main(__doc__)
