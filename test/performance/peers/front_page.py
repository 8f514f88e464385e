#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures a few cases with one thread, and prints a table for the README.

    front_page.py PROGRAMS [--quick] [--limit SECONDS] [--all-peers]

PROGRAMS is the folder of the programs measure_*. Everything is measured as compare.py does it: the peers must agree, and times are medians
of the runs of all rounds, in which the peers take turns. Progress goes to standard error, the table to standard output. It takes less than
ten minutes. With --quick, sequences are shorter and fewer, which shows that everything runs; the numbers mean nothing then.
"""

import argparse
import contextlib
import datetime
import sys
import time

import cases
import compare
import report

PEERS = ("gpulcs", "edlib", "wfa2", "wfa2_biwfa", "rapidfuzz", "rapidfuzz_hint", "seqan3")
# The columns of others, and the names of the peers whose best time they have.
COLUMNS = {
    "Edlib": ("Edlib",),
    "WFA2": ("WFA2", "WFA2, BiWFA"),
    "RapidFuzz": ("RapidFuzz", "RapidFuzz, hint"),
    "SeqAn3": ("SeqAn3",),
}
OUTPUTS = {"edit": "edit distance", "edit_alignment": "alignment", "lcs": "LCS length"}
NOTE = """Random DNA, one thread. The percentage is the share of bases that are unchanged in a copy. The first column is the time of this
library for a pair, packing included. The others say how many times as long other programs take. **In bold, the other is as fast or
faster.** Reads are many pairs in one call, or one call for each pair where a program has no such call. All other rows are one call for
each pair. WFA2 has the time of the faster of its memory modes, `high` and `ultralow` (BiWFA). RapidFuzz has the time of the faster of
edit distances without and with a hint that they are small. SeqAn3 computes edit distances with `edit_scheme`, LCS lengths with
`vectorised`."""


def front_page_cases(quick):
    """For each row, what the sequences are, and the case."""
    sizes = (
        ("reads", "pairs", 150, 20_000, (95,)),
        ("amplicons", "pair", 1_000, 200, (95, 99)),
        ("genes", "pair", 10_000, 10, (95,)),
        ("long sequences", "pair", 100_000, 1, (95,)),
        ("bacterial size", "pair", 1_000_000, 1, (95, 99.9)),
    )
    for title, shape, letters, count, similarities in sizes:
        if quick:
            letters, count = min(letters, 100 + letters // 50), min(count, 10)
        for similarity in similarities:
            outputs = (*cases.EDIT, "lcs") if shape == "pairs" else cases.EDIT
            yield title, cases.Case(shape, outputs, "dna", letters, count, similarity)


class OneThread(compare.Comparison):
    """A comparison that uses one thread only."""

    def hardware(self, peer, task):
        return ["1"]


def length_text(letters):
    for unit, size in (("Mb", 1_000_000), ("kb", 1_000)):
        if letters >= size:
            return f"{letters / size:g} {unit}"
    return f"{letters} bp"


def table(titles, results):
    own = report.own_results(results)
    lines = [f"| | this library | {' | '.join(COLUMNS)} |", "|---" * (2 + len(COLUMNS)) + "|"]
    for title, case in titles:
        for output, task in zip(case.outputs, case.tasks):
            found = {result.peer: result for result in results if (result.case, result.task) == (case, task)}
            size = f"{title}, {length_text(case.letters)}, {case.similarity:g} %"
            cells = [other_text([found[name] for name in names if name in found], own) for names in COLUMNS.values()]
            lines.append(f"| {size}: {OUTPUTS[output]} | {own_text(found[report.OWN])} | {' | '.join(cells)} |")
    return "\n".join(lines)


def own_text(result):
    return reason_text(result) or report.seconds(result.median / report.pairs(result.case))


def other_text(results, own):
    """How many times as long the fastest of some results takes; in bold if that is at most once, as it is shown."""
    measured = [result for result in results if not result.reason]
    if not measured:
        return reason_text(results[0]) if results else ""
    ratio = report.times(min(measured, key=lambda result: result.median), own)
    if ratio is None:
        return "-"
    text = report.number(ratio)
    return f"**{text}**" if float(text.replace(",", "")) <= 1 else text


def reason_text(result):
    """Why there is no time, in short."""
    reason = result.reason.removeprefix("not run: ")
    if reason.startswith("more than"):
        return "> " + reason.removeprefix("more than ").split(" for ")[0].removesuffix(" of memory")
    return "-" if reason else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--quick", action="store_true", help="shorter and fewer sequences, to see that everything runs")
    parser.add_argument("--limit", type=int, default=30, help="seconds for a process (default: 30)")
    parser.add_argument(
        "--all-peers", action="store_true", help=f"exit with {compare.ABSENT} at the end if a peer is absent"
    )
    options = parser.parse_args()
    options.device = False

    start = time.monotonic()
    titles = list(front_page_cases(options.quick))
    with contextlib.redirect_stdout(sys.stderr):
        peers, absent = compare.find_peers(options.programs, PEERS)
        if not any(peer.name == report.OWN for peer in peers):
            sys.exit(f"There is no measure_gpulcs in {options.programs}. Build the target peers.")
        comparison = OneThread(peers, options)
        for _, case in titles:
            comparison.run(case)
    conditions = report.Conditions(peers, absent, time.monotonic() - start)
    print(table(titles, comparison.results))
    print(f"\n{NOTE}\n\n{datetime.date.today()}, {report.processor()}. {conditions.versions()}.")
    print(f"It took {conditions.seconds / 60:.1f} minutes.", file=sys.stderr)
    if absent and options.all_peers:
        sys.exit(compare.ABSENT)


if __name__ == "__main__":
    main()
