// SPDX-License-Identifier: BSD-3-Clause

#include "src/saved/saved_run.hpp"

#include <seqan3_gpulcs/lcs/saved_run.hpp>

#include "src/backend/backend.hpp"
#include "src/packing/letter_kinds.hpp"
#include "src/saved/run_store.hpp"

namespace seqan3_gpulcs::lcs
{

saved_run_result
compute(sequence_pair const & pair, output const wanted, saved_run const & saved, plan::execution const & execution)
{
    packing::check_same_kind(pair.first, pair.second);
    return saved::compute(backend::find_backend(execution), pair, wanted, {.saved = saved}, execution);
}

void remove_saved_run(std::filesystem::path const & directory)
{
    if (std::filesystem::exists(directory))
        saved::run_store{directory}.remove();
}

} // namespace seqan3_gpulcs::lcs
