// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Finds sequences whose letters differ by case, and says what may be wrong.
 */

#pragma once

#include <optional>
#include <string>

#include "src/app/pair/pair_list.hpp"
#include "src/app/pair/pair_options.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief A sentence about sequences that have a letter in both cases, as masked repeats do, if the alphabet tells these apart.
 * \returns None, too, where no other alphabet has all of the letters: then the sequences may be any text.
 */
std::optional<std::string> case_note(pair_list const & pairs, pair_options const & options);

} // namespace seqan3_gpulcs::app
