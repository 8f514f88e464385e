# SPDX-License-Identifier: BSD-3-Clause

file (SIZE "${file}" bytes)
if (bytes GREATER_EQUAL limit)
    message (FATAL_ERROR "${file} has ${bytes} bytes, ${limit} or more.")
endif ()
