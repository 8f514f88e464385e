// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Lengths or distances of several short pairs at once, each in a lane of its own.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/cpu/recurrence/aligned_words.hpp"
#include "src/cpu/recurrence/vector_kernel.hpp"
#include "src/packing/pair_codes.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/path_end.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief Pairs with longer sequences are computed one by one: each of them keeps all lanes busy.
inline constexpr std::uint64_t max_batched_length{8192};

/*!\brief Whether pairs can be computed together.
 *
 * The last step leaves only the cells of the last column at hand, so not both sequences can have a free trailing end; the sequence that has
 * one has the rows.
 */
constexpr bool can_be_batched(plan::comparison const & wanted) noexcept
{
    return !wanted.with_path && !(wanted.ends.first_trailing && wanted.ends.second_trailing);
}

//!\brief Whether the second sequence of a pair has the rows. Without free ends the longer one has them, as the overhead of each
//!       column counts less then.
inline bool has_second_rows(alignment::sequence_pair const & pair, alignment::free_ends const & ends) noexcept
{
    return ends.any() ? ends.second_trailing : pair.first.size() < pair.second.size();
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
    //!\brief Computes with these vectors what is wanted of pairs; see can_be_batched().
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
     * \param pairs The pairs, at most as many as there are lanes.
     * \param found Receives their values, and the cells in which they end.
     * \throws std::bad_alloc
     *
     * The time is that of the longest rows and the longest columns among them.
     */
    void compute(std::span<alignment::sequence_pair const * const> pairs, std::span<plan::path_end> found);

private:
    using pairs_t = std::span<alignment::sequence_pair const * const>;

    void find_codes(pairs_t pairs);
    void load_rows(pairs_t pairs, std::uint64_t words);
    void load_columns(pairs_t pairs, std::uint64_t first);
    std::uint64_t last_value(unsigned lane, std::uint64_t rows, std::uint64_t columns) const noexcept;
    plan::path_end find_end(unsigned lane, alignment::sequence_pair const & pair);

    packing::packed_sequence_view const & rows_of(alignment::sequence_pair const & pair) const noexcept
    {
        return has_second_rows(pair, wanted_.ends) ? pair.second : pair.first;
    }

    packing::packed_sequence_view const & columns_of(alignment::sequence_pair const & pair) const noexcept
    {
        return has_second_rows(pair, wanted_.ends) ? pair.first : pair.second;
    }

    bool have_same_letters(alignment::sequence_pair const & one, alignment::sequence_pair const & other) const noexcept;

    // Whether the leading letters of the sequence of the rows, or of the columns, are free.
    bool has_free_begin(bool const of_rows) const noexcept
    {
        bool const is_first = of_rows != wanted_.ends.second_trailing;
        return is_first ? wanted_.ends.first_leading : wanted_.ends.second_leading;
    }

    packing::pair_codes const & codes(std::size_t const lane) const noexcept
    {
        return codes_[code_indices_[lane]];
    }

    vector_kernel kernel_;
    plan::comparison wanted_;
    std::vector<std::uint64_t> last_column_{}; // The last column of one lane.
    vector_block block_{};
    std::vector<packing::pair_codes> codes_{};          // One for each sequence of lanes with the same letters.
    std::array<std::size_t, max_lanes> code_indices_{}; // The index in codes_ of each lane.
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint8_t> rare_words_{};
    std::array<aligned_words, max_planes> columns_{};
    std::array<aligned_words, recurrence_t::carry_words> horizontal_{};
    aligned_words valid_{};
};

} // namespace seqan3_gpulcs::cpu
