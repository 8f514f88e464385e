// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites: where given primers may bind, within some edits.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/prepared_sequences.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief The strand of a sequence that has the letters of a primer.
enum class strand : std::uint8_t
{
    forward, //!< The sequence itself.
    reverse  //!< Its reverse complement.
};

/*!\brief A place where a primer may bind.
 *
 * Positions are those of the sequence itself, on either strand: the 3' end of the primer is at `end` on the forward strand, and at
 * `begin` on the reverse strand.
 */
struct site
{
    std::uint64_t primer{};   //!< The number of the primer, counted from 0.
    std::uint64_t sequence{}; //!< The number of the sequence, counted from 0.
    std::uint64_t begin{};    //!< The position of its first letter in the sequence, counted from 0.
    std::uint64_t end{};      //!< One past the position of its last letter.
    primer::strand strand{primer::strand::forward}; //!< The strand that has the letters of the primer.
    std::uint64_t edits{};                          //!< The edits of the alignment with the primer.
    std::uint64_t three_prime_edits{};              //!< The edits in the last letters of the primer.

    //!\brief Whether all members are equal.
    friend constexpr bool operator==(site const &, site const &) noexcept = default;
};

//!\brief The options that say which sites to find.
struct site_options
{
    std::uint64_t max_edits{0};           //!< k: the maximum number of edits; less than the letters of each primer.
    bool both_strands{true};              //!< Whether to also search the reverse complements of the sequences.
    bool mismatches_only{false};          //!< Whether only substitutions are allowed.
    bool cuts_at_ambiguous{false};        //!< Whether no site may contain an ambiguous letter of a sequence.
    std::uint64_t three_prime_letters{5}; //!< The letters at the 3' end whose edits are counted apart; at least 1.

    /*!\brief The maximum number of edits in these letters.
     *
     * A substitution, or a letter of the primer without a partner, is in them if the letter of the primer is. A letter of the
     * sequence without a partner is in them if it stands after one of them; before the first one, it is not.
     */
    std::uint64_t max_three_prime_edits{std::numeric_limits<std::uint64_t>::max()};
};

/*!\brief Finds all sites of primers in sequences.
 * \param primers    The primers, from 5' to 3', each of at least one letter.
 * \param sequences  The sequences. No site spans two of them.
 * \param options    Which sites to find.
 * \param execution  Where and how to compute. For progress, a cell is a pair of a primer and a letter of the sequences; both
 *                   strands count. The memory limit is ignored.
 * \param statistics If not null, receives statistics about the computation.
 * \returns The sites, in the order of their primers, sequences, begins, ends and strands.
 * \throws seqan3_gpulcs::invalid_option if a primer is empty, has at most as many letters as edits are allowed, or has a letter that
 *         is none of IUPAC's for nucleotides; if three_prime_letters is 0; or if letters are ranks instead of characters
 *         (seqan3_gpulcs::packing::letter_kind).
 * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
 * \throws seqan3_gpulcs::backend_unavailable if the backend cuda was requested and would have to search for more than 65,536 letters
 *         at once, as for a longer primer with very many edits. The backend automatic uses the CPU then.
 * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only if the
 *         backend cuda was requested.
 * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
 * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
 *
 * ### Letters
 *
 * Letters of primers and sequences are sets of bases, as IUPAC defines them; U is T, and lower case, by which repeats are masked, means
 * the same as upper case. Two letters match if some base is in both sets: a site is where the primer would bind under some reading.
 * Sequences are cut at all other letters, such as `-`, and at gaps: where at least 10 N stand in a row, nothing is known. No site
 * contains a letter at which sequences are cut.
 *
 * ### Which sites
 *
 * For one strand of one sequence, let d(e) be the least number of edits (inserting, deleting or replacing a letter costs 1), in any
 * alignment that the options allow, between the whole primer and any substring whose 3' end is at e. A site is an end e with d(e) at
 * most k where d is a local minimum: before e, in the direction from 5' to 3', d was greater when it last changed, and after e it is
 * greater. So of neighbouring ends with the same distance, the last one is a site, if the ends on both sides of them have greater
 * distances, or there are none. Other ends with at most k edits are near a site, and are the same alignment with letters more or less.
 *
 * Each site has one alignment: of all that end there with d(e) edits, one with the fewest edits at the 3' end. Where there are
 * several, their letters are followed from the 3' end: two letters together are preferred, then a letter of the primer alone, then a
 * letter of the sequence alone. seqan3_gpulcs::primer::align_site returns it. The result does not depend on the backend, the number of
 * threads or the machine.
 *
 * ### Complexity
 *
 * A bit-parallel search (Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic
 * programming", Journal of the ACM 46, 1999; Hyyrö, "Explaining and extending the bit-parallel approximate string
 * matching algorithm of Myers", 2001) finds all ends with at most k edits: `ceil(l / 64)` steps for a letter of the
 * sequences, a strand and a primer of l letters, of which a vector computes many at a time. Where k is small, it looks
 * for the last 16, 32 or 64 letters of the primer only. The CPU looks many primers up in an index of the sequences
 * instead, where that is faster. It finds parts of a primer of which one has at most 0, 1 or 2 edits wherever it is found (Wu
 * and Manber, "Fast text searching allowing errors", Communications of the ACM 35, 1992; Navarro and Baeza-Yates, "A
 * hybrid indexing method for approximate string matching", Journal of Discrete Algorithms 1, 2000). They take a step for
 * each million letters of the sequences and each word of ten letters that they may begin with, of which there are about
 * 1, 60 and 1,400, and some for each place of one.
 * Letters around the ends are then compared: `ceil(l / 64)`
 * steps for each; with a limit K for the last N letters, `l + N * K` cells where there are ends without it. Each site
 * with e edits takes `l * (2e + 1)` cells for its alignment, `(l + N * K) * (2e + 1)` if K is less than e, and none if
 * e is 0: for long primers with many edits in repeats, that is more than the search takes. The problem, and the
 * matrix, are those of Sellers, "The theory and computation of evolutionary distances: pattern recognition", Journal
 * of Algorithms 1 (1980). doc/algorithms/sites.md has more.
 *
 * Memory: that of the sites, which is held twice for a moment where they are many small parts, 16 bytes for each run of ends of a
 * primer, and the cells of an alignment for each thread, 8 bytes each. Each letter of the sequences takes up to 0.5 bytes; one
 * sequence that was packed with at most four letters and has no gaps takes half. With ambiguous letters it is up to 1 byte. An index
 * takes up to 40 megabytes for each thread or, of up to 16,777,216 letters, up to 12 bytes for each letter, which prepared sequences
 * keep; if there are ambiguous letters, 0.25 bytes more for each letter. A CUDA device
 * holds 0.25 bytes for each letter, with ambiguous letters 0.5, or receives them part by part.
 *
 * ### Progress and stopping
 *
 * A cell is a letter of the sequences beside a primer on one strand. Cells count when a primer has been searched in a part of the
 * sequences, by a CUDA device in all of them. Stops are seen within milliseconds, also while sites are aligned.
 *
 * ### Thread safety
 *
 * Concurrent calls are safe.
 */
std::vector<site> find_sites(std::span<packing::packed_sequence_view const> primers,
                             std::span<packing::packed_sequence_view const> sequences,
                             site_options const & options,
                             plan::execution const & execution = {},
                             statistics * statistics = nullptr);

/*!\brief The same in sequences that many calls search: they are prepared, and copied to a device, once. The sites are the same.
 * \throws The same exceptions.
 *
 * A search on the CPU still puts what has been prepared into the order in which vectors read letters, unless all primers are looked
 * up in an index.
 */
std::vector<site> find_sites(std::span<packing::packed_sequence_view const> primers,
                             prepared_sequences const & sequences,
                             site_options const & options,
                             plan::execution const & execution = {},
                             statistics * statistics = nullptr);

/*!\brief Finds all sites of one string in another one, as the function for packed sequences does.
 * \param primer    The primer.
 * \param sequence  The sequence.
 * \param options   Which sites to find.
 * \param execution Where and how to compute.
 * \returns The sites, by their positions.
 * \throws The exceptions of the function for packed sequences.
 *
 * Both strings are packed first, in linear time. For many primers or sequences, or repeated calls, pack them once:
 * seqan3_gpulcs::packing::pack.
 */
std::vector<site> find_sites(std::string_view primer,
                             std::string_view sequence,
                             site_options const & options,
                             plan::execution const & execution = {});

/*!\brief The alignment of a site: the first sequence is the primer, the second one the site on its strand, from 5' to 3'.
 * \param primer   The primer of the site.
 * \param sequence The sequence of the site.
 * \param site     The site; its numbers of primer and sequence do not matter.
 * \param options  The options with which it was found.
 * \returns The path; a match is a pair of letters that have a base in common. See seqan3_gpulcs::alignment::to_cigar.
 * \throws seqan3_gpulcs::invalid_option as seqan3_gpulcs::primer::find_sites does, or if the primer has no such site there.
 * \throws std::bad_alloc
 *
 * A primer of l letters and a site with e edits take `l * (2e + 1)` cells of 8 bytes; if at most K < e edits are allowed in the last N
 * letters, `(l + N * K) * (2e + 1)`. Thread safety: concurrent calls are safe.
 */
alignment::path align_site(packing::packed_sequence_view const & primer,
                           packing::packed_sequence_view const & sequence,
                           site const & site,
                           site_options const & options);

} // namespace seqan3_gpulcs::primer
