// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Writes results as a table, as JSON lines, and as PAF.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <seqan3_gpulcs/lcs/run.hpp>

#include "output_file.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Two sequences and the length of a longest common subsequence of them.
struct compared_pair
{
    std::string_view id1{};
    std::string_view id2{};
    std::uint64_t length1{};
    std::uint64_t length2{};
    std::uint64_t lcs{};
};

//!\brief How the table is written.
enum class table_format : std::uint8_t
{
    tsv, //!< A header, and values with tabs between them.
    json //!< A JSON object on each line.
};

//!\brief Writes the table: a row for each pair.
class table_writer
{
public:
    //!\brief Writes the header, if the format has one; the file must live longer than this object.
    table_writer(output_file & file, table_format format);

    //!\throws output_error
    void write(compared_pair const & pair);

private:
    output_file & file_;
    table_format format_;
};

/*!\brief Writes an alignment as a line of PAF, the first sequence being the query.
 * \throws output_error
 */
void write_paf(output_file & file, compared_pair const & pair, std::span<lcs::run const> runs);

} // namespace seqan3_gpulcs::app
