# SPDX-License-Identifier: BSD-3-Clause
#
# Looks for a CUDA compiler, as SEQAN3_GPULCS_CUDA says, and sets SEQAN3_GPULCS_HAS_CUDA.

set (SEQAN3_GPULCS_HAS_CUDA OFF)

if (SEQAN3_GPULCS_CUDA STREQUAL "AUTO" OR SEQAN3_GPULCS_CUDA)
    include (CheckLanguage)
    check_language (CUDA)
    if (CMAKE_CUDA_COMPILER)
        # Nothing is known of the machines that the code will run on.
        if (NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
            set (CMAKE_CUDA_ARCHITECTURES all-major)
        endif ()
        enable_language (CUDA)
        find_package (CUDAToolkit QUIET)
        if (CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13 AND TARGET CUDA::cudart_static)
            set (SEQAN3_GPULCS_HAS_CUDA ON)
        endif ()
    endif ()

    if (SEQAN3_GPULCS_HAS_CUDA)
        message (STATUS "CUDA backend: yes, for the architectures ${CMAKE_CUDA_ARCHITECTURES}.")
    elseif (SEQAN3_GPULCS_CUDA STREQUAL "AUTO")
        message (STATUS "CUDA backend: no, there is no toolkit of CUDA 13 or newer.")
    else ()
        message (FATAL_ERROR "SEQAN3_GPULCS_CUDA is ON, but there is no toolkit of CUDA 13 or newer. Install one, name its "
                             "compiler with -DCMAKE_CUDA_COMPILER=..., or build without: -DSEQAN3_GPULCS_CUDA=OFF.")
    endif ()
endif ()
