// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Packs a long sequence with several threads, piece by piece.
 */

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing::detail
{

//!\brief The letters of a piece: some ten microseconds. No two pieces share a word of codes.
inline constexpr std::uint64_t piece_letters{std::uint64_t{1} << 18};

//!\brief The fewest letters that are divided: with fewer, waking the threads takes longer than it saves.
inline constexpr std::uint64_t min_letters_for_pieces{std::uint64_t{1} << 20};

//!\brief Calls a function for each number below a count, on several threads, and passes on the first exception.
using number_loop = std::function<void(std::size_t count, std::function<void(std::size_t)> const & function)>;

//!\brief A loop that starts threads each time; no loop if there is only one thread.
number_loop start_threads(unsigned threads);

/*!\brief The values that occur in a sequence.
 * \param size The number of letters.
 * \param loop Divides the pieces among threads.
 * \param read Called concurrently with the first letter and the number of letters of a piece and a function; passes their values
 *             to the function, some at a time, in order.
 * \throws What `read` and the loop throw.
 */
template <typename read_t>
letter_set collect_pieces(std::uint64_t const size, number_loop const & loop, read_t const & read)
{
    std::vector<letter_set> sets((size + piece_letters - 1) / piece_letters);
    loop(sets.size(),
         [&](std::size_t const i)
         {
             // Neighbours share cache lines.
             letter_set set{};
             read(i * piece_letters,
                  std::min(piece_letters, size - i * piece_letters),
                  [&](std::span<std::uint8_t const> const values)
                  {
                      set.add(values);
                  });
             sets[i] = set;
         });
    letter_set all{};
    for (letter_set const & set : sets)
        all.add(set.letters());
    return all;
}

/*!\brief Writes the codes of a sequence.
 * \param size   The number of letters.
 * \param loop   Divides the pieces among threads.
 * \param read   As for seqan3_gpulcs::packing::detail::collect_pieces.
 * \param packer Has the empty sequence; a seqan3_gpulcs::packing::sequence_packer, or what has its `resize` and `write`.
 * \throws What `read` and the loop throw.
 */
template <typename read_t, typename packer_t>
void write_pieces(std::uint64_t const size, number_loop const & loop, read_t const & read, packer_t & packer)
{
    packer.resize(size);
    loop((size + piece_letters - 1) / piece_letters,
         [&](std::size_t const i)
         {
             std::uint64_t position = i * piece_letters;
             read(position,
                  std::min(piece_letters, size - position),
                  [&](std::span<std::uint8_t const> const values)
                  {
                      packer.write(position, values);
                      position += values.size();
                  });
         });
}

} // namespace seqan3_gpulcs::packing::detail
