# SPDX-License-Identifier: BSD-3-Clause
"""Fills in the recipes for vcpkg and Spack as a release does, and compares what they pass with the options of CMakeLists.txt.

Neither vcpkg nor Spack is needed, so names of packages are not looked up.
"""

import json
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
port = "packaging/vcpkg/seqan3-gpulcs"
packages = "packaging/spack/spack_repo/seqan3_gpulcs/packages"
version = re.search(r'VERSION_CSTRING "(.*)"', (root / "include/seqan3_gpulcs/version.hpp").read_text())[1]
values = {"HOMEPAGE": "https://home.invalid/seqan3_gpulcs", "VERSION": version, "SHA256": "0" * 64, "SHA512": "0" * 128}
options = set(re.findall(r"^(?:option|set) \(\s*(SEQAN3_GPULCS_\w+)", (root / "CMakeLists.txt").read_text(), flags=re.MULTILINE))
failures = []


def filled(path, *tokens):
    """The text of a recipe; it must have these tokens, and no others."""
    text = (root / path).read_text()
    for token in tokens:
        if f"@{token}@" not in text:
            failures.append(f"{path}: has no @{token}@ for a release to fill in")
        text = text.replace(f"@{token}@", values[token])
    failures.extend(f"{path}: a release does not fill in {token}" for token in sorted(set(re.findall(r"@[A-Z]\w*@", text))))
    return text


def check_options(path, names):
    if "SEQAN3_GPULCS_CUDA" not in names:
        failures.append(f"{path}: does not say whether to build the CUDA backend, or this test cannot read it any more")
    for name in sorted(set(names) - options):
        failures.append(f"{path}: passes {name}, which is no option of CMakeLists.txt and would be ignored")


try:
    manifest = json.loads(filled(f"{port}/vcpkg.json", "HOMEPAGE", "VERSION"))
except json.JSONDecodeError as problem:
    sys.exit(f"{port}/vcpkg.json: is no JSON: {problem}")
keys = ["dependencies", "description", "features", "homepage", "license", "name", "supports", "version"]
if sorted(manifest) != keys:
    failures.append(f"{port}/vcpkg.json: has the keys {sorted(manifest)}, expected are {keys}")
portfile = filled(f"{port}/portfile.cmake", "HOMEPAGE", "SHA512")
features = dict(re.findall(r"^ +(\w+) (SEQAN3_GPULCS_\w+)$", portfile, flags=re.MULTILINE))
check_options(f"{port}/portfile.cmake", re.findall(r"-D(SEQAN3_GPULCS_\w+)", portfile) + list(features.values()))
if sorted(features) != sorted(manifest["features"]):
    failures.append(f"{port}: portfile.cmake reads the features {sorted(features)}, vcpkg.json has {sorted(manifest['features'])}")

for path, tokens in {f"{packages}/seqan3/package.py": [], f"{packages}/seqan3_gpulcs/package.py": ["HOMEPAGE", "SHA256", "VERSION"]}.items():
    package = filled(path, *tokens)
    compile(package, path, "exec")
    if tokens:
        check_options(path, re.findall(r'define(?:_from_variant)?\(\s*"(SEQAN3_GPULCS_\w+)"', package))

print(f"version {version}: the recipes are compared with {len(options)} options")
if failures:
    sys.exit("\n".join(failures))
