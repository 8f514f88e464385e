// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs devices`.
 */

#pragma once

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/io/table/table.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs devices`.
struct devices_options
{
    table_format format{table_format::tsv};
};

//!\brief Describes the arguments; the options must live longer than what is returned.
command_syntax devices_syntax(devices_options & options);

} // namespace seqan3_gpulcs::app
