#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs devices: devices_test.py PATH_TO_GPULCS"""

import json
import os

import program
from program import program_case

HEADER = ["number", "name", "capability", "multiprocessors", "memory", "free", "used", "problem"]


class devices_test(program_case):
    """The results depend on the machine: every test passes with devices and without."""

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
            self.assertRegex(result.stderr.decode(), r"\Agpulcs: [^\n]+\. Computations run on the CPU\.\n\Z")
        return lines

    def rows(self, *arguments, **options):
        """The objects, checked for what holds on every machine."""
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

        for row in rows:
            self.assertEqual(row["used"], row["problem"] is None)
        return rows

    def test_table(self):
        for options in ([], ["--format", "tsv"]):
            header, *lines = self.devices(*options)
            self.assertEqual(header.split("\t"), HEADER)

            table = [dict(zip(HEADER, line.split("\t"), strict=True)) for line in lines]
            rows = self.rows()
            self.assertEqual(len(table), len(rows))
            for texts, row in zip(table, rows):
                # Other programs may allocate or free memory in the meantime.
                self.assertRegex(texts.pop("free"), r"\A\d+\Z")
                row.pop("free")
                row["used"] = "yes" if row["used"] else "no"
                row["problem"] = row["problem"] or ""
                self.assertEqual(texts, {name: str(value) for name, value in row.items()})

    def test_no_device(self):
        environment = dict(os.environ, CUDA_VISIBLE_DEVICES="-1")
        self.assertEqual(self.devices(env=environment), ["\t".join(HEADER)])
        self.assertEqual(self.rows(env=environment), [])


if __name__ == "__main__":
    program.main(__doc__)
