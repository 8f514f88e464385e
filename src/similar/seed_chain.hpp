// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A chain of exact matches, along which the paths of similar sequences run.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::similar
{

//!\brief Equal letters of two sequences.
struct seed
{
    std::uint64_t first{};  //!< The position in the first sequence.
    std::uint64_t second{}; //!< The position in the second sequence.
    std::uint64_t length{}; //!< The number of letters.

    //!\brief Whether both seeds are equal.
    friend bool operator==(seed const &, seed const &) noexcept = default;
};

/*!\brief Seeds in the order of a path, and how many there might have been.
 *
 * Each seed ends where the next one begins, or before, in both sequences.
 */
struct seed_chain
{
    std::vector<seed> seeds{};     //!< The seeds; two on one diagonal do not touch, as they would be joined.
    unsigned kmer_size{};          //!< The letters of a k-mer.
    std::uint64_t kmers{};         //!< The k-mers of the shorter sequence that were looked up, without repeated ones.
    std::uint64_t chained_kmers{}; //!< The k-mers of which the seeds consist.

    /*!\brief An estimate of the share of letters that do not differ, from 0 to 1; 0 if there are no seeds.
     *
     * A k-mer is found where none of its letters differs. Letters without a counterpart, such as large insertions in the shorter
     * sequence, differ, too. A few seeds of unrelated sequences may pass for 0.7.
     */
    double identity() const noexcept;
};

/*!\brief Finds a chain of exact seeds that a longest common subsequence of similar sequences roughly follows.
 * \param first   One sequence.
 * \param second  The other one. Both may have any packing.
 * \param control Stop.
 * \returns The chain; it is empty or short if the sequences are not alike.
 * \throws std::bad_alloc, and the exceptions of runtime::task_control::check.
 *
 * Some k-mers are looked up, the same ones in both sequences. Those that occur once in each are matches, and a longest increasing
 * subsequence of these is a chain. So repeats have no seeds, and of two parts that changed places only one has some. Then runs of matches
 * are left out where a path without them probably has more letters.
 *
 * It is a guess: no longest common subsequence needs to go through a seed.
 *
 * O(m + n) time for lengths m and n, about a nanosecond for each letter, and O(s log s) for s matches, of which there are at most
 * some 10^5. It takes some megabytes at most, whatever the lengths: see max_seed_chain_bytes().
 */
seed_chain find_seed_chain(packing::packed_sequence_view first,
                           packing::packed_sequence_view second,
                           runtime::task_control & control);

/*!\brief The memory that find_seed_chain() takes at most, and so does a guide along the chain.
 * \param shorter_size The size of the shorter sequence.
 *
 * Constant time.
 */
std::uint64_t max_seed_chain_bytes(std::uint64_t shorter_size) noexcept;

} // namespace seqan3_gpulcs::similar
