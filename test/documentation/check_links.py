# SPDX-License-Identifier: BSD-3-Clause
"""Checks that every link within a folder of HTML pages leads to a file, and to an anchor of it if it names one.

check_links.py FOLDER

Links of the navigation tree are those in navtreedata.js and its parts. Links to other hosts are counted, not followed.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse


class page_parser(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links = []
        self.anchors = set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


folder = pathlib.Path(sys.argv[1])
pages = {path.name: page_parser(path.read_text()) for path in folder.glob("*.html")}
links = [(name, link) for name, page in pages.items() for link in page.links]
for script in [folder / "navtreedata.js", *folder.glob("group__*.js"), *folder.glob("class*.js"), *folder.glob("struct*.js")]:
    links += [(script.name, link) for link in re.findall(r'"([^"\s]+\.html(?:#[^"\s]*)?)"', script.read_text())]

failures = set()
outside = 0
for name, link in links:
    parts = urllib.parse.urlsplit(link)
    if parts.scheme == "javascript":
        continue
    if parts.scheme or parts.netloc:
        outside += 1
        continue
    target = urllib.parse.unquote(parts.path) or name
    anchor = urllib.parse.unquote(parts.fragment)
    if not (folder / target).is_file():
        failures.add(f"{name}: there is no {target}")
    elif anchor and target in pages and anchor not in pages[target].anchors:
        failures.add(f"{name}: {target} has no #{anchor}")

print(f"{len(pages)} pages, {len(links) - outside} links within them, {outside} to other sites, which were not followed")
if failures or len(links) == outside:
    sys.exit("\n".join(sorted(failures)) or "no link found")
