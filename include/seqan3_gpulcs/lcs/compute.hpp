// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Longest common subsequences of packed sequences: the entry points for those who do not use SeqAn3.
 */

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/lcs/run.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::lcs
{

//!\brief Two sequences to compare.
struct sequence_pair
{
    packing::packed_sequence_view first{};  //!< The sequence of the rows.
    packing::packed_sequence_view second{}; //!< The sequence of the columns.

    //!\brief The cells of the matrix; the product of the lengths may pass 2^64.
    double cells() const noexcept
    {
        return static_cast<double>(first.size()) * static_cast<double>(second.size());
    }
};

//!\brief What is wanted for each pair.
enum class output : std::uint8_t
{
    length,     //!< The length of a longest common subsequence.
    subsequence //!< The length and the subsequence itself, as runs.
};

//!\brief What was found for a pair.
struct result
{
    std::uint64_t length{};       //!< The length of a longest common subsequence.
    std::vector<run> runs{};      //!< The alignment of the whole sequences; empty unless the subsequence was asked for.
    plan::backend backend{};      //!< The backend that computed it.
    double forward_seconds{};     //!< The time of the pass over the whole matrix.
    double traceback_seconds{};   //!< The time of the way back.
    double transfer_seconds{};    //!< Of the time of the pass: copies to and from the device; 0 on the CPU.
    double kernel_seconds{};      //!< Of the time of the pass: kernels on the device; 0 on the CPU.
    std::uint64_t memory_bytes{}; //!< What checkpoints and tiles took of the memory limit.

    //!\brief The letters of the first sequence from one checkpoint to the next; 0: no checkpoints.
    std::uint64_t checkpoint_rows{};

    //!\brief The same of the second sequence.
    std::uint64_t checkpoint_columns{};

    //!\brief What the pair, or those computed with it, took of the memory of the device; 0 on the CPU.
    std::uint64_t device_bytes{};
};

/*!\brief Compares every pair.
 * \param pairs     The pairs; lengths of 0 are fine.
 * \param wanted    What to find.
 * \param execution Where and how.
 * \returns One result for each pair, in the order of the pairs.
 * \throws seqan3_gpulcs::backend_unavailable, seqan3_gpulcs::device_error, seqan3_gpulcs::memory_limit_too_small,
 *         seqan3_gpulcs::operation_stopped, std::bad_alloc, and what `execution.on_progress` throws;
 *         seqan3_gpulcs::invalid_option if the letters of a pair are of different kinds.
 *
 * ### Which subsequence
 *
 * There may be many longest common subsequences. This one is returned, whatever the backend, the memory limit and the
 * number of threads are: its last match ends the shortest prefix of the first sequence, and then the shortest prefix of
 * the second one, that still have a common subsequence of the full length; the match before it does the same for the
 * letters that are left, and so on. Between two matches the letters of the second sequence come before those of
 * the first: D before I.
 *
 * ### Complexity
 *
 * For lengths m and n, `ceil(m / 64) * n` steps of a few operations. The subsequence computes a part of the matrix
 * twice: about a twentieth of it from 100,000 letters on, more of smaller ones (a quarter at 16,000), up to all of it where
 * the memory limit is as small as can be and the path stays near the diagonal, and at worst three times all of it. Memory O(m + n), and the memory limit for
 * subsequences; where several threads work on different pairs, they share the limit. Results come on top.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 *
 * The recurrence is that of Crochemore, Iliopoulos, Pinzon and Reid, "A fast and practical bit-vector algorithm for the
 * longest common subsequence problem", Information Processing Letters 80 (2001); the way back through its vectors that
 * of Hyyro, "Bit-parallel LCS-length computation revisited", AWOCA 2004.
 */
std::vector<result>
compute(std::span<sequence_pair const> pairs, output wanted, plan::execution const & execution = {});

/*!\brief The length of a longest common subsequence of one pair.
 *
 * The same as seqan3_gpulcs::lcs::compute for one pair, all cores working on it.
 */
std::uint64_t length(packing::packed_sequence_view first,
                     packing::packed_sequence_view second,
                     plan::execution const & execution = {});

//!\brief The same for two strings, compared byte by byte; they are packed first, which is linear.
std::uint64_t length(std::string_view first, std::string_view second, plan::execution const & execution = {});

/*!\brief A longest common subsequence of one pair, as runs.
 *
 * The same as seqan3_gpulcs::lcs::compute for one pair, all cores working on it.
 */
std::vector<run> subsequence(packing::packed_sequence_view first,
                             packing::packed_sequence_view second,
                             plan::execution const & execution = {});

//!\brief The same for two strings, compared byte by byte; they are packed first, which is linear.
std::vector<run> subsequence(std::string_view first, std::string_view second, plan::execution const & execution = {});

/*!\brief The length for every prefix of the first sequence at once, one bit a letter.
 * \param first     The sequence whose prefixes are meant; length m.
 * \param second    The sequence they are compared with, as a whole.
 * \param execution Where and how.
 * \returns `ceil(m / 64)` words. Bit i % 64 of word i / 64 is 1 if the prefix of length i + 1 has a longer common
 *          subsequence with the second sequence than the prefix of length i, and 0 if not. Bits behind the last are 0.
 *          So the number of ones in front of position i is the length for the prefix of length i.
 * \throws The exceptions of seqan3_gpulcs::lcs::compute.
 *
 * As fast as the length alone. seqan3_gpulcs::lcs::prefix_lengths adds constant-time look-up.
 */
std::vector<std::uint64_t> prefix_increments(packing::packed_sequence_view first,
                                             packing::packed_sequence_view second,
                                             plan::execution const & execution = {});

} // namespace seqan3_gpulcs::lcs
