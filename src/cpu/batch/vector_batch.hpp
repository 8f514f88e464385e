// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Several short pairs at once, each in a lane of its own.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/recurrence/kept_columns.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/path_end.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief Pairs with longer sequences are computed one by one: each of them keeps all lanes busy.
inline constexpr std::uint64_t max_batched_length{8192};

/*!\brief Whether the second sequence of a pair has the rows. Where that makes no difference the longer one has them, as the overhead
 *        of each column counts less then.
 */
inline bool has_second_rows(alignment::sequence_pair const & pair, plan::comparison const & wanted) noexcept
{
    return !wanted.with_path && !wanted.ends.any() && pair.first.size() < pair.second.size();
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
    void compute(std::span<alignment::sequence_pair const * const> pairs, std::span<plan::path_end> found);

    //!\brief What was kept of the columns of a lane, if alignments are wanted; the rows are those of the first sequence. Valid until
    //!       the next pairs are computed.
    kept_columns kept(unsigned const lane) const noexcept
    {
        std::size_t const kept_words = recurrence_t::kept_words * kernel_.lanes;
        return {kept_.front().words.data() + lane, kept_offsets_, block_.words * kept_words, kernel_.lanes};
    }

private:
    using pairs_t = std::span<alignment::sequence_pair const * const>;

    void find_codes(pairs_t pairs);
    void load_rows(pairs_t pairs, std::uint64_t words);
    void load_columns(pairs_t pairs, std::uint64_t block);
    void begin_kept(std::uint64_t blocks);
    std::uint64_t last_value(unsigned lane, std::uint64_t rows, std::uint64_t columns) const noexcept;
    plan::path_end find_end(unsigned lane, alignment::sequence_pair const & pair);

    packing::packed_sequence_view const & rows_of(alignment::sequence_pair const & pair) const noexcept
    {
        return has_second_rows(pair, wanted_) ? pair.second : pair.first;
    }

    packing::packed_sequence_view const & columns_of(alignment::sequence_pair const & pair) const noexcept
    {
        return has_second_rows(pair, wanted_) ? pair.first : pair.second;
    }

    bool have_same_letters(alignment::sequence_pair const & one, alignment::sequence_pair const & other) const noexcept;

    packing::pair_codes const & codes(std::size_t const lane) const noexcept
    {
        return codes_[code_indices_[lane]];
    }

    vector_kernel kernel_;
    plan::comparison wanted_;
    std::vector<std::uint64_t> last_column_{}; // The last column of one lane.
    std::vector<std::uint64_t> last_row_{};    // The last row of one lane.
    std::vector<aligned_words> last_rows_{};   // The last row of each lane, if a path may end there: [block][carry word].
    std::vector<aligned_words> kept_{};        // The left border, then what is kept of each column.
    std::vector<std::size_t> kept_offsets_{};
    vector_block block_{};
    std::vector<packing::pair_codes> codes_{};          // One for each sequence of lanes with the same letters.
    std::array<std::size_t, max_lanes> code_indices_{}; // The index in codes_ of each lane.
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint8_t> rare_words_{};
    std::array<aligned_words, max_planes> columns_{};
    std::array<aligned_words, recurrence_t::carry_words> horizontal_{};
    aligned_words valid_{};
    aligned_words last_row_bits_{}; // In the last word of each lane.
};

} // namespace seqan3_gpulcs::cpu
