// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Every pair of sequences of one set, or of two.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::plan
{

//!\brief What is known about all sequences of a set.
struct set_totals
{
    double letters{};         //!< The number of letters.
    std::uint64_t max_size{}; //!< No sequence is longer.

    //!\brief The totals of a set. Linear.
    static set_totals of(std::span<packing::packed_sequence_view const> const sequences) noexcept
    {
        set_totals totals{};
        for (packing::packed_sequence_view const & sequence : sequences)
        {
            totals.letters += static_cast<double>(sequence.size());
            totals.max_size = std::max(totals.max_size, sequence.size());
        }
        return totals;
    }
};

/*!\brief The sequences of one set, of which every two are compared, or of two sets, of which each one of the first is compared
 *        with each one of the second.
 */
class sequence_sets
{
public:
    //!\brief One set. Linear in the number of sequences.
    explicit sequence_sets(std::span<packing::packed_sequence_view const> const sequences) noexcept :
        first_{sequences},
        second_{sequences},
        is_one_set_{true}
    {
        double letters = 0;
        for (packing::packed_sequence_view const & sequence : sequences)
        {
            cells_ += letters * static_cast<double>(sequence.size());
            letters += static_cast<double>(sequence.size());
            max_size_ = std::max(max_size_, sequence.size());
        }
    }

    //!\brief Two sets. Linear in the number of sequences.
    sequence_sets(std::span<packing::packed_sequence_view const> const first,
                  std::span<packing::packed_sequence_view const> const second) noexcept :
        sequence_sets{first, second, set_totals::of(second)}
    {}

    //!\brief Two sets; linear in the sequences of the first one.
    sequence_sets(std::span<packing::packed_sequence_view const> const first,
                  std::span<packing::packed_sequence_view const> const second,
                  set_totals const & of_second) noexcept :
        first_{first},
        second_{second},
        is_one_set_{false}
    {
        set_totals const of_first = set_totals::of(first);
        cells_ = of_first.letters * of_second.letters;
        max_size_ = std::max(of_first.max_size, of_second.max_size);
    }

    //!\brief The sequences along the rows of the result.
    std::span<packing::packed_sequence_view const> first() const noexcept
    {
        return first_;
    }

    //!\brief Those along its columns; if there is one set, the same ones.
    std::span<packing::packed_sequence_view const> second() const noexcept
    {
        return second_;
    }

    //!\brief Whether there is one set: then there is a pair (i, j) only if i < j.
    bool is_one_set() const noexcept
    {
        return is_one_set_;
    }

    //!\brief The number of pairs.
    std::uint64_t pair_count() const noexcept
    {
        return is_one_set_ ? first_.size() * (std::max<std::uint64_t>(first_.size(), 1) - 1) / 2
                           : first_.size() * second_.size();
    }

    //!\brief Where a pair is in the result. With one set, i < j. Constant time.
    std::uint64_t index(std::uint64_t const i, std::uint64_t const j) const noexcept
    {
        // Row i of the triangle begins i * (i + 1) / 2 values before that of a square would, and at the column after i.
        return i * second_.size() + j - (is_one_set_ ? (i + 1) * (i + 2) / 2 : 0);
    }

    //!\brief The cells of all pairs.
    double cells() const noexcept
    {
        return cells_;
    }

    //!\brief No sequence is longer.
    std::uint64_t max_size() const noexcept
    {
        return max_size_;
    }

private:
    std::span<packing::packed_sequence_view const> first_;
    std::span<packing::packed_sequence_view const> second_;
    bool is_one_set_;
    double cells_{};
    std::uint64_t max_size_{};
};

} // namespace seqan3_gpulcs::plan
