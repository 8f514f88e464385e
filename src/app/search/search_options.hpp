// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs search`.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/command_line/shared_options.hpp"
#include "src/app/metric.hpp"
#include "src/app/metric_calls.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The order of hits.
enum class hit_order : std::uint8_t
{
    by_metric, //!< By the metric: the longest common subsequence or the smallest distance first.
    lcs,       //!< The longest common subsequence first.
    distance,  //!< The smallest distance first.
    identity   //!< The highest identity first.
};

//!\brief The options of `gpulcs search`: the first sequences are the queries, the second ones the subjects.
struct search_options : comparison_options
{
    app::metric metric{};    //!< The metric to compute.
    std::uint64_t top{};     //!< The maximum number of hits of a query; 0 means no maximum.
    std::uint64_t min_lcs{}; //!< The minimum length, for longest common subsequences.
    std::uint64_t max_distance{std::numeric_limits<std::uint64_t>::max()}; //!< The maximum, for edit distances.
    std::optional<double> min_identity{};
    hit_order order{};
    bool within{};       //!< Whether queries are aligned with the closest part of each subject.
    bool both_strands{}; //!< Whether their reverse complements are, too.
};

//!\brief Describes the arguments; the options must live longer than what is returned.
command_syntax search_syntax(search_options & options);

//!\brief Checks that the options agree. \throws usage_error
void check(search_options const & options);

//!\brief Which subjects to find, unless options.within.
search_rule make_rule(search_options const & options);

//!\brief With options.within, the most edits that a query of some letters may have.
std::uint64_t max_part_edits(search_options const & options, std::uint64_t letters) noexcept;

} // namespace seqan3_gpulcs::app
