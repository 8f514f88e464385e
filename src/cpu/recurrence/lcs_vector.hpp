// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The innermost loop with the vectors of the machine: each lane computes rows and columns of its own.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/plan/traceback_plan.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The most lanes that there are.
inline constexpr unsigned most_lanes{plan::max_lanes};

//!\brief The most bits of a code of a letter.
inline constexpr unsigned most_planes{8};

//!\brief The planes that suffice for frequent letters.
inline constexpr unsigned planes_of_frequent{2};

//!\brief The numbers of planes for which there is code; a kernel for more planes than needed is given zeros.
constexpr unsigned planes_of_kernel(unsigned const bits) noexcept
{
    return bits <= 2 ? 2 : bits <= 5 ? bits : most_planes;
}

/*!\brief 64 columns of several words of rows, in each lane.
 *
 * Letters are given by the bits of their codes, one plane for each bit: rows match where all planes are those of the
 * column. Vectors lie in memory as they are computed, aligned to 64 bytes: the words of all lanes side by side.
 *
 * Letters are *rare* if their codes need more than two planes. Columns that have none in any lane look at two planes, and at
 * the others only in words of rows that have some.
 */
struct lane_block
{
    std::uint64_t * vertical{};                   //!< [word][lane]: V, a zero is an increment.
    std::uint64_t const * rows{};                 //!< [word][plane][lane]: the codes of the rows.
    std::size_t words{};                          //!< The words of each lane.
    std::uint64_t const * columns[most_planes]{}; //!< [plane][lane]: the codes, column c in bit c; unaligned.
    std::uint64_t * horizontal{};                 //!< [lane]: in: above the rows, out: below; column 0 on top.
    std::uint64_t const * valid{};                //!< [lane]: which columns exist, as `columns`; null if all do.
    std::uint8_t const * rare_words{};            //!< [word]: whether any lane has rare letters there.
    unsigned planes{};                            //!< The number of planes.
    std::uint64_t * kept{};                       //!< [column][word][lane]: V behind each column; null if not wanted.

    //!\brief Sets `rare_words`, when the rows are there.
    void find_rare_words(std::vector<std::uint8_t> & memory, unsigned lanes);
};

/*!\brief The code for one kind of vectors, and how many lanes they have.
 *
 * Whoever lays out memory for lanes keeps the kernel that computes in it: which vectors are chosen can change at any time,
 * as that is up to the whole process.
 */
struct lane_kernel
{
    unsigned lanes{}; //!< At most seqan3_gpulcs::cpu::most_lanes.

    /*!\brief Computes a block. A column that does not exist changes nothing; its increment above must be 0.
     *
     * The recurrence of run_strip; the carry from word to word is computed: out of the top bit of a sum of V and u = V & M
     * it is u | (V & ~sum). Four columns at a time, one a word behind the other, hide how long that takes.
     */
    void (*compute)(lane_block const & block){};
};

//!\brief The kernel for the best vectors that Highway may choose now.
lane_kernel choose_lane_kernel() noexcept;

} // namespace seqan3_gpulcs::cpu
