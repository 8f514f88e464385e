# SPDX-License-Identifier: BSD-3-Clause
"""cpack makes an archive and Debian packages of the build folder: what is in them is compared with a list, the same folder makes the
same bytes, and the archive's program runs from wherever it is unpacked."""

import hashlib
import os
import pathlib
import re
import shutil
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
debian_completions = {name.replace("site-functions", "vendor-completions") for name in completions}
manual_page = "share/man/man1/gpulcs.1"
other_manual_pages = re.compile(r"share/man/man1/gpulcs-[a-z]+\.1(\.gz)?")


def make_packages(generator, folder):
    folder.mkdir()
    environment = dict(os.environ, SOURCE_DATE_EPOCH="1700000000")
    subprocess.run(
        [cpack, "-G", generator, "-B", folder], cwd=build, env=environment, check=True, stdout=subprocess.DEVNULL
    )
    return {path.name: path for path in folder.iterdir() if path.is_file()}


def sums(packages):
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in packages.items()}


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


def check_debian(packages):
    expected = {
        "gpulcs": {"bin/gpulcs", f"{manual_page}.gz", *debian_completions},
        "libseqan3-gpulcs-dev": {name for name in everything | headers if re.match("LIB/|include/", name)},
    }
    if len(packages) != len(expected):
        sys.exit(f"Debian packages: {sorted(packages)}")
    for name, path in packages.items():
        package = name.partition("_")[0]
        listed = subprocess.run(["dpkg-deb", "--contents", path], check=True, capture_output=True, text=True).stdout
        files = [re.sub(r".* \./usr/", "", line) for line in listed.splitlines() if not line.startswith("d")]
        documents = {f"share/doc/{package}/{file}" for file in ("changelog.gz", "changelog.Debian.gz", "copyright")}
        expect_files(name, files, expected[package] | documents)
        if not all(" root/root " in line for line in listed.splitlines()):
            sys.exit(f"{name}: not all files belong to root")

    fields = ["dpkg-deb", "--field", next(path for name, path in packages.items() if name.startswith("gpulcs_")), "Depends"]
    needed = subprocess.run(fields, check=True, capture_output=True, text=True).stdout
    for library in ("libc6", "libstdc++6", "libhwy1", "libisal2", "libzstd1", "libbz2-1.0"):
        if library not in needed:
            sys.exit(f"gpulcs does not depend on {library}, but on {needed}")


headers = {str(path.relative_to(root)) for path in (root / "include").glob("**/*.hpp")}
if list(build.glob("src/libseqan3_gpulcs_mpi.a")):
    everything |= only_with_mpi

with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(folder)
    archives = make_packages("TGZ", scratch / "first")
    if sums(archives) != sums(make_packages("TGZ", scratch / "second")):
        sys.exit("The same build folder makes different archives.")
    (archive,) = archives.values()
    check_archive(archive, scratch)
    if shutil.which("dpkg-shlibdeps") and shutil.which("file"):
        check_debian(make_packages("DEB", scratch / "debian"))
    else:
        print("Debian packages are not tested: dpkg-dev and file are not installed.")
