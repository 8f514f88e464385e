#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs as one of several processes: ranks_test.py PATH_TO_GPULCS [MPIEXEC]"""

import os
import signal
import subprocess
import sys
import time

import program
from program import program_case
from sequences import fasta, random_letters

# Of the MPI that gpulcs was built with; None if it was built without.
MPIEXEC = None


def environment(**variables):
    """That of a process that no launcher has started, and these variables."""
    launchers = ("OMPI_", "PMI_", "PMIX_", "SLURM_")
    rest = {name: value for name, value in os.environ.items() if not name.startswith(launchers)}
    return rest | variables


class refusal_test(program_case):
    def setUp(self):
        super().setUp()
        if MPIEXEC:
            self.skipTest("gpulcs was built with MPI")

    def test_many_ranks(self):
        for size, rank in (("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"), ("PMI_SIZE", "PMI_RANK"),
                           ("SLURM_STEP_NUM_TASKS", "SLURM_PROCID")):
            for arguments in (["lcs", "a", "b"], ["--version"], []):
                first = self.run_program(*arguments, env=environment(**{size: "4", rank: "0"}))
                self.assert_fails(first, 2, "one of 4 processes", size, "without MPI", "-DSEQAN3_GPULCS_MPI=ON")
                # One sentence is enough.
                other = self.run_program(*arguments, env=environment(**{size: "4", rank: "3"}))
                self.assertEqual((other.returncode, other.stdout, other.stderr), (2, b"", b""))

    def test_one_rank(self):
        for variables in ({"OMPI_COMM_WORLD_SIZE": "1", "OMPI_COMM_WORLD_RANK": "0"}, {"PMI_SIZE": "1", "PMI_RANK": "0"},
                          # A batch script, which starts no step.
                          {"SLURM_NTASKS": "4", "SLURM_PROCID": "0"}, {"OMPI_COMM_WORLD_SIZE": "4"}):
            result = self.run_program("--version", env=environment(**variables))
            self.assertEqual((result.returncode, result.stderr), (0, b""))


class ranks_test(program_case):
    @classmethod
    def setUpClass(cls):
        # Enough that several ranks get some of it.
        cls.set = fasta(*((f"s{i}", random_letters(2000 + 53 * i, 100 + i)) for i in range(40)))
        cls.long = random_letters(140_000, 1)

    def setUp(self):
        super().setUp()
        if not MPIEXEC:
            self.skipTest("gpulcs was built without MPI")
        self.file("set.fa", self.set)
        self.file("other.fa", fasta(*((f"o{i}", random_letters(4000 + 11 * i, 200 + i)) for i in range(40))))
        self.file("long.fa", fasta(("long", self.long)))
        self.file("longer.fa", fasta(("longer", self.long[:70_000] + random_letters(75_000, 2))))
        self.file("queries.fa", fasta(("q1", random_letters(3000, 3)), ("q2", random_letters(500, 4))))
        # Many equally good hits.
        self.file("database.fa", fasta(*((f"d{i}", random_letters(60 + i % 50, 300 + i % 700)) for i in range(3000))))
        self.environment = environment(OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_ALLOW_RUN_AS_ROOT="1",
                                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

    def run_ranks(self, ranks, *arguments, **options):
        if "input" not in options:
            options["stdin"] = subprocess.DEVNULL
        return subprocess.run([MPIEXEC, "-n", str(ranks), self.PROGRAM, *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, cwd=self.folder, env=self.environment, timeout=60, **options)

    def assert_same(self, ranks, *arguments, output=None, **options):
        """As many ranks write what one process does."""
        alone = self.run_program(*arguments, cwd=self.folder, **options)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        expected = output and self.content(output)
        if output:
            os.remove(self.path(output))
        together = self.run_ranks(ranks, *arguments, "--threads", "1", **options)
        self.assertEqual((together.returncode, together.stderr), (0, b""))
        self.assertEqual(together.stdout, alone.stdout)
        if output:
            self.assertEqual(self.content(output), expected)
        self.assert_no_temporary_files()

    def own_messages(self, result):
        """Those of gpulcs; launchers have more to say about a failure."""
        return [line for line in result.stderr.decode().splitlines() if "gpulcs: " in line]

    def assert_one_message(self, result, part):
        self.assertNotEqual(result.returncode, 0)
        messages = self.own_messages(result)
        self.assertEqual(len(messages), 1, result.stderr)
        self.assertIn(part, messages[0])
        self.assertNotIn(b"\t", result.stdout)
        self.assert_no_temporary_files()

    def test_one_pair(self):
        self.assert_same(2, "lcs", "long.fa", "longer.fa")
        self.assert_same(3, "lcs", "--alignment", "out.paf", "longer.fa", "long.fa", output="out.paf")

    def test_pairs(self):
        self.assert_same(3, "lcs", "--alignment", "out.paf", "set.fa", "other.fa", output="out.paf")
        # MPICH 4.0 passes on little more to standard input.
        some = self.set[:self.set.index(">s10")].encode()
        self.assertLess(len(some), 1 << 15)
        self.assert_same(2, "lcs", "--all-pairs", "--format", "json", "-", "other.fa", input=some)

    def test_sets(self):
        self.assert_same(5, "lcs", "--all-pairs", "set.fa", "set.fa")
        self.assert_same(2, "lcs", "--all-pairs", "--format", "npy", "set.fa", "set.fa")

    def test_search(self):
        self.assert_same(3, "search", "--top", "7", "--alignment", "out.paf", "queries.fa", "database.fa",
                         output="out.paf")
        self.assert_same(2, "search", "--min-identity", "0.02", "queries.fa", "database.fa")

    def test_primer(self):
        self.assert_same(3, "primer", "-k", "3", "--profile", "out.bedgraph", "queries.fa", "set.fa",
                         output="out.bedgraph")

    def test_failures(self):
        self.assert_one_message(self.run_ranks(3, "lcs", "missing.fa", "set.fa"), "'missing.fa'")
        self.assert_one_message(self.run_ranks(2, "lcs", "--checkpoint", "state", "long.fa", "longer.fa"), "--checkpoint")
        version = self.run_ranks(3, "--version")
        self.assertEqual((version.returncode, version.stdout.count(b"\n")), (0, 1))

    def start_ranks(self):
        """A run that takes long: its launcher, and the processes of rank 0 and 1."""
        run = subprocess.Popen([MPIEXEC, "-n", "2", self.PROGRAM, "lcs", "--threads", "1", "--alignment", "out.paf",
                                "huge.fa", "huge.fa"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, cwd=self.folder, env=self.environment)
        self.addCleanup(run.kill)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            time.sleep(0.1)
            # The alignment file is created when everything has been read.
            if any(name.startswith(".gpulcs") for name in os.listdir(self.folder)):
                time.sleep(0.3)
                return run, self.find_ranks()
        self.fail("The run did not begin.")

    def find_ranks(self):
        found = {}
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{process}/exe") != os.path.realpath(self.PROGRAM):
                    continue
                if os.path.realpath(f"/proc/{process}/cwd") != os.path.realpath(self.folder):
                    continue
                with open(f"/proc/{process}/environ") as file:
                    variables = dict(line.split("=", 1) for line in file.read().split("\0") if "=" in line)
            except OSError:
                continue
            found[int(variables.get("OMPI_COMM_WORLD_RANK", variables.get("PMI_RANK", -1)))] = int(process)
        return found

    def assert_ends(self, run):
        stdout, stderr = run.communicate(timeout=20)
        self.assertNotEqual(run.returncode, 0)
        self.assertNotIn(b"\t", stdout.replace(b"\t".join([b"id1", b"id2", b"length1", b"length2", b"lcs", b"identity"]),
                                               b""))
        self.assertFalse(os.path.exists(self.path("out.paf")))
        deadline = time.monotonic() + 10
        while self.find_ranks() and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(self.find_ranks(), {})
        return stdout + stderr

    def test_killed_rank(self):
        self.file("huge.fa", fasta(("huge", random_letters(8_000_000, 5))))
        run, ranks = self.start_ranks()
        self.assertEqual(set(ranks), {0, 1})
        os.kill(ranks[1], signal.SIGKILL)
        said = self.assert_ends(run)
        # The launcher says it; gpulcs adds nothing.
        self.assertIn(b"illed", said)
        self.assertNotIn(b"gpulcs: ", said)

    def test_interrupt(self):
        self.file("huge.fa", fasta(("huge", random_letters(8_000_000, 5))))
        run, ranks = self.start_ranks()
        os.kill(ranks[0], signal.SIGINT)
        self.assert_ends(run)
        self.assert_no_temporary_files()


if __name__ == "__main__":
    MPIEXEC = sys.argv.pop(2) if len(sys.argv) > 2 and os.path.isabs(sys.argv[2]) else None
    program.main(__doc__)
