# SPDX-License-Identifier: BSD-3-Clause
#
# cpack runs this before it makes packages of what it has installed. In those for Debian go a copyright file and changelogs;
# these and manual pages are compressed.

if (NOT CPACK_GENERATOR STREQUAL "DEB")
    return ()
endif ()

find_program (GZIP gzip REQUIRED)
set (packaging "${CPACK_SEQAN3_GPULCS_SOURCE_DIR}/packaging/debian")
# That of SOURCE_DATE_EPOCH, if it is set.
string (TIMESTAMP debian_date "%a, %d %b %Y %H:%M:%S +0000" UTC)

foreach (component IN LISTS CPACK_COMPONENTS_ALL)
    string (TOUPPER "${component}" upper)
    set (debian_package "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
    set (share "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}/share")
    set (doc "${share}/doc/${debian_package}")
    file (REMOVE_RECURSE "${share}/doc/${CPACK_PACKAGE_NAME}") # The licence is the copyright file.
    file (MAKE_DIRECTORY "${doc}")
    file (COPY_FILE "${packaging}/copyright" "${doc}/copyright")
    file (COPY_FILE "${CPACK_SEQAN3_GPULCS_SOURCE_DIR}/CHANGELOG.md" "${doc}/changelog")
    configure_file ("${packaging}/changelog.in" "${doc}/changelog.Debian" @ONLY)
    # Where Debian's zsh looks for the completions of packages.
    if (EXISTS "${share}/zsh/site-functions")
        file (RENAME "${share}/zsh/site-functions" "${share}/zsh/vendor-completions")
    endif ()
    file (GLOB pages "${share}/man/man[1-8]/*.[1-8]")
    execute_process (COMMAND "${GZIP}" --best --no-name --force "${doc}/changelog" "${doc}/changelog.Debian" ${pages}
                     COMMAND_ERROR_IS_FATAL ANY)
endforeach ()
