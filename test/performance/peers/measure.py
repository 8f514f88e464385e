#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a package of Python for a case, as measurement.hpp does for programs.

    measure.py MODULE tasks
    measure.py MODULE TASK FOLDER HARDWARE SECONDS

The first line writes what the peer can do. The second one runs a task several times after a warm-up and writes times and memory; the
values, which all peers must agree on, go into the folder. A module is a file peer_*.py with NAME, VERSION, PARALLEL (the tasks that use
more than one thread) and TASKS: for each task a function that gets the case and returns what is measured, and what turns its
result into numbers.
"""

import array
import contextlib
import importlib
import json
import os
import sys
import time

from alignments import WrongResult

# The exit status of a peer that is wrong.
WRONG_RESULT = 3
MAX_RUNS = 9
# A run that takes longer needs no warm-up.
LONG_SECONDS = 1


class Case:
    """The input, as cases.py has written it."""

    def __init__(self, folder, hardware):
        def read_lines(name):
            with open(os.path.join(folder, name), encoding="ascii") as file:
                return file.read().split("\n")[:-1]

        self.first, self.second = read_lines("first"), read_lines("second")
        self.alphabet, differences = read_lines("options")
        self.differences = int(differences)
        self.hardware = hardware

    @property
    def threads(self):
        return int(self.hardware)

    @property
    def pairs(self):
        return list(zip(self.first, self.second))


def status_bytes(key):
    with open("/proc/self/status", encoding="ascii") as file:
        return next((int(line.split()[1]) * 1024 for line in file if line.startswith(key)), 0)


def forget_peak():
    """Not every kernel can do it; then the memory is that of the whole process."""
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def run_repeatedly(run, clock, limit):
    """The seconds of each run, and the last result."""
    start = clock()
    result = run()
    elapsed = clock() - start
    if elapsed > LONG_SECONDS:
        return [elapsed], result
    seconds = []
    while len(seconds) < MAX_RUNS and sum(seconds) < limit:
        del result
        start = clock()
        result = run()
        seconds.append(clock() - start)
    return seconds, result


def main():
    module = importlib.import_module(sys.argv[1])
    task = sys.argv[2]
    if task == "tasks":
        tasks = {name: name in module.PARALLEL for name in module.TASKS}
        print(json.dumps({"name": module.NAME, "version": module.VERSION, "build": "Python", "tasks": tasks}))
        return
    folder, hardware, limit = sys.argv[3], sys.argv[4], float(sys.argv[5])
    case = Case(folder, hardware)
    prepare, to_values = module.TASKS[task]
    run = prepare(case)

    before = status_bytes("VmRSS:")
    forget_peak()
    # Other programs change the processor time of one thread little.
    clock = time.process_time if hardware == "1" else time.perf_counter
    seconds, result = run_repeatedly(run, clock, limit)
    peak = status_bytes("VmHWM:")
    try:
        values = array.array("Q", to_values(case, result))
    except WrongResult as error:
        print(error, file=sys.stderr)
        sys.exit(WRONG_RESULT)
    with open(os.path.join(folder, "values"), "wb") as file:
        values.tofile(file)
    print(json.dumps({"peak": peak, "added": max(peak - before, 0), "seconds": seconds}))


if __name__ == "__main__":
    main()
