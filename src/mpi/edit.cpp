// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/mpi/edit.hpp>

#include "src/edit/comparison.hpp"
#include "src/mpi/pairs.hpp"
#include "src/mpi/saved_parts.hpp"

namespace seqan3_gpulcs::mpi
{

std::vector<edit::result> compute(communicator & ranks,
                                  std::span<edit::sequence_pair const> const pairs,
                                  edit::options const & options,
                                  plan::execution const & execution)
{
    return compare(ranks.group(), pairs, edit::to_comparison(options), execution);
}

edit::saved_run_result compute(communicator & ranks,
                               edit::sequence_pair const & pair,
                               edit::options const & options,
                               edit::saved_run const & saved,
                               plan::execution const & execution)
{
    return compare_saved(ranks.group(), pair, edit::to_comparison(options), saved, execution);
}

std::vector<std::uint64_t>
distances(communicator & ranks, std::span<edit::sequence_pair const> const pairs, plan::execution const & execution)
{
    return find_values(ranks.group(), pairs, plan::edit_distance, execution);
}

std::vector<std::uint64_t> all_distances(communicator & ranks,
                                         std::span<packing::packed_sequence_view const> const sequences,
                                         plan::execution const & execution)
{
    return compare_sets(ranks.group(), plan::sequence_sets{sequences}, plan::metric::edit, execution);
}

std::vector<std::uint64_t> all_distances(communicator & ranks,
                                         std::span<packing::packed_sequence_view const> const first,
                                         std::span<packing::packed_sequence_view const> const second,
                                         plan::execution const & execution)
{
    return compare_sets(ranks.group(), {first, second}, plan::metric::edit, execution);
}

} // namespace seqan3_gpulcs::mpi
