# SPDX-License-Identifier: BSD-3-Clause
# In a contribution to spack-packages, their header takes the place of this one.

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Seqan3Gpulcs(CMakePackage, CudaPackage):
    """Exact comparison of sequences with bit-parallel algorithms, on CPUs and CUDA devices:
    longest common subsequences, edit distances, alignments, and primers that are at least k edits
    away from everything in other sequences. A library in C++20, with SeqAn3 or without, and the
    program gpulcs."""

    homepage = "@HOMEPAGE@"
    url = "@HOMEPAGE@/releases/download/v@VERSION@/seqan3_gpulcs-@VERSION@.tar.gz"

    license("BSD-3-Clause")

    version("@VERSION@", sha256="@SHA256@")

    variant("app", default=True, description="Build the program gpulcs, and find SeqAn3")
    variant("mpi", default=False, description="Let all processes of an MPI run compute")
    variant("shared", default=True, description="Build shared libraries")

    depends_on("cxx", type="build")
    depends_on("cmake@3.24:", type="build")
    depends_on("highway@1.0.3:")
    depends_on("mpi", when="+mpi")
    depends_on("cuda@12.4:", when="+cuda")

    with when("+app"):
        depends_on("seqan3@3.2:")
        depends_on("cli11@2.1:")
        depends_on("nlohmann-json@3.11:")
        depends_on("range-v3@0.12:")
        depends_on("isa-l@2.30:")
        depends_on("bzip2")
        depends_on("zstd")
        conflicts("^seqan3@3.4:", when="%gcc@:12", msg="SeqAn3 3.4 was only compiled with GCC 13 or newer")

    requires("platform=linux", msg="Only Linux is supported")
    requires("target=x86_64:", "target=aarch64:", msg="Only x86-64 and aarch64 are supported")
    conflicts("%gcc@:11", msg="GCC 12 or newer is needed")
    conflicts("%clang@:13", msg="Clang 14 or newer is needed")

    # The kernels need compute capability 7.5.
    for _arch in CudaPackage.cuda_arch_values:
        if int(_arch.rstrip("af")) < 75:
            conflicts(f"cuda_arch={_arch}", when="+cuda", msg="cuda_arch must be 75 or newer")

    def cmake_args(self):
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("SEQAN3_GPULCS_APP", "app"),
            self.define_from_variant("SEQAN3_GPULCS_CUDA", "cuda"),
            self.define_from_variant("SEQAN3_GPULCS_MPI", "mpi"),
            self.define("SEQAN3_GPULCS_FETCH", False),
            # The library alone does without it, also where the system has one.
            self.define("CMAKE_DISABLE_FIND_PACKAGE_seqan3", self.spec.satisfies("~app")),
        ]
        if self.spec.satisfies("+mpi"):
            args.append(self.define("MPI_CXX_COMPILER", self.spec["mpi"].mpicxx))
        # Without one, the build chooses all major architectures.
        if self.spec.satisfies("+cuda") and not self.spec.satisfies("cuda_arch=none"):
            args.append(self.define_from_variant("CMAKE_CUDA_ARCHITECTURES", "cuda_arch"))
        return args

    def test_lcs(self):
        """compare two sequences with the program"""
        if self.spec.satisfies("~app"):
            raise SkipTest("The program is built with +app only")
        with open("first.fasta", "w", encoding="utf-8") as first:
            first.write(">first\nGATTACAT\n")
        with open("second.fasta", "w", encoding="utf-8") as second:
            second.write(">second\nGCATACAT\n")
        gpulcs = which(self.prefix.bin.gpulcs, required=True)
        out = gpulcs("lcs", "first.fasta", "second.fasta", output=str.split, error=str.split)
        check_outputs(r"first\tsecond\t8\t8\t7\t", out)
