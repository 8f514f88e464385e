# SPDX-License-Identifier: BSD-3-Clause
#
# What cpack makes of an installation: one archive, and a Debian package for each component.

set (CPACK_GENERATOR TGZ DEB)
set (CPACK_PACKAGE_VENDOR "The seqan3_gpulcs authors")
set (CPACK_PACKAGE_CONTACT "${CPACK_PACKAGE_VENDOR} <seqan3_gpulcs@example.org>")
set (CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set (CPACK_PACKAGE_FILE_NAME "${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set (CPACK_STRIP_FILES ON)
set (CPACK_VERBATIM_VARIABLES ON)
set (CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                 WORLD_EXECUTE)

set (CPACK_COMPONENTS_ALL development)
if (SEQAN3_GPULCS_APP)
    list (APPEND CPACK_COMPONENTS_ALL program)
endif ()
get_target_property (library_type seqan3_gpulcs_core TYPE)
if (SEQAN3_GPULCS_HAS_CUDA OR library_type STREQUAL "SHARED_LIBRARY")
    list (APPEND CPACK_COMPONENTS_ALL library)
    set (CPACK_COMPONENT_PROGRAM_DEPENDS library)
    set (CPACK_COMPONENT_DEVELOPMENT_DEPENDS library)
endif ()

# The first line of each is the summary, so there is no other.
set (CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set (CPACK_COMPONENT_PROGRAM_DESCRIPTION
     "exact comparison of sequences of any length
gpulcs compares the sequences of FASTA and FASTQ files exactly, on all CPU
cores: longest common subsequences, edit distances, alignments and matrices
of distances. It searches databases for the most similar records, and finds
primers that are at least k edits away from everything in other sequences.")
set (CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
     "exact bit-parallel sequence comparison for SeqAn3 (development)
Longest common subsequences, edit distances and k-difference primers, with
bit-parallel algorithms on all CPU cores. One configuration element has
align_pairwise of SeqAn3 use them; without SeqAn3, they are a library of C++20.

This package has the headers, the library, and files for CMake and pkg-config.")
set (CPACK_COMPONENT_LIBRARY_DESCRIPTION
     "exact bit-parallel sequence comparison for SeqAn3 (libraries)
What programs need at run time that compare sequences with seqan3_gpulcs:
its shared libraries, such as the one that computes on CUDA devices.")

set (CPACK_DEB_COMPONENT_INSTALL ON)
set (CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set (CPACK_DEBIAN_PACKAGE_RELEASE 1)
set (CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set (CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set (CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/src" "${PROJECT_BINARY_DIR}/cuda")
set (CPACK_DEBIAN_PROGRAM_PACKAGE_NAME gpulcs)
set (CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set (CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set (CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libseqan3-gpulcs-dev)
set (CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set (CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libhwy-dev, libseqan3-dev (>= 3.2)")
set (CPACK_DEBIAN_LIBRARY_PACKAGE_NAME "libseqan3-gpulcs${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set (CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set (CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set (CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/packaging/debian/triggers")
set (CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set (CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")

# What only Debian wants is added when the package is made.
set (CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/seqan3_gpulcs_debian.cmake")
set (CPACK_SEQAN3_GPULCS_SOURCE_DIR "${PROJECT_SOURCE_DIR}")
include (CPack)
