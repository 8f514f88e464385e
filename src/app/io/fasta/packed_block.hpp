// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Records whose letters are packed, many in a block of memory.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/packing/nucleotides.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/app/io/fasta/alphabet.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The nucleotides in a word of packing::pack_nucleotides.
inline constexpr std::size_t nucleotides_per_word{32};

//!\brief The number of words that nucleotides take.
constexpr std::size_t nucleotide_words(std::size_t const letters) noexcept
{
    return (letters + nucleotides_per_word - 1) / nucleotides_per_word;
}

//!\brief A record whose letters are packed. It views memory that is not its own.
struct sequence
{
    std::string_view id{};
    packing::packed_sequence_view letters{};
};

//!\brief Why a block is not valid.
struct block_problem
{
    std::uint64_t line{};            //!< The line, counted from the last one before the block.
    bool in_record{};                //!< Whether the sentence is about a record.
    std::optional<std::string> id{}; //!< The id of that record; none if it began before the block.
    std::string sentence{};
};

/*!\brief Consecutive records of a file, in the memory that they view.
 *
 * A record may be as short as two bytes of the file, so there are only its sizes.
 */
struct packed_block
{
    //!\brief The sizes of a record. Its id and its letters follow those of the record before it.
    struct record_size
    {
        std::uint32_t letters{};       //!< The number of letters in the words.
        std::uint32_t id : 31 {};      //!< The number of bytes of the id.
        std::uint32_t is_other : 1 {}; //!< Whether the letters are in the next one of the others instead.
    };

    bool continues{};                       //!< Whether the first record continues the last one of the block before.
    std::uint64_t blank_lines{};            //!< The number of lines before the block, if it is the first one.
    std::uint64_t lines{};                  //!< The number of lines that begin in the block.
    std::optional<block_problem> problem{}; //!< Why the block is not valid.
    std::exception_ptr error{};             //!< Why the file cannot be read any further.
    double packing_seconds{};               //!< The time that a thread took for it.

    std::vector<record_size> records{};
    std::vector<char> ids{};
    std::vector<std::uint64_t> words{};
    std::deque<packing::packed_sequence> others{}; //!< Sequences that are not in the words.
    std::vector<char> qualities{}; //!< The qualities in the block, if they are kept; records have as many as letters.

    //!\brief Calls a function with each record, which views the memory of this block.
    template <typename function_t>
    void for_each_record(function_t && use) const
    {
        char const * id = ids.data();
        std::uint64_t const * next = words.data();
        auto other = others.cbegin();
        for (record_size const & each : records)
        {
            packing::packed_sequence_view const letters =
                each.is_other ? *other
                              : packing::packed_sequence_view{next, each.letters, 2, packing::nucleotide_letters};
            use(sequence{{id, each.id}, letters});
            id += each.id;
            next += nucleotide_words(each.letters);
            other += each.is_other;
        }
    }

    //!\brief About how much memory it takes.
    std::size_t bytes() const noexcept;
};

//!\brief Adds records to a block.
class block_builder
{
public:
    /*!\brief Begins an empty block.
     * \param block         The block, which must live longer than this object, as must the alphabet.
     * \param letters       The alphabet.
     * \param expected_size The number of letters to reserve memory for.
     */
    block_builder(packed_block & block, alphabet const & letters, std::size_t expected_size);

    //!\brief Adds a record.
    void add(std::string_view id);

    /*!\brief Sets the letters of the last record from text, if the alphabet allows it and only A, C, G and T occur, in upper
     *        or lower case.
     * \returns Whether that is so.
     */
    bool set_nucleotides(std::span<std::uint8_t const> text);

    //!\brief Sets the letters of the last record: characters of the alphabet.
    void set_letters(std::span<std::uint8_t const> letters);

private:
    packed_block & block_;
    bool may_be_nucleotides_;
};

} // namespace seqan3_gpulcs::app
