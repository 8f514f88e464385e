// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes results as a table and as PAF.
 */

#pragma once

#include <cstdint>
#include <string_view>

#include <seqan3_gpulcs/lcs/path.hpp>

#include "src/app/io/output_file.hpp"
#include "src/app/io/table_writer.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Two sequences, and the length of their longest common subsequence.
struct compared_pair
{
    std::string_view id1{};
    std::string_view id2{};
    std::uint64_t length1{};
    std::uint64_t length2{};
    std::uint64_t lcs{};
};

//!\brief Writes the table of `gpulcs lcs`: a row per pair.
class result_writer
{
public:
    //!\brief Writes the header, if the format has one; the file must live longer than this object.
    result_writer(output_file & file, table_format format);

    //!\throws output_error
    void write(compared_pair const & pair);

private:
    table_writer table_;
};

//!\brief Writes the table of `gpulcs search`: a row per hit.
class ranked_result_writer
{
public:
    //!\brief Writes the header, if the format has one; the file must live longer than this object.
    ranked_result_writer(output_file & file, table_format format);

    //!\throws output_error
    void write(std::uint64_t rank, compared_pair const & pair);

private:
    table_writer table_;
};

/*!\brief Writes an alignment as a line of PAF, with the first sequence as the query.
 * \throws output_error
 */
void write_paf(output_file & file, compared_pair const & pair, lcs::path const & alignment);

} // namespace seqan3_gpulcs::app
