// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes the products of primers as a table.
 */

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/primer/products.hpp>

#include "src/app/io/file/output_file.hpp"
#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/io/table/table.hpp"
#include "src/app/primer/site_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A product, and what the table tells about it.
struct product_row : primer::product
{
    std::optional<bool> is_wanted{};
    std::string_view file{};
    std::string_view sequence{};
    std::uint64_t length{};
    primer::site const * forward_site{};
    primer::site const * reverse_site{};
    named_primer const * left{};
    named_primer const * right{};
};

/*!\brief Writes what sites that face each other would amplify. Products are written as they are found, and not kept.
 *
 * Any two given primers may have a product; of those that were found, primers 2 * i and 2 * i + 1 only with each other.
 */
class product_writer
{
public:
    //!\brief Writes the header, if the format has one; the file must live longer than this object.
    product_writer(output_file & file, site_context const & context);

    // Objects cannot be copied, as the threads refer to the sites.
    product_writer(product_writer const &) = delete;
    product_writer & operator=(product_writer const &) = delete;

    /*!\brief Finds and writes the products of the next sites, which must be all sites of their sequences.
     * \throws output_error, also for earlier ones.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     */
    void write(std::vector<primer::site> && sites);

    //!\brief Waits until all products have been passed to the system. \throws output_error
    void wait();

private:
    bool are_partners(primer::product const & each) const noexcept;
    void write_part();
    void append_row(std::string & text, primer::product const & each) const;

    site_context context_;
    table<product_row> table_;
    std::vector<primer::site> sites_{};   //!< The sites whose products are being written.
    std::vector<primer::product> part_{}; //!< The next rows.
    std::size_t parts_{};                 //!< The parts given to the writer since the last wait().
    parallel_writer writer_;              // The last member: its threads use all others.
};

} // namespace seqan3_gpulcs::app
