# SPDX-License-Identifier: BSD-3-Clause
"""Runs a program and compares what it prints with a file."""

import pathlib
import subprocess
import sys

program, expected_file = sys.argv[1:]
# SeqAn3 debugs to the standard error.
printed = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout
expected = pathlib.Path(expected_file).read_text()
if printed != expected:
    sys.exit(f"{program} printed\n{printed}\nbut {expected_file} says\n{expected}")
