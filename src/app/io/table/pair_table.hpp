// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The results of pairs as a table.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include <seqan3_gpulcs/alignment/result.hpp>

#include "src/app/io/table/table.hpp"
#include "src/app/metric.hpp"

namespace seqan3_gpulcs::app
{

//!\brief What is in the solid parts of an alignment, where matches outweigh all other columns: see find_stretches().
struct solid_letters
{
    std::uint64_t matches{};
    std::uint64_t columns{}; //!< Letters of both sequences between the same two matches share columns.
    std::uint64_t first{};   //!< The letters of the first sequence,
    std::uint64_t second{};  //!< and those of the second one.
};

//!\brief Two sequences, and the length of their longest common subsequence or their distance.
struct compared_pair
{
    std::string_view id1{};
    std::string_view id2{};
    std::uint64_t length1{};
    std::uint64_t length2{};
    std::uint64_t value{};
    std::uint64_t rank{}; //!< That of the second sequence among the hits of the first one, if it is one.
    std::optional<alignment::part>
        part2{};            //!< The part of the second sequence that is aligned, if not all of it has to be.
    bool is_reversed{};     //!< Whether the reverse complement of the first one was compared.
    std::uint64_t places{}; //!< The parts of the second sequence that are as close, if they were counted.
    solid_letters solid{};  //!< What is in the solid parts of their alignment, if the table tells that.

    //!\brief The aligned part of the second sequence.
    alignment::part aligned_part() const noexcept
    {
        return part2.value_or(alignment::part{0, length2});
    }

    //!\brief The identity, from 0 to 1.
    double identity(app::metric const metric) const noexcept
    {
        std::uint64_t const whole = whole_length(length1, length2, part2.has_value());
        return traits_of(metric).identity(value, whole, whole);
    }
};

//!\brief The columns of a table that only some commands and options need.
struct pair_columns
{
    bool rank{};
    bool part2{};
    bool strand{};
    bool places{}; //!< With the rank, the part and the strand, and nothing else.
    bool solid{};
};

/*!\brief The table of `gpulcs lcs` and `gpulcs edit`, a row per pair, or that of `gpulcs search`, a row per hit.
 * \param format The format of a table.
 * \param metric The metric of the values.
 * \param more   The columns that the table has besides those that all of them have.
 */
table<compared_pair> make_pair_table(table_format format, metric metric, pair_columns const & more);

} // namespace seqan3_gpulcs::app
