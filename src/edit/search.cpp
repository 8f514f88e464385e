// SPDX-License-Identifier: BSD-3-Clause

#include <seqan3_gpulcs/edit/search.hpp>

#include "src/api/hit_ranking.hpp"
#include "src/plan/comparison.hpp"

namespace seqan3_gpulcs::edit
{

std::optional<std::uint64_t> distance_for_identity(double const min_identity,
                                                   std::uint64_t const first_size,
                                                   std::uint64_t const second_size) noexcept
{
    std::uint64_t const longest = std::max(first_size, second_size);
    std::uint64_t const score = api::score_for_identity(min_identity, longest);
    return score > longest ? std::nullopt : std::optional{longest - score};
}

alignment::detail::search_rule detail::search_traits::make_rule(search_options const & options) noexcept
{
    return {.metric = plan::metric::edit,
            .top = options.top,
            .max_distance = options.max_distance,
            .min_identity = options.min_identity,
            .by_identity = options.order == search_order::identity};
}

} // namespace seqan3_gpulcs::edit
