// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief k-difference primers: at each position of a sequence the shortest substring that differs from all of others.
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

namespace seqan3_gpulcs::primer
{

/*!\brief The sequence whose primers are wanted, and at which positions.
 *
 * Positions that the sequence does not have are not looked at; nor is any, if the end is not behind the beginning.
 */
struct target
{
    packing::packed_sequence_view sequence{};                     //!< The sequence; it must live longer.
    std::uint64_t begin{0};                                       //!< The first position to look at.
    std::uint64_t end{std::numeric_limits<std::uint64_t>::max()}; //!< The one behind the last.

    //!\brief No positions.
    constexpr target() noexcept = default;

    //!\brief Some positions of a sequence, by default all.
    constexpr target(packing::packed_sequence_view const sequence_,
                     std::uint64_t const begin_ = 0,
                     std::uint64_t const end_ = std::numeric_limits<std::uint64_t>::max()) noexcept :
        sequence{sequence_},
        begin{begin_},
        end{end_}
    {}

    //!\brief A sequence that nobody keeps would be gone at once: give it a name.
    target(packing::packed_sequence const &&, std::uint64_t = 0, std::uint64_t = 0) = delete;

    //!\brief The number of positions to look at.
    constexpr std::uint64_t positions() const noexcept
    {
        std::uint64_t const last = end < sequence.size() ? end : sequence.size();
        return begin < last ? last - begin : 0;
    }
};

//!\brief Which primers are wanted.
struct options
{
    //!\brief k: the edit distance to every substring of the backgrounds that a primer has at least; 1 or more.
    std::uint64_t differences{1};

    /*!\brief The characters that are unknown letters, such as N. None of them is in a primer, and no substring of a
     *        background has one.
     *
     * So targets and backgrounds are as if they were cut there. Any other letter equals itself and nothing else: where there
     * are none, an N differs from all bases. seqan3_gpulcs::primer::unknown_nucleotides() is what DNA and RNA want.
     */
    std::bitset<256> unknown{};

    /*!\brief The complement of each character. If it is there, primers differ from the reverse complement of the
     *        backgrounds, too.
     *
     * It must be right for every known letter of the backgrounds, whose complement has the letter itself as complement;
     * complements of unknown letters do not matter. seqan3_gpulcs::primer::complement_of_dna() and
     * seqan3_gpulcs::primer::complement_of_rna() are such.
     */
    std::optional<std::array<std::uint8_t, 256>> complement{};

    /*!\brief Shorter primers are extended to so many letters.
     *
     * Where the sequence or the letters that are known end before that, the position has no primer. What is longer
     * than a primer differs as much: it has the primer in it.
     */
    std::uint64_t minimal_length{0};

    //!\brief A position whose primer would be longer has none; not less than the minimal length.
    std::uint64_t maximal_length{std::numeric_limits<std::uint64_t>::max()};
};

//!\brief All characters but A, C, G, T and U: N and all others that stand for several bases, gaps, and lower case, too.
std::bitset<256> unknown_nucleotides() noexcept;

//!\brief A and T, C and G are complements of each other. Characters that are none of them have no complement.
std::array<std::uint8_t, 256> complement_of_dna() noexcept;

//!\brief A and U, C and G are complements of each other. Characters that are none of them have no complement.
std::array<std::uint8_t, 256> complement_of_rna() noexcept;

//!\brief How primers were found.
struct work
{
    plan::backend backend{plan::backend::cpu}; //!< What computed.
    double transfer_seconds{};                 //!< The time of copies to and from a device.
    double kernel_seconds{};      //!< The time of kernels on a device, added up where they ran side by side.
    std::uint64_t device_bytes{}; //!< The bytes that were taken of a device.
};

//!\brief Stands for a position that has no primer.
inline constexpr std::uint64_t no_primer{0};

/*!\brief Finds the k-difference primers of sequences.
 * \param targets     The sequences that have the primers.
 * \param backgrounds The sequences that primers must differ from, each for itself: no substring spans two of them.
 * \param options     Which primers are wanted.
 * \param execution   Where and how. A cell of the progress is a position and a letter of the backgrounds, both strands
 *                    counted, unknown letters among them. The memory limit is not looked at.
 * \param done        If not null, is told how they were found.
 * \returns For each target one number for each position to look at, in order: the length of the primer that begins there,
 *          or seqan3_gpulcs::primer::no_primer.
 * \throws seqan3_gpulcs::invalid_option, seqan3_gpulcs::backend_unavailable, seqan3_gpulcs::device_error,
 *         seqan3_gpulcs::operation_stopped, std::bad_alloc, and what `execution.on_progress` throws.
 *
 * It is a seqan3_gpulcs::invalid_option, too, if the letters of some sequences are characters and those of others are ranks
 * (seqan3_gpulcs::packing::letter_kind), or if ranks come with unknown letters or complements, which are characters.
 *
 * The primer at position j is the shortest substring from j on whose edit distance (a letter inserted, removed or replaced
 * costs 1) to every substring of the backgrounds, the empty one among them, is at least k. Its distance to one of them is
 * exactly k, unless it was extended to the minimal length. Where a primer ends never decreases from one position to the
 * next; and where a position has none, whatever its length, no later one has, up to the next unknown letter. The result
 * depends on neither the backend nor the number of threads nor the machine.
 *
 * ### Complexity
 *
 * For m positions, n letters of backgrounds and primers of l letters, at worst about `m * n * (ceil(l / 64) + k^2 + k * l)`
 * steps. In practice one bit-parallel pass over the backgrounds, `ceil(p / 64) * n` steps, for l - p positions, where p is
 * the length from which on substrings are rarely similar to anything by chance; and a few passes for the first position of
 * each part of the targets that a thread takes.
 *
 * Memory, in bytes: 9 for each position, 1 for each letter of the targets behind the first position, and for each letter of
 * the backgrounds 1.25 a strand. Each thread takes some megabytes besides, and where many substrings are similar, up to
 * about `8 * k + 100` for each letter of a primer. A CUDA device searches the backgrounds while the threads follow what it
 * finds; it holds a quarter of a byte for each of their letters, or gets them part by part if they are too many. Each thread
 * then takes some megabytes more of the host and of the device, and with a k of many hundreds all of them some hundred
 * megabytes of the device.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 */
std::vector<std::vector<std::uint64_t>> compute(std::span<target const> targets,
                                                std::span<packing::packed_sequence_view const> backgrounds,
                                                options const & options,
                                                plan::execution const & execution = {},
                                                work * done = nullptr);

/*!\brief Finds the primers of one string that differ from another one; otherwise the same.
 * \returns One number for each character of the target.
 *
 * Both are packed before. Whoever has many targets and backgrounds, or needs them again, packs them once:
 * seqan3_gpulcs::packing::pack.
 */
std::vector<std::uint64_t> compute(std::string_view target,
                                   std::string_view background,
                                   options const & options,
                                   plan::execution const & execution = {});

} // namespace seqan3_gpulcs::primer
