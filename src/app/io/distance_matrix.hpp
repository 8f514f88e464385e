// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes distances as a matrix that programs for trees read.
 */

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "output_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief The distances of all pairs, each 1 minus the identity: a matrix of PHYLIP, whole, with names of any length.
 *
 * Takes four bytes for each pair.
 */
class distance_matrix
{
public:
    /*!\brief Makes a matrix for these names.
     * \throws input_error if a name is empty, has blanks in it, or is there twice.
     */
    explicit distance_matrix(std::vector<std::string> names);

    //!\brief Takes the identities of (0, 1), (0, 2) and so on to (n - 2, n - 1), in this order.
    void add(double identity);

    /*!\brief Writes the matrix; all identities must have been added.
     * \throws output_error
     */
    void write(output_file & file) const;

private:
    std::vector<std::string> names_;
    std::vector<float> distances_{};
};

} // namespace seqan3_gpulcs::app
