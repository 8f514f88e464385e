// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The structure of the plain text of descriptions, notes and examples.
 *
 * Empty lines separate paragraphs. In notes, one may begin with a heading of one or two words, as in `Input files:`.
 * Lines that are indented by two spaces begin an item of a list: a term and, after two or more spaces or on the next line, what
 * it means. Lines that are indented further continue an item, and also its term if this ends with a backslash.
 */

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace seqan3_gpulcs::app::shell
{

//!\brief An item of a list.
struct list_item
{
    std::vector<std::string> terms{}; //!< The terms that share the text.
    std::string text{};               //!< The text; empty if there are only terms.
};

//!\brief Text and the list after it, either of which may be missing.
struct paragraph
{
    std::string heading{}; //!< The heading; usually none.
    std::string text{};    //!< The text, with its line breaks.
    std::vector<list_item> items{};
    std::size_t term_width{}; //!< The characters that terms take, with the space after them.
};

//!\brief Parses the description of an option or a file.
std::vector<paragraph> parse_description(std::string_view text);

//!\brief Parses notes and examples, with headings.
std::vector<paragraph> parse_notes(std::string_view text);

} // namespace seqan3_gpulcs::app::shell
