// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The innermost loop with the vectors of the machine: each lane computes rows and columns of its own.
 */

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/cpu/recurrence/recurrence.hpp"
#include "src/plan/traceback_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief The maximum number of lanes.
inline constexpr unsigned max_lanes{plan::max_lanes};

//!\brief The maximum number of bits of a letter's code.
inline constexpr unsigned max_planes{8};

//!\brief The planes that tell frequent letters apart.
inline constexpr unsigned frequent_planes{2};

//!\brief The number of planes of the kernel for codes of some bits; planes that the codes do not need are zero.
constexpr unsigned kernel_planes(unsigned const bits) noexcept
{
    return bits <= 2 ? 2 : bits <= 4 ? 4 : bits == 5 ? 5 : max_planes;
}

/*!\brief 64 columns of several words of rows, in each lane.
 *
 * Letters are given by the bits of their codes, one plane for each bit: rows match where all planes agree with those of the
 * column. Vectors lie in memory as they are computed, aligned to 64 bytes: the words of all lanes side by side.
 *
 * Letters are *rare* if their codes need more than two planes. Columns without rare letters in any lane read two planes, and
 * the others only in words whose rows have some.
 */
struct vector_block
{
    std::uint64_t * vertical{};                  //!< [word][state word][lane]: in: left of the columns, out: right.
    std::uint64_t const * rows{};                //!< [word][plane][lane]: the codes of the rows.
    std::size_t words{};                         //!< The words of each lane.
    std::uint64_t const * columns[max_planes]{}; //!< [plane][lane]: the codes, column c in bit c; unaligned.
    std::uint64_t * horizontal{};                //!< [carry word][max_lanes]: in: above the rows, out: below.
    std::uint64_t const * valid{};               //!< [lane]: which columns exist, as `columns`; null if all do.
    std::uint64_t const * last_rows{}; //!< [lane]: the bit of the row in the last word that counts as the last
                                       //!< one below; only with `valid`. If null, it is the top bit.
    std::uint8_t const * rare_words{}; //!< [word]: whether any lane has rare letters there.
    unsigned planes{};                 //!< The number of planes: that of kernel_planes().
    std::uint64_t * kept{}; //!< [column][word][kept word][lane]: what is kept of each column, up to the last one
                            //!< that any lane has; null if not wanted.

    //!\brief Sets `rare_words` from the rows.
    void find_rare_words(std::vector<std::uint8_t> & memory, unsigned lanes);
};

//!\brief The number of planes of a diagonal_matrix for codes of some bits: fewer kinds than kernel_planes(), as each has four kernels.
constexpr unsigned diagonal_planes(unsigned const bits) noexcept
{
    return bits <= 2 ? 2 : bits <= 5 ? 5 : max_planes;
}

//!\brief The maximum number of vectors of a diagonal_matrix.
inline constexpr unsigned max_diagonal_vectors{4};

/*!\brief A whole matrix with a word of rows in each lane of some vectors, each a column behind the word above it.
 *
 * Words lie backwards: the first rows in the last lane of the last vector. There are as many words as lanes; the last rows may lie in any
 * of them. Vectors are aligned to 64 bytes.
 */
struct diagonal_matrix
{
    std::uint64_t * vertical{};           //!< [state word][word]: in: left of the columns, out: right.
    std::uint64_t const * rows{};         //!< [plane][word]: the codes of the rows.
    std::size_t words{};                  //!< The number of words: those of one vector up to max_diagonal_vectors.
    std::uint64_t const * codes{};        //!< [plane][block]: the codes of the columns, the first one lowest.
    std::uint64_t columns{};              //!< The number of columns.
    std::array<std::uint64_t, 2> above{}; //!< Each carry word above the matrix: 0 or 1 in all columns.
    unsigned planes{};                    //!< The number of planes: that of diagonal_planes().
    std::uint64_t * spread{};             //!< Memory for spread_words() for each plane, and once more.

    //!\brief The words for 64 columns.
    constexpr std::uint64_t blocks() const noexcept
    {
        return util::ceil_div(columns, std::uint64_t{64});
    }

    //!\brief A word for each column, and for those that words would have before the first one and after the last one.
    constexpr std::uint64_t spread_words() const noexcept
    {
        return blocks() * 64 + 2 * words;
    }
};

/*!\brief The code for one kind of vectors, and their number of lanes.
 *
 * Highway's choice of vectors can change at any time, because it belongs to the whole process. So whoever lays out memory for
 * lanes keeps the kernel that computes in it.
 */
struct vector_kernel
{
    unsigned lanes{}; //!< The number of lanes; at most seqan3_gpulcs::cpu::max_lanes.

    //!\brief Computes a block. A column that does not exist changes nothing; its carries from above must be 0.
    void (*compute)(vector_block const & block){};

    //!\brief Computes a whole matrix; null with fewer than four lanes.
    void (*compute_diagonals)(diagonal_matrix const & matrix){};
};

//!\brief The kernel of a recurrence for the best vectors that Highway may choose now.
template <recurrence recurrence_t>
vector_kernel choose_vector_kernel() noexcept;

} // namespace seqan3_gpulcs::cpu
