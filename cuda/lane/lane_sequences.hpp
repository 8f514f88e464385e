// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Short sequences in the order in which lanes compute them.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/lane/lane_arguments.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief Some sequences of a set by their lengths, the longest first, so that the lanes of a warp have about as much to do.
 *
 * Sequences longer than max_lane_size are left out. Each view is looked at once, because the views of many sequences do not fit into the cache.
 */
class lane_sequences
{
public:
    //!\brief No sequences.
    lane_sequences() = default;

    /*!\brief Sorts sequences.
     * \param set   The set, which must outlive the object.
     * \param begin The first one.
     * \param end   The one after the last.
     * \throws std::bad_alloc
     *
     * O(n log n) in the number of sequences; linear where none is longer than the one before.
     */
    lane_sequences(std::span<packing::packed_sequence_view const> set, std::size_t begin, std::size_t end);

    //!\brief The number of sequences that are not left out.
    std::size_t size() const noexcept
    {
        return sizes_.size();
    }

    //!\brief A sequence, given its number in this order.
    packing::packed_sequence_view const & operator[](std::size_t const i) const noexcept
    {
        return set_[index(i)];
    }

    //!\brief The index of a sequence in the set.
    std::size_t index(std::size_t const i) const noexcept
    {
        return begin_ + order_[i];
    }

    //!\brief The lengths, in this order.
    std::span<std::uint32_t const> sizes() const noexcept
    {
        return sizes_;
    }

    //!\brief Whether this is the order in the set, and none is left out.
    bool are_as_in_set() const noexcept
    {
        return are_as_in_set_;
    }

    //!\brief The letters that may occur, in ascending order.
    std::span<std::uint8_t const> letters() const noexcept
    {
        return letters_;
    }

    //!\brief The width of codes for these letters, not less than that of any sequence.
    unsigned bits() const noexcept
    {
        return bits_;
    }

    /*!\brief Assigns places to the codes of all sequences, one after the other.
     * \param at   The first word.
     * \param bits The width of the codes.
     * \returns The word after the last.
     * \throws std::bad_alloc
     */
    std::uint64_t place(std::uint64_t at, unsigned bits);

    //!\brief The place of the codes of a sequence.
    std::uint32_t code_at(std::size_t const i) const noexcept
    {
        return code_at_[i];
    }

    //!\brief The columns of a sequence.
    lane_column_codes columns(std::size_t const i) const noexcept
    {
        return {code_at_[i], sizes_[i]};
    }

    //!\brief The number of tasks of write_codes(), which may run at the same time.
    std::size_t tasks() const noexcept;

    /*!\brief Writes the codes of the sequences of a task to their places.
     * \param number  The number of the task.
     * \param letters The letters that the codes stand for, in ascending order; others get the code after the last.
     * \param bits    The width of the codes, that of place().
     * \param codes   All words.
     * \throws std::bad_alloc
     */
    void write_codes(std::size_t number,
                     std::span<std::uint8_t const> letters,
                     unsigned bits,
                     std::span<std::uint64_t> codes) const;

private:
    std::span<packing::packed_sequence_view const> set_{};
    std::size_t begin_{};
    std::vector<std::uint32_t> order_{};
    std::vector<std::uint32_t> sizes_{};
    bool are_as_in_set_{true};
    std::vector<std::uint8_t> letters_{};
    unsigned bits_{2};
    std::vector<std::uint32_t> code_at_{};
};

//!\brief The bytes of the table that leaves codes as they are; see lane_row_codes.
inline constexpr unsigned table_size{256};

//!\brief The smallest width of codes for some letters.
constexpr unsigned bits_for(std::size_t const letters) noexcept
{
    return letters <= 4 ? 2 : letters <= 16 ? 4 : 8;
}

/*!\brief The threads that are worth starting to pack words: with fewer words for each, it takes longer than they save.
 *
 * One query against 100,000 subjects of 250, from packed sequences to values, took 3.4 to 3.6 ms with 16 threads, and 2.6 to 3.3 ms with
 * 4 (host of an H200).
 */
constexpr unsigned threads_for_words(std::uint64_t const words, unsigned const threads) noexcept
{
    constexpr std::uint64_t words_per_thread{std::uint64_t{1} << 17};
    std::uint64_t const useful = words / words_per_thread + 1;
    return useful < threads ? static_cast<unsigned>(useful) : threads;
}

} // namespace seqan3_gpulcs::cuda
