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

help_text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
listed = help_text.partition("Commands:")[2].partition("Examples:")[0]
commands = re.findall(r"^  ([a-z]+) ", listed, flags=re.MULTILINE)
missing = [command for command in commands if not re.search(rf"\bgpulcs {command}\b", script.read_text())]
if not commands or missing:
    sys.exit(f"{script.name} does not run {missing}, of {commands}")

environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}")
subprocess.run(["bash", script], cwd=root, env=environment, check=True)
