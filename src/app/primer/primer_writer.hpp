// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes primers as BED or as a table, and their lengths as bedGraph.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A substring of a target.
struct region
{
    std::uint64_t begin{};
    std::uint64_t end{};
};

//!\brief The letters of a region.
std::string read_letters(sequence const & target, region const & each);

//!\brief A primer that is compared with others.
struct ranked_primer : region
{
    std::uint64_t edits{}; //!< The edits to what is most like it in the backgrounds.
};

/*!\brief Computes the GC content of regions whose begins do not decrease from call to call.
 *
 * Linear time over all calls if ends hardly decrease and, unlike prefix counts, constant memory.
 */
class gc_counter
{
public:
    //!\brief Begins with the regions that begin at or after this position.
    explicit gc_counter(sequence const & target, std::uint64_t const begin = 0) :
        letters_{target.letters},
        counted_{begin, begin}
    {}

    //!\brief The GC content in percent; the region must not be empty.
    double percent(region const & next);

private:
    bool is_gc(std::uint64_t position) const;

    packing::packed_sequence_view letters_;
    region counted_;
    std::uint64_t count_{};
};

//!\brief Drops the primers of a target whose GC content is outside of a range.
void keep_gc_range(std::span<std::uint64_t> lengths, sequence const & target, gc_range const & range);

/*!\brief Extends the primers of a target until they melt at some temperature, and drops those that melt at a higher one.
 * \param lengths    The primers.
 * \param target     The target.
 * \param range      The temperatures that are allowed.
 * \param max_length The maximum length. Primers that are extended differ as much as before, or more.
 */
void keep_temperatures(std::span<std::uint64_t> lengths,
                       sequence const & target,
                       temperature_range const & range,
                       std::uint64_t max_length);

//!\brief The melting temperature of a primer, whose letters are A, C, G and T; nothing if it is too short or too long for one.
std::optional<double> melting_celsius(sequence const & target, region const & each);

/*!\brief Writes the primers of targets, or the regions that they cover, one target after the other.
 * \param file    The output.
 * \param options The format.
 * \param is_nucleotide Whether tables have the GC content and the melting temperature.
 * \param targets The targets.
 * \param lengths For each of them the length of the primer at each position, or seqan3_gpulcs::primer::no_primer.
 * \throws output_error
 */
void write_primers(output_file & file,
                   primer_options const & options,
                   bool is_nucleotide,
                   std::span<sequence const> targets,
                   std::span<std::vector<std::uint64_t> const> lengths);

/*!\brief Writes the best primers of targets, with their ranks, one target after the other.
 * \param file    The output.
 * \param options The format.
 * \param is_nucleotide Whether tables have the GC content and the melting temperature.
 * \param targets The targets.
 * \param best    The primers of each of them, the best one first.
 * \throws output_error
 */
void write_best(output_file & file,
                primer_options const & options,
                bool is_nucleotide,
                std::span<sequence const> targets,
                std::span<std::vector<ranked_primer> const> best);

/*!\brief Writes a profile: a line for each run of equal primer lengths.
 * \param file    The output.
 * \param targets The targets.
 * \param lengths The primer lengths of each of them.
 * \throws output_error
 */
void write_profile(output_file & file,
                   std::span<sequence const> targets,
                   std::span<std::vector<std::uint64_t> const> lengths);

} // namespace seqan3_gpulcs::app
