# SPDX-License-Identifier: BSD-3-Clause
#
# Looks for a CUDA compiler, as SEQAN3_GPULCS_CUDA says, and sets SEQAN3_GPULCS_HAS_CUDA.

set (SEQAN3_GPULCS_HAS_CUDA OFF)
set (SEQAN3_GPULCS_CUDA_MIN_VERSION 12.4)

# Device code is nearly all of the program's size, and compresses to a fifth.
macro (seqan3_gpulcs_choose_compression)
    include (CheckCompilerFlag)
    check_compiler_flag (CUDA --compress-mode=size SEQAN3_GPULCS_CUDA_HAS_COMPRESS_MODE)
    if (SEQAN3_GPULCS_CUDA_HAS_COMPRESS_MODE)
        set (SEQAN3_GPULCS_CUDA_COMPRESSION --compress-mode=size)
    else ()
        set (SEQAN3_GPULCS_CUDA_COMPRESSION -Xfatbin=-compress-all)
    endif ()
endmacro ()

if (SEQAN3_GPULCS_CUDA STREQUAL "AUTO" OR SEQAN3_GPULCS_CUDA)
    include (CheckLanguage)
    check_language (CUDA)
    if (CMAKE_CUDA_COMPILER)
        # Nothing is known of the machines that the code will run on.
        set (any_machine OFF)
        if (NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
            set (any_machine ON)
            set (CMAKE_CUDA_ARCHITECTURES all-major)
        endif ()
        enable_language (CUDA)
        # The kernels need compute capability 7.5; toolkits before CUDA 13 know older ones, too.
        if (any_machine AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.8)
            set (CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
        elseif (any_machine AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13)
            set (CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90-real 100-real 120)
        endif ()
        find_package (CUDAToolkit QUIET)
        if (CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL SEQAN3_GPULCS_CUDA_MIN_VERSION AND TARGET CUDA::cudart_static)
            set (SEQAN3_GPULCS_HAS_CUDA ON)
            seqan3_gpulcs_choose_compression ()
        endif ()
    endif ()

    if (SEQAN3_GPULCS_HAS_CUDA)
        message (STATUS "CUDA backend: yes, for the architectures ${CMAKE_CUDA_ARCHITECTURES}.")
    elseif (SEQAN3_GPULCS_CUDA STREQUAL "AUTO")
        message (STATUS "CUDA backend: no, there is no toolkit of CUDA ${SEQAN3_GPULCS_CUDA_MIN_VERSION} or newer.")
    else ()
        message (FATAL_ERROR "SEQAN3_GPULCS_CUDA is ON, but there is no toolkit of CUDA ${SEQAN3_GPULCS_CUDA_MIN_VERSION} or "
                             "newer. Install one, name its compiler with -DCMAKE_CUDA_COMPILER=..., or build without: "
                             "-DSEQAN3_GPULCS_CUDA=OFF.")
    endif ()
endif ()
