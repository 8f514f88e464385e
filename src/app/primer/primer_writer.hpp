// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes primers as BED or as a table, and their lengths as bedGraph.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/app/io/fasta/packed_reader.hpp"
#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/table_writer.hpp"
#include "src/app/primer/primer_options.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A substring of a target.
struct region
{
    std::uint64_t begin{};
    std::uint64_t end{};
};

/*!\brief Computes the GC content of regions whose begins and ends do not decrease from call to call.
 *
 * Linear time over all calls and, unlike prefix counts, constant memory.
 */
class gc_counter
{
public:
    explicit gc_counter(sequence const & target) : letters_{target.letters}
    {}

    //!\brief The GC content in percent; the region must not be empty.
    double percent(region const & next);

private:
    bool is_gc(std::uint64_t position) const;

    packing::packed_sequence_view letters_;
    region counted_{};
    std::uint64_t count_{};
};

//!\brief Drops the primers of a target whose GC content is outside of a range.
void keep_gc_range(std::span<std::uint64_t> lengths, sequence const & target, gc_range const & range);

//!\brief Writes the primers of targets, or the regions that they cover, one target after the other.
class primer_writer
{
public:
    /*!\brief Writes the header, if the format has one.
     * \param file     The output; must live longer than this object.
     * \param options  The format.
     * \param with_gc  Whether tables have the GC content.
     */
    primer_writer(output_file & file, primer_options const & options, bool with_gc);

    /*!\brief Writes the primers of a target.
     * \param target  The target.
     * \param lengths The length of the primer at each position, or seqan3_gpulcs::primer::no_primer.
     * \throws output_error
     */
    void write(sequence const & target, std::span<std::uint64_t const> lengths);

private:
    void write(sequence const & target, region const & each, std::optional<gc_counter> & gc);
    void write_bed(std::string_view id, region const & each);

    output_file & file_;
    std::optional<table_writer> table_{};
    bool merges_;
    bool with_gc_;
    std::string line_end_; //!< The fields of BED that all lines share.
    std::string line_{};
};

//!\brief Writes the first line of a profile. \throws output_error
void write_profile_header(output_file & file);

//!\brief Adds the primer lengths of a target to a profile: a line for each run of equal lengths. \throws output_error
void write_profile(output_file & file, std::string_view id, std::span<std::uint64_t const> lengths);

} // namespace seqan3_gpulcs::app
