// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Formats results as a table and as PAF.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <seqan3_gpulcs/alignment/path.hpp>

#include "src/app/io/table/parallel_writer.hpp"
#include "src/app/io/table/table_writer.hpp"
#include "src/app/metric.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Two sequences, and the length of their longest common subsequence or their distance.
struct compared_pair
{
    std::string_view id1{};
    std::string_view id2{};
    std::uint64_t length1{};
    std::uint64_t length2{};
    std::uint64_t value{};
};

/*!\brief The table of `gpulcs lcs` and `gpulcs edit`, a row per pair, and that of `gpulcs search`, a row per hit with its rank.
 *
 * Thread safety: all member functions are const, and concurrent calls are safe.
 */
class result_table
{
public:
    /*!\brief Chooses the format.
     * \param format    The format of a table.
     * \param metric    The metric of the values.
     * \param has_ranks Whether rows begin with a rank.
     */
    result_table(table_format const format, app::metric const metric, bool const has_ranks) :
        format_{format},
        metric_{metric},
        has_ranks_{has_ranks}
    {}

    //!\brief The line above the rows; empty if the format has none.
    std::string header() const;

    //!\brief Appends a row to a text.
    void append_row(std::string & text, compared_pair const & pair, std::uint64_t rank = 0) const;

private:
    table_format format_;
    app::metric metric_;
    bool has_ranks_;
};

/*!\brief Appends an alignment to a text as PAF, with the first sequence as the query.
 * \param text      The text.
 * \param pair      The sequences.
 * \param alignment The alignment.
 * \param max_gap   None for one line; else there is one for each stretch between gaps of more letters (find_stretches).
 */
void append_paf(std::string & text,
                compared_pair const & pair,
                alignment::path const & alignment,
                std::optional<std::uint64_t> max_gap);

//!\brief The number of rows in a part of a table, where the ids of a row have at most this number of letters together.
constexpr std::size_t rows_per_part(std::size_t const max_id_letters) noexcept
{
    constexpr std::size_t part_bytes{std::size_t{1} << 18};
    constexpr std::size_t other_bytes{64};
    return std::max<std::size_t>(1, part_bytes / (max_id_letters + other_bytes));
}

/*!\brief Writes rows in parts.
 * \param writer     Writes the parts.
 * \param rows       The number of rows.
 * \param part_rows  The number of rows in a part.
 * \param append_row Called with a text, and the number of the row to append to it. Copied into each part.
 */
template <typename append_row_t>
void write_rows(parallel_writer & writer,
                std::size_t const rows,
                std::size_t const part_rows,
                append_row_t const & append_row)
{
    for (std::size_t first = 0; first < rows; first += part_rows)
        writer.write(
            [append_row, first, last = std::min(rows, first + part_rows)](std::string & text)
            {
                for (std::size_t row = first; row < last; ++row)
                    append_row(text, row);
            });
}

} // namespace seqan3_gpulcs::app
