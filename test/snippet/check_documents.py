# SPDX-License-Identifier: BSD-3-Clause
"""Checks the code blocks of README.md and doc/*.md.

cpp      must be a file of test/snippet, which is compiled and run; a text block right after it must be its output
console  the commands that start with "$ gpulcs" are run in the root of the project; what they print must be what follows
cmake    every line must stand in the CMakeLists.txt of test/external_project/consumer

Links to files of the project must lead to one.
"""

import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
program = pathlib.Path(sys.argv[2])
failures = []


def normalise(code):
    lines = [line.rstrip() for line in code.splitlines() if "SPDX-License-Identifier" not in line]
    return "\n".join(lines).strip()


snippets = {normalise(path.read_text()): path for path in (root / "test/snippet").glob("*.cpp")}
consumer = (root / "test/external_project/consumer/CMakeLists.txt").read_text()
consumer_lines = {line.strip() for line in consumer.splitlines()}


def check_console(where, block):
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}")
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        if not command.startswith("gpulcs"):
            continue
        run = subprocess.run(command, shell=True, cwd=root, env=environment, capture_output=True, text=True)
        if (run.stdout + run.stderr).strip() != expected.strip():
            failures.append(f"{where}: {command} printed\n{run.stdout}{run.stderr}")


documents = [root / "README.md", *sorted((root / "doc").glob("**/*.md"))]
blocks_checked = 0
for document in documents:
    text = document.read_text()
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^):#]+)(?:#[^)]*)?\)", prose):
        if not (document.parent / link).exists():
            failures.append(f"{document.relative_to(root)}: there is no {link}")
    blocks = list(re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL))
    for i, match in enumerate(blocks):
        language, block = match.groups()
        where = f"{document.relative_to(root)}:{text[: match.start()].count(chr(10)) + 1}"
        if language == "cpp":
            blocks_checked += 1
            snippet = snippets.get(normalise(block))
            if snippet is None:
                failures.append(f"{where}: this code is not a file of test/snippet")
                continue
            follower = blocks[i + 1] if i + 1 < len(blocks) else None
            if follower and follower.group(1) == "text" and text[match.end() : follower.start()].strip() == "":
                if follower.group(2) != snippet.with_suffix(".out").read_text():
                    failures.append(f"{where}: the text after it is not what {snippet.name} prints")
        elif language == "console":
            blocks_checked += 1
            check_console(where, block)
        elif language == "cmake":
            blocks_checked += 1
            for line in block.splitlines():
                if line.strip() and line.strip() not in consumer_lines:
                    failures.append(f"{where}: not in the consumer project: {line}")

print(f"{blocks_checked} blocks checked")
if failures or blocks_checked == 0:
    sys.exit("\n".join(failures) or "no block found")
