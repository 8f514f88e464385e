#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs devices: devices_test.py PATH_TO_GPULCS"""

import json
import os
import re

import program
from program import program_case

HEADER = ["number", "name", "capability", "multiprocessors", "clock", "memory", "free", "lcs", "edit", "used", "problem"]
OF_DEVICES = ("number", "capability", "multiprocessors", "clock", "memory", "free")


class devices_test(program_case):
    """The results depend on the machine: every test passes with devices and without."""

    def devices(self, *arguments, **options):
        """The lines on standard output, after a run that must succeed."""
        result = self.run_program("devices", *arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stdout.decode().split("\n")
        self.assertEqual(lines.pop(), "")

        is_json = "json" in arguments
        if len(lines) > (1 if is_json else 2):
            self.assertEqual(result.stderr, b"")
        else:
            self.assertRegex(result.stderr.decode(), r"\Agpulcs: [^\n]+\. Computations run on the CPU\.\n\Z")
        return lines

    def rows(self, *arguments, **options):
        """The objects, checked for what holds on every machine."""
        rows = [json.loads(line) for line in self.devices("--format", "json", *arguments, **options)]
        cpu = rows.pop()
        self.assertEqual(list(cpu), HEADER)
        self.assertEqual([cpu[name] for name in (*OF_DEVICES, "used", "problem")], [None] * len(OF_DEVICES) + [True, None])
        threads, bits = re.fullmatch(r"CPU, threads: (\d+), bits of vectors: (\d+)", cpu["name"]).groups()
        self.assertLessEqual(int(threads), len(os.sched_getaffinity(0)))
        self.assertIn(int(bits), (128, 256, 512))
        # A thread with AVX-512 computes 150 cells in a nanosecond; longest common subsequences take half as long as edit distances.
        self.assertAlmostEqual(cpu["lcs"] / int(threads) / 1e11, {128: 0.42, 256: 0.56, 512: 1.5}[int(bits)], delta=0.01)
        self.assertAlmostEqual(cpu["edit"] / cpu["lcs"], 0.5)

        for row in rows:
            self.assertEqual(list(row), HEADER)
            # The ceiling: three instructions for 32 cells, by 64 lanes of a multiprocessor in each cycle.
            self.assertAlmostEqual(row["lcs"], 0.82 * row["multiprocessors"] * row["clock"] * 64 * 32 / 3, delta=1e6)
            self.assertAlmostEqual(row["edit"], 0.3 * row["lcs"], delta=1e6)
            for name in ("number", "multiprocessors", "clock", "memory", "free", "lcs", "edit"):
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
            header, *lines, cpu = self.devices(*options)
            self.assertRegex(cpu, r"\A\tCPU, threads: \d+, bits of vectors: \d+\t\t\t\t\t\t\d+\t\d+\tyes\t\Z")
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
        header, _ = self.devices(env=environment)
        self.assertEqual(header, "\t".join(HEADER))
        self.assertEqual(self.rows(env=environment), [])


if __name__ == "__main__":
    program.main(__doc__)
