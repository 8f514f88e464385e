# SPDX-License-Identifier: BSD-3-Clause
"""Renders the recipe for conda in both variants, and reads it and the other descriptions as YAML.

Needs Jinja2 and PyYAML (Debian: python3-jinja2, python3-yaml), and is skipped without them. conda itself is not needed, so names of
packages are not looked up.
"""

import pathlib
import re
import sys

try:
    import jinja2
    import yaml
except ImportError as problem:
    print(f"Skipped: {problem}")
    sys.exit(77)

root = pathlib.Path(sys.argv[1])
recipe = root / "packaging/conda/recipe"


def render(cuda_version):
    """What conda-build reads: lines whose selector holds, as a template, as YAML."""
    names = {"linux": True, "cuda_compiler_version": cuda_version}
    lines = []
    for line in (recipe / "meta.yaml").read_text().splitlines():
        selector = re.search(r"# \[(.*)\]$", line)
        if not selector or eval(selector.group(1), names):
            lines.append(line)
    values = {
        "cuda_compiler_version": cuda_version,
        "compiler": lambda language: f"{language}_compiler",
        "stdlib": lambda language: f"{language}_stdlib",
        "pin_subpackage": lambda name, max_pin: f"{name} {max_pin}",
        "PKG_HASH": "1234567",
    }
    template = jinja2.Environment(undefined=jinja2.StrictUndefined).from_string("\n".join(lines))
    return yaml.safe_load(template.render(values))


variants = yaml.safe_load((recipe / "conda_build_config.yaml").read_text())
versions = variants["cuda_compiler_version"]
for keys in variants["zip_keys"]:
    assert len({len(variants[key]) for key in keys}) == 1, f"the lists of {keys} differ in length"
assert versions[0] == "None" and len(versions) == 2, versions

cpu, cuda = (render(version) for version in versions)
assert cpu["package"] == cuda["package"]
assert cpu["build"]["string"] == "cpu_h1234567_0", cpu["build"]
assert cuda["build"]["string"] == f"cuda{versions[1].replace('.', '')}_h1234567_100", cuda["build"]
assert not any("cuda" in str(entry) for entry in cpu["requirements"].values()), cpu["requirements"]
assert "cuda_compiler" in cuda["requirements"]["build"]
assert f"cuda-version {versions[1]}.*" in cuda["requirements"]["host"]
for path in cpu["test"]["source_files"] + [cpu["about"]["license_file"]]:
    assert (root / path).exists(), path

citation = yaml.safe_load((root / "CITATION.cff").read_text())
assert {"cff-version", "message", "title", "authors"} <= citation.keys()
assert citation["version"] == cpu["package"]["version"]
print("both variants are rendered")
