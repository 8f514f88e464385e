// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Cuts many pairs into batches.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/pair_list.hpp"
#include "src/plan/sequence_sets.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The maximum number of pairs of a batch: one thread prepares them.
inline constexpr std::size_t max_pairs_per_batch{8192};

//!\brief The letters of both sequences of a pair.
inline std::uint64_t letter_count(alignment::sequence_pair const & pair) noexcept
{
    return pair.first.size() + pair.second.size();
}

//!\brief The limits of a batch.
struct batch_limits
{
    std::size_t max_pairs{};     //!< The maximum number of pairs.
    std::uint64_t max_letters{}; //!< A batch ends with the pair that exceeds this number of letters.
};

//!\brief The pairs of a batch.
struct batch_pairs
{
    std::span<std::size_t const> chosen{};         //!< The indices of its pairs.
    std::vector<alignment::sequence_pair> pairs{}; //!< The pairs, in this order.
};

/*!\brief Cuts pairs into batches. Linear in their number.
 * \param pairs         All pairs of the call.
 * \param chosen        The indices of the pairs to cut, in the order in which they are computed.
 * \param limits        The limits of a batch.
 * \param fits_together Whether two pairs, by their indices, can be in one batch.
 * \returns How many of them there are up to the end of each batch.
 */
template <typename fits_together_t>
std::vector<std::size_t> cut_pairs(std::span<alignment::sequence_pair const> const pairs,
                                   std::span<std::size_t const> const chosen,
                                   batch_limits const & limits,
                                   fits_together_t const & fits_together)
{
    std::vector<std::size_t> ends{};
    std::size_t begin = 0;
    std::uint64_t letters = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        letters += letter_count(pairs[chosen[i]]);
        if (i + 1 == chosen.size() || i + 1 - begin == limits.max_pairs || letters > limits.max_letters
            || !fits_together(chosen[i], chosen[i + 1]))
        {
            ends.push_back(i + 1);
            begin = i + 1;
            letters = 0;
        }
    }
    return ends;
}

/*!\brief Pairs that are cut into batches. A job of seqan3_gpulcs::cuda::pipeline is derived from it.
 *
 * Thread safety: concurrent reads are safe.
 */
class pair_batches
{
public:
    /*!\brief Takes pairs that are cut.
     * \param pairs  All pairs of the call, which must outlive the object.
     * \param chosen The indices of the pairs of all batches.
     * \param ends   How many of them there are up to the end of each batch.
     */
    pair_batches(std::span<alignment::sequence_pair const> const pairs,
                 std::vector<std::size_t> chosen,
                 std::vector<std::size_t> ends) noexcept :
        pairs_{pairs},
        chosen_{std::move(chosen)},
        ends_{std::move(ends)}
    {}

    //!\brief The number of batches.
    std::size_t batch_count() const noexcept
    {
        return ends_.size();
    }

    //!\brief Gathers the pairs of a batch.
    void prepare(std::size_t const number, batch_pairs & input) const
    {
        input.chosen = chosen(number);
        input.pairs.clear();
        for (std::size_t const i : input.chosen)
            input.pairs.push_back(pairs_[i]);
    }

    //!\brief The indices of all pairs of some batches.
    std::vector<std::size_t> pairs_of(std::vector<std::size_t> const & numbers) const
    {
        std::vector<std::size_t> all{};
        for (std::size_t const number : numbers)
            all.insert(all.end(), chosen(number).begin(), chosen(number).end());
        return all;
    }

private:
    std::span<std::size_t const> chosen(std::size_t const number) const noexcept
    {
        std::size_t const begin = number == 0 ? 0 : ends_[number - 1];
        return std::span{chosen_}.subspan(begin, ends_[number] - begin);
    }

    std::span<alignment::sequence_pair const> pairs_;
    std::vector<std::size_t> chosen_;
    std::vector<std::size_t> ends_;
};

//!\brief The sequences of two sets that are compared: an interval of each.
struct set_part
{
    std::size_t first_begin{};  //!< The first one of the first set.
    std::size_t first_end{};    //!< The one after the last.
    std::size_t second_begin{}; //!< The first one of the second set.
    std::size_t second_end{};   //!< The one after the last.
};

/*!\brief Cuts sets into parts that together have all pairs. Linear in the number of sequences.
 * \param sets          The sets.
 * \param max_sequences The maximum of sequences of an interval.
 * \param max_letters   The maximum of their letters, unless a single sequence has more.
 */
inline std::vector<set_part>
cut_sets(plan::sequence_sets const & sets, std::size_t const max_sequences, std::uint64_t const max_letters)
{
    auto const cut = [&](std::span<packing::packed_sequence_view const> const sequences)
    {
        std::vector<std::size_t> borders{0};
        std::uint64_t letters = 0;
        bool const is_small = sequences.size() <= max_sequences && sequences.size() * sets.max_size() <= max_letters;
        for (std::size_t i = 0; i < sequences.size() && !is_small; ++i)
        {
            letters += sequences[i].size();
            if (i - borders.back() == max_sequences || (letters > max_letters && i != borders.back()))
            {
                borders.push_back(i);
                letters = sequences[i].size();
            }
        }
        borders.push_back(sequences.size());
        return borders;
    };
    std::vector<std::size_t> const first = cut(sets.first());
    std::vector<std::size_t> const second = cut(sets.second());
    std::vector<set_part> parts{};
    for (std::size_t i = 0; i + 1 < first.size(); ++i)
        for (std::size_t j = sets.is_one_set() ? i : 0; j + 1 < second.size(); ++j)
            parts.push_back({first[i], first[i + 1], second[j], second[j + 1]});
    return parts;
}

} // namespace seqan3_gpulcs::cuda
