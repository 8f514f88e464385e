// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The options of `gpulcs primer`.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/app/commands/command_syntax.hpp"
#include "src/app/io/table_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief The GC contents allowed for primers, in percent, both included.
struct gc_range
{
    double min{};
    double max{};
};

//!\brief The options of `gpulcs primer`.
struct primer_options
{
    std::string target{};                   //!< The file with the sequences to find primers in; `-` is standard input.
    std::vector<std::string> backgrounds{}; //!< The files that primers must differ from; `-` is standard input.
    std::uint64_t differences{};
    std::uint64_t min_length{0};
    std::uint64_t max_length{std::numeric_limits<std::uint64_t>::max()};
    std::optional<gc_range> gc{};
    bool both_strands{};
    std::optional<std::uint64_t> all_targets{}; //!< The edits within which primers must occur in all targets, if they must.
    bool unique_regions{};                //!< Whether to write the regions that primers cover instead of primers.
    std::optional<table_format> format{}; //!< BED if there is none.
    std::optional<std::string> profile{}; //!< The file for the primer lengths at all positions.
    std::optional<std::uint64_t> memory_limit{}; //!< In bytes, in addition to the inputs.
    std::string alphabet{"dna15"};
    bool timings{};
    plan::execution execution{};
};

//!\brief Describes the arguments; the options must live longer than what is returned.
command_syntax primer_syntax(primer_options & options);

//!\brief Checks that the options agree. \throws usage_error
void check(primer_options const & options);

} // namespace seqan3_gpulcs::app
