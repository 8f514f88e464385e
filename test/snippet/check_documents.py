# SPDX-License-Identifier: BSD-3-Clause
"""Checks the code blocks and links of all documents: those in the root, in doc and in test.

check_documents.py ROOT PROGRAM [KIND]

cpp      must be a file of test/snippet, which is compiled and run; a text block right after it must be its output
console  the commands after "$ " are run, with further lines after "> "; what they print must be what follows
sh       is run in doc/tutorial and doc/how-to only, and must succeed; a text block right after it must be what it prints
cmake    every line must stand in the CMakeLists.txt of test/external_project/consumer

The commands of a page are run by one shell, one after the other, in a temporary folder that has links to all that is in
the root of the project. A block after the comment "not run: REASON" is counted, but not run, as is a page whose comment
"needs: NAME..." names a program or a folder that is missing. Pages with the comment "kind: KIND" are checked only if that is
asked for: "long" ones take a minute and download data, "mpi" ones need a program that was built with MPI.

Links to files of the project must lead to one.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1]).resolve()
program = pathlib.Path(sys.argv[2])
kinds = sys.argv[3:]
failures = []


def normalise(code):
    lines = [line.rstrip() for line in code.splitlines() if "SPDX-License-Identifier" not in line]
    return "\n".join(lines).strip()


snippets = {normalise(path.read_text()): path for path in (root / "test/snippet").glob("*.cpp")}
consumer = (root / "test/external_project/consumer/CMakeLists.txt").read_text()
consumer_lines = {line.strip() for line in consumer.splitlines()}
cuda_lines = {
    line.strip() for line in (root / "test/external_project/consumer/thrust.cu").read_text().splitlines()
}


class session:
    """Commands of one page, and what each must print; None if anything."""

    def __init__(self):
        self.steps = []

    def add_console(self, where, block):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            end = 1
            while end < len(lines) and lines[end].startswith("> "):
                end += 1
            command = "\n".join([lines[0], *(line[2:] for line in lines[1:end])])
            self.steps.append((where, command, "\n".join(lines[end:]), False))

    def add_script(self, where, block, expected):
        self.steps.append((where, block, expected, True))

    def check(self):
        """Runs the commands; each one's output ends with a character that is in no output, and its status."""
        script = "\n".join(f"{command}\nprintf '\\1%d\\1' $?" for _, command, _, _ in self.steps)
        environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
        with tempfile.TemporaryDirectory() as folder:
            for entry in root.iterdir():
                (pathlib.Path(folder) / entry.name).symlink_to(entry)
            run = subprocess.run(
                ["bash", "-c", script],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        results = run.stdout.split("\1")
        for i, (where, command, expected, must_succeed) in enumerate(self.steps):
            output, status = (results[2 * i], results[2 * i + 1]) if 2 * i + 1 < len(results) else ("", "not run")
            if expected is not None and output.strip() != expected.strip():
                failures.append(f"{where}: {command}\nprinted\n{output}")
            elif must_succeed and status != "0":
                failures.append(f"{where}: {command}\nended with status {status}, and printed\n{output}")


def comment_before(text, position, word):
    """What a comment right before a block says after a word."""
    match = re.search(rf"<!-- {word}: ([^>]*) -->\s*$", text[:position])
    return match and match.group(1)


def comments(text, word):
    return re.findall(rf"^<!-- {word}: ([^>]*) -->$", text, flags=re.MULTILINE)


documents = sorted([*root.glob("*.md"), *root.glob("doc/**/*.md"), *root.glob("test/**/*.md")])
scripts_are_run = {pathlib.Path("doc/tutorial"), pathlib.Path("doc/how-to")}
blocks_checked = 0
not_run = []
for document in documents:
    text = document.read_text()
    page = document.relative_to(root)
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^):#]+)(?:#[^)]*)?\)", prose):
        if not (document.parent / link).exists():
            failures.append(f"{page}: there is no {link}")

    needed = [name for names in comments(text, "needs") for name in names.split()]
    missing = [name for name in needed if not shutil.which(name) and not pathlib.Path(name).is_dir()]
    if comments(text, "kind") != kinds:
        continue
    if missing:
        not_run.append(f"{page}: there is no {', '.join(missing)}")
    commands = session()
    blocks = list(re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL))
    for i, match in enumerate(blocks):
        language, block = match.groups()
        where = f"{page}:{text[: match.start()].count(chr(10)) + 1}"
        follower = blocks[i + 1] if i + 1 < len(blocks) else None
        output = None
        if follower and follower.group(1) == "text" and text[match.end() : follower.start()].strip() == "":
            output = follower.group(2)
        is_command = language == "console" or (language == "sh" and page.parent in scripts_are_run)
        if is_command and (reason := comment_before(text, match.start(), "not run")):
            not_run.append(f"{where}: {reason}")
            continue
        blocks_checked += (is_command and not missing) or language in ("cpp", "cuda", "cmake")
        if language == "cpp":
            snippet = snippets.get(normalise(block))
            if snippet is None:
                failures.append(f"{where}: this code is not a file of test/snippet")
            elif output is not None and output != snippet.with_suffix(".out").read_text():
                failures.append(f"{where}: the text after it is not what {snippet.name} prints")
        elif language == "console":
            commands.add_console(where, block)
        elif is_command:
            commands.add_script(where, block, output)
        elif language == "cuda":
            for line in block.splitlines():
                if line.strip() not in cuda_lines:
                    failures.append(f"{where}: not in the consumer with Thrust: {line}")
        elif language == "cmake":
            for line in block.splitlines():
                if line.strip() and line.strip() not in consumer_lines:
                    failures.append(f"{where}: not in the consumer project: {line}")
    if commands.steps and not missing:
        commands.check()

print("\n".join([f"not run: {each}" for each in not_run] + [f"{blocks_checked} blocks checked, {len(not_run)} not run"]))
if failures or blocks_checked == 0:
    sys.exit("\n".join(failures) or "no block found")
