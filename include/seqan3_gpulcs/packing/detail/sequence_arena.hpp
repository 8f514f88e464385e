// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Many packed sequences in one piece of memory.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing::detail
{

/*!\brief Packs sequences one after the other, without memory of their own.
 *
 * ```
 * arena.begin(set, table); // the next sequence
 * arena.append(chunk);     // any number of times
 * ```
 */
class sequence_arena
{
public:
    //!\brief Removes all sequences, but keeps the memory.
    void clear() noexcept;

    /*!\brief Begins the next sequence.
     * \param set   The values that may occur.
     * \param table The letters that the values stand for; must outlive the object.
     * \throws std::bad_alloc
     */
    void begin(letter_set const & set, letter_table const & table);

    /*!\brief Appends a whole sequence that has no other values than the one before could have, if its codes have two bits:
     *        its letters need not be collected first.
     * \param values The values.
     * \param table  The letters that the values stand for; must outlive the object.
     * \returns Whether there is such a sequence before. If not, nothing has changed.
     * \throws std::bad_alloc
     */
    bool append_with_last_codes(std::span<std::uint8_t const> values, letter_table const & table);

    /*!\brief Appends values to the last sequence.
     * \throws std::bad_alloc
     */
    void append(std::span<std::uint8_t const> values);

    /*!\brief Appends packed codes to the last sequence, which must be empty; see seqan3_gpulcs::packing::sequence_packer::append_codes.
     * \throws std::bad_alloc
     */
    void append_codes(std::uint64_t const * words, std::uint64_t size);

    /*!\brief Appends letters to the last sequence that are written later, up to a number of all of its letters.
     * \throws std::bad_alloc
     */
    void resize(std::uint64_t size);

    //!\brief Writes letters of the last sequence; see seqan3_gpulcs::packing::sequence_packer::write.
    void write(std::uint64_t position, std::span<std::uint8_t const> values) noexcept;

    //!\brief The memory for letters, in bytes, used or not.
    std::uint64_t capacity_bytes() const noexcept
    {
        return words_.capacity() * sizeof(std::uint64_t);
    }

    //!\brief The number of sequences.
    std::size_t size() const noexcept
    {
        return sequences_.size();
    }

    //!\brief A view of a sequence, given its number; valid until the arena changes.
    packed_sequence_view operator[](std::size_t const number) const noexcept
    {
        sequence const & packed = sequences_[number];
        coding const & codes = codings_[packed.coding];
        return {words_.data() + packed.first_word,
                packed.size,
                codes.bits_per_letter,
                codes.letters,
                codes.table->kind};
    }

private:
    // The codes of some letters, which consecutive sequences with the same letters share.
    struct coding
    {
        letter_set set{};
        letter_table const * table{};
        std::vector<std::uint8_t> letters{};
        byte_map code_of{};
        unsigned bits_per_letter{};
    };

    struct sequence
    {
        std::size_t first_word{};
        std::uint64_t size{};
        std::size_t coding{};
    };

    std::vector<std::uint64_t> words_{};
    std::vector<coding> codings_{};
    std::vector<sequence> sequences_{};
};

} // namespace seqan3_gpulcs::packing::detail
