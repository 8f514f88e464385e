#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of gpulcs as one of several processes: ranks_test.py PATH_TO_GPULCS [MPIEXEC]"""

import os
import signal
import time

import rank_runs
from program import program_case
from rank_runs import environment, ranks_case
from sequences import fasta, random_letters, reverse_complement

class refusal_test(program_case):
    def setUp(self):
        super().setUp()
        if rank_runs.MPIEXEC:
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


class ranks_test(ranks_case):
    @classmethod
    def setUpClass(cls):
        # Enough that several ranks get some of it.
        cls.set = fasta(*((f"s{i}", random_letters(2000 + 53 * i, 100 + i)) for i in range(40)))
        cls.long = random_letters(140_000, 1)

    def setUp(self):
        super().setUp()
        self.file("set.fa", self.set)
        self.file("other.fa", fasta(*((f"o{i}", random_letters(4000 + 11 * i, 200 + i)) for i in range(40))))
        self.file("long.fa", fasta(("long", self.long)))
        self.file("longer.fa", fasta(("longer", self.long[:70_000] + random_letters(75_000, 2))))
        self.file("queries.fa", fasta(("q1", random_letters(3000, 3)), ("q2", random_letters(500, 4))))
        # Many equally good hits.
        self.file("database.fa", fasta(*((f"d{i}", random_letters(60 + i % 50, 300 + i % 700)) for i in range(3000))))

    def assert_same(self, ranks, *arguments, output=None, **options):
        """As many ranks write what one process does."""
        alone = self.run_program(*arguments, cwd=self.folder, **options)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        expected = output and self.content(output)
        if output:
            os.remove(self.path(output))
        together = self.run_ranks(ranks, *arguments, "--threads", "1", **options)
        self.assertEqual((together.returncode, together.stderr, together.notes), (0, alone.stderr, alone.notes))
        self.assertEqual(together.stdout, alone.stdout)
        if output:
            self.assertEqual(self.content(output), expected)
        self.assert_no_temporary_files()

    def test_one_pair(self):
        self.assert_same(2, "lcs", "long.fa", "longer.fa")
        self.assert_same(3, "lcs", "--alignment", "out.paf", "longer.fa", "long.fa", output="out.paf")
        self.assert_same(2, "edit", "long.fa", "longer.fa")
        self.assert_same(3, "edit", "--alignment", "out.paf", "longer.fa", "long.fa", output="out.paf")

    def test_pairs(self):
        for command in ("lcs", "edit"):
            self.assert_same(3, command, "--alignment", "out.paf", "set.fa", "other.fa", output="out.paf")
            self.assert_same(2, command, "--alignment", "out.paf", "--split-gaps", "9", "set.fa", "set.fa",
                             output="out.paf")
            self.assert_same(3, command, "--coverage", "set.fa", "other.fa")
            self.assert_same(2, command, "--all-pairs", "--coverage", "set.fa")
        # MPICH 4.0 passes on little more to standard input.
        some = self.set[:self.set.index(">s10")].encode()
        self.assertLess(len(some), 1 << 15)
        self.assert_same(2, "lcs", "--all-pairs", "--format", "json", "-", "other.fa", input=some)

    def test_sets(self):
        self.assert_same(5, "lcs", "--all-pairs", "set.fa", "set.fa")
        self.assert_same(3, "edit", "--all-pairs", "set.fa", "set.fa")
        self.assert_same(2, "lcs", "--all-pairs", "--format", "npy", "set.fa", "set.fa")

    def test_search(self):
        self.assert_same(3, "search", "--top", "7", "--alignment", "out.paf", "queries.fa", "database.fa",
                         output="out.paf")
        self.assert_same(2, "search", "--min-identity", "0.02", "queries.fa", "database.fa")
        self.assert_same(3, "search", "--metric", "edit", "--top", "7", "queries.fa", "database.fa")
        # Some letters of each record, on either strand.
        parts = [random_letters(2000 + 53 * i, 100 + i)[200:200 + 20 + i] for i in range(40)]
        self.file("parts.fa", fasta(*((f"p{i}", reverse_complement(part) if i % 3 else part) for i, part in enumerate(parts))))
        self.assert_same(3, "search", "--metric", "edit", "--within", "--both-strands", "--alignment", "out.paf", "parts.fa", "set.fa",
                         output="out.paf")
        self.assert_same(2, "demultiplex", "--both-strands", "--quiet", "parts.fa", "set.fa")

    def test_primer(self):
        self.assert_same(3, "primer", "find", "-k", "3", "--profile", "out.bedgraph", "queries.fa", "set.fa",
                         output="out.bedgraph")
        self.assert_same(3, "primer", "find", "-k", "3", "--all-targets", "2", "--max-length", "12", "queries.fa", "set.fa")
        self.assert_same(3, "primer", "find", "-k", "3", "--products", "40:400", "queries.fa", "set.fa")
        self.file("primers.fa", ">p\nACGTTGCATC\n")
        self.assert_same(2, "primer", "check", "primers.fa", "-k", "3", "--format", "sam", "queries.fa", "set.fa")

    def test_failures(self):
        self.assert_one_message(self.run_ranks(3, "lcs", "missing.fa", "set.fa"), "'missing.fa'")
        version = self.run_ranks(3, "--version")
        self.assertEqual((version.returncode, version.stdout.count(b"\n")), (0, 1))

    def start_ranks(self):
        """A run that takes long: its launcher, and the processes of rank 0 and 1."""
        for i, name in enumerate(("huge.fa", "unrelated.fa")):
            self.file(name, fasta((name, random_letters(8_000_000, 5 + i))))
        run = self.start_run(2, "lcs", "--threads", "1", "--alignment", "out.paf", "huge.fa", "unrelated.fa")
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            time.sleep(0.1)
            # The alignment file is created when everything has been read.
            if any(name.startswith(".gpulcs") for name in os.listdir(self.folder)):
                time.sleep(0.3)
                return run, self.find_ranks()
        self.fail("The run did not begin.")

    def assert_ends(self, run):
        stdout, stderr = run.communicate(timeout=20)
        self.assertNotEqual(run.returncode, 0)
        self.assertNotIn(b"\t", stdout.replace(b"\t".join([b"id1", b"id2", b"length1", b"length2", b"lcs", b"identity"]),
                                               b""))
        self.assertFalse(os.path.exists(self.path("out.paf")))
        self.wait_for_end()
        return stdout + stderr

    def test_killed_rank(self):
        run, ranks = self.start_ranks()
        self.assertEqual(set(ranks), {0, 1})
        os.kill(ranks[1], signal.SIGKILL)
        said = self.assert_ends(run)
        # The launcher says it; gpulcs adds nothing.
        self.assertIn(b"illed", said)
        self.assertNotIn(b"gpulcs: ", said)

    def test_interrupt(self):
        run, ranks = self.start_ranks()
        os.kill(ranks[0], signal.SIGINT)
        self.assert_ends(run)
        self.assert_no_temporary_files()


if __name__ == "__main__":
    rank_runs.main(__doc__)
