// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief k-difference primers: substrings of a sequence at least k edits away from every substring of others.
 */

#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/prepared_sequences.hpp>

namespace seqan3_gpulcs::primer
{

/*!\brief A sequence to find primers in, and the positions where they begin.
 *
 * Positions past the end of the sequence are ignored. There are no positions if `end` is not greater than `begin`.
 */
struct target
{
    packing::packed_sequence_view sequence{};                     //!< The sequence, which must outlive this object.
    std::uint64_t begin{0};                                       //!< The first position.
    std::uint64_t end{std::numeric_limits<std::uint64_t>::max()}; //!< One past the last position.

    //!\brief A target without positions.
    constexpr target() noexcept = default;

    //!\brief Some positions of a sequence, by default all.
    constexpr target(packing::packed_sequence_view const sequence_,
                     std::uint64_t const begin_ = 0,
                     std::uint64_t const end_ = std::numeric_limits<std::uint64_t>::max()) noexcept :
        sequence{sequence_},
        begin{begin_},
        end{end_}
    {}

    //!\brief The number of positions.
    constexpr std::uint64_t positions() const noexcept
    {
        std::uint64_t const last = end < sequence.size() ? end : sequence.size();
        return begin < last ? last - begin : 0;
    }
};

//!\brief The options that say which primers to find.
struct options
{
    //!\brief k: the minimum edit distance of a primer to every substring of the backgrounds; at least 1.
    std::uint64_t differences{1};

    /*!\brief The characters that are unknown letters, such as N. Neither primers nor substrings of backgrounds contain
     *        them.
     *
     * Targets and backgrounds are treated as if they were cut at unknown letters. Any other letter equals only itself: unless N
     * is unknown, it is a letter that differs from all bases. For DNA and RNA, use the meanings of letters instead, which lose no
     * letter of a background; or seqan3_gpulcs::primer::unknown_nucleotides() to cut it at ambiguous and masked letters.
     */
    std::bitset<256> unknown{};

    /*!\brief The bases that each character may stand for: 1 for A, 2 for C, 4 for G, 8 for T or U, sums of them for
     *        ambiguous letters, 0 for none. If given, no unknown letters may be given.
     *
     * A letter of a background then matches every base that it may stand for: primers have at least k differences whatever the
     * backgrounds turn out to be. Backgrounds are cut only at letters that stand for nothing, and where at least
     * seqan3_gpulcs::primer::gap_letters letters in a row may be any base. Targets are cut at all letters that do not stand
     * for one base. For DNA and RNA, use seqan3_gpulcs::primer::iupac_nucleotides().
     */
    std::optional<std::array<std::uint8_t, 256>> meanings{};

    /*!\brief The complement of each character. If given, primers also differ from the reverse complements of the backgrounds.
     *
     * Every known letter of the backgrounds must be the complement of its complement; unknown and ambiguous letters do not
     * matter. If letters have meanings, A must be the complement of T or U, and C of G. For DNA and RNA, use
     * seqan3_gpulcs::primer::complement_of_dna() and seqan3_gpulcs::primer::complement_of_rna().
     */
    std::optional<std::array<std::uint8_t, 256>> complement{};

    /*!\brief Shorter primers are extended to this length.
     *
     * A position has no primer if the sequence ends, or an unknown letter occurs, before that length. An extended primer still
     * has at least k differences, because it contains the shorter one.
     */
    std::uint64_t min_length{0};

    //!\brief A position whose primer would be longer has none. Must not be less than the minimum length.
    std::uint64_t max_length{std::numeric_limits<std::uint64_t>::max()};
};

/*!\brief From this many N in a row on, a run is a gap in an assembly: unknown letters, the number of which is often also unknown.
 *
 * The archives of sequences draw the same line. If gaps matched all that they may stand for, there would be no primers.
 */
inline constexpr std::uint64_t gap_letters{10};

/*!\brief The bases that the letters of IUPAC stand for: A, C, G, T or U, and R, Y, S, W, K, M, B, D, H, V, N.
 *
 * Lower case, by which repeats are masked, means the same as upper case: a primer in a repeat is not unique. To leave masked letters
 * out, set the bases of those in lower case to 0.
 */
std::array<std::uint8_t, 256> iupac_nucleotides() noexcept;

/*!\brief All characters except A, C, G, T and U; so N and the other ambiguity codes, gaps, and lower case are unknown.
 *
 * Backgrounds are therefore cut at masked repeats, and a primer may occur in one.
 */
std::bitset<256> unknown_nucleotides() noexcept;

//!\brief A and T, C and G are complements of each other, and so they are in lower case. No other character has a complement.
std::array<std::uint8_t, 256> complement_of_dna() noexcept;

//!\brief A and U, C and G are complements of each other, and so they are in lower case. No other character has a complement.
std::array<std::uint8_t, 256> complement_of_rna() noexcept;

//!\brief Statistics about a computation of primers or sites.
struct statistics
{
    plan::backend backend{plan::backend::cpu}; //!< The backend that was used.
    double transfer_seconds{};                 //!< The time of copies to and from a device, in seconds.
    double kernel_seconds{};      //!< The time of kernels, in seconds, summed over kernels that ran concurrently.
    std::uint64_t device_bytes{}; //!< The device memory that was used, in bytes.
};

//!\brief The length at a position that has no primer.
inline constexpr std::uint64_t no_primer{0};

/*!\brief Finds k-difference primers: substrings of the targets at least k edits away from every substring of the backgrounds.
 * \param targets     The sequences that contain the primers.
 * \param backgrounds The sequences that primers must differ from. No substring spans two of them.
 * \param options     Which primers to find.
 * \param execution   Where and how to compute. For progress, a cell is a pair of a position and a letter of the backgrounds;
 *                    both strands and unknown letters count. The memory limit is ignored.
 * \param statistics  If not null, receives statistics about the computation.
 * \returns For each target, the length of the primer at each of its positions, in order, or
 *          seqan3_gpulcs::primer::no_primer.
 * \throws seqan3_gpulcs::invalid_option if k is 0, or the maximum length is below the minimum length; if some sequences consist
 *         of characters and others of ranks (seqan3_gpulcs::packing::letter_kind); if unknown letters,
 *         meanings or complements are given for ranks; if both unknown letters and meanings are given, or a meaning is greater
 *         than 15; or if the complements do not fit the letters of the backgrounds.
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and would have to search for patterns of more than
 *         65,536 letters, as from a k of about 30,000 on. The backend automatic uses the CPU for these.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * The primer at position j is the shortest substring beginning there whose edit distance (inserting, deleting or replacing a
 * letter costs 1) to every substring of the backgrounds, including the empty one, is at least k. Its distance to one of them is
 * exactly k, unless it was extended to the minimum length. The ends of primers never decrease from one position to the
 * next; and if a position has no primer of any length, neither does any later one, up to the next unknown letter. The result does
 * not depend on the backend, the number of threads or the machine.
 *
 * The problem is that of Gusfield, "Algorithms on Strings, Trees and Sequences" (1997). A bit-parallel search (Myers, "A fast
 * bit-vector algorithm for approximate string matching based on dynamic programming", Journal of the ACM 46, 1999) finds
 * candidates for many positions at once; furthest-reaching points on diagonals (Ukkonen, "Algorithms for approximate string
 * matching", Information and Control 64, 1985; Landau and Vishkin, "Fast parallel and serial approximate string matching",
 * Journal of Algorithms 10, 1989) verify them. doc/algorithms/primers.md has the proof.
 *
 * ### Complexity
 *
 * For m positions, n letters of backgrounds and primers of l letters, at worst about `m * n * (ceil(l / 64) + k^2 + k * l)`
 * steps. In practice, one bit-parallel pass over the backgrounds, `ceil(p / 64) * n` steps, serves l - p positions, where p is
 * the length from which on substrings are rarely similar to anything by chance. The first position of each part of the targets
 * that a thread processes needs a few more passes.
 *
 * Memory: 8 bytes per position, plus, with up to four known letters (such as DNA), 0.25 bytes per letter of the targets after the
 * first position, and 0.5 bytes per letter and strand of the backgrounds. A target that was packed with exactly these letters
 * takes nothing, a single background of one strand half. With up to 16 known letters it is 0.5 and 1 bytes, with more 1 and
 * 1.5 bytes. If letters have meanings, there are four bases, in upper and in lower case, T and U; but if ambiguous letters are
 * left in the backgrounds, it is 0.5 bytes per letter of the targets and 1 per letter and strand of the backgrounds, and the
 * search on CPUs is slower. Each thread uses some megabytes and, if many substrings are similar, up to about `8 * k + 100`
 * bytes per letter of a primer.
 *
 * A CUDA device holds 0.25 bytes per letter of the backgrounds (0.5 where letters are ambiguous), or
 * receives them part by part if they do not fit; the host then keeps as much less. Each thread uses some more megabytes of
 * the host and of the device, and if k is many hundreds, all threads together use some hundred megabytes of the device.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 */
std::vector<std::vector<std::uint64_t>> compute(std::span<target const> targets,
                                                std::span<packing::packed_sequence_view const> backgrounds,
                                                options const & options,
                                                plan::execution const & execution = {},
                                                statistics * statistics = nullptr);

/*!\brief The same for backgrounds that many calls have: they are prepared, and copied to a device, once. The primers are the same.
 * \throws The same exceptions.
 */
std::vector<std::vector<std::uint64_t>> compute(std::span<target const> targets,
                                                prepared_sequences const & backgrounds,
                                                options const & options,
                                                plan::execution const & execution = {},
                                                statistics * statistics = nullptr);

/*!\brief Finds the primers of one string that differ from another one, as the function for packed sequences does.
 * \param target     The string that contains the primers.
 * \param background The string that primers must differ from.
 * \param options    Which primers to find.
 * \param execution  Where and how to compute.
 * \returns One length for each character of the target.
 * \throws seqan3_gpulcs::invalid_option if k is 0, or the maximum length is below the minimum length; or if the complements do not
 *         fit the letters of the background.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and would have to search for patterns of more than
 *         65,536 letters, as from a k of about 30,000 on.
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
 *         if the backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * Both strings are packed first, in linear time. For many targets or backgrounds, or repeated calls, pack them once:
 * seqan3_gpulcs::packing::pack.
 */
std::vector<std::uint64_t> compute(std::string_view target,
                                   std::string_view background,
                                   options const & options,
                                   plan::execution const & execution = {});

} // namespace seqan3_gpulcs::primer
