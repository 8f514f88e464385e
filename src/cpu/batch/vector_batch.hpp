// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Several short pairs at once, each in a lane of its own.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/recurrence/kept_columns.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/packing/bit_planes.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/path_end.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief Pairs with longer sequences are computed one by one: each of them keeps all lanes busy.
inline constexpr std::uint64_t max_batched_length{8192};

//!\brief A pair of sequences with common codes.
struct lane_pair
{
    packing::coded_letters first{};  //!< The first sequence.
    packing::coded_letters second{}; //!< The second sequence.
    unsigned bits{};                 //!< The bits of the codes.
};

/*!\brief Whether the second sequence of a pair has the rows, given the lengths. Where that makes no difference the longer one has them, as
 *        the overhead of each column counts less then.
 */
constexpr bool
has_second_rows(std::uint64_t const first, std::uint64_t const second, plan::comparison const & wanted) noexcept
{
    return !wanted.with_path && !wanted.ends.any() && first < second;
}

/*!\brief The memory for what is kept of all columns of a lane, in bytes; 0 without alignments.
 * \param wanted  The metric and the wanted alignment.
 * \param rows    The rows.
 * \param columns The columns.
 */
constexpr std::uint64_t
kept_bytes(plan::comparison const & wanted, std::uint64_t const rows, std::uint64_t const columns) noexcept
{
    std::uint64_t const blocks = util::ceil_div(columns, std::uint64_t{64});
    return wanted.with_path
             ? util::ceil_div(rows, std::uint64_t{64}) * plan::kept_words(wanted) * (blocks * 64 + 1) * sizeof(rows)
             : 0;
}

/*!\brief Computes one pair in each lane.
 * \tparam recurrence_t The recurrence; vector_batch.cpp has an instance of each.
 *
 * Thread safety: each thread needs an object of its own.
 */
template <recurrence recurrence_t>
class vector_batch
{
public:
    //!\brief Computes with these vectors what is wanted of pairs. The recurrence must be that of the alignment.
    vector_batch(vector_kernel const & kernel, plan::comparison const & wanted) noexcept :
        kernel_{kernel},
        wanted_{wanted}
    {}

    //!\brief The number of lanes.
    unsigned max_pairs() const noexcept
    {
        return kernel_.lanes;
    }

    //!\brief The metric and the wanted alignment.
    plan::comparison const & wanted() const noexcept
    {
        return wanted_;
    }

    /*!\brief Computes pairs.
     * \param pairs The pairs, at most as many as there are lanes. If letters at the end of second sequences are free, the first ones
     *              must have the same number of words of rows.
     * \param found Receives their values, and the cells in which they end.
     * \throws std::bad_alloc
     *
     * The time is that of the longest rows and the longest columns among them.
     */
    void compute(std::span<lane_pair const> pairs, std::span<plan::path_end> found);

    //!\brief What was kept of the columns of a lane, if alignments are wanted; the rows are those of the first sequence. Valid until
    //!       the next pairs are computed.
    kept_columns kept(unsigned const lane) const noexcept
    {
        std::size_t const kept_words = recurrence_t::kept_words * kernel_.lanes;
        return {kept_.front().words.data() + lane, kept_offsets_, block_.words * kept_words, kernel_.lanes};
    }

private:
    using pairs_t = std::span<lane_pair const>;

    void load(pairs_t pairs);
    bool load_rows(pairs_t pairs);
    bool load_columns(pairs_t pairs);
    unsigned needed_planes() const noexcept;
    void begin_block(pairs_t pairs, std::uint64_t block);
    void begin_kept();
    std::uint64_t last_value(unsigned lane, std::uint64_t rows, std::uint64_t columns) const noexcept;
    plan::path_end find_end(unsigned lane, lane_pair const & pair);

    packing::coded_letters const & rows_of(lane_pair const & pair) const noexcept
    {
        return has_second_rows(pair.first.size(), pair.second.size(), wanted_) ? pair.second : pair.first;
    }

    packing::coded_letters const & columns_of(lane_pair const & pair) const noexcept
    {
        return has_second_rows(pair.first.size(), pair.second.size(), wanted_) ? pair.first : pair.second;
    }

    vector_kernel kernel_;
    plan::comparison wanted_;
    std::vector<std::uint64_t> last_column_{}; // The last column of one lane.
    std::vector<std::uint64_t> last_row_{};    // The last row of one lane.
    std::vector<aligned_words> last_rows_{}; // The last row of each lane, if a path may end there: [block][carry word].
    std::vector<aligned_words> kept_{};      // The left border, then what is kept of each column.
    std::vector<std::size_t> kept_offsets_{};
    vector_block block_{};
    unsigned expected_planes_{frequent_planes}; // The planes that the codes of the last pairs needed.
    std::uint64_t blocks_{};                    // The blocks of the longest columns.
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint8_t> rare_words_{};
    std::vector<aligned_words> columns_{}; // [block][plane].
    std::array<aligned_words, recurrence_t::carry_words> horizontal_{};
    aligned_words valid_{};
    aligned_words last_row_bits_{}; // In the last word of each lane.
};

} // namespace seqan3_gpulcs::cpu
