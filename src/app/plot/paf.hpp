// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Reads alignments in PAF format for a picture.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/app/io/table/column_reader.hpp"
#include "src/app/plot/path_windows.hpp"

namespace seqan3_gpulcs::app
{

//!\brief A sequence with alignments.
struct aligned_sequence
{
    std::string name{};
    std::uint64_t length{};
};

//!\brief The sequences of one side, in the order of their first alignments.
class aligned_sequences
{
public:
    /*!\brief Finds a sequence, or adds it.
     * \returns Its position; nothing if its length was another one before.
     */
    std::optional<std::size_t> find(std::string const & name, std::uint64_t length);

    //!\brief All of them.
    std::vector<aligned_sequence> const & all() const noexcept
    {
        return sequences_;
    }

private:
    std::vector<aligned_sequence> sequences_{};
    std::unordered_map<std::string, std::size_t> positions_{};
};

//!\brief Where a path runs.
struct aligned_pair
{
    std::size_t target{}; //!< The position among the targets.
    std::size_t query{};
    std::uint64_t target_begin{};
    std::uint64_t query_begin{}; //!< The begin of the path: in reverse, that is the end of the letters.
    bool is_reverse{};
    double match_share{1}; //!< The share of matches among the columns that may be matches; 1 where they are known.
};

//!\brief Everything that a dot plot shows.
struct alignments
{
    aligned_sequences targets{};
    aligned_sequences queries{};
    std::vector<aligned_pair> pairs{};
    path_windows paths{};      //!< The paths of each pair.
    bool has_straight_lines{}; //!< Whether only the start and the end of some path are known.
    bool has_averages{};       //!< Whether it is not known which columns of some path are matches.
};

//!\brief The columns that each line of PAF has; others may follow.
inline constexpr std::size_t paf_columns{12};

/*!\brief Reads one line.
 * \param columns The first columns of the line.
 * \param reader  Where the other ones are.
 * \param found   Where the alignment goes.
 * \throws input_error
 */
void read_paf_line(std::vector<std::string> const & columns, column_reader & reader, alignments & found);

} // namespace seqan3_gpulcs::app
