# SPDX-License-Identifier: BSD-3-Clause
#
# The archive that cpack makes of an installation. Debian's packages are made from packaging/debian.

set (CPACK_GENERATOR TGZ)
set (CPACK_PACKAGE_FILE_NAME "${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set (CPACK_STRIP_FILES ON)
set (CPACK_VERBATIM_VARIABLES ON)
set (CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                 WORLD_EXECUTE)
include (CPack)
