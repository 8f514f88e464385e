// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/enqueue.hpp>

#include "src/api/compare_pairs.hpp"
#include "src/api/device_set.hpp"
#include "src/api/pair_stream.hpp"

namespace seqan3_gpulcs::lcs
{

std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const sequences,
                                     plan::execution const & execution)
{
    return api::compare_sets(plan::sequence_sets{sequences}, plan::metric::lcs, execution);
}

std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const first,
                                     std::span<packing::packed_sequence_view const> const second,
                                     plan::execution const & execution)
{
    return api::compare_sets({first, second}, plan::metric::lcs, execution);
}

void all_pairs_into(std::span<packing::packed_sequence_view const> const sequences,
                    std::span<std::uint32_t> const found,
                    plan::execution const & execution)
{
    api::compare_sets(plan::sequence_sets{sequences}, plan::metric::lcs, found, execution);
}

void all_pairs_into(std::span<packing::packed_sequence_view const> const first,
                    std::span<packing::packed_sequence_view const> const second,
                    std::span<std::uint32_t> const found,
                    plan::execution const & execution)
{
    api::compare_sets({first, second}, plan::metric::lcs, found, execution);
}

void all_pairs_in_blocks(std::span<packing::packed_sequence_view const> const sequences,
                         alignment::value_sink const & sink,
                         plan::execution const & execution)
{
    api::stream_sets(plan::sequence_sets{sequences}, plan::metric::lcs, sink, execution);
}

void all_pairs_in_blocks(std::span<packing::packed_sequence_view const> const first,
                         std::span<packing::packed_sequence_view const> const second,
                         alignment::value_sink const & sink,
                         plan::execution const & execution)
{
    api::stream_sets({first, second}, plan::metric::lcs, sink, execution);
}

std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const first,
                                     alignment::resident_set const & second,
                                     plan::execution const & execution)
{
    return api::compare_sets(first, second, plan::metric::lcs, execution);
}

void all_pairs_into(std::span<packing::packed_sequence_view const> const first,
                    alignment::resident_set const & second,
                    std::span<std::uint32_t> const found,
                    plan::execution const & execution)
{
    api::compare_sets(first, second, plan::metric::lcs, found, execution);
}

alignment::device_call enqueue_all_pairs(alignment::device_set const & first,
                                         alignment::device_set const & second,
                                         std::uint32_t * const found,
                                         alignment::device_stream const & stream)
{
    return api::enqueue({first.placed(), second.placed(), plan::metric::lcs, true, found, stream});
}

alignment::device_call enqueue_lengths(alignment::device_set const & first,
                                       alignment::device_set const & second,
                                       std::uint32_t * const found,
                                       alignment::device_stream const & stream)
{
    return api::enqueue({first.placed(), second.placed(), plan::metric::lcs, false, found, stream});
}

} // namespace seqan3_gpulcs::lcs
