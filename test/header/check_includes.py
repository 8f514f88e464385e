#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks every #include of the library and the program against the modules that each module may include.

    check_includes.py PROJECT_FOLDER

A module is a folder, or a file that stands for itself. The most specific entry that is a prefix of a path is its module; a file
may include files of its own module and of the modules listed for it. Public headers are written <seqan3_gpulcs/...>,
private ones from the project's folder on. The table of modules in doc/architecture.md must name each folder.
"""

import pathlib
import re
import sys

PUBLIC = "include/seqan3_gpulcs/"
PAGE = "doc/architecture.md"

# Highway compiles what includes the first one again for each instruction set that the second one does not leave out.
FOREACH_TARGET = "hwy/foreach_target.h"
TARGETS = "src/util/highway_targets.hpp"

# Module: the modules it may include besides itself. Public headers of the core are open to all private modules.
CORE_HEADERS = [
    PUBLIC + name
    for name in (
        "alignment/detail/short_pairs.hpp",
        "alignment/free_ends.hpp",
        "alignment/path.hpp",
        "alignment/pair_stream.hpp",
        "alignment/phylip.hpp",
        "alignment/preference.hpp",
        "alignment/device_set.hpp",
        "alignment/resident_set.hpp",
        "alignment/result.hpp",
        "alignment/run.hpp",
        "alignment/saved_run.hpp",
        "alignment/search.hpp",
        "alignment/sequence_pair.hpp",
        "devices.hpp",
        "exception.hpp",
        "version.hpp",
        "edit/all_pairs.hpp",
        "edit/close_pairs.hpp",
        "edit/compute.hpp",
        "edit/enqueue.hpp",
        "edit/saved_run.hpp",
        "edit/search.hpp",
        "lcs/all_pairs.hpp",
        "lcs/compute.hpp",
        "lcs/enqueue.hpp",
        "lcs/saved_run.hpp",
        "lcs/search.hpp",
        "packing/packed_sequence.hpp",
        "packing/packed_set.hpp",
        "packing/detail/byte_map.hpp",
        "packing/detail/piece_packing.hpp",
        "packing/detail/sequence_arena.hpp",
        "packing/nucleotides.hpp",
        "plan/",
        "primer/common.hpp",
        "primer/compute.hpp",
        "primer/detail/compute_pairs.hpp",
        "primer/match.hpp",
        "primer/prepared_sequences.hpp",
        "primer/products.hpp",
        "primer/sites.hpp",
    )
]

BASE = ["src/util/"]
HOST = [*BASE, "src/runtime/", "src/packing/", "src/plan/"]
DEVICE = [*HOST, "cuda/runtime/", "cuda/recurrence/"]
BACKEND = ["src/backend/", "src/dispatch/find_backend.hpp", "src/dispatch/find_device_backend.hpp", "src/dispatch/short_pair.hpp"]

PRIVATE_MODULES = {
    "src/alignment/": [],
    "src/alignment/short_pairs.cpp": [*HOST, "src/dispatch/find_backend.hpp", "src/dispatch/short_pair.hpp", "src/cpu/recurrence/", "src/cpu/batch/", "src/traceback/"],
    "src/util/": [],
    "src/runtime/": BASE,
    "src/packing/": [*BASE, "src/runtime/"],
    "src/plan/": BASE,
    "src/cpu/recurrence/": HOST,
    "src/cpu/strip/": [*HOST, "src/cpu/recurrence/"],
    "src/cpu/batch/": [*HOST, "src/cpu/recurrence/"],
    "src/cpu/search/": [*HOST, "src/cpu/recurrence/"],
    "src/traceback/": [*HOST, "src/cpu/recurrence/", "src/cpu/strip/"],
    "src/similar/": [*HOST, "src/cpu/recurrence/", "src/cpu/strip/", "src/traceback/"],
    "src/scan/": [*HOST, "src/cpu/search/"],
    "src/backend/": HOST,
    "src/cpu/backend/": [*HOST, "src/backend/", "src/cpu/", "src/similar/", "src/traceback/", "src/scan/"],
    "src/dispatch/find_backend.hpp": ["src/backend/"],
    "src/dispatch/find_device_backend.hpp": ["src/backend/"],
    "src/dispatch/": [*HOST, "src/backend/", "src/cpu/backend/", "src/similar/", "src/scan/", "src/dispatch/find_backend.hpp",
                      "src/dispatch/find_device_backend.hpp", "cuda/backend/shared_backend.hpp"],
    "src/resume/": [*HOST, *BACKEND, "src/traceback/", "src/similar/"],
    "src/api/": [*HOST, *BACKEND],
    "src/lcs/": [*HOST, *BACKEND, "src/api/", "src/resume/"],
    "src/edit/": [*HOST, "src/dispatch/short_pair.hpp", "src/api/", "src/resume/"],
    "src/primer/": [*HOST, *BACKEND, "src/scan/"],
    "src/mpi/": [PUBLIC + "mpi/", *HOST, *BACKEND, "src/edit/comparison.hpp", "src/api/", "src/primer/prepared_texts.hpp",
                 "src/primer/site_check.hpp", "src/resume/"],
    "src/pairwise/": [PUBLIC + "pairwise/detail/batch_pipeline.hpp", PUBLIC + "pairwise/detail/shared_columns.hpp",
                      *HOST],
    "cuda/runtime/": HOST,
    "cuda/recurrence/": [*BASE, "cuda/runtime/"],
    "cuda/traceback/": DEVICE,
    "cuda/strip/": [*DEVICE, "src/traceback/", "cuda/traceback/"],
    "cuda/lane/": DEVICE,
    "cuda/similar/": [*DEVICE, "src/similar/", "src/traceback/", "cuda/strip/", "cuda/traceback/"],
    "cuda/search/": [*DEVICE, "src/scan/"],
    "cuda/backend/": [*DEVICE, "src/backend/", "src/scan/", "cuda/lane/", "cuda/search/", "cuda/similar/", "cuda/strip/",
                      "cuda/traceback/"],
}

# What is only of use to whoever calls the library.
METRICS = [PUBLIC + "lcs/", PUBLIC + "edit/"]

# Subjects whose public headers a module must not know, though they are part of the core.
CLOSED = {
    "src/util/": [PUBLIC],
    "src/runtime/": [*METRICS, PUBLIC + "alignment/", PUBLIC + "primer/", PUBLIC + "packing/"],
    "src/packing/": [*METRICS, PUBLIC + "alignment/", PUBLIC + "primer/"],
    "src/alignment/": [*METRICS, PUBLIC + "primer/"],
    "src/plan/": [*METRICS, PUBLIC + "primer/"],
    "src/cpu/": [*METRICS, PUBLIC + "primer/"],
    "src/traceback/": [*METRICS, PUBLIC + "primer/"],
    "src/similar/": [*METRICS, PUBLIC + "primer/"],
    "src/scan/": METRICS,
    "src/backend/": METRICS,
    "src/dispatch/": METRICS,
    "src/resume/": [*METRICS, PUBLIC + "primer/"],
    "src/api/": [*METRICS, PUBLIC + "primer/"],
    "src/lcs/": [PUBLIC + "edit/", PUBLIC + "primer/"],
    "src/edit/": [PUBLIC + "lcs/", PUBLIC + "primer/"],
    "src/primer/": METRICS,
    "cuda/recurrence/": [*METRICS, PUBLIC + "primer/"],
    "cuda/traceback/": [*METRICS, PUBLIC + "primer/"],
    "cuda/strip/": [*METRICS, PUBLIC + "primer/"],
    "cuda/lane/": [*METRICS, PUBLIC + "primer/"],
    "cuda/similar/": [*METRICS, PUBLIC + "primer/"],
    "cuda/search/": METRICS,
}

# The program is a user of the library.
APP_MODULES = {"src/app/": [PUBLIC]}

# Public headers: modules of one subject each; the SeqAn3 side stands on the core.
PUBLIC_MODULES = {
    PUBLIC + "exception.hpp": [],
    PUBLIC + "version.hpp": [],
    PUBLIC + "devices.hpp": [PUBLIC + "plan/"],
    PUBLIC + "seqan3_compatibility.hpp": [],
    PUBLIC + "seqan3_sdsl.hpp": [PUBLIC + "seqan3_compatibility.hpp"],
    PUBLIC + "packing/": [],
    PUBLIC + "plan/": [],
    PUBLIC + "alignment/": [PUBLIC + "exception.hpp", PUBLIC + "packing/", PUBLIC + "plan/"],
    PUBLIC + "lcs/": [PUBLIC + "alignment/", PUBLIC + "packing/", PUBLIC + "plan/", PUBLIC + "seqan3_sdsl.hpp"],
    PUBLIC + "edit/": [PUBLIC + "alignment/", PUBLIC + "packing/", PUBLIC + "plan/"],
    PUBLIC + "primer/": [PUBLIC + "alignment/", PUBLIC + "packing/", PUBLIC + "plan/"],
    PUBLIC + "mpi/": [PUBLIC + "exception.hpp", PUBLIC + "packing/", PUBLIC + "plan/", PUBLIC + "alignment/", PUBLIC + "edit/", PUBLIC + "lcs/", PUBLIC + "primer/"],
    PUBLIC + "configuration/": [PUBLIC],
    PUBLIC + "pairwise/": [PUBLIC],
    PUBLIC + "all.hpp": [PUBLIC],
}

SEQAN3 = re.compile(r"seqan3/|sdsl/|seqan3_gpulcs/seqan3_")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.MULTILINE)


def module_of(path, modules):
    fitting = [module for module in modules if path.startswith(module)]
    return max(fitting, key=len) if fitting else None


def target_of(project, source, angled, quoted):
    """The included file, relative to the project's folder; None if it is none of the project's."""
    if angled:
        return "include/" + angled if angled.startswith("seqan3_gpulcs/") else None
    if (project / quoted).is_file():
        return quoted
    beside = source.parent / quoted
    if beside.is_file():
        return str(beside.resolve().relative_to(project))
    return None if quoted == "cuda_runtime.h" else quoted


def problems_of(project, source):
    path = str(source.relative_to(project))
    if path.startswith("include/"):
        modules, always = PUBLIC_MODULES, []
    elif path.startswith("src/app/"):
        modules, always = APP_MODULES, []
    else:
        modules, always = PRIVATE_MODULES, CORE_HEADERS
    module = module_of(path, modules)
    if module is None:
        yield f"{path} is in no module; add its folder to {PAGE} and to this test."
        return
    includes = INCLUDE.findall(source.read_text())
    included = [angled or quoted for angled, quoted in includes]
    if FOREACH_TARGET in included and TARGETS not in included[: included.index(FOREACH_TARGET)]:
        yield f"{path} includes {FOREACH_TARGET} without {TARGETS} before: it would be compiled for instruction sets that are left out."
    for angled, quoted in includes:
        if modules is PRIVATE_MODULES and SEQAN3.match(angled or quoted):
            yield f"{path} includes {angled or quoted}: nothing below the public headers includes SeqAn3."
            continue
        target = target_of(project, source, angled, quoted)
        if target is None or module_of(target, modules) == module:
            continue
        is_closed = any(path.startswith(closed) and target.startswith(tuple(CLOSED[closed])) for closed in CLOSED)
        if is_closed or not any(target.startswith(allowed) for allowed in [*modules[module], *always]):
            yield f"{path} includes {target}: {module} may not include it."


def missing_in_page(project):
    page = (project / PAGE).read_text()
    first_cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = {name for cell in first_cells for name in re.findall(r"`([^`]+)`", cell)}
    for module in [*PUBLIC_MODULES, *PRIVATE_MODULES, *APP_MODULES]:
        if module.endswith("/") and module.removeprefix(PUBLIC).rstrip("/") not in named:
            yield f"{PAGE} has no row for the module {module}."


def main():
    project = pathlib.Path(sys.argv[1]).resolve()
    sources = sorted(
        path
        for folder in ("include", "src", "cuda")
        for path in (project / folder).rglob("*")
        if path.suffix in (".hpp", ".cpp", ".cuh", ".cu")
    )
    problems = [problem for source in sources for problem in problems_of(project, source)]
    problems += missing_in_page(project)
    # A test that saw nothing proves nothing.
    if len(sources) < 100:
        problems.append(f"Only {len(sources)} sources were found in {project}.")
    print("\n".join(problems) or f"{len(sources)} sources are where they belong.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
