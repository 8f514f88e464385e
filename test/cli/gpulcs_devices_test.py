#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of the list of devices: gpulcs_devices_test.py PATH_TO_GPULCS"""

import json
import os
import re
import sys
import unittest

# The import must not leave a file in the source folder.
sys.dont_write_bytecode = True
import program_test

HEADER = ["number", "name", "capability", "multiprocessors", "memory", "free", "used", "problem"]


class devices_test(program_test.program_test):
    """What is here depends on the machine: every one passes, with devices or without."""

    def devices(self, *arguments, **options):
        """The lines on standard output, after a run that must succeed."""
        result = self.run_program("devices", *arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stdout.decode().split("\n")
        self.assertEqual(lines.pop(), "")

        is_json = "json" in arguments
        if len(lines) > (0 if is_json else 1):
            self.assertEqual(result.stderr, b"")
        else:
            self.assertRegex(result.stderr.decode(), r"\Agpulcs: [^\n]+\. Comparisons run on the CPU\.\n\Z")
        return lines

    def rows(self, *arguments, **options):
        """The objects, with all that holds for them on every machine."""
        rows = [json.loads(line) for line in self.devices("--format", "json", *arguments, **options)]
        for row in rows:
            self.assertEqual(list(row), HEADER)
            for name in ("number", "multiprocessors", "memory", "free"):
                self.assertIs(type(row[name]), int)
                self.assertGreaterEqual(row[name], 0)
            self.assertIs(type(row["name"]), str)
            self.assertRegex(row["capability"], r"\A\d+\.\d\Z")
            self.assertIs(type(row["used"]), bool)
            self.assertLessEqual(row["free"], row["memory"])
            if row["problem"] is not None:
                self.assertRegex(row["problem"], r"\A[^\t\n]+\.\Z")

        numbers = [row["number"] for row in rows]
        self.assertEqual(numbers, sorted(set(numbers)))

        # Of those that can be used, the first.
        usable = [row["number"] for row in rows if row["problem"] is None]
        self.assertEqual([row["number"] for row in rows if row["used"]], usable[:1])
        return rows

    def test_table(self):
        for options in ([], ["--format", "tsv"]):
            header, *lines = self.devices(*options)
            self.assertEqual(header.split("\t"), HEADER)

            table = [dict(zip(HEADER, line.split("\t"), strict=True)) for line in lines]
            rows = self.rows()
            self.assertEqual(len(table), len(rows))
            for texts, row in zip(table, rows):
                # Other programs take and give back memory meanwhile.
                self.assertRegex(texts.pop("free"), r"\A\d+\Z")
                row.pop("free")
                row["used"] = "yes" if row["used"] else "no"
                row["problem"] = row["problem"] or ""
                self.assertEqual(texts, {name: str(value) for name, value in row.items()})

    def test_no_device(self):
        environment = dict(os.environ, CUDA_VISIBLE_DEVICES="-1")
        self.assertEqual(self.devices(env=environment), ["\t".join(HEADER)])
        self.assertEqual(self.rows(env=environment), [])

    def test_help(self):
        result = self.run_program("devices", "--help")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        text = result.stdout.decode()
        self.assertIn("Examples:\n", text)
        self.assertIn("Exit status:", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 82)
        for name in HEADER:
            self.assertRegex(text, rf"(?m)^  {name} ")

        # Those of other commands stand in the text only.
        self.assertEqual(set(re.findall(r"(?m)^  (?:-h,)?(--[a-z-]+)", text)), {"--help", "--format", "--version"})
        self.assertIn("devices", self.run_program("--help").stdout.decode())

    def test_nonsense(self):
        for arguments in (["nonsense"], ["lcs"], ["devices"], ["--nonsense"], ["-x"], ["--format"],
                          ["--format", "xml"], ["--format", ""], ["--format", "tsv", "--format", "json"],
                          ["--device", "0"], ["--timings"]):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program("devices", *arguments), 2,
                                  "--format" if len(arguments) == 2 and arguments[0] == "--format"
                                  else "see gpulcs devices --help.")

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            for arguments in ([], ["--help"]):
                self.assert_fails(self.run_program("devices", *arguments, stdout=full), 1, "standard output",
                                  "No space left")

    def test_closed_standard_output(self):
        result = self.run_program("devices", preexec_fn=lambda: os.close(1))
        self.assert_fails(result, 1, "standard output", "Bad file descriptor")

    def test_standard_output_without_reader(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        result = self.run_program("devices", stdout=write_end)
        os.close(write_end)
        self.assert_fails(result, 1, "standard output", "Broken pipe")


if __name__ == "__main__":
    program_test.main(__doc__)
