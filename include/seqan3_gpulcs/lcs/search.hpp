// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches many sequences for those that have the most in common with a query, for one or several queries.
 */

#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::lcs
{

/*!\brief The identity of two sequences: the LCS length divided by the length of the longer sequence.
 * \param length      The length of a longest common subsequence.
 * \param first_size  The length of one sequence.
 * \param second_size The length of the other one.
 * \returns A number from 0 to 1: the quotient, rounded to `double`; 1 if both sequences are empty.
 */
constexpr double
identity(std::uint64_t const length, std::uint64_t const first_size, std::uint64_t const second_size) noexcept
{
    std::uint64_t const longest = std::max(first_size, second_size);
    return longest == 0 ? 1.0 : static_cast<double>(length) / static_cast<double>(longest);
}

/*!\brief The minimum length of a common subsequence with which two sequences have an identity.
 * \param min_identity The minimum of seqan3_gpulcs::lcs::identity.
 * \param first_size   The length of one sequence.
 * \param second_size  The length of the other one.
 * \returns The shortest length whose identity, as identity() rounds it, is not smaller; the largest `std::uint64_t` if even
 *          equal sequences have a smaller one, or `min_identity` is not a number.
 *
 * For example for seqan3_gpulcs::lcs::sequence_pair::min_length.
 */
std::uint64_t length_for_identity(double min_identity, std::uint64_t first_size, std::uint64_t second_size) noexcept;

//!\brief The order of hits. Among equal hits, the subject that was added first comes first.
enum class search_order : std::uint8_t
{
    length,  //!< Longer common subsequences first.
    identity //!< Higher identities first, compared as exact fractions.
};

//!\brief Which subjects a search finds, for each query.
struct search_options
{
    std::uint64_t top{0};                     //!< The maximum number of hits; 0 means no maximum.
    std::uint64_t min_length{0};              //!< The minimum length of a common subsequence.
    double min_identity{0};                   //!< The minimum of seqan3_gpulcs::lcs::identity.
    search_order order{search_order::length}; //!< Which hits come first.
};

//!\brief A subject that was found.
struct hit
{
    std::uint64_t subject{};      //!< Its number, from 0 on, counted over all calls of seqan3_gpulcs::lcs::search::add.
    std::uint64_t subject_size{}; //!< The number of its letters.
    std::uint64_t length{};       //!< The length of a longest common subsequence of the subject and the query.

    //!\brief Compares all members.
    friend bool operator==(hit const &, hit const &) = default;
};

//!\brief How one call of seqan3_gpulcs::lcs::search::add changed the hits: the numbers of subjects in ascending order.
struct search_changes
{
    std::vector<std::uint64_t> entered{}; //!< Subjects of this call that are hits of a query now.
    std::vector<std::uint64_t> left{};    //!< Subjects of earlier calls that no longer are hits of any query.
};

//!\brief What a search has done so far, for all queries together.
struct search_statistics
{
    std::uint64_t computed{};           //!< How often a subject was compared with a query.
    std::uint64_t skipped{};            //!< How often its letter counts ruled a subject out for a query.
    double transfer_seconds{};          //!< The time of copies to and from a device.
    double kernel_seconds{};            //!< The time of kernels on a device.
    std::set<plan::backend> backends{}; //!< The backends that were used.
};

/*!\brief Compares a sequence (the query), or several of them, with many (the subjects), and keeps for each query the subjects
 *        that have the most in common with it.
 *
 * ```
 * search finder{query, {.top = 10}};
 * finder.add(subjects);               // as often as needed: subjects need not stay in memory
 * std::vector<hit> const best = finder.hits();
 * ```
 *
 * Several queries share the work: the letters of a subject are counted once, a device gets them for up to 16 queries at a time,
 * and the comparisons of all queries keep the threads, or a device, busy together. The hits are the same as if each query were
 * searched alone:
 *
 * ```
 * search finder{queries, {.top = 10}}; // a span of packed sequences, or strings
 * finder.add(subjects);
 * std::vector<hit> const best_of_third = finder.hits(2);
 * ```
 *
 * A common subsequence is no longer than the shorter sequence, and contains no letter more often than either of them. If this
 * bound keeps a subject below the thresholds, or below the worst of `top` hits, the subject is skipped. The hits are the
 * same as if every subject were compared; they depend neither on how subjects are divided among calls nor on the execution.
 * The number of skipped subjects may depend on both.
 *
 * Memory: about 2.5 KB per query and 24 bytes per hit. During add(), 12 bytes per subject of the call and, if there are
 * thresholds or a maximum number of hits, 9 for each letter of its list; about 100 bytes for every 8,192 subjects of each query
 * and, if there is a maximum number of hits, 2 KB per query; and about 2 MB per thread. A device applies the thresholds and the
 * worst hit so far, and returns only subjects that may be hits.
 *
 * Thread safety: an object may be used by one thread at a time; different objects are independent.
 */
class search
{
public:
    /*!\brief Starts a search for one query, without subjects.
     * \param query     The sequence to compare with. The viewed sequence must outlive this object.
     * \param options   Which subjects to find.
     * \param execution Where and how to compute. Progress counts the cells of one call of add(), skipped subjects included.
     * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
     * \throws std::bad_alloc
     *
     * Linear in the length of the query.
     */
    explicit search(packing::packed_sequence_view query,
                    search_options const & options = {},
                    plan::execution const & execution = {});

    //!\brief The same with a sequence that is moved into this object.
    explicit search(packing::packed_sequence && query,
                    search_options const & options = {},
                    plan::execution const & execution = {});

    //!\brief The same with a string, which is copied. Subjects are compared with it byte by byte.
    explicit search(std::string_view query,
                    search_options const & options = {},
                    plan::execution const & execution = {});

    /*!\brief Starts a search for several queries, without subjects.
     * \param queries   The sequences to compare with, any number. The viewed sequences, but not the views, must outlive this
     *                  object.
     * \param options   Which subjects to find for each of them.
     * \param execution Where and how to compute, as for one query.
     * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
     * \throws std::bad_alloc
     *
     * Linear in the total length of the queries.
     */
    explicit search(std::span<packing::packed_sequence_view const> queries,
                    search_options const & options = {},
                    plan::execution const & execution = {});

    //!\brief The same with sequences that are moved into this object.
    explicit search(std::vector<packing::packed_sequence> && queries,
                    search_options const & options = {},
                    plan::execution const & execution = {});

    //!\brief The same with a range of strings, or anything that converts to `std::string_view`; they are copied.
    template <std::ranges::input_range queries_t>
        requires(std::convertible_to<std::ranges::range_reference_t<queries_t>, std::string_view>)
    explicit search(queries_t && queries, search_options const & options = {}, plan::execution const & execution = {}) :
        search{pack_strings(queries), options, execution}
    {}

    /*!\brief Compares more subjects with all queries.
     * \param subjects The next subjects; needed during this call only. A few thousand subjects, or some for each of many queries,
     *                 keep all threads busy and allow short ones to be computed several at a time.
     * \returns Which of them are hits now, and which earlier subjects no longer are: the sequences of all others need not be
     *          kept.
     * \throws seqan3_gpulcs::invalid_option if a subject has characters and a query has ranks, or the other way round.
     * \throws seqan3_gpulcs::out_of_device_memory if the backend cuda was requested and the device has not enough memory.
     * \throws seqan3_gpulcs::device_error if the device fails.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
     *
     * After an exception, the object can only be destroyed or assigned to.
     *
     * Time: for each query, and each subject that is not skipped, that of seqan3_gpulcs::lcs::compute. If there are thresholds or
     * a maximum number of hits, counting the letters of all subjects adds linear time, and each comparison that of their lists of
     * letters. The recurrence is due to Crochemore et al. (2001) and Hyyro (2004); see seqan3_gpulcs::lcs::compute.
     */
    search_changes add(std::span<packing::packed_sequence_view const> subjects);

    //!\brief The same with a range of strings, or anything that converts to `std::string_view`. Packs all of them first.
    template <std::ranges::input_range subjects_t>
        requires(std::convertible_to<std::ranges::range_reference_t<subjects_t>, std::string_view>)
    search_changes add(subjects_t && subjects)
    {
        std::vector<packing::packed_sequence> const packed = pack_strings(subjects);
        return add(std::vector<packing::packed_sequence_view>(packed.begin(), packed.end()));
    }

    /*!\brief The current hits of a query, best first.
     * \param query The number of the query, from 0 on.
     * \throws seqan3_gpulcs::invalid_option if there is no such query.
     * \throws std::bad_alloc
     *
     * For n hits, O(n log n).
     */
    std::vector<hit> hits(std::size_t query = 0) const;

    //!\brief What the search has done so far.
    search_statistics const & statistics() const noexcept
    {
        return statistics_;
    }

private:
    // A query and its hits so far.
    struct query_hits
    {
        packing::packed_sequence_view sequence;
        std::array<std::uint64_t, 256> letters; // How often each occurs.
        std::vector<hit> hits{};                // If their number is limited, a heap with the worst hit on top.
    };

    class addition;

    template <typename strings_t>
    static std::vector<packing::packed_sequence> pack_strings(strings_t & strings)
    {
        std::vector<packing::packed_sequence> packed{};
        for (auto && string : strings)
            packed.push_back(packing::pack(std::string_view{string}));
        return packed;
    }

    search(std::shared_ptr<std::vector<packing::packed_sequence> const> queries,
           search_options const & options,
           plan::execution const & execution);

    std::shared_ptr<std::vector<packing::packed_sequence> const> kept_{}; // The sequences of the queries, if owned.
    std::vector<query_hits> queries_{};
    search_options options_;
    plan::execution execution_;
    std::uint64_t subjects_{};
    search_statistics statistics_{};
};

} // namespace seqan3_gpulcs::lcs
