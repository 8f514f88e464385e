# SPDX-License-Identifier: BSD-3-Clause

include (CMakePackageConfigHelpers)

set (package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/seqan3_gpulcs")

set (installed_targets seqan3_gpulcs_core)
if (SEQAN3_GPULCS_HAS_CUDA)
    list (APPEND installed_targets seqan3_gpulcs_cuda)
endif ()
if (NOT DEFINED CMAKE_INSTALL_RPATH)
    # A shared core finds the CUDA backend beside it.
    set_target_properties (seqan3_gpulcs_core PROPERTIES INSTALL_RPATH "$ORIGIN")
endif ()
install (TARGETS ${installed_targets} EXPORT seqan3_gpulcs_export)
if (SEQAN3_GPULCS_MPI)
    # Apart from the other targets: only who asks for this one needs MPI.
    install (TARGETS seqan3_gpulcs_mpi EXPORT seqan3_gpulcs_mpi_export)
    install (
        EXPORT seqan3_gpulcs_mpi_export
        NAMESPACE seqan3_gpulcs::
        FILE seqan3_gpulcs-mpi-targets.cmake
        DESTINATION "${package_dir}")
endif ()
install (
    DIRECTORY "${PROJECT_SOURCE_DIR}/include/seqan3_gpulcs"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install (
    EXPORT seqan3_gpulcs_export
    NAMESPACE seqan3_gpulcs::
    FILE seqan3_gpulcs-targets.cmake
    DESTINATION "${package_dir}")

configure_package_config_file ("${CMAKE_CURRENT_LIST_DIR}/seqan3_gpulcs-config.cmake.in"
                               "${PROJECT_BINARY_DIR}/seqan3_gpulcs-config.cmake" INSTALL_DESTINATION "${package_dir}")
# Before 1.0, interfaces may change with every minor version, as the names of shared libraries do (SOVERSION).
set (compatibility SameMinorVersion)
if (PROJECT_VERSION_MAJOR GREATER 0)
    set (compatibility SameMajorVersion)
endif ()
write_basic_package_version_file ("${PROJECT_BINARY_DIR}/seqan3_gpulcs-config-version.cmake"
                                  COMPATIBILITY ${compatibility})
install (
    FILES "${PROJECT_BINARY_DIR}/seqan3_gpulcs-config.cmake" "${PROJECT_BINARY_DIR}/seqan3_gpulcs-config-version.cmake"
    DESTINATION "${package_dir}")

# For pkg-config. Who links the static library links what that needs, too.
function (seqan3_gpulcs_install_pkg_config)
    set (pkg_config_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
    foreach (folder IN ITEMS INCLUDE LIB)
        file (RELATIVE_PATH ${folder}_FROM_PKG_CONFIG "${CMAKE_INSTALL_PREFIX}/${pkg_config_dir}"
              "${CMAKE_INSTALL_FULL_${folder}DIR}")
        string (REGEX REPLACE "/$" "" ${folder}_FROM_PKG_CONFIG "${${folder}_FROM_PKG_CONFIG}")
    endforeach ()
    set (private_flags " -pthread")
    if (SEQAN3_GPULCS_HAS_CUDA)
        string (PREPEND private_flags " -lseqan3_gpulcs_cuda")
    endif ()
    set (public_flags "")
    set (requires Requires.private)
    get_target_property (library_type seqan3_gpulcs_core TYPE)
    if (library_type STREQUAL "STATIC_LIBRARY")
        set (public_flags "${private_flags}")
        set (private_flags "")
        set (requires Requires)
    endif ()
    configure_file ("${PROJECT_SOURCE_DIR}/cmake/seqan3_gpulcs-core.pc.in"
                    "${PROJECT_BINARY_DIR}/seqan3_gpulcs-core.pc" @ONLY)
    install (
        FILES "${PROJECT_BINARY_DIR}/seqan3_gpulcs-core.pc"
        DESTINATION "${pkg_config_dir}")
endfunction ()
seqan3_gpulcs_install_pkg_config ()

if (SEQAN3_GPULCS_APP)
    install (TARGETS gpulcs RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif ()
install (FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/packaging/third_party_licences.txt"
         DESTINATION "${CMAKE_INSTALL_DOCDIR}")
