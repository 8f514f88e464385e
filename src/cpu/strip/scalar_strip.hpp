// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A few rows, computed along the columns without vectors.
 */

#pragma once

#include <array>
#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/cpu/recurrence/scalar_kernel.hpp"
#include "src/packing/pair_codes.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The data that a scalar_strip reads and writes; the layout is that of seqan3_gpulcs::cpu::strip_segment.
struct scalar_strip_data
{
    std::uint64_t * vertical{};    //!< The state of its rows.
    std::uint64_t * horizontal{};  //!< The carries: in: above it, out: below.
    std::uint64_t * kept{};        //!< The place for what is kept of each column; null if nothing is.
    std::uint64_t kept_distance{}; //!< The words from one column to the next.
};

/*!\brief Up to seqan3_gpulcs::plan::strip_rows rows.
 * \tparam recurrence_t The recurrence; scalar_strip.cpp has an instance of each.
 */
template <recurrence recurrence_t>
class scalar_strip
{
public:
    //!\brief Without rows. Memory that load() fills is not touched.
    scalar_strip() noexcept
    {}

    /*!\brief Takes other rows.
     * \param sequence  The sequence of the rows.
     * \param codes     The codes of both sequences.
     * \param letters   The number of letters of the columns.
     * \param first_row The first row, a multiple of 64.
     * \param rows      The number of rows.
     */
    void load(packing::packed_sequence_view const & sequence,
              packing::pair_codes const & codes,
              std::size_t letters,
              std::uint64_t first_row,
              std::uint64_t rows) noexcept;

    /*!\brief Computes some columns.
     * \param sequence The sequence of the columns.
     * \param begin    The first column, a multiple of 64.
     * \param columns  The number of columns.
     * \param data     The data to read and write.
     */
    void run(packing::packed_sequence_view const & sequence,
             std::uint64_t begin,
             std::uint64_t columns,
             scalar_strip_data const & data) const noexcept;

private:
    std::uint64_t words_{};
    unsigned last_row_{};
    std::array<std::uint64_t, 256 * strip_words> match_; // The rows that have each letter of the columns.
};

} // namespace seqan3_gpulcs::cpu
