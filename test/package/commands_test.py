# SPDX-License-Identifier: BSD-3-Clause
"""The script that tests packages runs every command of the program, and passes."""

import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
program = pathlib.Path(sys.argv[2])
script = root / "packaging/conda/recipe/run_test.sh"



def commands_below(*names):
    """The commands that run, with all of their words."""
    help_text = subprocess.run([program, *names, "--help"], capture_output=True, text=True, check=True).stdout
    listed = help_text.partition("\nCommands:\n")[2].partition("Examples:")[0]
    below = [commands_below(*names, name) for name in re.findall(r"^  ([a-z]+) ", listed, flags=re.MULTILINE)]
    return sum(below, []) or [" ".join(names)]


commands = commands_below()
missing = [command for command in commands if not re.search(rf"\bgpulcs {command}\b", script.read_text())]
if len(commands) < 2 or missing:
    sys.exit(f"{script.name} does not run {missing}, of {commands}")

environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}")
subprocess.run(["bash", script], cwd=root, env=environment, check=True)
