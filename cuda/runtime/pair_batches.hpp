// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Cuts many pairs into batches.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

namespace seqan3_gpulcs::cuda
{

//!\brief The maximum number of pairs of a batch: one thread prepares them.
inline constexpr std::size_t max_pairs_per_batch{8192};

//!\brief Pairs of a call: all of them, or some.
struct chosen_pairs
{
    std::span<alignment::sequence_pair const> pairs{}; //!< The pairs of the call.
    std::span<std::size_t const> indices{};            //!< Those that are meant; if empty, all are.

    //!\brief How many there are.
    std::size_t size() const noexcept
    {
        return indices.empty() ? pairs.size() : indices.size();
    }

    //!\brief The index of one among the pairs of the call.
    std::size_t index(std::size_t const i) const noexcept
    {
        return indices.empty() ? i : indices[i];
    }

    //!\brief One of them.
    alignment::sequence_pair const & operator[](std::size_t const i) const noexcept
    {
        return pairs[index(i)];
    }

    //!\brief At least one of them.
    chosen_pairs part(std::size_t const begin, std::size_t const count) const noexcept
    {
        return indices.empty() ? chosen_pairs{pairs.subspan(begin, count), {}}
                               : chosen_pairs{pairs, indices.subspan(begin, count)};
    }
};

//!\brief The letters of both sequences of a pair.
inline std::uint64_t letter_count(alignment::sequence_pair const & pair) noexcept
{
    return pair.first.size() + pair.second.size();
}

//!\brief How large a batch can be.
struct batch_limits
{
    std::size_t max_pairs{};     //!< The maximum number of pairs.
    std::uint64_t max_letters{}; //!< A batch ends with the pair that exceeds this number of letters.
};

/*!\brief Cuts pairs into batches.
 * \param pairs         All pairs.
 * \param chosen        The indices of those that are cut.
 * \param limits        How large a batch can be.
 * \param fits_together Whether two pairs, by their indices, can be in one batch.
 * \returns Where each batch begins in `chosen`, and the end. Linear in the number of pairs.
 */
template <typename fits_together_t>
std::vector<std::size_t> cut_into_batches(std::span<alignment::sequence_pair const> const pairs,
                                          std::span<std::size_t const> const chosen,
                                          batch_limits const & limits,
                                          fits_together_t const & fits_together)
{
    std::vector<std::size_t> borders{0};
    std::uint64_t letters = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        letters += letter_count(pairs[chosen[i]]);
        if (i + 1 == chosen.size() || i + 1 - borders.back() == limits.max_pairs || letters > limits.max_letters
            || !fits_together(chosen[i], chosen[i + 1]))
        {
            borders.push_back(i + 1);
            letters = 0;
        }
    }
    return borders;
}

} // namespace seqan3_gpulcs::cuda
