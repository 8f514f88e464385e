# SPDX-License-Identifier: BSD-3-Clause
"""Draws the comparison: time by length, by similarity, and of sets and sites."""

import matplotlib

from report import pairs

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import MaxNLocator  # noqa: E402

COLOURS = dict(zip(("gpulcs", "plain loop", "SeqAn3", "RapidFuzz", "parasail", "WFA2", "Edlib", "polyleven", "StringZilla", "Sassy"),
                   plt.get_cmap("tab10").colors))


def write(path, results):
    plt.rcParams.update({"svg.hashsalt": "peers", "svg.fonttype": "none", "font.size": 9})
    figure, axes = plt.subplots(2, 2, figsize=(11, 8))
    hardware = "cuda" if any(result.hardware == "cuda" for result in results) else "1"
    there = [result for result in results if result.hardware == hardware and not result.reason and not result.case.files]

    def pair_lcs(result):
        return result.task == "pair_lcs" and result.case.alphabet == "dna"

    panels = [
        ("LCS length of one pair, unrelated DNA", "letters", lambda case: case.letters,
         [r for r in there if pair_lcs(r) and not r.case.similarity]),
        (f"LCS length of one pair of DNA, {largest(there, pair_lcs):,} letters", "changed letters in %; 100: unrelated", changed,
         [r for r in there if pair_lcs(r) and r.case.letters == largest(there, pair_lcs)]),
        ("LCS lengths of two sets, unrelated DNA", "letters", lambda case: case.letters,
         [r for r in there if r.task == "set_lcs" and r.case.alphabet == "dna" and not r.case.similarity]),
        ("Sites of primers", "k", lambda case: case.differences, [r for r in there if r.task == "sites"]),
    ]  # fmt: skip
    for axis, panel in zip(axes.flat, panels):
        draw(axis, *panel)
    labels = {label: line for axis in axes.flat for line, label in zip(*axis.get_legend_handles_labels())}
    figure.legend(labels.values(), labels.keys(), loc="lower center", ncol=max(len(labels), 1), frameon=False)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    figure.savefig(path, metadata={"Date": None})


def changed(case):
    return 100 - case.similarity


def largest(results, wanted):
    """The longest sequences that all similarities have, and several peers."""
    sizes = {}
    for result in filter(wanted, results):
        sizes.setdefault(result.case.letters, set()).add((result.peer, result.case.similarity))
    return max(sizes, key=lambda letters: (len(sizes[letters]), letters), default=0)


def draw(axis, title, label, x_of, results):
    """Milliseconds for a pair, or for all."""
    for peer in dict.fromkeys(result.peer for result in results):
        points = sorted((x_of(r.case), 1e3 * r.median / pairs(r.case)) for r in results if r.peer == peer)
        axis.plot(*zip(*points), marker="o", markersize=3, label=peer, color=COLOURS.get(peer.split(",")[0]),
                  linestyle="--" if "," in peer else "-", linewidth=2.5 if peer == "gpulcs" else 1)  # fmt: skip
    axis.set_title(title)
    axis.set_xlabel(label)
    axis.set_ylabel("ms, all" if any(r.task == "sites" for r in results) else "ms for a pair")
    axis.set_yscale("log")
    if label == "k":
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    else:
        axis.set_xscale("log")
    axis.grid(alpha=0.3)
