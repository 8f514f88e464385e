#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the library with others: first the results, then time and memory.

    compare.py PROGRAMS OUTPUT [--quick | --fasta A B] [--device] [--limit SECONDS] [--all-peers]

PROGRAMS is the folder of measure_gpulcs and the other programs measure_*, and of the environment of Python, where there is one; those
that are missing are reported as absent, and so are packages of Python that are not installed. OUTPUT becomes a folder with
results.tsv, results.md and, where matplotlib is installed, results.svg. run.sh installs and builds what this needs, and then starts it.

Each measurement has a process of its own, in rounds: in each of them, all peers compute the case one after the other. Times are medians
of the runs of all rounds, after a warm-up in each process. With one thread, a process has one core, and times are those of the
processor; otherwise they are elapsed ones. If two peers disagree, the run
ends with an error. A peer that computes longer than the limit, needs more than 4 GiB of memory, or ends with an error, is reported
with the reason.
"""

import argparse
import contextlib
import dataclasses
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import cases
import measure
import report

HERE = os.path.dirname(os.path.abspath(__file__))
MERS = tuple(
    os.path.join(HERE, "../../data", name) for name in ("mers_emc_2012.fasta", "mers_ksa_camel_376.fasta")
)
# Programs, and the options of those that are a peer of their own.
PROGRAMS = {
    "plain": ("measure_plain",),
    "gpulcs": ("measure_gpulcs",),
    "seqan3": ("measure_seqan3",),
    "rapidfuzz": ("measure_rapidfuzz",),
    "rapidfuzz_hint": ("measure_rapidfuzz", "--hint"),
    "rapidfuzz_minimum": ("measure_rapidfuzz", "--minimum"),
    "wfa2": ("measure_wfa2",),
    "wfa2_biwfa": ("measure_wfa2", "--biwfa"),
    "edlib": ("measure_edlib",),
}
MODULES = ("parasail", "polyleven", "stringzilla", "sassy")
MAX_MEMORY = 4 << 30
# A process that takes longer is not run again in the next round.
LONG_SECONDS = 3
# An exit status that means that a test was skipped.
ABSENT = 77


@dataclasses.dataclass
class Peer:
    """Something that is compared."""

    command: list
    name: str
    version: str
    build: str  # The language, and what it is compiled for.
    tasks: dict  # For each task whether it uses several threads.
    compiler: str = ""


@dataclasses.dataclass
class Result:
    """What a peer takes for a task."""

    case: cases.Case
    task: str
    peer: str
    hardware: str
    seconds: list = dataclasses.field(default_factory=list)
    peak: int = 0  # Of the whole process.
    added: int = 0  # Of it, what came after reading the input.
    reason: str = ""  # Why there is no time.

    @property
    def median(self):
        return statistics.median(self.seconds)


class Failed(Exception):
    """A peer cannot do a case."""


class TooLong(Failed):
    """A peer cannot do longer ones, either."""


def find_peers(programs, names):
    """The peers of some names that are there, and the names of the others."""
    python = os.path.join(programs, "venv/bin/python")
    python = python if os.path.exists(python) else sys.executable
    commands = {}
    for name in names:
        if name in MODULES:
            commands[name] = [python, "-B", os.path.join(HERE, "measure.py"), f"peer_{name}"]
        else:
            program, *options = PROGRAMS[name]
            commands[name] = [os.path.join(programs, program), *options]
    peers, absent = [], []
    for name, command in commands.items():
        try:
            done = subprocess.run([*command, "tasks"], capture_output=True, check=True, text=True)
            peers.append(Peer(command, **json.loads(done.stdout)))
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{name} is absent: {last_line(getattr(error, 'stderr', None) or str(error))}", flush=True)
            absent.append(name)
    return peers, absent


def last_line(text):
    return (text.strip().splitlines() or ["it ended without a word"])[-1][:120]


class Comparison:
    """Runs cases, and keeps what was measured."""

    def __init__(self, peers, options):
        self.peers = peers
        self.device = options.device
        self.limit = options.limit
        self.rounds = 1 if options.quick else 2 if options.device else 3
        self.seconds = 0.02 if options.quick else 0.3
        self.results = []
        self.too_long = []

    def hardware(self, peer, task):
        if self.device:
            return ["cuda"]
        cores = len(os.sched_getaffinity(0))
        return ["1", str(cores)] if peer.tasks[task] and cores > 1 else ["1"]

    def run(self, case):
        with tempfile.TemporaryDirectory() as folder:
            case.write(folder)
            for task in case.tasks:
                self.run_task(case, task, folder)

    def run_task(self, case, task, folder):
        methods = [
            (peer, Result(case, task, peer.name, hardware))
            for peer in self.peers
            if task in peer.tasks
            for hardware in self.hardware(peer, task)
        ]
        self.results += [result for _, result in methods]
        for _, result in methods:
            result.reason = self.known_reason(result)
        expected = None
        waiting = [(peer, result) for peer, result in methods if not result.reason]
        for _ in range(self.rounds):
            for peer, result in list(waiting):
                start = time.monotonic()
                try:
                    self.measure(peer, result, folder)
                except Failed as failure:
                    result.reason = str(failure)
                    if isinstance(failure, TooLong):
                        self.too_long.append(result)
                    waiting.remove((peer, result))
                    continue
                values = read_bytes(os.path.join(folder, "values"))
                expected = expected or (result, values)
                check_values(result, values, *expected)
                if time.monotonic() - start > LONG_SECONDS:
                    waiting.remove((peer, result))
        for _, result in methods:
            shown = f"{result.median:.6f} s" if not result.reason else result.reason
            print(f"{task}\t{case.title}\t{result.peer}\t{result.hardware}\t{shown}", flush=True)

    def known_reason(self, result):
        """A peer that ran out of time or memory is not run for longer sequences that are no more similar."""
        for one in self.too_long:
            if (
                (one.task, one.peer, one.hardware) == (result.task, result.peer, result.hardware)
                and one.case.work <= result.case.work
                and one.case.similarity >= result.case.similarity
            ):
                return f"not run: {one.reason} for {one.case.title}"
        return ""

    def measure(self, peer, result, folder):
        command = [*peer.command, result.task, folder, result.hardware, str(self.seconds)]
        done = self.run_process(command, result.hardware)
        if done.returncode == measure.WRONG_RESULT:
            sys.exit(f"{result.peer} is wrong about {result.task} of {result.case.title}: {last_line(done.stderr)}")
        if done.returncode < 0:
            raise Failed(f"ended by signal {-done.returncode}")
        if done.returncode != 0:
            if "bad_alloc" in done.stderr or "MemoryError" in done.stderr:
                raise TooLong("more than 4 GiB of memory")
            raise Failed(last_line(done.stderr).removeprefix("ValueError: "))
        measured = json.loads(done.stdout)
        result.seconds += measured["seconds"]
        result.peak = max(result.peak, measured["peak"])
        result.added = max(result.added, measured["added"])

    def run_process(self, command, hardware):
        """Runs it until it has computed for longer than the limit; on a busy machine, that may take a while."""
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        threads = 1 if self.device else int(hardware)
        prepare = None if self.device else lambda: restrict(threads)
        start = time.monotonic()
        with subprocess.Popen(command, preexec_fn=prepare, **pipes) as process:
            while True:
                try:
                    output, errors = process.communicate(timeout=0.2)
                    return subprocess.CompletedProcess(command, process.returncode, output, errors)
                except subprocess.TimeoutExpired as error:
                    elapsed = time.monotonic() - start
                    used = elapsed if self.device else processor_seconds(process)
                    if used > threads * self.limit or elapsed > 10 * self.limit:
                        process.kill()
                        raise TooLong(f"more than {self.limit} s") from error


def restrict(threads):
    """Gives a process that is about to start as many cores as threads, and not all the memory."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-threads:])
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def processor_seconds(process):
    """What a running process has used."""
    with contextlib.suppress(OSError), open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return 0


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def check_values(result, values, other, others):
    """Ends the run if two peers disagree."""
    if values == others:
        return
    numbers, expected = memoryview(values).cast("Q").tolist(), memoryview(others).cast("Q").tolist()
    if len(numbers) != len(expected):
        difference = f"{len(numbers)} values instead of {len(expected)}"
    else:
        i = next(i for i, pair in enumerate(zip(numbers, expected)) if pair[0] != pair[1])
        difference = f"value {i} is {numbers[i]} instead of {expected[i]}"
    sys.exit(
        f"{result.peer} ({result.hardware}) and {other.peer} ({other.hardware}) disagree about {result.task} of "
        f"{result.case.title}: {difference}."
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("output")
    work = parser.add_mutually_exclusive_group()
    work.add_argument("--quick", action="store_true", help="a few small cases, to see that everything runs")
    work.add_argument("--fasta", nargs=2, metavar=("A", "B"), help="these two files, of one record each, instead")
    parser.add_argument("--device", action="store_true", help="sets on a CUDA device")
    parser.add_argument("--limit", type=int, default=20, help="seconds for a process and thread (default: 20)")
    parser.add_argument("--all-peers", action="store_true", help=f"exit with {ABSENT} at the end if a peer is absent")
    options = parser.parse_args()

    start = time.monotonic()
    names = ("gpulcs", "stringzilla") if options.device else (*PROGRAMS, *MODULES)
    peers, absent = find_peers(options.programs, names)
    if not any(peer.name == "gpulcs" for peer in peers):
        sys.exit(f"There is no measure_gpulcs in {options.programs}. Build the target peers.")
    comparison = Comparison(peers, options)
    if options.fasta:
        chosen = cases.file_cases(*options.fasta)
    elif options.device:
        chosen = cases.device_cases(options.quick)
    else:
        chosen = cases.quick_cases() if options.quick else cases.all_cases(MERS)
    for case in chosen:
        comparison.run(case)
    conditions = report.Conditions(peers, absent, time.monotonic() - start)
    report.write(options.output, comparison.results, conditions)
    if absent and options.all_peers:
        sys.exit(ABSENT)


if __name__ == "__main__":
    main()
