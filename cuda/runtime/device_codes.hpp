// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The codes of sequences in the form that kernels read.
 */

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The number of words that codes take.
constexpr std::uint64_t code_words(std::uint64_t const letters, unsigned const bits) noexcept
{
    return util::ceil_div<std::uint64_t>(letters * bits, 64);
}

//!\brief The words of a sequence's packed codes.
inline std::uint64_t word_count(packing::packed_sequence_view const & sequence) noexcept
{
    return code_words(sequence.size(), sequence.bits_per_letter());
}

/*!\brief Writes the codes of a sequence, unchanged, in their own width or a larger one.
 * \param sequence The sequence.
 * \param bits     The width; at least that of the sequence.
 * \param to       code_words() words.
 */
void copy_codes(packing::packed_sequence_view const & sequence, unsigned bits, std::uint64_t * to) noexcept;

/*!\brief Numbers the lists of letters of sequences, so that each is read once and then compared by number.
 *
 * The sequences must outlive this object.
 */
class letter_lists
{
public:
    /*!\brief The number of the list of a sequence.
     * \param sequence The sequence.
     * \param likely   A likely number, which is tried first: that of the sequence before.
     *
     * Linear in the number of letters of the list; hashes if `likely` is wrong.
     */
    std::uint32_t number_of(packing::packed_sequence_view const & sequence, std::uint32_t const likely)
    {
        // The list is probably the likely one, in the same place or in another copy.
        std::span<std::uint8_t const> const letters = sequence.letters();
        if (likely < lists_.size() && letters.size() == lists_[likely].size()
            && (letters.data() == lists_[likely].data() || std::ranges::equal(letters, lists_[likely])))
            return likely;
        return find(letters);
    }

    //!\brief The list with a number.
    std::span<std::uint8_t const> operator[](std::uint32_t const number) const noexcept
    {
        return lists_[number];
    }

private:
    std::uint32_t find(std::span<std::uint8_t const> letters);

    std::vector<std::span<std::uint8_t const>> lists_{};
    std::unordered_map<std::string_view, std::uint32_t> numbers_{};
};

/*!\brief Translates the codes of sequences to those of the same letters in another list, a byte of codes at a time.
 *
 * As neighbouring sequences usually have the same letters, the last table is kept.
 */
class code_translator
{
public:
    //!\brief Takes the lists of letters of all sequences, which must outlive this object.
    explicit code_translator(letter_lists const & lists) noexcept : lists_{lists}
    {}

    /*!\brief Writes the translated codes of a sequence.
     * \param sequence The sequence.
     * \param from     The number of its list.
     * \param into     The number of the other list; letters that it lacks get the code after its last one, if that is less
     *                 than 256.
     * \param bits     The width of the new codes; at least that of the sequence.
     * \param to       code_words() words. The bits after the last code are undefined.
     */
    void translate(packing::packed_sequence_view const & sequence,
                   std::uint32_t from,
                   std::uint32_t into,
                   unsigned bits,
                   std::uint64_t * to);

private:
    // Everything that a table depends on.
    struct key
    {
        std::uint32_t from;
        std::uint32_t into;
        unsigned from_bits;
        unsigned bits;

        friend bool operator==(key const &, key const &) = default;
    };

    letter_lists const & lists_;
    std::optional<key> key_{};
    std::array<std::uint32_t, 256> byte_codes_{};
};

/*!\brief Finds the most frequent list of letters of the sequences that are compared with a query, for each width of codes.
 *
 * The result is certain only if more than half of the sequences have it; otherwise it is the list of some of them.
 */
class frequent_letters
{
public:
    //!\brief Counts a sequence with a width of codes and a number of its list. Constant time.
    void add(unsigned const bits, std::uint32_t const list) noexcept
    {
        // The majority vote of Boyer and Moore 1991.
        candidate & one = candidates_[bits / 4];
        if (one.votes == 0)
            one.list = list;
        one.votes += list == one.list ? 1 : -1;
    }

    //!\brief Whether this list was found for a width. Constant time.
    bool is_found(unsigned const bits, std::uint32_t const list) const noexcept
    {
        return list == candidates_[bits / 4].list;
    }

private:
    struct candidate
    {
        std::uint32_t list{};
        std::int64_t votes{};
    };

    std::array<candidate, 3> candidates_{}; // The candidates for codes of 2, 4 and 8 bits.
};

} // namespace seqan3_gpulcs::cuda
