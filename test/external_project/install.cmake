# SPDX-License-Identifier: BSD-3-Clause
#
# Installs into one folder and moves everything to another one: the package must be relocatable.

execute_process (COMMAND "${CMAKE_COMMAND}" --install "${build}" --prefix "${prefix}.before" COMMAND_ERROR_IS_FATAL ANY)
file (REMOVE_RECURSE "${prefix}")
file (RENAME "${prefix}.before" "${prefix}")
