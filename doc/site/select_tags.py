# SPDX-License-Identifier: BSD-3-Clause
"""Prints the classes, concepts and functions of a tag file of SeqAn3.

Its source files have other names on SeqAn3's site, its modules may have the names of ours, and its sections are of no use.
"""

import sys
import xml.etree.ElementTree

tree = xml.etree.ElementTree.parse(sys.argv[1])
for compound in [*tree.getroot()]:
    if compound.get("kind") in ("file", "group"):
        tree.getroot().remove(compound)
for parent in tree.iter():
    for anchor in parent.findall("docanchor"):
        parent.remove(anchor)
tree.write(sys.stdout, encoding="unicode", xml_declaration=True)
