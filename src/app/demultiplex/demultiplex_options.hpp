// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs demultiplex`.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/io/table/table.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The options of `gpulcs demultiplex`.
struct demultiplex_options
{
    std::string barcodes{};                      //!< The file with the barcodes; `-` is standard input.
    std::string reads{};                         //!< The file with the reads; `-` is standard input.
    std::optional<std::uint64_t> max_distance{}; //!< The most edits of a barcode; by default 1/4 of its letters.
    std::uint64_t margin{1};                     //!< How many more edits any other barcode must have.
    std::optional<std::uint64_t> first{};        //!< How many letters at the start of a read are searched, if not all.
    bool both_strands{};                         //!< Whether barcodes are also looked for as their reverse complements.
    std::optional<std::string> split{};          //!< The directory for a file of reads for each barcode.
    bool quiet{}; //!< Whether nothing is said about numbers of reads and likely mistakes.
    table_format format{table_format::tsv};
    std::string alphabet{"dna15"};
    bool timings{};
    plan::execution execution{};
};

//!\brief Describes the arguments; the options must live longer than what is returned.
command_syntax demultiplex_syntax(demultiplex_options & options);

//!\brief Checks that the options agree. \throws usage_error
void check(demultiplex_options const & options);

} // namespace seqan3_gpulcs::app
