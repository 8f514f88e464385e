# SPDX-License-Identifier: BSD-3-Clause

include ("${CMAKE_CURRENT_LIST_DIR}/../../../packaging/cpm/package-lock.cmake")
