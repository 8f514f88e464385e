// SPDX-License-Identifier: BSD-3-Clause

#include "src/resume/saved_run.hpp"

#include <seqan3_gpulcs/lcs/saved_run.hpp>

namespace seqan3_gpulcs::lcs
{

saved_run_result
compute(sequence_pair const & pair, output const wanted, saved_run const & saved, plan::execution const & execution)
{
    return resume::compare(pair, plan::compare_lcs(wanted == output::subsequence), saved, execution);
}

} // namespace seqan3_gpulcs::lcs
