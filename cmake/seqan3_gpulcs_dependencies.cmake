# SPDX-License-Identifier: BSD-3-Clause
#
# Finds the dependencies: what is installed first. Only with SEQAN3_GPULCS_FETCH, and only what is missing, is downloaded;
# a commit is named by its hash, which git checks. SeqAn3 3.4 itself downloads a script, CPM.cmake, whose hash it checks.

include (FetchContent)

# Name of the package, Debian's package, a target that it brings, its repository and the commit.
macro (seqan3_gpulcs_require package debian_package target repository commit)
    if (NOT TARGET ${target})
        find_package (${package} QUIET ${ARGN})
    endif ()
    if (NOT TARGET ${target} AND SEQAN3_GPULCS_FETCH)
        message (STATUS "${package} is not installed; getting commit ${commit}.")
        FetchContent_Declare (
            ${package}
            GIT_REPOSITORY "${repository}"
            GIT_TAG "${commit}")
        FetchContent_MakeAvailable (${package})
        if (TARGET ${package} AND NOT TARGET ${target})
            add_library (${target} ALIAS ${package})
        endif ()
    endif ()
    if (NOT TARGET ${target})
        message (FATAL_ERROR "${package} is not installed. Install it (Debian: ${debian_package}), or let CMake download "
                             "it with -DSEQAN3_GPULCS_FETCH=ON.")
    endif ()
endmacro ()

# SeqAn3 is optional: without it there is only the library that does without it.
macro (seqan3_gpulcs_find_seqan3)
    if (NOT TARGET seqan3::seqan3)
        find_package (seqan3 3.2 QUIET)
    endif ()
    if (NOT TARGET seqan3::seqan3 AND SEQAN3_GPULCS_FETCH)
        # SeqAn3 3.3 needs C++20, but neither GCC 14 nor Clang compiles it; 3.4 needs C++23.
        set (seqan3_version 3.4.2)
        set (seqan3_commit a23ab4eb28b5ea39af2353cd691dd2443fcd93a6)
        if (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
            set (seqan3_version 3.3.0)
            set (seqan3_commit 6b681fb2eae5ab2997d293e99fc6a7f869a20316)
        endif ()
        message (STATUS "SeqAn3 is not installed; getting version ${seqan3_version}.")
        # Nothing is added from a folder without a CMakeLists.txt: find_package makes the target, as for an installed SeqAn3.
        FetchContent_Declare (
            seqan3
            GIT_REPOSITORY "https://github.com/seqan/seqan3.git"
            GIT_TAG "${seqan3_commit}"
            SOURCE_SUBDIR include)
        FetchContent_MakeAvailable (seqan3)
        # Otherwise SeqAn3 3.4 would download cereal, by the name of a tag. Nothing here needs it, installed or not.
        set (CMAKE_DISABLE_FIND_PACKAGE_cereal ON)
        find_package (seqan3 3.2 REQUIRED HINTS "${seqan3_SOURCE_DIR}/build_system" "${seqan3_SOURCE_DIR}/cmake")
        unset (CMAKE_DISABLE_FIND_PACKAGE_cereal)
    endif ()
    if (NOT TARGET seqan3::seqan3)
        set (seqan3_missing "SeqAn3 (3.2 or newer) was not found, or does not support this compiler. Install it (Debian: \
libseqan3-dev), or let CMake download it with -DSEQAN3_GPULCS_FETCH=ON.")
        if (SEQAN3_GPULCS_APP OR SEQAN3_GPULCS_TEST OR SEQAN3_GPULCS_BENCHMARK)
            message (FATAL_ERROR "${seqan3_missing} Only seqan3_gpulcs::core does without it: "
                                 "-DSEQAN3_GPULCS_APP=OFF, without tests and benchmarks.")
        endif ()
        message (STATUS "${seqan3_missing} Only seqan3_gpulcs::core is built.")
    endif ()
endmacro ()

# Of MPI, only the interface of C is used, from C++.
macro (seqan3_gpulcs_require_mpi)
    set (MPI_CXX_SKIP_MPICXX ON)
    find_package (MPI QUIET COMPONENTS CXX)
    if (NOT TARGET MPI::MPI_CXX)
        message (FATAL_ERROR "MPI is not installed. Install it (Debian: libopenmpi-dev or libmpich-dev), say which with "
                             "-DMPI_CXX_COMPILER=..., or do without: -DSEQAN3_GPULCS_MPI=OFF.")
    endif ()
endmacro ()

macro (seqan3_gpulcs_require_cli11)
    seqan3_gpulcs_require (CLI11 libcli11-dev CLI11::CLI11 "https://github.com/CLIUtils/CLI11.git"
                           "4160d259d961cd393fd8d67590a8c7d210207348")
endmacro ()

macro (seqan3_gpulcs_require_highway)
    # In the cache: that is where Highway sets them, too.
    foreach (part IN ITEMS TESTS EXAMPLES CONTRIB)
        set (HWY_ENABLE_${part} OFF CACHE INTERNAL "")
    endforeach ()
    seqan3_gpulcs_require (hwy libhwy-dev hwy::hwy "https://github.com/google/highway.git"
                           "457c891775a7397bdb0376bb1031e6e027af1c48")
endmacro ()

macro (seqan3_gpulcs_require_json)
    seqan3_gpulcs_require (nlohmann_json nlohmann-json3-dev nlohmann_json::nlohmann_json "https://github.com/nlohmann/json.git"
                           "9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03")
endmacro ()

macro (seqan3_gpulcs_require_range_v3)
    # Its last version, 0.12, asks for CMake 3.6, and CMake from 3.31 on warns about versions below 3.10.
    set (CMAKE_POLICY_VERSION_MINIMUM 3.10)
    seqan3_gpulcs_require (range-v3 librange-v3-dev range-v3::range-v3 "https://github.com/ericniebler/range-v3.git"
                           "a81477931a8aa2ad025c6bda0609f38e09e4d7ec")
    unset (CMAKE_POLICY_VERSION_MINIMUM)
endmacro ()

macro (seqan3_gpulcs_require_googletest)
    seqan3_gpulcs_require (GTest libgtest-dev GTest::gtest_main "https://github.com/google/googletest.git"
                           "52eb8108c5bdec04579160ae17225d66034bd723")
endmacro ()

macro (seqan3_gpulcs_require_benchmark)
    set (BENCHMARK_ENABLE_TESTING OFF)
    seqan3_gpulcs_require (benchmark libbenchmark-dev benchmark::benchmark_main "https://github.com/google/benchmark.git"
                           "d572f4777349d43653b21d6c2fc63020ab326db2")
endmacro ()

# A library without a package for CMake: the target to make, a header, the name of the library, and Debian's package.
macro (seqan3_gpulcs_require_library target header library package)
    if (NOT TARGET ${target})
        find_path (${library}_INCLUDE_DIR ${header})
        find_library (${library}_LIBRARY ${library})
        mark_as_advanced (${library}_INCLUDE_DIR ${library}_LIBRARY)
        if (NOT ${library}_INCLUDE_DIR OR NOT ${library}_LIBRARY)
            message (FATAL_ERROR "The library ${library} is not installed, which the program needs to read compressed "
                                 "files. Install it (Debian: ${package}).")
        endif ()
        add_library (${target} UNKNOWN IMPORTED)
        set_target_properties (${target} PROPERTIES IMPORTED_LOCATION "${${library}_LIBRARY}"
                                                    INTERFACE_INCLUDE_DIRECTORIES "${${library}_INCLUDE_DIR}")
    endif ()
endmacro ()

# gzip, bzip2 and Zstandard.
macro (seqan3_gpulcs_require_decoders)
    seqan3_gpulcs_require_library (seqan3_gpulcs::isal isa-l/igzip_lib.h isal libisal-dev)
    seqan3_gpulcs_require_library (seqan3_gpulcs::bzip2 bzlib.h bz2 libbz2-dev)
    seqan3_gpulcs_require_library (seqan3_gpulcs::zstandard zstd.h zstd libzstd-dev)
    set (seqan3_gpulcs_decoders seqan3_gpulcs::isal seqan3_gpulcs::bzip2 seqan3_gpulcs::zstandard)
endmacro ()
