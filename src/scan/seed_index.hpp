// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Where short substrings of a text begin.
 */

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "src/packing/code_span.hpp"
#include "src/util/large_pages.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief The positions of a text, sorted by the first letters from there on: those that begin with a seed are neighbours.
 *
 * Thread safety: concurrent calls of find() are safe.
 */
class seed_index
{
public:
    //!\brief The most positions of one index: it stays small, whatever the length of a text.
    static constexpr std::uint64_t max_positions{std::uint64_t{1} << 22};

    /*!\brief Sorts positions of a text, instead of those from before.
     * \param text      The text.
     * \param begin     The first position.
     * \param positions The number of positions, from 1 to max_positions; all of them are in the text.
     * \param distance  The distance from one position to the next.
     * \param codes     The number of different codes.
     * \throws std::bad_alloc
     *
     * Linear: a counting sort. The memory is 4 bytes per position, and at most 8 more for the begins of groups; meanwhile, up to 4
     * more in a text that repeats a letter. Vectors of 2 MiB and more take whole pages of this size.
     */
    void assign(packing::code_span const & text,
                std::uint64_t begin,
                std::uint64_t positions,
                std::uint64_t distance,
                std::uint64_t codes);

    //!\brief The position of an element that find() returns.
    std::uint64_t position(std::uint32_t const number) const noexcept
    {
        return begin_ + number * distance_;
    }

    //!\brief The letters of the longest seed that find() takes; at least 1.
    std::uint64_t max_seed_size() const noexcept
    {
        return seed_size_;
    }

    /*!\brief The numbers, in the order of the text, of the positions where a seed of 1 to max_seed_size() codes begins.
     *
     * The numbers ascend for seeds of max_seed_size() letters. Near the end of the text there may be positions where the seed does
     * not begin. Constant time.
     */
    std::span<std::uint32_t const> find(std::span<std::uint8_t const> seed) const noexcept;

    /*!\brief The same for a seed whose codes are the digits of a number, the first one highest.
     * \param seed The number.
     * \param size The number of codes, from 1 to max_seed_size().
     */
    std::span<std::uint32_t const> find_number(std::uint64_t seed, std::uint64_t size) const noexcept;

    //!\brief Fetches what find_number() reads into the cache.
    void prefetch(std::uint64_t seed, std::uint64_t size) const noexcept;

private:
    using numbers = std::vector<std::uint32_t, util::large_page_allocator<std::uint32_t>>;

    void sort(packing::code_span const & text, std::uint64_t positions, std::uint64_t groups);
    std::pair<std::uint64_t, std::uint64_t> groups_of(std::uint64_t seed, std::uint64_t size) const noexcept;
    template <typename function_t>
    void for_each_group(packing::code_span const & text, std::uint64_t positions, function_t && function) const;

    std::uint64_t begin_{};
    std::uint64_t distance_{};
    std::uint64_t codes_{};
    std::uint64_t seed_size_{};
    numbers ends_{}; // The end of each group in positions_.
    numbers positions_{};
};

} // namespace seqan3_gpulcs::scan
