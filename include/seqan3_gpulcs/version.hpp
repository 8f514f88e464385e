// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The version of the library. CMake reads it from here.
 */

#pragma once

//!\brief The major version number.
#define SEQAN3_GPULCS_VERSION_MAJOR 0
//!\brief The minor version number.
#define SEQAN3_GPULCS_VERSION_MINOR 4
//!\brief The patch version number.
#define SEQAN3_GPULCS_VERSION_PATCH 0

//!\brief The version as text.
#define SEQAN3_GPULCS_VERSION_CSTRING "0.4.0"
