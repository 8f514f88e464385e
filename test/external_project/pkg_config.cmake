# SPDX-License-Identifier: BSD-3-Clause
#
# Compiles, links and runs a program with the flags that pkg-config names for the installed library.

set (ENV{PKG_CONFIG_PATH} "${library_dir}/pkgconfig")
# Only a shared library needs it.
set (ENV{LD_LIBRARY_PATH} "${library_dir}")

function (ask_pkg_config result)
    execute_process (COMMAND "${pkg_config}" ${ARGN} seqan3_gpulcs-core OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE
                     COMMAND_ERROR_IS_FATAL ANY)
    set (${result} "${answer}" PARENT_SCOPE)
endfunction ()

ask_pkg_config (found --modversion)
if (NOT found STREQUAL version)
    message (FATAL_ERROR "pkg-config says version ${found}, not ${version}.")
endif ()

separate_arguments (flags)
foreach (linking IN ITEMS "" --static)
    ask_pkg_config (named --cflags --libs ${linking})
    message (STATUS "${named}")
    separate_arguments (named)
    file (REMOVE "${program}")
    execute_process (COMMAND "${compiler}" -std=c++20 ${flags} "${source}" ${named} -o "${program}" COMMAND_ERROR_IS_FATAL ANY)
    execute_process (COMMAND "${program}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
    if (NOT printed STREQUAL "core: 7\n")
        message (FATAL_ERROR "The program printed: ${printed}")
    endif ()
endforeach ()
