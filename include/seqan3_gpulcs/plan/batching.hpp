// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The sizes of batches of pairs.
 */

#pragma once

#include <cstddef>
#include <cstdint>

namespace seqan3_gpulcs::plan
{

//!\brief What a batch of `align_pairwise` took.
struct batch_statistics
{
    //!\brief The number of pairs.
    std::uint64_t pairs{};

    //!\brief The cells of their matrices; of primers, the positions times the letters of sequence 2, on one strand.
    double cells{};

    //!\brief The cells that devices were given; not known of primers, and then 0.
    double device_cells{};

    //!\brief The time of the computation, in seconds; other batches may be packed and handed on meanwhile.
    double seconds{};

    /*!\brief The seconds of forward passes, summed over the pairs as in seqan3_gpulcs::alignment::result.
     *
     * It is 0 where only values are computed, of primers, and of short pairs that are not packed. So are the other sums.
     */
    double forward_seconds{};

    //!\brief The seconds of tracebacks.
    double traceback_seconds{};

    //!\brief The seconds of copies to and from devices.
    double transfer_seconds{};

    //!\brief The seconds of kernels.
    double kernel_seconds{};

    //!\brief The most memory that the alignment of a pair took.
    std::uint64_t memory_bytes{};
};

//!\brief The maximum number of pairs in one batch of `align_pairwise`: enough to keep all threads busy, and a device if
//!       they are not short.
inline constexpr std::size_t max_batch_pairs{std::size_t{1} << 14};

//!\brief The number of pairs whose results SeqAn3 gets at a time: some batches, because only these overlap; not more, because SeqAn3
//!       keeps their results in memory, which should stay in a cache.
inline constexpr std::size_t max_chunk_pairs{std::size_t{1} << 16};

//!\brief The maximum number of pairs in one batch of a device: enough to keep it busy.
inline constexpr std::size_t max_device_batch_pairs{std::size_t{1} << 16};

//!\brief The maximum number of letters in one batch: a batch ends at the pair that reaches it, because all its packed
//!       sequences and alignments must fit into memory.
inline constexpr std::uint64_t max_batch_letters{std::uint64_t{1} << 25};

//!\brief The maximum number of letters in one batch of primers, which take 24 bytes for each letter of sequence 1.
inline constexpr std::uint64_t max_primer_batch_letters{std::uint64_t{1} << 22};

//!\brief The number of pairs whose primers SeqAn3 gets at a time: it keeps about 50 bytes for each letter of sequence 1.
inline constexpr std::size_t max_primer_chunk_pairs{64};

} // namespace seqan3_gpulcs::plan
