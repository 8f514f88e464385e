# SPDX-License-Identifier: BSD-3-Clause
message(WARNING "${PORT} requires GCC 12 or newer, or Clang 14 or newer.")

vcpkg_download_distfile(ARCHIVE
    URLS "@HOMEPAGE@/releases/download/v${VERSION}/seqan3_gpulcs-${VERSION}.tar.gz"
    FILENAME "seqan3_gpulcs-${VERSION}.tar.gz"
    SHA512 @SHA512@
)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS
    FEATURES
        cuda SEQAN3_GPULCS_CUDA
)
if("cuda" IN_LIST FEATURES)
    vcpkg_find_cuda(OUT_CUDA_TOOLKIT_ROOT cuda_toolkit_root)
    list(APPEND FEATURE_OPTIONS
        "-DCMAKE_CUDA_COMPILER=${NVCC}"
        "-DCUDAToolkit_ROOT=${cuda_toolkit_root}"
    )
endif()

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${FEATURE_OPTIONS}
        -DSEQAN3_GPULCS_APP=OFF
        -DSEQAN3_GPULCS_FETCH=OFF
        -DSEQAN3_GPULCS_MPI=OFF
        # The core does without SeqAn3, also where one is installed.
        -DCMAKE_DISABLE_FIND_PACKAGE_seqan3=ON
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME seqan3_gpulcs CONFIG_PATH lib/cmake/seqan3_gpulcs)

# Both builds share the headers of the release, but our file says where they are without a prefix, which vcpkg would correct.
if(NOT VCPKG_BUILD_TYPE)
    vcpkg_replace_string("${CURRENT_PACKAGES_DIR}/debug/lib/pkgconfig/seqan3_gpulcs-core.pc"
        [[${pcfiledir}/../../include]] [[${pcfiledir}/../../../include]]
    )
endif()
vcpkg_fixup_pkgconfig()

# The licence is the copyright file.
file(REMOVE_RECURSE
    "${CURRENT_PACKAGES_DIR}/debug/include"
    "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/share/doc"
)
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
