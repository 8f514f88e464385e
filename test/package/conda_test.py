# SPDX-License-Identifier: BSD-3-Clause
"""Renders the recipe for conda, and reads it and the other descriptions as YAML.

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
# What the script of a release puts in.
filled = {"@HOMEPAGE@": "https://home.invalid/seqan3_gpulcs", "@SHA256@": "0" * 64}


def render(recipe):
    """What conda-build reads: lines whose selector holds, as a template, as YAML."""
    lines = []
    for line in recipe.read_text().splitlines():
        selector = re.search(r"# \[(.*)\]$", line)
        if not selector or eval(selector.group(1), {"linux": True}):
            lines.append(line)
    text = "\n".join(lines)
    for token, value in filled.items():
        text = text.replace(token, value)
    values = {
        "compiler": lambda language: f"{language}_compiler",
        "stdlib": lambda language: f"{language}_stdlib",
        "pin_subpackage": lambda name, max_pin: f"{name} {max_pin}",
    }
    template = jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(text)
    return yaml.safe_load(template.render(values))


recipe = render(root / "packaging/conda/recipe/meta.yaml")
assert "@" not in str(recipe), "the recipe has a token that script/release.sh does not fill in"
assert "skip" not in recipe["build"], "the recipe skips Linux"
for path in recipe["test"]["source_files"] + recipe["about"]["license_file"]:
    assert (root / path).exists(), path
# What bioconda's linter asks for.
assert {"home", "summary", "license", "license_file", "dev_url", "doc_url"} <= recipe["about"].keys(), recipe["about"]
assert len(recipe["about"]["summary"]) <= 99 and not recipe["about"]["summary"].endswith("."), recipe["about"]["summary"]
assert recipe["build"]["run_exports"] == [f"{recipe['package']['name']} x.x"], recipe["build"]
assert {"cxx_compiler", "c_stdlib"} <= set(recipe["requirements"]["build"]), recipe["requirements"]
assert recipe["extra"]["additional-platforms"] == ["linux-aarch64"], recipe["extra"]

citation = yaml.safe_load((root / "CITATION.cff").read_text())
assert {"cff-version", "message", "title", "authors"} <= citation.keys()
assert citation["version"] == recipe["package"]["version"]
print("the recipe is rendered")
