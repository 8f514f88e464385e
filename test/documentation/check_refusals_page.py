# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the page about refusals has each sentence with which the public headers refuse a configuration, and no other.

check_refusals_page.py ROOT
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
literals = r'((?:"[^"]*"\s*)+)'

sentences = set()
for header in (root / "include").rglob("*.hpp"):
    text = header.read_text()
    found = re.findall(rf"static_assert\s*\([^;]*?{literals}\)\s*;", text)
    found += re.findall(rf"invalid_alignment_configuration\{{\s*{literals}", text)
    sentences |= {"".join(re.findall('"([^"]*)"', parts)) for parts in found}
# A sentence goes on with a number, which the page cannot have.
sentences = {re.sub(r" -$", "", sentence) for sentence in sentences}

page = (root / "doc/how-to/refused_configurations.md").read_text()
explained = set(re.findall(r"^\| (?!the error says)([^|]*[^|\s]) \|", page, flags=re.MULTILINE))

failures = [f"not explained: {each}" for each in sorted(sentences - explained)]
failures += [f"no header says: {each}" for each in sorted(explained - sentences)]
print(f"{len(sentences)} sentences")
if failures or not sentences:
    sys.exit("\n".join(failures) or "no sentence found")
