# SPDX-License-Identifier: BSD-3-Clause
#
# The installed files, once stripped, must not exceed the limit in total.

set (total 0)
foreach (file IN LISTS files)
    get_filename_component (name "${file}" NAME)
    execute_process (COMMAND "${strip}" -o "${folder}/${name}.stripped" "${file}" COMMAND_ERROR_IS_FATAL ANY)
    file (SIZE "${folder}/${name}.stripped" bytes)
    message (STATUS "${name}: ${bytes} bytes")
    math (EXPR total "${total} + ${bytes}")
endforeach ()
if (total GREATER limit)
    message (FATAL_ERROR "${total} bytes, more than ${limit}.")
endif ()
