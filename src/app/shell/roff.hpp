// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Text in the language of manual pages.
 */

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/app/shell/notes.hpp"

namespace seqan3_gpulcs::app::shell
{

//!\brief Plain text, in which names of options are bold.
std::string roff_text(std::string_view text);

//!\brief A text in capitals, as titles and headings of manual pages are.
std::string upper_case(std::string text);

//!\brief What is typed as it is.
std::string roff_bold(std::string_view text);

//!\brief What stands for a value: words in capitals.
std::string roff_placeholder(std::string_view text);

//!\brief Paragraphs of a section.
std::string roff_paragraphs(std::vector<paragraph> const & paragraphs);

//!\brief Paragraphs of an item of a list.
std::string roff_item(std::vector<paragraph> const & paragraphs);

} // namespace seqan3_gpulcs::app::shell
