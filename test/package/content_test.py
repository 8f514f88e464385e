# SPDX-License-Identifier: BSD-3-Clause
"""cpack makes an archive of the build folder: what is in it is compared with a list, the same folder makes the same bytes, and its program
runs from wherever it is unpacked. Of what is in it, each file is in one of Debian's packages.

script/test_packages.sh tests Debian's packages themselves, which take minutes to build.
"""

import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

root, build, cpack = (pathlib.Path(argument) for argument in sys.argv[1:4])

# The public headers come on top.
everything = {
    "bin/gpulcs",
    "LIB/libseqan3_gpulcs_core.a",
    "LIB/cmake/seqan3_gpulcs/seqan3_gpulcs-config.cmake",
    "LIB/cmake/seqan3_gpulcs/seqan3_gpulcs-config-version.cmake",
    "LIB/cmake/seqan3_gpulcs/seqan3_gpulcs-targets.cmake",
    "LIB/cmake/seqan3_gpulcs/seqan3_gpulcs-targets-release.cmake",
    "LIB/pkgconfig/seqan3_gpulcs-core.pc",
    "share/doc/seqan3_gpulcs/LICENSE",
    "share/doc/seqan3_gpulcs/third_party_licences.txt",
}
only_with_mpi = {
    "LIB/libseqan3_gpulcs_mpi.a",
    "LIB/cmake/seqan3_gpulcs/seqan3_gpulcs-mpi-targets.cmake",
    "LIB/cmake/seqan3_gpulcs/seqan3_gpulcs-mpi-targets-release.cmake",
}
# Those of the shell: the tests of the program say what is in them, and which manual pages there are besides this one.
completions = {
    "share/bash-completion/completions/gpulcs",
    "share/fish/vendor_completions.d/gpulcs.fish",
    "share/zsh/site-functions/_gpulcs",
}
manual_page = "share/man/man1/gpulcs.1"
other_manual_pages = re.compile(r"share/man/man1/gpulcs-[a-z-]+\.1")


def make_archive(folder):
    folder.mkdir()
    environment = dict(os.environ, SOURCE_DATE_EPOCH="1700000000")
    subprocess.run([cpack, "-G", "TGZ", "-B", folder], cwd=build, env=environment, check=True, stdout=subprocess.DEVNULL)
    (archive,) = (path for path in folder.iterdir() if path.is_file())
    return archive


def plain_name(path):
    """A path with LIB for the folder of libraries, which depends on the system."""
    return re.sub(r"^lib(64|/[a-z0-9_]+-linux-gnu)?/", "LIB/", path)


def expect_files(where, files, expected):
    files = {plain_name(path) for path in files if not other_manual_pages.fullmatch(path)}
    if files != expected:
        sys.exit(f"{where}: missing {sorted(expected - files)}, unexpected {sorted(files - expected)}")


def check_archive(archive, scratch):
    with tarfile.open(archive) as packed:
        top = archive.name.removesuffix(".tar.gz") + "/"
        members = packed.getmembers()
        files = [member.name.removeprefix(top) for member in members if not member.isdir()]
        expect_files(archive.name, files, everything | completions | {manual_page} | headers)
        packed.extractall(scratch, filter="data") if hasattr(tarfile, "data_filter") else packed.extractall(scratch)
    prefix = scratch / top
    path = f"{prefix / 'bin'}:{os.environ['PATH']}"
    subprocess.run(
        ["bash", "packaging/conda/recipe/run_test.sh"],
        cwd=root, env=dict(os.environ, PATH=path), check=True, stdout=subprocess.DEVNULL,
    )


def check_debian(files):
    """Each file matches one line of packaging/debian/*.install or not-installed, and each line a file."""
    lists = [path for path in (root / "packaging/debian").glob("*install*") if "cuda" not in path.name]
    patterns = [line.split()[0] for path in lists for line in path.read_text().splitlines()]
    paths = ["usr/" + name.replace("LIB/", "lib/ARCHITECTURE/") for name in files]
    for pattern in patterns:
        matched = [path for path in paths if fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(path, pattern + "/*")]
        if not matched:
            sys.exit(f"Nothing is installed as {pattern}, which packaging/debian names.")
        paths = [path for path in paths if path not in matched]
    if paths:
        sys.exit(f"No file of packaging/debian names {paths}.")


headers = {str(path.relative_to(root)) for path in (root / "include").glob("**/*.hpp")}
if list(build.glob("src/libseqan3_gpulcs_mpi.a")):
    everything |= only_with_mpi

with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(folder)
    archive = make_archive(scratch / "first")
    if archive.read_bytes() != make_archive(scratch / "second").read_bytes():
        sys.exit("The same build folder makes different archives.")
    check_archive(archive, scratch)
check_debian((everything - only_with_mpi) | completions | {manual_page} | headers)
