#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of runs that save their state: checkpoint_test.py PATH_TO_GPULCS

SEQAN3_GPULCS_TEST_KILLS is how often runs are killed, 10 by default."""

import errno
import os
import random
import resource
import signal
import subprocess
import tempfile
import time

import program
from comparison import EDIT, comparison_case
from sequences import fasta, random_letters

KILLS = int(os.environ.get("SEQAN3_GPULCS_TEST_KILLS", "10"))
ALL = os.environ.get("SEQAN3_GPULCS_TEST_ALL") == "1"


class checkpoint_test(comparison_case):
    @classmethod
    def setUpClass(cls):
        inputs = tempfile.TemporaryDirectory()
        cls.addClassCleanup(inputs.cleanup)
        cls.seed = int(os.environ.get("SEQAN3_GPULCS_TEST_SEED", random.randrange(1 << 32)))
        print(f"SEQAN3_GPULCS_TEST_SEED={cls.seed}", flush=True)
        cls.random = random.Random(cls.seed)

        def write(name, size):
            with open(os.path.join(inputs.name, name), "w") as file:
                file.write(fasta((name, random_letters(size, f"{cls.seed}{name}"))))
            return file.name

        # Some seconds, half a minute and more, and no time at all.
        cls.files = [write(name, 500_000) for name in "ab"]
        cls.long = [write(name, 3_000_000) for name in "cd"]
        cls.small = [write(name, 5000) for name in "ef"]

    def setUp(self):
        super().setUp()
        self.saved = self.path("saved")
        self.checkpoint = ["--checkpoint", self.saved, "--checkpoint-interval", "0", "--backend", "cpu"]

    def timings(self, message):
        return dict(line.split("\t") for line in message.decode().splitlines() if not line.startswith("gpulcs: note: "))

    def save_small(self, *arguments):
        """The state of a run that could not write its output."""
        with open("/dev/full", "wb") as full:
            result = self.run_program(self.metric.command, *self.checkpoint, *arguments, *self.small, stdout=full)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"No space left", result.stderr)
        self.assertIn("gpulcs.state", os.listdir(self.saved))

    def assert_saved(self):
        """There is a state, and no new one beside it."""
        self.assertIn("gpulcs.state", os.listdir(self.saved))
        self.assertNotIn("gpulcs.state.new", os.listdir(self.saved))

    def wait_for_state(self, process):
        deadline = time.monotonic() + 40
        while not os.path.exists(os.path.join(self.saved, "gpulcs.state")):
            self.assertLess(time.monotonic(), deadline)
            self.assertIsNone(process.poll())
            time.sleep(0.002)

    def killed_runs(self, *arguments):
        """Runs the command until it comes to its end, and kills it at random moments before. Returns its output, and how
        often it was killed."""
        kills = 0
        has_state = False
        while True:
            process = self.start_program(self.metric.command, *self.checkpoint, "--timings", *arguments, *self.files, "--threads",
                                         str(self.random.randint(1, 3)))
            if kills < 20:
                if self.random.random() < 0.7:
                    self.wait_for_state(process)
                    has_state = True
                try:
                    process.wait(self.random.uniform(0, 0.15))
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                    kills += 1
            output, message = process.communicate(timeout=60)
            if process.returncode != -signal.SIGKILL:
                self.assertEqual(process.returncode, 0, message)
                if os.path.exists(self.saved):
                    self.assertEqual(os.listdir(self.saved), [])
                if kills > 0 and has_state:
                    self.assertGreater(float(self.timings(message)["resumed"]), 0)
                return output, kills

    def test_kills(self):
        expected = self.run_program(self.metric.command, "--alignment", self.path("expected"), *self.files).stdout
        kills = 0
        for _ in range(10 * KILLS):
            if kills >= KILLS:
                break
            wants_alignment = self.random.random() < 0.5
            output, more = self.killed_runs(*["--alignment", self.path("paf")] * wants_alignment)
            self.assertEqual(output, expected)
            if wants_alignment:
                self.assertEqual(self.content("paf"), self.content("expected"))
            kills += more
        self.assertGreaterEqual(kills, KILLS)

    def test_goes_on(self):
        # Whatever the hardware; the output is complete, or nothing is removed.
        expected = self.run_program(self.metric.command, *self.small).stdout
        self.save_small("--threads", "1")
        result = self.run_program(self.metric.command, *self.checkpoint, "--timings", "--threads", "2", *self.small)
        self.assertEqual((result.returncode, result.stdout), (0, expected))
        timings = self.timings(result.stderr)
        self.assertEqual((timings["resumed"], timings["saves"]), ("1.000000", "0"))
        self.assertEqual(os.listdir(self.saved), [])

    def test_first_run(self):
        result = self.run_program(self.metric.command, *self.checkpoint, "--timings", "--alignment", self.path("paf"), *self.small)
        timings = self.timings(result.stderr)
        self.assertEqual((timings["resumed"], timings["saves"]), ("0.000000", "1"))
        self.assertEqual(self.timings(self.run_program(self.metric.command, "--timings", *self.small).stderr).get("saves"), None)
        self.run_program(self.metric.command, "--alignment", self.path("expected"), *self.small)
        self.assertEqual(self.content("paf"), self.content("expected"))

    def test_interrupt(self):
        process = self.start_program(self.metric.command, *self.checkpoint, *self.long)
        self.wait_for_state(process)
        process.send_signal(signal.SIGINT)
        self.assertEqual((process.wait(timeout=10), process.stderr.read()), (130, b""))
        self.assertIn("gpulcs.state", os.listdir(self.saved))

    def test_two_at_once(self):
        process = self.start_program(self.metric.command, *self.checkpoint, *self.long)
        self.wait_for_state(process)
        result = self.run_program(self.metric.command, *self.checkpoint, *self.long)
        self.assert_fails(result, 1, "Another process")
        process.kill()
        process.wait()

    def test_other_inputs(self):
        self.save_small()
        self.assert_fails(self.run_program(self.metric.command, *self.checkpoint, self.small[0], self.files[0]), 1,
                          "other sequences, of 5000 letters and 5000 letters", "(--restart)")
        self.assert_fails(self.run_program(self.metric.command, *self.checkpoint, *reversed(self.small)), 1, "other sequences")
        self.assert_fails(self.run_program(self.metric.command, *self.checkpoint, "--alignment", self.path("paf"), *self.small), 1,
                          "only the " + self.choose("length", "distance"), "restart")
        self.assertFalse(os.path.exists(self.path("paf")))
        self.assert_saved()
        self.assert_fails(self.run_program(self.choose("edit", "lcs"), *self.checkpoint, *self.small), 1,
                          self.choose("edit distances are wanted now", "common subsequences are wanted now"), "restart")
        # The same letters in another file, and in lower case.
        with open(self.small[0]) as file:
            header, letters = file.read().split("\n", 1)
        other = self.file("other", header + "\n" + letters.lower())
        result = self.run_program(self.metric.command, *self.checkpoint, "--timings", other, self.small[1])
        self.assertEqual(self.timings(result.stderr)["resumed"], "1.000000")

    def test_restart(self):
        self.save_small()
        result = self.run_program(self.metric.command, *self.checkpoint, "--restart", "--timings", *self.files)
        self.assertEqual(self.timings(result.stderr)["resumed"], "0.000000")
        self.assertEqual(os.listdir(self.saved), [])

    def test_damaged_state(self):
        self.save_small("--alignment", self.path("paf"))
        arguments = [self.metric.command, *self.checkpoint, "--alignment", self.path("paf"), *self.small]
        for name in sorted(os.listdir(self.saved)):
            path = os.path.join(self.saved, name)
            with open(path, "rb") as file:
                whole = file.read()
            places = range(len(whole)) if ALL else self.random.sample(range(len(whole)), min(15, len(whole)))
            damaged = [whole[:i] + bytes([whole[i] ^ 1 << self.random.randrange(8)]) + whole[i + 1:] for i in places]
            if whole:
                damaged += [b"", whole[:self.random.randrange(len(whole))], whole + bytes(8)]
            for content in damaged:
                with open(path, "wb") as file:
                    file.write(content)
                self.assert_fails(self.run_program(*arguments), 1, "saved state of the run", "(--restart)")
            with open(path, "wb") as file:
                file.write(whole)
        self.assertEqual(self.run_program(*arguments).returncode, 0)

    def test_full_disk(self):
        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        arguments = [self.metric.command, *self.checkpoint, *self.long]
        self.assert_fails(self.run_program(*arguments, preexec_fn=limit_files), 1, "cannot be saved (File too large)",
                          "Nothing was saved before")
        self.assertEqual(os.listdir(self.saved), ["gpulcs.lock"])

        process = self.start_program(*arguments)
        self.wait_for_state(process)
        process.kill()
        process.wait()
        with open(os.path.join(self.saved, "gpulcs.state"), "rb") as file:
            before = file.read()
        result = self.run_program(*arguments, preexec_fn=limit_files)
        self.assert_fails(result, 1, "cannot be saved", "What was saved before is still there")
        with open(os.path.join(self.saved, "gpulcs.state"), "rb") as file:
            self.assertEqual(file.read(), before)
        self.assert_saved()

    def test_memory(self):
        self.save_small("--alignment", self.path("paf"))
        result = self.run_program(self.metric.command, *self.checkpoint, "--alignment", self.path("paf"), "--memory", "1K", *self.small)
        self.assert_fails(result, 1, "memory limit")
        self.assert_saved()

    def test_directories(self):
        for directory in (os.path.join(self.folder, "missing", "run"), self.small[0], "/proc"):
            with self.subTest(directory=directory):
                result = self.run_program(self.metric.command, "--checkpoint", directory, *self.small)
                self.assert_fails(result, 1, directory, "choose")

    def test_directory_that_cannot_be_made(self):
        """The message says why."""
        directory = "/proc/gpulcs-run"
        with self.assertRaises(OSError) as problem:
            os.mkdir(directory)
        self.assert_fails(self.run_program(self.metric.command, "--checkpoint", directory, *self.small), 1,
                          directory, f"({os.strerror(problem.exception.errno)})", "choose")

    def test_names_that_are_taken(self):
        link = os.path.join(self.folder, "link")
        os.symlink("missing", link)
        for name, problem in ((self.small[0], errno.ENOTDIR), (link, errno.ENOENT)):
            self.assert_fails(self.run_program(self.metric.command, "--checkpoint", name, *self.small), 1, name,
                              f"({os.strerror(problem)})", "choose")

    def test_state_that_cannot_be_removed(self):
        self.save_small()
        os.mkdir(os.path.join(self.saved, "gpulcs.grid.9"))
        result = self.run_program(self.metric.command, *self.checkpoint, "--restart", *self.files)
        self.assert_fails(result, 1, "cannot be removed (Is a directory)", "remove gpulcs.state, gpulcs.grid.* and gpulcs.lock in this directory")

    def test_other_files_stay(self):
        os.mkdir(self.saved)
        with open(os.path.join(self.saved, "mine"), "w"):
            pass
        self.assertEqual(self.run_program(self.metric.command, *self.checkpoint, *self.small).returncode, 0)
        self.assertEqual(os.listdir(self.saved), ["mine"])

    def test_usage(self):
        two = self.file("two", fasta(("a", "ACGT"), ("b", "ACGT")))
        for arguments, part in ((["--restart"], "--restart belongs to --checkpoint"),
                                (["--checkpoint-interval", "3"], "--checkpoint-interval belongs to"),
                                (["--checkpoint", ""], "takes the name of a directory"),
                                (["--checkpoint", "--restart"], "./--restart"),
                                ([*self.checkpoint, "--all-pairs"], "not of --all-pairs"),
                                (["--checkpoint", self.saved, "--checkpoint-interval", "-1"], "a number of seconds"),
                                (["--checkpoint", self.saved, "--checkpoint-interval", "soon"], "a number of seconds"),
                                (["--checkpoint", self.saved, "--checkpoint-interval", "nan"], "a number of seconds")):
            with self.subTest(arguments=arguments):
                self.assert_fails(self.run_program(self.metric.command, *arguments, *self.small), 2, part)
        self.assert_fails(self.run_program(self.metric.command, *self.checkpoint, two, two), 2, "2 and 2 records")
        self.assertFalse(os.path.exists(self.saved))

    def test_no_letters(self):
        empty = self.file("empty", ">empty\n")
        self.assertEqual(self.rows(*self.checkpoint, empty, self.small[0])[0][2:5],
                         ["0", "5000", self.choose("0", "5000")])
        # The state of another run stays.
        self.save_small()
        self.assert_fails(self.run_program(self.metric.command, *self.checkpoint, empty, self.small[0]), 1, "other sequences")
        self.assert_saved()


class edit_checkpoint_test(checkpoint_test):
    metric = EDIT


if __name__ == "__main__":
    program.main(__doc__)
