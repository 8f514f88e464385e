// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The ranks of the letters of short pairs.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <seqan3_gpulcs/alignment/detail/short_pairs.hpp>
#include <seqan3_gpulcs/packing/detail/rank_chunks.hpp>

namespace seqan3_gpulcs::alignment::detail
{

/*!\brief Collects the ranks of pairs: those in memory where they are, others in memory of its own.
 * \tparam letter_t The alphabet in which letters are compared.
 */
template <typename letter_t>
class rank_pairs
{
public:
    //!\brief Makes room for a number of pairs.
    explicit rank_pairs(std::size_t const count)
    {
        pairs_.reserve(count);
    }

    /*!\brief Adds a pair, which must stay.
     * \throws std::bad_alloc, and whatever the sequences throw.
     */
    template <typename first_t, typename second_t>
    void add(first_t & first, second_t & second)
    {
        std::span<std::uint8_t const> const of_first = find(first);
        pairs_.push_back({of_first, find(second)});
    }

    //!\brief The pairs; valid until another one is added.
    std::span<rank_pair const> get() const noexcept
    {
        return pairs_;
    }

private:
    // The letters of which sequences are copied together. Memory never moves, so that views of it stay valid.
    static constexpr std::size_t block_size{std::size_t{1} << 16};

    template <typename sequence_t>
    std::span<std::uint8_t const> find(sequence_t & sequence)
    {
        // The terminating zero of a literal is not a letter.
        if constexpr (packing::detail::text_array<sequence_t>)
        {
            std::string_view const text = packing::detail::text_of(sequence);
            return find(text);
        }
        else if constexpr (packing::detail::ranks_in_memory<sequence_t, letter_t>)
        {
            return {reinterpret_cast<std::uint8_t const *>(std::ranges::data(sequence)),
                    static_cast<std::size_t>(std::ranges::size(sequence))};
        }
        else
        {
            copied_.clear();
            packing::detail::for_rank_chunks<letter_t>(sequence,
                                                       [&](std::span<std::uint8_t const> const ranks)
                                                       {
                                                           copied_.insert(copied_.end(), ranks.begin(), ranks.end());
                                                       });
            return keep(copied_);
        }
    }

    std::span<std::uint8_t const> keep(std::span<std::uint8_t const> const ranks)
    {
        if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < ranks.size())
            blocks_.emplace_back().reserve(std::max(block_size, ranks.size()));
        std::vector<std::uint8_t> & block = blocks_.back();
        std::size_t const begin = block.size();
        block.insert(block.end(), ranks.begin(), ranks.end());
        return std::span{block}.subspan(begin);
    }

    std::vector<rank_pair> pairs_{};
    std::vector<std::uint8_t> copied_{};
    std::vector<std::vector<std::uint8_t>> blocks_{};
};

} // namespace seqan3_gpulcs::alignment::detail
