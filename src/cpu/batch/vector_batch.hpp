// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Lengths of several short pairs at once, each in a lane of its own.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/lcs/compute.hpp>

#include "src/cpu/recurrence/aligned_words.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief Pairs with longer sequences are computed one by one: each keeps all lanes busy.
inline constexpr std::uint64_t longest_in_batch{8192};

/*!\brief Whether pairs are computed faster together than one by one. Linear in their number.
 * \param pairs As many as there are lanes at most; the lengths should be alike.
 * \param lanes The number of lanes.
 */
bool pays_together(std::span<lcs::sequence_pair const * const> pairs, unsigned lanes) noexcept;

/*!\brief Computes lengths of pairs, as many at a time as there are lanes.
 *
 * Thread safety: each thread needs an object of its own.
 */
class vector_batch
{
public:
    //!\brief Computes with these vectors.
    explicit vector_batch(lane_kernel const & kernel) noexcept : kernel_{kernel}
    {}

    /*!\brief Computes the length of each pair.
     * \param pairs   As many as there are lanes at most.
     * \param lengths Where the lengths go.
     * \throws std::bad_alloc
     *
     * The time is that of the longest rows and the longest columns among them.
     */
    void compute(std::span<lcs::sequence_pair const * const> pairs, std::span<std::uint64_t> lengths);

private:
    lane_kernel kernel_;
    std::vector<aligned_words> vertical_{};
    std::vector<aligned_words> rows_{};
    std::vector<std::uint8_t> rare_words_{};
    std::vector<aligned_words> columns_{};
};

} // namespace seqan3_gpulcs::cpu
