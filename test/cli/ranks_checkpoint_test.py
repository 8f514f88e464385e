#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of runs of several processes that save their state: ranks_checkpoint_test.py PATH_TO_GPULCS [MPIEXEC]

SEQAN3_GPULCS_TEST_KILLS is how often runs are killed, 4 by default."""

import fcntl
import os
import random
import signal
import subprocess
import time

import rank_runs
from rank_runs import ranks_case
from sequences import fasta, random_letters

KILLS = int(os.environ.get("SEQAN3_GPULCS_TEST_KILLS", "4"))


class ranks_checkpoint_test(ranks_case):
    name = "lcs"

    @classmethod
    def setUpClass(cls):
        cls.seed = int(os.environ.get("SEQAN3_GPULCS_TEST_SEED", random.randrange(1 << 32)))
        print(f"SEQAN3_GPULCS_TEST_SEED={cls.seed}", flush=True)
        cls.random = random.Random(cls.seed)
        cls.letters = [random_letters(size, f"{cls.seed}{size}") for size in (500_000, 520_000)]

    def setUp(self):
        super().setUp()
        self.file("a.fa", fasta(("a", self.letters[0])))
        self.file("b.fa", fasta(("b", self.letters[1])))
        self.command = [self.name, "--checkpoint", "saved", "--checkpoint-interval", "0", "--backend", "cpu", "--threads", "1",
                    "--quiet", "--timings"]

    def state(self):
        """When it was saved; None if there is none."""
        try:
            return os.stat(self.path("saved/gpulcs.state")).st_mtime_ns
        except FileNotFoundError:
            return None

    def resumed(self, message):
        return float(dict(line.split("\t") for line in message.decode().splitlines() if "\t" in line)["resumed"])

    def wait_for_new_state(self, run, before):
        deadline = time.monotonic() + 40
        while self.state() == before and run.poll() is None:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.002)

    def start(self, *arguments):
        """One process without a launcher, or up to five ranks."""
        ranks = self.random.randint(0, 5)
        if ranks == 0:
            return self.start_program(*arguments, cwd=self.folder, env=self.environment)
        return self.start_run(ranks, *arguments)

    def kill(self, run):
        """A rank, which must end the others; or all of them, and the launcher before them."""
        ranks = list(self.find_ranks().values())
        if ranks and self.random.random() < 0.5:
            ranks = [self.random.choice(ranks)]
        else:
            run.kill()
        for process in ranks:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.wait_for_end()
        # When all ranks have ended, that of Open MPI 4.1 may wait forever for a lock of its own.
        try:
            run.wait(10)
        except subprocess.TimeoutExpired:
            run.kill()

    def killed_runs(self, *arguments):
        """Repeats the command until it comes to its end, and kills it at random moments before. Returns its output, and how
        often it was killed."""
        kills = 0
        has_state = False
        while True:
            run = self.start(*self.command, *arguments, "a.fa", "b.fa")
            if kills < min(KILLS, 8):
                if self.random.random() < 0.7:
                    self.wait_for_new_state(run, self.state())
                try:
                    run.wait(self.random.uniform(0, 0.3))
                except subprocess.TimeoutExpired:
                    self.kill(run)
                    kills += 1
            output, message = run.communicate(timeout=60)
            self.wait_for_end()
            if run.returncode == 0:
                self.assertEqual(os.listdir(self.path("saved")), [])
                if has_state:
                    self.assertGreater(self.resumed(message), 0)
                return output, kills
            # Not even when it was killed between the end of the output and its own.
            has_state = self.state() is not None
            self.assertNotIn(b"gpulcs: ", message)

    def test_kills(self):
        expected = self.run_program(self.name, "--alignment", "expected", "a.fa", "b.fa", cwd=self.folder).stdout
        kills = 0
        for _ in range(10 * KILLS):
            if kills >= KILLS:
                break
            wants_alignment = self.random.random() < 0.5
            output, more = self.killed_runs(*["--alignment", "paf"] * wants_alignment)
            self.assertEqual(output, expected)
            if wants_alignment:
                self.assertEqual(self.content("paf"), self.content("expected"))
                os.remove(self.path("paf"))
            kills += more
        self.assertGreaterEqual(kills, KILLS)

    def test_refusal(self):
        os.mkdir(self.path("saved"))
        with open(self.path("saved/gpulcs.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assert_one_message(self.run_ranks(3, *self.command, "a.fa", "b.fa"), "'saved': Another process")


class edit_ranks_checkpoint_test(ranks_checkpoint_test):
    name = "edit"


if __name__ == "__main__":
    rank_runs.main(__doc__)
