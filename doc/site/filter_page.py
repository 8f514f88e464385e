# SPDX-License-Identifier: BSD-3-Clause
"""Prints a Markdown page as Doxygen wants it, so that the page itself looks the same wherever Markdown is shown.

Headings get labels that do not depend on Doxygen's version; links to pages and their headings become references to
these; pictures are named without their folders; long pages get a table of contents.
"""

import collections
import pathlib
import re
import sys

root = pathlib.Path.cwd()
headings_of_long_pages = 4
files_of_site = ("LICENSE", "CITATION.cff")  # As in HTML_EXTRA_FILES.
taken = collections.Counter()  # Labels of headings; of equal ones, all but the first get a number.


def page_label(path):
    """doc/how-to/primers.md: how_to_primers; the page of a folder, README.md, has the name of the folder; doc's is documentation."""
    parts = list(path.relative_to(root).with_suffix("").parts)
    if parts == ["README"]:
        return "index"
    if parts[0] == "doc":
        parts = parts[1:]
    if parts[-1] == "README":
        parts = parts[:-1]
    return re.sub(r"[-.]", "_", "_".join(parts)).lower() or "documentation"


def heading_label(page, heading):
    """The page, and what Markdown viewers make of a heading."""
    words = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
    return f"{page_label(page)}_{words}"


def reference(page, match):
    text, target, anchor = match.groups()
    to = (page.parent / target).resolve() if target else page
    if to.suffix != ".md":
        path = str(to.relative_to(root))
        if path in files_of_site:
            return f"[{text}]({path})"
        return text if path in text else f"{text} (`{path}`)"  # The site has no such file: say where it is.
    label = heading_label(to, anchor) if anchor else page_label(to)
    return f"[{text}](@ref {label})"


def filtered_line(page, line):
    if match := re.match(r"(#+) (.*)", line):
        level, heading = match[1], match[2].replace("`", "")  # Tables of contents have no code.
        if page_label(page) == "index":  # In the navigation, the start page has no parts.
            if level == "#":
                return f"# {heading} {{#mainpage}}"
            return f"\\anchor {heading_label(page, heading)}\n<h2>{heading}</h2>"
        label = page_label(page) if level == "#" else heading_label(page, heading)
        taken[label] += 1
        again = taken[label] - 1
        return f"{level} {heading} {{#{label}{f'-{again}' if again else ''}}}"
    line = re.sub(r"(!\[[^]]*\]\(|src=\")[^):\"]*/([^/)\"]+)", r"\1\2", line)
    return re.sub(r"(?<!!)\[([^]]*)\]\(([^):#]*)(?:#([^)]*))?\)", lambda match: reference(page, match), line)


page = pathlib.Path(sys.argv[1]).resolve()
text = page.read_text()
prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
wants_contents = page_label(page) != "index" and len(re.findall(r"^## ", prose, flags=re.MULTILINE)) >= headings_of_long_pages

in_code = False
for line in text.splitlines():
    if line.startswith("```"):
        in_code = not in_code
    print(line if in_code else filtered_line(page, line))
    if wants_contents and not in_code and line.startswith("# "):
        print("\n[TOC]")
        wants_contents = False
