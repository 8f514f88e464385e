// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where the results of pairs go.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <seqan3_gpulcs/alignment/result.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/value_span.hpp"

namespace seqan3_gpulcs::plan
{

/*!\brief The places of the results of a call: whole results, or only lengths or distances.
 *
 * Thread safety: every pair has a place of its own, so different pairs may be put at the same time.
 */
class result_sink
{
public:
    //!\brief Takes whole results, one for each pair of the call.
    result_sink(std::span<alignment::result> const results) noexcept : results_{results}
    {}

    //!\brief Takes the lengths or distances, one for each pair of the call.
    result_sink(value_span const values, plan::metric const metric) noexcept :
        values_{values},
        metric_{metric},
        takes_values_{true}
    {}

    //!\brief Whether only lengths or distances are taken.
    bool takes_values() const noexcept
    {
        return takes_values_;
    }

    //!\brief Where whole results go; empty if only values are taken.
    std::span<alignment::result> results() const noexcept
    {
        return results_;
    }

    //!\brief Where lengths or distances go; empty if whole results are taken.
    value_span const & values() const noexcept
    {
        return values_;
    }

    //!\brief Takes the result of a pair, given the index of the pair.
    void put(std::size_t const index, alignment::result && result) const noexcept
    {
        if (takes_values_)
            values_[index] = value_of(result, metric_);
        else
            results_[index] = std::move(result);
    }

private:
    std::span<alignment::result> results_{};
    value_span values_{};
    plan::metric metric_{};
    bool takes_values_{};
};

} // namespace seqan3_gpulcs::plan
