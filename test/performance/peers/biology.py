#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tasks of molecular biologists, with gpulcs and with the programs that people use for them.

    biology.py GPULCS [--quick] [--large] [--python PYTHON] [--only TASK...] [--all-peers]

GPULCS is the program. Tables in Markdown go to standard output: times, what was right, and versions; progress goes to standard error.
Nothing is installed, and a program that is missing has rows that say so. All that is compared, and genomes of bacteria for it, are
packages of Debian, but for Edlib, which PYTHON may have; run.sh --biology installs all of them, and starts this.

    apt-get install mafft quicktree mash mummer ncbi-blast+ primer3 cutadapt vsearch bowtie2 bowtie2-examples ragout-examples
    pip install edlib

Without the genomes, random ones are taken. Random data are always the same. Times include starting the program and reading files: the
elapsed ones, medians of several runs for those that take less than a second, and the processor's of the last run. All get as many
threads as there are cores if they have such an option. gpulcs is exact; what follows from that is checked, and ends the run with an
error if it is wrong.
"""

import argparse
import dataclasses
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import biology_tasks
import measure
import report

HERE = os.path.dirname(os.path.abspath(__file__))
EDLIB = os.path.join(HERE, "edlib_demultiplex.py")
# How each program tells its version.
VERSIONS = {
    "mafft": ["mafft", "--version"],
    "quicktree": ["quicktree", "-v"],
    "mash": ["mash", "--version"],
    "dnadiff": ["dnadiff", "--version"],
    "blastn": ["blastn", "-version"],
    "primer3_core": ["primer3_core", "--about"],
    "cutadapt": ["cutadapt", "--version"],
    "vsearch": ["vsearch", "--version"],
    "bowtie2": ["bowtie2", "--version"],
}
# An exit status that means that a test was skipped.
ABSENT = 77


@dataclasses.dataclass
class Tool:
    """A program as it is installed: how it was compiled is not known."""

    name: str
    version: str
    build: str = ""
    compiler: str = ""


@dataclasses.dataclass
class Run:
    """What a program took, and the file with its standard output."""

    elapsed: float
    processor: float
    output: str

    def __add__(self, other):
        return Run(self.elapsed + other.elapsed, self.processor + other.processor, other.output)

    def lines(self):
        with open(self.output, encoding="utf-8") as file:
            return file.read().splitlines()


class Failed(Exception):
    """A program ended with an error."""


class Bench:
    """Runs programs in a folder."""

    def __init__(self, options, folder):
        self.folder = folder
        self.quick = options.quick
        self.large = options.large
        self.threads = str(len(os.sched_getaffinity(0)))
        self.tables = []
        self.runs = 0
        edlib = [options.python, "-B", EDLIB]
        self.commands = {name: [command[0]] for name, command in VERSIONS.items()}
        self.commands |= {"gpulcs": [os.path.abspath(options.gpulcs)], "edlib": edlib}
        versions = {"gpulcs": [options.gpulcs, "--version"], **VERSIONS, "edlib": edlib}
        self.tools = {name: Tool(name, version) for name, command in versions.items() if (version := find_version(command))}
        self.absent = [name for name in versions if name not in self.tools]

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, tool, *arguments, text=""):
        """A program with its threads and standard input."""
        self.runs += 1
        name = self.path(f"{tool}.{self.runs}")
        try:
            return self.run_command([*self.commands[tool], *map(str, arguments)], name, text)
        except Failed as failure:
            if tool == report.OWN:
                sys.exit(str(failure))
            raise

    def run_command(self, command, output, text=""):
        print(" ".join(command)[:160], file=sys.stderr, flush=True)
        limit = 0.001 if self.quick else 1
        seconds, processor = measure.run_repeatedly(lambda: self.run_once(command, output, text), time.perf_counter, limit)
        return Run(statistics.median(seconds), processor, output)

    def run_once(self, command, output, text):
        """The processor time, also that of processes which the program starts."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(output, "w", encoding="utf-8") as file:
            done = subprocess.run(
                command, input=text, stdout=file, stderr=subprocess.PIPE, cwd=self.folder, encoding="utf-8", errors="replace"
            )
        if done.returncode != 0:
            raise Failed(f"{os.path.basename(command[0])} failed: {(done.stderr.strip().splitlines() or [''])[-1][:120]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def table(self, title, text, *columns):
        self.tables.append(Table(self.tools, title, text, ["time", "processor", *columns]))
        return self.tables[-1]

    def need(self, condition, sentence):
        """Ends the run if gpulcs is wrong."""
        if not condition:
            sys.exit(f"gpulcs is wrong: {sentence}.")


@dataclasses.dataclass
class Table:
    """A row for each way to do a task."""

    tools: dict
    title: str
    text: str
    columns: list
    rows: list = dataclasses.field(default_factory=list)

    def row(self, label, tool, compute):
        """Computes a run and what goes into the other columns, unless the program is absent."""
        if tool not in self.tools:
            self.rows.append([label, f"{tool} is absent"])
            return
        try:
            run, *cells = compute()
        except Failed as failure:
            self.rows.append([label, str(failure)])
            return
        self.rows.append([label, report.seconds(run.elapsed), report.seconds(run.processor), *map(str, cells)])

    def markdown(self):
        size = 1 + len(self.columns)
        lines = [f"## {self.title}", "", self.text, "", f"| | {' | '.join(self.columns)} |", "|---" * size + "|"]
        lines += [f"| {' | '.join(row + [''] * (size - len(row)))} |" for row in self.rows]
        return "\n".join(lines) + "\n"


def find_version(command):
    """The first number with a point that a program writes about itself, or nothing if it is not there."""
    if not shutil.which(command[0]):
        return ""
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, text=True, check=False)
    found = re.search(r"\d+(\.\d+)+", done.stderr + done.stdout)
    return found[0] if found and done.returncode == 0 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gpulcs", metavar="GPULCS")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="little data, to see that everything runs")
    size.add_argument("--large", action="store_true", help="a million reads with barcodes, too")
    parser.add_argument("--python", default=sys.executable, help="one that may have Edlib (default: that which runs this)")
    names = list(biology_tasks.TASKS)
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="TASK", help=", ".join(names))
    parser.add_argument("--all-peers", action="store_true", help=f"exit with {ABSENT} at the end if a peer is absent")
    options = parser.parse_args()

    start = time.monotonic()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, folder)
        if report.OWN not in bench.tools:
            sys.exit(f"There is no program {options.gpulcs}.")
        for name in options.only:
            biology_tasks.TASKS[name](bench)
    conditions = report.Conditions(bench.tools.values(), bench.absent, time.monotonic() - start)
    print(conditions.text(), f"Load {load:.1f} at the beginning, {os.getloadavg()[0]:.1f} at the end.\n")
    print("\n".join(table.markdown() for table in bench.tables))
    if bench.absent and options.all_peers:
        sys.exit(ABSENT)


if __name__ == "__main__":
    main()
