# SPDX-License-Identifier: BSD-3-Clause
"""Writes what was measured: all of it as a table for programs, ratios for readers, and a plot."""

import dataclasses
import datetime
import os
import platform
import subprocess

OWN = "gpulcs"
TITLES = {
    "pair_lcs": "The length of the LCS, pair by pair",
    "pair_lcs_alignment": "The LCS itself, pair by pair",
    "pair_edit": "The edit distance, pair by pair",
    "pair_edit_alignment": "The alignment of the edit distance, pair by pair",
    "pairs_lcs": "The lengths of the LCS of many pairs, in one call",
    "pairs_edit": "The edit distances of many pairs, in one call",
    "pairs_edit_alignment": "The alignments of the edit distances of many pairs, in one call",
    "set_lcs": "The lengths of the LCS of each of one set with each of another",
    "set_edit": "The edit distances of each of one set to each of another",
    "primers": "The k-difference primers of a target",
    "sites": "All sites of given primers, on both strands",
}
NAMES = {
    "pair_lcs": "LCS length",
    "pair_lcs_alignment": "LCS itself",
    "pair_edit": "edit distance",
    "pair_edit_alignment": "its alignment",
    "pairs_lcs": "LCS lengths of pairs",
    "pairs_edit": "edit distances of pairs",
    "pairs_edit_alignment": "their alignments",
    "set_lcs": "LCS lengths of two sets",
    "set_edit": "edit distances of two sets",
    "primers": "primers",
    "sites": "sites",
}


# Of those in the summary; 0 for unrelated sequences.
SIMILARITIES = (0, 95, 99.9)

# Tables of the summary: what they are about, and their tasks.
SUMMARIES = (
    ("Pair by pair", ("pair_lcs", "pair_lcs_alignment", "pair_edit", "pair_edit_alignment")),
    ("All in one call", ("pairs_lcs", "pairs_edit", "pairs_edit_alignment", "set_lcs", "set_edit")),
    ("Primers", ("primers", "sites")),
)


SUMMARY_TEXT = """Random DNA. The library's time, for a pair where there are pairs, and how many times as long others take: for unrelated
sequences, then for those with 95 and 99.9 % of their letters unchanged, where there are such; or for each k.
"""


@dataclasses.dataclass
class Conditions:
    """What was compared, and for how long."""

    peers: list
    absent: list
    seconds: float

    def text(self):
        text = f"{machine()}, {datetime.date.today()}; {self.versions()}; {self.seconds / 60:.1f} minutes."
        return text + (f" Absent: {', '.join(self.absent)}." if self.absent else "")

    def versions(self):
        """Of all peers, each once whatever its modes, and of compilers."""
        peers = {peer.name.split(",")[0]: peer for peer in self.peers}
        texts = [" ".join(filter(None, (name, peer.version, peer.build and f"({peer.build})"))) for name, peer in peers.items()]
        return "; ".join(texts + sorted({peer.compiler for peer in self.peers if peer.compiler}))


def processor():
    """Its name, and the widest of its instruction sets that programs here use."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        lines = [line.partition(":") for line in file]
    facts = {key.strip(): value.strip() for key, _, value in lines}
    flags = facts.get("flags", "").split()
    sets = {"avx512bw": "AVX-512", "avx2": "AVX2", "sse4_2": "SSE4.2"}
    instructions = next((name for flag, name in sets.items() if flag in flags), platform.machine())
    return f"{facts.get('model name', 'unknown processor')}, {instructions}"


def machine():
    """The processor, and the device where there is one."""
    try:
        command = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
        devices = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        devices = []
    return "; ".join([f"{processor()}, {len(os.sched_getaffinity(0))} cores", *devices])


def write(folder, results, conditions):
    os.makedirs(folder, exist_ok=True)
    write_whole(os.path.join(folder, "results.tsv"), tsv(results))
    write_whole(os.path.join(folder, "results.md"), markdown(results, conditions))
    try:
        import plot  # Needs matplotlib.
    except ImportError as error:
        print(f"There is no plot: {error}")
        return
    plot.write(os.path.join(folder, "results.svg"), results)


def write_whole(path, text):
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)


def own_results(results):
    """By case, task and hardware."""
    return {(result.case, result.task, result.hardware): result for result in results if result.peer == OWN}


def tsv(results):
    own = own_results(results)
    rows = ["task\talphabet\tletters\tcount\tunchanged\tk\tcase\tpeer\thardware\truns\tseconds\ttimes_gpulcs\tpeak_MiB\tadded_MiB\treason"]
    for result in results:
        case = result.case
        row = [result.task, case.alphabet, case.letters, case.count, f"{case.similarity:g}", case.differences, case.title]
        row += [result.peer, result.hardware, len(result.seconds)]
        if result.reason:
            row += ["-", "-", "-", "-", result.reason]
        else:
            ratio = times(result, own)
            row += [f"{result.median:.9f}", "-" if ratio is None else f"{ratio:.3f}"]
            row += [f"{result.peak / 2**20:.1f}", f"{result.added / 2**20:.1f}", ""]
        rows.append("\t".join(map(str, row)))
    return "\n".join(rows) + "\n"


def times(result, own):
    """How many times as long as the library a peer takes on the same hardware."""
    ours = own.get((result.case, result.task, result.hardware))
    return None if ours is None or ours.reason or result.reason else result.median / ours.median


def markdown(results, conditions):
    """A summary, then one table of times and one of memory for each task."""
    parts = [conditions.text() + "\n", "## Summary\n", SUMMARY_TEXT, *(summary(results, *group) for group in SUMMARIES)]
    for task, title in TITLES.items():
        chosen = [result for result in results if result.task == task]
        if chosen:
            parts += [f"## {title}\n", time_table(chosen), memory_table(chosen)]
    return "\n".join(parts)


def summary(results, title, tasks):
    """Ratios for unrelated and similar random DNA, or for each k, where a peer has at least one time."""
    own = own_results(results)
    chosen = [
        result
        for result in results
        if result.task in tasks
        and (result.case.alphabet == "dna" and not result.case.files and result.case.similarity in SIMILARITIES)
    ]
    peers = [peer for peer in dict.fromkeys(r.peer for r in chosen) if any(r.peer == peer and not r.reason for r in chosen)]
    rows = {}
    for result in chosen:
        key = (result.task, result.case.letters, result.case.count, result.hardware)
        rows.setdefault(key, {}).setdefault((-result.case.similarity, result.case.differences), {})[result.peer] = result
    others = [peer for peer in peers if peer != OWN]
    lines = [f"| {title} | gpulcs | {' | '.join(others)} |", "|---" * (2 + len(others)) + "|"]
    for key, variants in rows.items():
        found = [variants[variant] for variant in sorted(variants, key=lambda variant: (variant[0] != 0, -variant[0], variant[1]))]
        if any(not r.reason for one in found for peer, r in one.items() if peer != OWN):
            cells = [several(found, peer, lambda r: ratio_text(r, own)) for peer in others]
            times_of_own = several(found, OWN, lambda r: seconds(r.median / pairs(r.case)))
            lines.append(f"| {summary_title(key, variants)} | {' | '.join([times_of_own, *cells])} |")
    return "\n".join(lines) + "\n"


def summary_title(key, variants):
    task, letters, count, hardware = key
    size = f"{count:,} letters against {letters:,}" if task == "primers" else f"{letters:,} letters"
    size = f"{count:,} primers in {size}" if task == "sites" else size
    differences = ", ".join(str(k) for _, k in sorted(variants) if k)
    return f"{NAMES[task]}, {size}{', k = ' * bool(differences)}{differences}, {words(hardware)}"


def several(found, peer, text):
    """What a peer takes for each similarity, or k."""
    shown = [text(one[peer]) if peer in one and not one[peer].reason else "-" for one in found]
    return "" if set(shown) == {"-"} else ", ".join(shown)


def ratio_text(result, own):
    ratio = times(result, own)
    return "-" if ratio is None else number(ratio)


def pairs(case):
    """By how many the summary divides a time."""
    return {"pair": case.count, "pairs": case.count, "set": case.count**2}.get(case.shape, 1)


def words(hardware):
    return {"1": "1 thread", "cuda": "CUDA device"}.get(hardware, f"{hardware} threads")


def time_table(results):
    """The library's times, and how many times as long others take on the same hardware."""
    own = own_results(results)

    def text(result):
        ratio = times(result, own)
        return seconds(result.median) if result.peer == OWN or ratio is None else number(ratio)

    return "Time; of others, how many times as long as gpulcs takes:\n\n" + table(results, text)


def memory_table(results):
    return "Memory beyond that of the input, in MiB:\n\n" + table(
        [result for result in results if not result.reason],
        lambda result: number(result.added / 2**20) if result.added >= 2**20 else "< 1",
    )


def table(results, text):
    """A row for each case, a column for each peer on each hardware, and the reasons of those that have nothing."""
    columns = sorted({(result.hardware != "1", result.hardware): None for result in results})
    columns = [
        (peer, hardware)
        for _, hardware in columns
        for peer in sorted({r.peer: 0 for r in results if r.hardware == hardware}, key=lambda name: name != OWN)
    ]
    names = [f"{peer}, {words(hardware)}" if hardware != "1" or peer == OWN else peer for peer, hardware in columns]
    cells = {(result.case, result.peer, result.hardware): result for result in results}
    notes = {}
    lines = [f"| | {' | '.join(names)} |", "|---" * (1 + len(names)) + "|"]
    for case in dict.fromkeys(result.case for result in results):
        row = [cells.get((case, *column)) for column in columns]
        shown = [text(one) if one is not None and not one.reason else missing(one, notes) for one in row]
        lines.append(f"| {case.title} | {' | '.join(shown)} |")
    lines += [""] + [f"({mark}) {reason}  " for reason, mark in notes.items()]
    return "\n".join(lines) + "\n"


def missing(result, notes):
    """A dash, and the number of the reason."""
    if result is None:
        return ""
    reason = result.reason
    if reason.startswith("not run: "):
        reason = reason.removeprefix("not run: ").split(" for ")[0]
    return f"- ({notes.setdefault(reason, len(notes) + 1)})"


def seconds(value):
    for unit, factor in (("s", 1), ("ms", 1e3)):
        if value * factor >= 1:
            return f"{number(value * factor)} {unit}"
    return f"{number(value * 1e6)} µs"


def number(value):
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"
