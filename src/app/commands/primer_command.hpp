// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The command `gpulcs primer`.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <seqan3_gpulcs/plan/execution.hpp>

#include "../io/table_writer.hpp"
#include "../io/temporary_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief How many of a primer's letters are G or C, in percent, both included.
struct gc_range
{
    double least{};
    double most{};
};

//!\brief The options of `gpulcs primer`.
struct primer_options
{
    std::string target{};                   //!< The file whose primers are wanted; `-` is standard input.
    std::vector<std::string> backgrounds{}; //!< The files that they must differ from; `-` is standard input.
    std::uint64_t differences{};
    std::uint64_t minimal_length{0};
    std::uint64_t maximal_length{std::numeric_limits<std::uint64_t>::max()};
    std::optional<gc_range> gc{};
    bool both_strands{};
    bool unique_regions{};                       //!< What the primers cover, instead of each of them.
    std::optional<table_format> format{};        //!< None is BED.
    std::optional<std::string> profile{};        //!< The file for the lengths at all positions.
    std::optional<std::uint64_t> memory_limit{}; //!< The bytes that finding them may take beside the inputs.
    std::string alphabet{"dna15"};
    bool timings{};
    plan::execution execution{};
};

/*!\brief Reads all files, finds the primers, and writes them.
 * \param options   What to do.
 * \param stop      Ends the work early: seqan3_gpulcs::operation_stopped.
 * \param temporary Holds the profile until it is complete.
 * \throws input_error, output_error, limit_error, and the exceptions of seqan3_gpulcs::primer::compute.
 */
void run_primer(primer_options const & options, std::stop_token stop, temporary_file & temporary);

} // namespace seqan3_gpulcs::app
