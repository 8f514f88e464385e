// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Lengths of several short pairs at once, each in a lane of its own.
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

namespace seqan3_gpulcs::cpu
{

//!\brief Pairs with longer sequences are computed one by one: each of them keeps all lanes busy.
inline constexpr std::uint64_t max_batched_length{8192};

/*!\brief Whether pairs are computed faster together than one by one. Linear in their number.
 * \param pairs At most as many as there are lanes; their lengths should be similar.
 * \param lanes The number of lanes.
 */
bool worth_batching(std::span<alignment::sequence_pair const * const> pairs, unsigned lanes) noexcept;

/*!\brief Computes one pair in each lane: the sum of the increments down the last column of its matrix.
 * \tparam recurrence_t The recurrence; vector_batch.cpp has an instance of each.
 *
 * Thread safety: each thread needs an object of its own.
 */
template <recurrence recurrence_t>
class vector_batch
{
public:
    //!\brief Computes with these vectors.
    explicit vector_batch(vector_kernel const & kernel) noexcept : kernel_{kernel}
    {}

    //!\brief The number of lanes.
    unsigned max_pairs() const noexcept
    {
        return kernel_.lanes;
    }

    /*!\brief Computes pairs.
     * \param pairs   At most as many as there are lanes.
     * \param lengths Where the sums go; those of seqan3_gpulcs::cpu::lcs_recurrence are the lengths.
     * \throws std::bad_alloc
     *
     * The time is that of the longest rows and the longest columns among them.
     */
    void compute(std::span<alignment::sequence_pair const * const> pairs, std::span<std::uint64_t> lengths);

private:
    using pairs_t = std::span<alignment::sequence_pair const * const>;

    void find_codes(pairs_t pairs);
    void load_rows(pairs_t pairs, std::uint64_t words);
    void load_columns(pairs_t pairs, std::uint64_t first);
    std::uint64_t add_increments(unsigned lane, std::uint64_t rows) const noexcept;

    packing::pair_codes const & codes(std::size_t const lane) const noexcept
    {
        return codes_[code_indices_[lane]];
    }

    vector_kernel kernel_;
    vector_block block_{};
    std::vector<packing::pair_codes> codes_{};          // One for each sequence of lanes with the same letters.
    std::array<std::size_t, max_lanes> code_indices_{}; // Which of them each lane has.
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint8_t> rare_words_{};
    std::array<aligned_words, max_planes> columns_{};
    std::array<aligned_words, recurrence_t::carry_words> horizontal_{};
    aligned_words valid_{};
};

} // namespace seqan3_gpulcs::cpu
