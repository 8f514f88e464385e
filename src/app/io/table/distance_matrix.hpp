// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes distances as a matrix.
 */

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/io/table/table.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief A square distance matrix.
 *
 * It is written in PHYLIP's format, with names of any length, or in NumPy's (version 1.0): single precision, row by row.
 * A row can be written as soon as its own distances and those of the rows above it are there. Uses four bytes per pair.
 */
class distance_matrix
{
public:
    /*!\brief Makes a matrix for records with these ids.
     * \param ids    The ids.
     * \param format The format of a matrix.
     * \throws seqan3_gpulcs::invalid_option if the ids cannot be names in a PHYLIP matrix, and that is the format.
     */
    distance_matrix(std::vector<std::string> ids, table_format format);

    /*!\brief Adds the next distances; their order is (0, 1), (0, 2), ..., (n - 2, n - 1).
     * \param count The number of distances.
     * \returns Their places, which the caller fills in before the next write().
     */
    std::span<float> add(std::size_t count) noexcept;

    /*!\brief Writes the rows that can be written and have not been.
     * \param writer Writes them; this object must live until they are written.
     * \throws output_error
     */
    void write(parallel_writer & writer);

private:
    std::size_t row_begin(std::size_t row) const noexcept;
    std::size_t rows_per_part() const noexcept;
    std::vector<float> rows(std::size_t first, std::size_t last) const;
    void append_rows(std::string & text, std::size_t first, std::size_t last) const;

    std::vector<std::string> ids_;
    table_format format_;
    std::unique_ptr<float[]> distances_; //!< The distances of every two records; those of the first one first.
    std::size_t added_{};                //!< The number of distances that are there.
    std::size_t rows_written_{};
};

} // namespace seqan3_gpulcs::app
