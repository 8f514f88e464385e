// SPDX-License-Identifier: BSD-3-Clause

#include "src/saved/saved_run.hpp"

#include <system_error>

#include <seqan3_gpulcs/lcs/saved_run.hpp>

#include "src/backend/backend.hpp"
#include "src/plan/threshold.hpp"
#include "src/saved/run_store.hpp"

namespace seqan3_gpulcs::lcs
{

saved_run_result
compute(sequence_pair const & pair, output const wanted, saved_run const & saved, plan::execution const & execution)
{
    saved::check(pair, saved);
    saved_run_result found =
        saved::compute(backend::find_backend(execution), pair, wanted, {.saved = saved}, execution);
    plan::drop_if_of_no_interest(pair, found.result, plan::metric::lcs);
    return found;
}

void remove_saved_run(std::filesystem::path const & directory)
{
    std::error_code ignored{};
    if (std::filesystem::is_directory(directory, ignored))
        saved::run_store{directory}.remove();
}

} // namespace seqan3_gpulcs::lcs
