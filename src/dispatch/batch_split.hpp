// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The pairs of a call that are computed in batches, apart from those that are too long.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "src/backend/backend.hpp"

namespace seqan3_gpulcs::dispatch
{

//!\brief The pairs of a call, by whether they fit into batches.
struct batch_split
{
    std::vector<std::size_t> long_pairs{}; //!< The indices of those that do not, in ascending order.
    plan::pair_survey short_pairs{};       //!< All others.

    //!\brief Adds other pairs, whose indices may come in any order.
    void add(batch_split const & others)
    {
        long_pairs.insert(long_pairs.end(), others.long_pairs.begin(), others.long_pairs.end());
        short_pairs.add(others.short_pairs);
    }
};

/*!\brief Splits the pairs of a call.
 * \param pairs     The pairs.
 * \param backend   Knows which pairs fit into its batches.
 * \param execution Where the threads and the stop request are taken from.
 * \throws std::bad_alloc, seqan3_gpulcs::operation_stopped
 */
batch_split split_pairs(std::span<alignment::sequence_pair const> pairs,
                        backend::backend_interface const & backend,
                        plan::execution const & execution);

//!\brief Computes the lengths of some pairs.
using value_function = std::function<void(std::span<alignment::sequence_pair const>, std::span<std::uint64_t>)>;

/*!\brief Finds the lengths of all pairs of a call except some.
 * \param pairs    The pairs.
 * \param left_out The indices of the others, in ascending order.
 * \param lengths  Where the length of each pair goes.
 * \param find     Called for some pairs at a time.
 * \throws std::bad_alloc, and whatever the function throws.
 *
 * Many pairs in a row are passed on as they are, and few of them copied, together with others. So memory does not depend on the
 * number of pairs.
 */
void find_other_values(std::span<alignment::sequence_pair const> pairs,
                       std::span<std::size_t const> left_out,
                       std::span<std::uint64_t> lengths,
                       value_function const & find);

} // namespace seqan3_gpulcs::dispatch
