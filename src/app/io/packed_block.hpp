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

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/app/io/alphabet.hpp"

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
    bool in_record{};                //!< Whether the sentence is about a record,
    std::optional<std::string> id{}; //!< with this id; none for the record that began before the block.
    std::string sentence{};
};

//!\brief Consecutive records of a file, in the memory that they view.
struct packed_block
{
    std::vector<sequence> records{};        //!< The records.
    bool continues{};                       //!< Whether the first one continues the last record of the block before.
    std::uint64_t skipped_lines{};          //!< The number of blank lines before the block, if it is the first one.
    std::uint64_t lines{};                  //!< The number of lines that begin in the block.
    std::optional<block_problem> problem{}; //!< Why the block is not valid.
    std::exception_ptr error{};             //!< Why there is no block.
    double packing_seconds{};               //!< The time that a thread took for it.

    std::vector<char> ids{};
    std::vector<std::uint64_t> words{};
    std::deque<packing::packed_sequence> others{}; //!< Sequences that are not in the words.

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

    //!\brief Completes the block.
    void finish();

private:
    // Memory may move until the block is complete: then the records are found by their sizes.
    struct sizes
    {
        std::uint64_t letters{};
        std::uint32_t id{};
        bool is_other{};
    };

    packed_block & block_;
    bool may_be_nucleotides_;
    std::vector<sizes> records_{};
};

} // namespace seqan3_gpulcs::app
