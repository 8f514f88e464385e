// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes distances as a matrix for programs that build trees.
 */

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/app/io/output_file.hpp"

namespace seqan3_gpulcs::app
{

/*!\brief A distance matrix in PHYLIP's square format, with names of any length; a distance is 1 minus the identity.
 *
 * Uses four bytes per pair.
 */
class distance_matrix
{
public:
    /*!\brief Makes a matrix for records with these ids.
     * \throws seqan3_gpulcs::invalid_option if they cannot be names in such a matrix.
     */
    explicit distance_matrix(std::vector<std::string> ids);

    //!\brief Adds the next identity; their order is (0, 1), (0, 2), ..., (n - 2, n - 1).
    void add(double identity);

    /*!\brief Writes the matrix; all identities must have been added.
     * \throws output_error
     */
    void write(output_file & file) const;

private:
    std::vector<std::string> ids_;
    std::vector<float> distances_{};
};

} // namespace seqan3_gpulcs::app
