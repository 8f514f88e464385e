// SPDX-License-Identifier: BSD-3-Clause

#include "src/resume/saved_run.hpp"

#include <seqan3_gpulcs/edit/saved_run.hpp>

#include "src/edit/comparison.hpp"

namespace seqan3_gpulcs::edit
{

saved_run_result
compute(sequence_pair const & pair, options const & options, saved_run const & saved, plan::execution const & execution)
{
    return resume::compare(pair, to_comparison(options), saved, execution);
}

} // namespace seqan3_gpulcs::edit
