# SPDX-License-Identifier: BSD-3-Clause
#
# Installs into one folder and moves everything to another one: what is installed must not remember where.

execute_process (COMMAND "${CMAKE_COMMAND}" --install "${build}" --prefix "${prefix}.before" COMMAND_ERROR_IS_FATAL ANY)
file (REMOVE_RECURSE "${prefix}")
file (RENAME "${prefix}.before" "${prefix}")
