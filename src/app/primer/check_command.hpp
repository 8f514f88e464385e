// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief `gpulcs primer check` and `products`, which are about given primers.
 */

#pragma once

#include "src/app/primer/primer_options.hpp"
#include "src/app/primer/site_writer.hpp"
#include "src/app/step_times.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief Reads all files, finds the sites of the primers, and writes these, a summary or products to standard output.
 * \param options The options of the command. A stop ends the work early: seqan3_gpulcs::operation_stopped.
 * \throws input_error, output_error, limit_error, and the exceptions of seqan3_gpulcs::primer::find_sites.
 */
void run_check(primer_options const & options);

/*!\brief Finds the sites of primers, and writes their products to standard output.
 * \param context The primers, the sequences and the options. A stop ends the work early: seqan3_gpulcs::operation_stopped.
 * \param times   The times are added to it.
 * \throws output_error, limit_error, and the exceptions of seqan3_gpulcs::primer::find_sites.
 */
void write_products(site_context const & context, step_times & times);

} // namespace seqan3_gpulcs::app
