# SPDX-License-Identifier: BSD-3-Clause
# In a contribution to spack-packages, their header takes the place of this one.

from spack_repo.builtin.build_systems.generic import Package

from spack.package import *


class Seqan3(Package):
    """Header-only C++ library for the analysis of biological sequences."""

    homepage = "https://www.seqan.de"
    git = "https://github.com/seqan/seqan3.git"

    license("BSD-3-Clause")

    version("3.4.2", tag="3.4.2", commit="a23ab4eb28b5ea39af2353cd691dd2443fcd93a6")
    version(
        "3.3.0", tag="3.3.0", commit="6b681fb2eae5ab2997d293e99fc6a7f869a20316", submodules=True
    )

    # Nothing is compiled here, but without a compiler its conflicts would not be seen.
    depends_on("cxx", type="build")

    depends_on("bzip2")
    depends_on("zlib-api")

    conflicts("%gcc@:11")
    conflicts("%gcc@14:", when="@:3.3")
    conflicts("%clang", when="@:3.3")
    conflicts("%clang@:16", when="@3.4:")

    def install(self, spec, prefix):
        # Its own build would download code for CMake, and installs just these files.
        install_tree("include", prefix.include)
        folder = "cmake"
        if spec.satisfies("@:3.3"):
            folder = "build_system"
            for submodule in ("cereal", "sdsl-lite"):
                headers = join_path("submodules", submodule, "include")
                install_tree(headers, join_path(prefix.include, "seqan3", headers))
        config = join_path(prefix.share, "cmake", "seqan3")
        mkdirp(config)
        for name in ("seqan3-config.cmake", "seqan3-config-version.cmake"):
            install(join_path(folder, name), config)
