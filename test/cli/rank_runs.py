# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the tests of gpulcs as one of several processes."""

import os
import subprocess
import sys
import time

import program
from program import program_case

# Of the MPI that gpulcs was built with; None if it was built without.
MPIEXEC = None


def environment(**variables):
    """That of a process that no launcher has started, and these variables."""
    launchers = ("OMPI_", "PMI_", "PMIX_", "SLURM_")
    rest = {name: value for name, value in os.environ.items() if not name.startswith(launchers)}
    return rest | variables


class ranks_case(program_case):
    def setUp(self):
        super().setUp()
        if not MPIEXEC:
            self.skipTest("gpulcs was built without MPI")
        self.environment = environment(OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_ALLOW_RUN_AS_ROOT="1",
                                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

    def run_ranks(self, ranks, *arguments, **options):
        if "input" not in options:
            options["stdin"] = subprocess.DEVNULL
        return self.take_notes(subprocess.run([MPIEXEC, "-n", str(ranks), self.PROGRAM, *arguments], stdout=subprocess.PIPE,
                                              stderr=subprocess.PIPE, cwd=self.folder, env=self.environment, timeout=60, **options))

    def start_run(self, ranks, *arguments):
        run = subprocess.Popen([MPIEXEC, "-n", str(ranks), self.PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder, env=self.environment)

        def clean_up():
            run.kill()
            run.wait()
            run.stdout.close()
            run.stderr.close()

        self.addCleanup(clean_up)
        return run

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

    def wait_for_end(self):
        """Until no rank is left."""
        deadline = time.monotonic() + 10
        while self.find_ranks() and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(self.find_ranks(), {})


def main(usage):
    """program.main() with the path of the launcher as one more argument, or nothing without MPI."""
    global MPIEXEC
    MPIEXEC = sys.argv.pop(2) if len(sys.argv) > 2 and os.path.isabs(sys.argv[2]) else None
    program.main(usage)
