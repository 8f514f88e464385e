// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Comparisons of sequences that are on a device, in the order of a stream.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/device_set.hpp>

namespace seqan3_gpulcs::lcs
{

/*!\brief Has the lengths of longest common subsequences of pairs of sequences computed on their device; returns before that is done.
 * \param first  The first sequence of each pair.
 * \param second As many second sequences, on the same device, with the same alphabet.
 * \param found  Receives the length of `first[i]` and `second[i]` at place i: memory of that device, managed memory, or pinned memory
 *               of the host. It must stay until the work is done.
 * \param stream The work is done in its order. It must not be one that is captured into a graph.
 * \returns Something to wait for. Nobody has to: what follows in the stream comes after it, and the sets wait before they are destroyed.
 * \throws seqan3_gpulcs::invalid_option if the numbers, the devices or the alphabets differ, the memory or the stream is not one of the device, or
 *         `found` is no multiple of 4 bytes.
 * \throws seqan3_gpulcs::device_error if the device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it. Then the values are
 *         undefined.
 * \throws std::bad_alloc, and what alignment::device_memory::allocate throws.
 *
 * Time of the calling thread: some tens of microseconds, and some for each million of pairs, until the device takes no more launches. Pairs are
 * sorted by the lengths of their first sequences; those with second sequences of about the same length should be neighbours.
 *
 * Memory of the device: 26 bytes for each of up to 2^20 pairs of such a list, or 2 for each of up to 2^24 of all pairs, and carries for rows of more
 * than some hundred letters; 2 for each column if there are more columns. It is allocated in the order of streams, and kept for other calls; see
 * seqan3_gpulcs::release_device_memory. The calls of a stream share memory. So do those of more than four streams whose calls are not done: then the
 * work in one stream waits for that in another one, unless alignment::device_stream::memory gives each call its own.
 *
 * Thread safety: concurrent calls are safe.
 */
alignment::device_call enqueue_lengths(alignment::device_set const & first,
                                       alignment::device_set const & second,
                                       std::uint32_t * found,
                                       alignment::device_stream const & stream);

/*!\brief The same for every sequence in one set with every sequence in another, whose numbers may differ: `found` receives the length of `first[i]` and `second[j]` at
 *        place `i * second.size() + j`.
 */
alignment::device_call enqueue_all_pairs(alignment::device_set const & first,
                                         alignment::device_set const & second,
                                         std::uint32_t * found,
                                         alignment::device_stream const & stream);

} // namespace seqan3_gpulcs::lcs
