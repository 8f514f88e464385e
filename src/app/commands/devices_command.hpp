// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The command `gpulcs devices`.
 */

#pragma once

#include "../io/table_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs devices`.
struct devices_options
{
    table_format format{table_format::tsv};
};

/*!\brief Writes a table of the CUDA devices of this machine; where there is none, standard error says why.
 * \throws output_error
 */
void run_devices(devices_options const & options);

} // namespace seqan3_gpulcs::app
