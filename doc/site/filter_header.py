# SPDX-License-Identifier: BSD-3-Clause
"""Prints a public header as Doxygen wants it: what a folder declares belongs to the module of its name."""

import pathlib
import re
import sys

module_of_file = {"exception.hpp": "exceptions", "devices.hpp": "plan"}

path = pathlib.Path(sys.argv[1]).resolve()
parts = path.relative_to(pathlib.Path.cwd() / "include/seqan3_gpulcs").parts
folder = parts[0] if len(parts) > 1 else ""
module = module_of_file.get(path.name, folder)
namespace = {"": "seqan3_gpulcs", "configuration": "seqan3_gpulcs::align_cfg"}.get(folder, f"seqan3_gpulcs::{folder}")
text = path.read_text()
if module:
    text = text.replace(f"namespace {namespace}\n{{\n\n", f"namespace {namespace}\n{{ //!\\addtogroup {module}\n//!\\{{\n", 1)
    text = text.replace(f"\n\n}} // namespace {namespace}\n", f"\n//!\\}}\n}} // namespace {namespace}\n", 1)

# Elements are in detail; programs include the header that also has what makes align_pairwise use them.
if element := re.fullmatch(r"(\w+)_element\.hpp", path.name):
    name = element[1]
    text = text.replace(f"\n */\nclass {name} ", f"\n * \\headerfile {name}.hpp <seqan3_gpulcs/{folder}/{name}.hpp>\n */\nclass {name} ")

# Doxygen takes the comma for a part of the name.
print(re.sub(r"(\\throws [\w:]+),", r"\1", text), end="")
