// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs primer find`, `check` and `products`.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/command_line/command_syntax.hpp"
#include "src/app/io/table/table.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The GC contents allowed for primers, in percent, both included.
struct gc_range
{
    double min{};
    double max{};
};

//!\brief The melting temperatures allowed for primers, in degrees Celsius, both included.
struct temperature_range
{
    double min{};
    double max{};
};

//!\brief The numbers of letters allowed for products, both included.
struct length_range
{
    std::uint64_t min{};
    std::uint64_t max{};
};

//!\brief The number of edits that the last letters of a primer may have.
struct three_prime_limit
{
    std::uint64_t letters{};
    std::uint64_t max_edits{};
};

//!\brief The options of `gpulcs primer find`, `check` and `products`, of which each command sets some.
struct primer_options
{
    std::optional<std::string> primers{};   //!< The file with given primers, unless they are to be found.
    std::string target{};                   //!< The file with the sequences to find primers in; `-` is standard input.
    std::vector<std::string> backgrounds{}; //!< The files that primers must differ from; `-` is standard input.
    std::uint64_t differences{}; //!< The fewest edits of primers to backgrounds, and the most edits of their sites.
    std::optional<length_range> products{}; //!< The products that are wanted.
    bool summary{};                         //!< Whether to write a row for each primer instead of one for each site.
    std::optional<three_prime_limit> three_prime{};
    bool mismatches_only{};
    std::uint64_t min_length{0};
    std::uint64_t max_length{std::numeric_limits<std::uint64_t>::max()};
    std::optional<gc_range> gc{};
    std::optional<temperature_range> tm{};
    std::optional<std::uint64_t> best{}; //!< The number of primers to choose of each target, if not all.
    bool one_strand{};                   //!< Whether a primer may be like the reverse complement of a background.
    //!\brief The edits within which primers must occur in all targets, if they must.
    std::optional<std::uint64_t> all_targets{};
    std::optional<bool>
        cuts_at_ambiguous{}; //!< Whether backgrounds are cut at ambiguous letters; by default those of proteins.
    bool unique_regions{};   //!< Whether to write the regions that primers cover instead of primers.
    std::optional<table_format> format{};        //!< If there is none, BED for all primers, and otherwise a table.
    std::optional<std::string> profile{};        //!< The file for the primer lengths at all positions.
    std::optional<std::uint64_t> memory_limit{}; //!< In bytes, in addition to the inputs.
    std::string alphabet{"dna15"};
    bool timings{};
    plan::execution execution{};
    std::string new_spelling{}; //!< The command line as it is spelled now; empty if it was spelled like that.
};

//!\brief Describes `gpulcs primer` with its commands; the options must live longer than what is returned.
command_syntax primer_syntax(primer_options & options);

//!\brief Whether primers must differ from both strands of the backgrounds.
bool searches_both_strands(primer_options const & options);

//!\brief Whether ambiguous letters match what they may stand for, rather than cut backgrounds.
bool match_ambiguous_letters(primer_options const & options);

//!\brief Checks that the options agree. \throws usage_error
void check(primer_options const & options);

} // namespace seqan3_gpulcs::app
