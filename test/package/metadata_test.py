# SPDX-License-Identifier: BSD-3-Clause
"""The version is the same wherever it stands, and is not that of an earlier release; the project's home stands in one place.

With --release, its changes have a heading of their own, and the citation names the project's home.
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
    ("test/external_project/consumer/CMakeLists.txt", r"find_package \(seqan3_gpulcs (\d[\d.]+)", minor),
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
    names = r"#v|[Ss]tatus[^\n]*version |^gpulcs |seqan3_gpulcs-|packages/"
    present = re.findall(rf"(?:{names})(\d+\.\d+\.\d+)", text, flags=re.MULTILINE)
    present += re.findall(r"(?:seqan3_gpulcs |libseqan3-gpulcs)(\d+\.\d+)\b", text)
    if not set(present) <= {version, minor}:
        failures.append(f"{document.relative_to(root)}: says {present}, but {header} says {version}")

# Other files take the address of the project's home from CMakeLists.txt, or have @HOMEPAGE@ in its place. Only a citation has to repeat it.
home = found("CMakeLists.txt", r'HOMEPAGE_URL "(.*)"')[0]
cited = found("CITATION.cff", r"^url: (.*)$")
if cited not in ([], [home]) or (release and not cited):
    failures.append(f"CITATION.cff: its url is {cited}, but that of CMakeLists.txt is {home}")
address = home.partition("//")[2]
for folder in (".github", "cmake", "doc", "include", "packaging", "script", "src", "test"):
    for path in sorted((root / folder).glob("**/*")):
        if path.suffix not in {".png", ".gz", ".pyc"} and path.is_file() and address.encode() in path.read_bytes():
            failures.append(f"{path.relative_to(root)}: names {address}, which only CMakeLists.txt should")

# The changes of a version are under its number and a date, "## [0.3.0] - 2026-11-22"; until it is released, under "## [Unreleased]".
changes = {}
for section in re.split(r"^## ", (root / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]:
    heading, _, text = section.partition("\n")
    parts = re.fullmatch(r"\[(Unreleased)\]|\[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}", heading)
    if parts is None:
        failures.append(f"CHANGELOG.md: the heading '{heading}' is neither '[Unreleased]' nor like '[{version}] - 2026-11-22'")
    else:
        changes[parts[1] or parts[2]] = text
has_unreleased = changes.get("Unreleased", "").strip() != ""
if version in changes and has_unreleased:
    failures.append(f"CHANGELOG.md: there are changes since {version}; raise the version in {header} and the places named then")
elif version not in changes and not has_unreleased:
    failures.append(f"CHANGELOG.md: there are no changes under '[{version}]' or '[Unreleased]'")
elif release and "Unreleased" in changes:
    failures.append(f"CHANGELOG.md: what is under '[Unreleased]' belongs under '[{version}] - ' and the date")

print(f"version {version}: {len(places)} places and {len(documents)} documents")
if failures:
    sys.exit("\n".join(failures))
