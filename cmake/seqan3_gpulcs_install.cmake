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
install (
    TARGETS ${installed_targets}
    EXPORT seqan3_gpulcs_export
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if (SEQAN3_GPULCS_MPI)
    # Apart from the other targets: only who asks for this one needs MPI.
    install (
        TARGETS seqan3_gpulcs_mpi
        EXPORT seqan3_gpulcs_mpi_export
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install (
        EXPORT seqan3_gpulcs_mpi_export
        NAMESPACE seqan3_gpulcs::
        FILE seqan3_gpulcs-mpi-targets.cmake
        DESTINATION "${package_dir}")
endif ()
install (DIRECTORY "${PROJECT_SOURCE_DIR}/include/seqan3_gpulcs" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install (
    EXPORT seqan3_gpulcs_export
    NAMESPACE seqan3_gpulcs::
    FILE seqan3_gpulcs-targets.cmake
    DESTINATION "${package_dir}")

configure_package_config_file ("${CMAKE_CURRENT_LIST_DIR}/seqan3_gpulcs-config.cmake.in"
                               "${PROJECT_BINARY_DIR}/seqan3_gpulcs-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file ("${PROJECT_BINARY_DIR}/seqan3_gpulcs-config-version.cmake"
                                  COMPATIBILITY SameMinorVersion)
install (FILES "${PROJECT_BINARY_DIR}/seqan3_gpulcs-config.cmake"
               "${PROJECT_BINARY_DIR}/seqan3_gpulcs-config-version.cmake" DESTINATION "${package_dir}")

if (SEQAN3_GPULCS_APP)
    install (TARGETS gpulcs RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif ()
