# SPDX-License-Identifier: BSD-3-Clause
"""The version is the same wherever it stands, and links of the root's documents lead to files.

With --release, the changes of that version have a heading of their own, too.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
release = sys.argv[2:] == ["--release"]
failures = []


def found(path, pattern):
    return re.findall(pattern, (root / path).read_text(), flags=re.MULTILINE)


header = "include/seqan3_gpulcs/version.hpp"
version = found(header, r'VERSION_CSTRING "(\d+\.\d+\.\d+)"')[0]
minor = version.rpartition(".")[0]

# Each pattern must match somewhere, and only with this version.
places = [
    ("CITATION.cff", r"^version: (.*)$", version),
    ("packaging/conda/recipe/meta.yaml", r'^{% set version = "(.*)" %}$', version),
    ("packaging/cpm/package-lock.cmake", r"^ +VERSION (.*)$", version),
    ("test/external_project/consumer/CMakeLists.txt", r"GIT_TAG v([\d.]+)", version),
    ("test/external_project/consumer/CMakeLists.txt", r"find_package \(seqan3_gpulcs (\d[\d.]+)", minor),
    ("CHANGELOG.md", rf"^## ({re.escape(version)})$", version),
]
for path, pattern, expected in places:
    versions = found(path, pattern)
    if not versions or set(versions) != {expected}:
        failures.append(f"{path}: '{pattern}' finds {versions}, but {header} says {expected}")

numbers = ".".join(found(header, r"VERSION_(?:MAJOR|MINOR|PATCH) (\d+)"))
if numbers != version:
    failures.append(f"{header}: the numbers are {numbers}, the text is {version}")

# Documents may name older versions, but not as the present one.
documents = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "doc").glob("**/*.md"))]
for document in documents:
    text = document.read_text()
    present = re.findall(r"(?:GIT_TAG v|#v|[Ss]tatus[^\n]*version |^gpulcs |seqan3_gpulcs-)(\d+\.\d+\.\d+)", text, flags=re.MULTILINE)
    if not set(present) <= {version}:
        failures.append(f"{document.relative_to(root)}: says {present}, but {header} says {version}")

changes = (root / "CHANGELOG.md").read_text()
if release and re.search(r"^## Unreleased$", changes, flags=re.MULTILINE):
    failures.append(f"CHANGELOG.md: what is under 'Unreleased' belongs under '{version}', with that number raised where it must be")

# The tests of the documents follow the links of all others.
prose = (root / "CONTRIBUTING.md").read_text()
for link in re.findall(r"\]\(([^):#]+)(?:#[^)]*)?\)", prose):
    if not (root / link).exists():
        failures.append(f"CONTRIBUTING.md: there is no {link}")

print(f"version {version}: {len(places)} places and {len(documents)} documents")
if failures:
    sys.exit("\n".join(failures))
