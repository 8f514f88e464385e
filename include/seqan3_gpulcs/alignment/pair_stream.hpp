// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief More pairs than there is memory for: they are made, and their results are taken, while others are computed.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

namespace seqan3_gpulcs::alignment
{

//!\brief The values of one sequence with consecutive others.
struct value_row
{
    std::size_t first{};                     //!< The number of the one sequence.
    std::size_t second{};                    //!< The number of the first one of the others.
    std::span<std::uint64_t const> values{}; //!< Its values with that one, and with those after it.
};

/*!\brief The values of consecutive pairs of sets. Can be moved, but not copied.
 *
 * Thread safety: as for containers of the standard library.
 */
struct value_block
{
    //!\brief No rows.
    value_block() = default;
    //!\brief Takes over rows and their memory.
    value_block(value_block &&) = default;
    //!\copydoc value_block(value_block &&)
    value_block & operator=(value_block &&) = default;

    //!\brief The rows, in the order of the pairs. Several may belong to one sequence.
    std::vector<value_row> rows{};

    //!\brief The memory that the values of the rows are in; do not change it.
    std::array<std::vector<std::uint64_t>, 2> memory{};
};

//!\brief Takes the values of pairs, block after block, in the order of the pairs. Called by the thread of the call.
using value_sink = std::function<void(value_block &&)>;

//!\brief Pairs that are made one after the other.
struct pair_stream
{
    //!\brief Makes the next pair; none after the last one, and then it is not called again. The sequences must stay where they are until a
    //!       sink has got its result.
    std::function<std::optional<sequence_pair>()> next{};

    //!\brief The cells of all pairs, as progress tells them; 0 if they are unknown.
    double cells{};
};

//!\brief Consecutive pairs of a stream, and the result of each.
struct result_block
{
    std::vector<sequence_pair> pairs{}; //!< The pairs.
    std::vector<result> results{};      //!< Their results, in the same order.
};

//!\brief Takes the results of pairs, block after block, in the order of the pairs. Called by the thread of the call.
using result_sink = std::function<void(result_block &&)>;

} // namespace seqan3_gpulcs::alignment
