# SPDX-License-Identifier: BSD-3-Clause
"""Sassy: approximate matches of patterns in texts, on the CPU. One call for each primer: `search_many` wants patterns of one length."""

import importlib.metadata

import sassy

NAME = "Sassy"
VERSION = importlib.metadata.version("sassy-rs")


def find_sites(case):
    searcher = sassy.Searcher("dna", rc=True)
    primers = [primer.encode() for primer in case.first]
    text = case.second[0].encode()
    return lambda: [searcher.search(primer, text, case.differences) for primer in primers]


def site_values(_, found):
    """Of each site the primer, the 3' end, the strand and the edits; where an alignment begins may be chosen differently."""
    sites = sorted(
        (number, match.text_end if match.strand == "+" else match.text_start, int(match.strand == "+"), match.cost)
        for number, matches in enumerate(found)
        for match in matches
    )
    return [value for site in sites for value in site]


TASKS = {"sites": (find_sites, site_values)}
PARALLEL = set()
