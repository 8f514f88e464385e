// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the sites of primers as a table, BED or SAM.
 */

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/io/table/table.hpp"
#include "src/app/primer/primer_inputs.hpp"
#include "src/app/primer/primer_options.hpp"
#include "src/app/primer/site_search.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What all lines about sites refer to; all of it must live longer than the writers.
struct site_context
{
    primer_set const & primers;
    primer_inputs const & inputs;
    primer_options const & options;
};

//!\brief A site, and what the table tells about it.
struct site_row : primer::site
{
    std::string_view primer_name{};
    std::optional<std::string_view> role{};
    std::string_view file{};
    std::string_view sequence_id{};
    std::string cigar{};
};

/*!\brief Checks that ids can be names in SAM: those of sequences there and different, and all in letters that SAM allows, and not
 *        too long.
 * \throws input_error
 */
void check_sam_names(primer_set const & primers, primer_inputs const & inputs);

//!\brief Writes sites, while the next ones are found.
class site_writer
{
public:
    //!\brief Writes the header, if the format has one; the file must live longer than this object.
    site_writer(output_file & file, site_context const & context);

    // Objects cannot be copied, as the threads refer to the sites.
    site_writer(site_writer const &) = delete;
    site_writer & operator=(site_writer const &) = delete;

    //!\brief Writes the next sites. \throws output_error, also for earlier ones.
    void write(std::vector<primer::site> && sites);

    //!\brief Waits until all sites have been passed to the system. \throws output_error
    void wait();

private:
    void append_header(std::string & text) const;
    void append_site(std::string & text, primer::site const & each) const;
    void append_row(std::string & text, primer::site const & each) const;
    void append_bed(std::string & text, primer::site const & each) const;
    void append_sam(std::string & text, primer::site const & each) const;
    alignment::path align(primer::site const & each) const;

    site_context context_;
    primer::site_options wanted_;
    table_format format_;
    table<site_row> table_;
    std::vector<std::string> complements_{}; //!< The reverse complements of the primers.
    std::vector<primer::site> sites_{};      //!< The sites that are being written.
    parallel_writer writer_;                 // The last member: its threads use all others.
};

} // namespace seqan3_gpulcs::app
