// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/lcs/search.hpp>

#include "src/api/hit_ranking.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::lcs
{

std::uint64_t
length_for_identity(double const min_identity, std::uint64_t const first_size, std::uint64_t const second_size) noexcept
{
    return api::score_for_identity(min_identity, std::max(first_size, second_size));
}

alignment::detail::search_rule detail::search_traits::make_rule(search_options const & options) noexcept
{
    return {.metric = plan::metric::lcs,
            .top = options.top,
            .min_length = options.min_length,
            .min_identity = options.min_identity,
            .by_identity = options.order == search_order::identity};
}

} // namespace seqan3_gpulcs::lcs
