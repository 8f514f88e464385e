# SPDX-License-Identifier: BSD-3-Clause
"""StringZilla: all pairs of two sets, on the CPU and on CUDA devices. With mismatches that cost 2, its distance tells the LCS."""

import numpy
import stringzilla
import stringzillas

NAME = "StringZilla"
VERSION = stringzilla.__version__


def make_scope(hardware):
    if hardware == "cuda":
        return stringzillas.DeviceScope(gpu_device=0)
    return stringzillas.DeviceScope(cpu_cores=int(hardware))


def compare_sets(mismatch):
    def prepare(case):
        scope = make_scope(case.hardware)
        engine = stringzillas.LevenshteinDistances(match=0, mismatch=mismatch, open=1, extend=1, capabilities=scope)
        engine(stringzilla.Strs(["A"]), stringzilla.Strs(["C"]), scope)  # Starts the device.
        return lambda: numpy.asarray(engine(stringzilla.Strs(case.first), stringzilla.Strs(case.second), scope))

    return prepare


def lengths(case, distances):
    first = numpy.array([len(text) for text in case.first])
    second = numpy.array([len(text) for text in case.second])
    return ((first[:, None] + second[None, :] - distances.astype(numpy.int64)) // 2).ravel().tolist()


TASKS = {
    "set_lcs": (compare_sets(2), lengths),
    "set_edit": (compare_sets(1), lambda _, distances: distances.ravel().tolist()),
}
PARALLEL = {"set_lcs", "set_edit"}
