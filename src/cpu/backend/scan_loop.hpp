// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Primers, matches and sites with a search on the CPU.
 */

#pragma once

#include "src/scan/request.hpp"

namespace seqan3_gpulcs::cpu
{

/*!\brief Finds what is wanted: each thread searches for a pattern with its vectors, and verifies the candidates.
 * \param request The request.
 * \param threads The number of threads, at least 1.
 * \throws std::bad_alloc and the exceptions of the request's control.
 */
void scan_text(scan::request const & request, unsigned threads);

} // namespace seqan3_gpulcs::cpu
