# SPDX-License-Identifier: BSD-3-Clause

# The warnings of our own sources; they do not reach those who link the library. The presets of the tests make them errors.
function (seqan3_gpulcs_set_warnings target)
    target_compile_options (${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow>")
    # What GCC does not take for a conversion.
    target_compile_options (${target} PRIVATE "$<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>")
    # What nvcc makes of a source is not pedantic.
    target_compile_options (${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wconversion>")
endfunction ()

# Compiles a target so that linkers can drop the functions that nothing calls.
function (seqan3_gpulcs_compile_sections target)
    if (CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options (${target} PRIVATE
                                "$<$<COMPILE_LANGUAGE:CXX>:-ffunction-sections;-fdata-sections>")
    endif ()
endfunction ()

# Drops them from a program or a shared library.
function (seqan3_gpulcs_drop_unused target)
    seqan3_gpulcs_compile_sections (${target})
    if (CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT APPLE)
        target_link_options (${target} PRIVATE LINKER:--gc-sections)
    endif ()
endfunction ()

# Compiles the sources of each folder of a target as one, which takes less than half the time, if the build shall do so. Names in
# unnamed namespaces must differ within a folder; sources named after APART, and those that are compiled once for each kind of
# vectors, stay alone.
function (seqan3_gpulcs_join_sources target)
    cmake_parse_arguments (PARSE_ARGV 1 join "" "" "APART")
    if (NOT SEQAN3_GPULCS_JOIN_SOURCES)
        return ()
    endif ()
    set_target_properties (${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    if (CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # A compiler that does not collect its garbage takes a tenth less time and up to 160 MB more for a folder (GCC 12).
        target_compile_options (${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1048576>")
    endif ()
    get_target_property (sources ${target} SOURCES)
    list (FILTER sources INCLUDE REGEX "^[^$]*\\.cpp$")
    foreach (source ${sources})
        get_filename_component (path "${source}" ABSOLUTE)
        file (STRINGS "${path}" vectors REGEX "foreach_target\\.h" LIMIT_COUNT 1)
        get_filename_component (name "${path}" NAME)
        if (NOT vectors AND NOT name IN_LIST join_APART)
            get_filename_component (folder "${path}" DIRECTORY)
            file (RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${folder}")
            string (MAKE_C_IDENTIFIER "${folder}" group)
            set_property (SOURCE "${source}" PROPERTY UNITY_GROUP ${group})
        endif ()
    endforeach ()
endfunction ()

# Reads the headers of the standard library once for all sources of a target: they take half the time of most. Sources with options of
# their own must skip them. The test of headers compiles each header without them.
function (seqan3_gpulcs_precompile_headers target)
    set (headers algorithm array atomic bit charconv chrono cstdint filesystem functional limits map memory mutex numeric optional
                 span string string_view thread utility vector)
    list (TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
    target_precompile_headers (${target} PRIVATE ${headers})
endfunction ()
