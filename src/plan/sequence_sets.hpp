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
        first_{first},
        second_{second},
        is_one_set_{false}
    {
        double letters[2]{};
        for (packing::packed_sequence_view const & sequence : first)
        {
            letters[0] += static_cast<double>(sequence.size());
            max_size_ = std::max(max_size_, sequence.size());
        }
        for (packing::packed_sequence_view const & sequence : second)
        {
            letters[1] += static_cast<double>(sequence.size());
            max_size_ = std::max(max_size_, sequence.size());
        }
        cells_ = letters[0] * letters[1];
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
