# SPDX-License-Identifier: BSD-3-Clause
#
# Debian's cross compiler for 64-bit ARM. SEQAN3_GPULCS_AARCH64_ROOT, in the environment, is where the libraries for that processor are;
# headers without libraries are those of this machine. Tests run in qemu, which QEMU_LD_PREFIX and QEMU_SET_ENV tell where libraries are.

if (NOT DEFINED ENV{SEQAN3_GPULCS_AARCH64_ROOT})
    message (FATAL_ERROR "Set SEQAN3_GPULCS_AARCH64_ROOT in the environment, or use script/test_aarch64.sh, which does.")
endif ()
set (CMAKE_SYSTEM_NAME Linux)
set (CMAKE_SYSTEM_PROCESSOR aarch64)
set (CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set (CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set (CMAKE_FIND_ROOT_PATH "$ENV{SEQAN3_GPULCS_AARCH64_ROOT}" /)
set (CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set (CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
