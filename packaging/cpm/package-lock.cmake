# SPDX-License-Identifier: BSD-3-Clause
#
# An entry for the package-lock.cmake of a project that uses CPM: CPMUsePackageLock (package-lock.cmake), then
# CPMGetPackage (seqan3_gpulcs). What the library needs is found as always: installed, or downloaded at pinned commits.

CPMDeclarePackage (
    seqan3_gpulcs
    NAME seqan3_gpulcs
    VERSION 0.4.0
    GIT_REPOSITORY @HOMEPAGE@.git
    OPTIONS "SEQAN3_GPULCS_FETCH ON")
