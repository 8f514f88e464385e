// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What all SAM files of the program have: names that SAM allows, and a header.
 */

#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "src/app/io/fasta/packed_block.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Replaces blanks, which SAM does not allow in names, but tables and Primer3 do in ids. No name is a star.
std::string sam_name(std::string_view name);

/*!\brief Checks that SAM allows a name of what is aligned.
 * \param what   The kind of thing: "primer".
 * \param name   Its name.
 * \param remedy What to do instead of renaming it: "use another --format".
 * \throws input_error
 */
void check_sam_name(std::string_view what, std::string_view name, std::string_view remedy);

//!\brief Checks that SAM allows the ids of the sequences that others are aligned with, as above. Those without letters do not matter.
void check_sam_sequences(std::span<sequence const> sequences, std::string_view remedy);

/*!\brief Appends a header.
 * \param text      The text.
 * \param order     How lines are ordered: "coordinate".
 * \param sequences What others are aligned with.
 */
void append_sam_header(std::string & text, std::string_view order, std::span<sequence const> sequences);

//!\brief Appends fields, each with a tab after it.
void append_fields(std::string & text, std::initializer_list<std::string_view> fields);

} // namespace seqan3_gpulcs::app
