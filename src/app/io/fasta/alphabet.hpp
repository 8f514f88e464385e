// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief SeqAn3's alphabets as tables.
 */

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::app
{

//!\brief Tells which bytes are letters, and which bytes are the same letter.
struct alphabet
{
    std::string name{};                     //!< SeqAn3's name.
    std::array<bool, 256> is_letter{};      //!< Whether a byte is a letter.
    std::array<std::uint8_t, 256> letter{}; //!< The character of a byte that is a letter.
};

//!\brief A name that users can choose.
struct alphabet_name
{
    std::string_view text{}; //!< A common name or that of SeqAn3, for example `dna` or `dna5`.
    std::string_view name{}; //!< SeqAn3's name.
};

//!\brief All names, common ones first.
std::vector<alphabet_name> alphabet_names();

//!\brief The name of an alphabet in messages: the common name, if there is one, and that of SeqAn3.
std::string alphabet_label(std::string_view name);

//!\brief The common name of the smallest alphabet that has some letters; empty if there is none.
std::string_view common_alphabet_with(std::string_view letters);

//!\brief The reverse complement of nucleotides, which may be any of IUPAC's codes.
std::string reverse_complement(std::string_view nucleotides);

//!\brief The same of packed nucleotides, packed by so many threads.
packing::packed_sequence reverse_complement(packing::packed_sequence_view const & nucleotides, unsigned threads);

//!\brief Tabulates an alphabet, given by SeqAn3's name.
alphabet make_alphabet(std::string_view name);

} // namespace seqan3_gpulcs::app
