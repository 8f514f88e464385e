# SPDX-License-Identifier: BSD-3-Clause
"""Compiles a file of lines that must not compile, and checks the first error of each.

A comment "// refused: TEXT" is for the statement after it: the first error that it causes must contain the text. After
"// compiles" there must be no error.
"""

import pathlib
import re
import subprocess
import sys

source, *command = sys.argv[1:]
name = pathlib.Path(source).name
marks = {}
for number, line in enumerate(pathlib.Path(source).read_text().splitlines(), start=1):
    if match := re.search(r"// (?:refused: (.+)|compiles)$", line):
        marks[number] = match.group(1)
if None not in marks.values() or len(marks) < 2:
    sys.exit(f"{source} has nothing to check")

run = subprocess.run([*command, source], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

first_errors = {}
where = None  # The line of the source that the compiler is at.
for line in run.stdout.splitlines():
    if match := re.search(rf"{re.escape(name)}:(\d+):", line):
        where = int(match.group(1))
    if re.search(r"\berror: ", line):
        mark = max((number for number in marks if where is not None and number < where), default=None)
        first_errors.setdefault(mark, line)

failures = [f"{name}: {first_errors[None]}"] if None in first_errors else []
for number, text in marks.items():
    error = first_errors.get(number)
    if text is None:
        if error is not None:
            failures.append(f"{name}:{number}: must compile, but\n  {error}")
    elif error is None:
        failures.append(f"{name}:{number}: compiles, but must say\n  {text}")
    elif text not in error:
        failures.append(f"{name}:{number}: must say\n  {text}\nbut says\n  {error}")

print(f"{len(marks)} statements checked")
if failures:
    sys.exit("\n".join(failures))
