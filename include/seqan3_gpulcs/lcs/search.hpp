// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches many sequences for those that have the most in common with one sequence.
 */

#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
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

//!\brief The order of hits. Among equal hits, the subject that was added first comes first.
enum class search_order : std::uint8_t
{
    length,  //!< Longer common subsequences first.
    identity //!< Higher identities first, compared as exact fractions.
};

//!\brief Which subjects a search finds.
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
    std::vector<std::uint64_t> entered{}; //!< Subjects of this call that are hits now.
    std::vector<std::uint64_t> left{};    //!< Subjects of earlier calls that no longer are.
};

//!\brief What a search has done so far.
struct search_statistics
{
    std::uint64_t computed{};           //!< The subjects that were compared with the query.
    std::uint64_t skipped{};            //!< The subjects whose letter counts ruled them out.
    double transfer_seconds{};          //!< The time of copies to and from a device.
    double kernel_seconds{};            //!< The time of kernels on a device.
    std::set<plan::backend> backends{}; //!< The backends that were used.
};

/*!\brief Compares one sequence (the query) with many (the subjects), and keeps the subjects that have the most in common
 *        with it.
 *
 * ```
 * search finder{query, {.top = 10}};
 * finder.add(subjects);               // as often as needed: subjects need not stay in memory
 * std::vector<hit> const best = finder.hits();
 * ```
 *
 * A common subsequence is no longer than the shorter sequence, and contains no letter more often than either of them. If this
 * bound keeps a subject below the thresholds, or below the worst of `top` hits, the subject is skipped. The hits are the
 * same as if every subject were compared; they depend neither on how subjects are divided among calls nor on the execution.
 * The number of skipped subjects may depend on both.
 *
 * Memory: about 2.5 KB, 24 bytes per hit, and during add() about 50 bytes per subject of the call. A device applies the
 * thresholds and the worst hit so far, and returns only subjects that may be hits.
 *
 * Thread safety: an object may be used by one thread at a time; different objects are independent.
 */
class search
{
public:
    /*!\brief Starts a search without subjects.
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

    /*!\brief Compares more subjects with the query.
     * \param subjects The next subjects; needed during this call only. A few thousand subjects keep all threads busy and
     *                 allow short ones to be computed several at a time.
     * \returns Which of them are hits now, and which earlier subjects no longer are: the sequences of all others need not be
     *          kept.
     * \throws seqan3_gpulcs::invalid_option if a subject has characters and the query has ranks, or the other way round.
     * \throws seqan3_gpulcs::out_of_device_memory if the backend cuda was requested and the device has not enough memory.
     * \throws seqan3_gpulcs::device_error if the device fails.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
     *
     * After an exception, the object can only be destroyed or assigned to.
     *
     * Time: for each subject that is not skipped, that of seqan3_gpulcs::lcs::compute. If there are thresholds or a maximum
     * number of hits, counting the letters of all subjects adds linear time. The recurrence is due to Crochemore et al. (2001)
     * and Hyyro (2004); see seqan3_gpulcs::lcs::compute.
     */
    search_changes add(std::span<packing::packed_sequence_view const> subjects);

    //!\brief The same with a range of strings, or anything that converts to `std::string_view`. Packs all of them first.
    template <std::ranges::input_range subjects_t>
        requires(std::convertible_to<std::ranges::range_reference_t<subjects_t>, std::string_view>)
    search_changes add(subjects_t && subjects)
    {
        std::vector<packing::packed_sequence> packed{};
        for (auto && subject : subjects)
            packed.push_back(packing::pack(std::string_view{subject}));
        return add(std::vector<packing::packed_sequence_view>(packed.begin(), packed.end()));
    }

    /*!\brief The current hits, best first.
     * \throws std::bad_alloc
     *
     * For n hits, O(n log n).
     */
    std::vector<hit> hits() const;

    //!\brief What the search has done so far.
    search_statistics const & statistics() const noexcept
    {
        return statistics_;
    }

private:
    // Consecutive subjects.
    struct block
    {
        std::vector<hit> first{};  // The most promising candidates, if there is a limit to the number of hits.
        std::vector<hit> others{}; // The other candidates.
        std::uint64_t max_size{};  // Of the candidates.
        double cells{};            // Of all subjects.
        double candidate_cells{};
    };

    class addition;

    double cell_count(hit const & candidate) const noexcept;
    bool is_before(hit const & left, hit const & right) const noexcept;
    std::optional<hit> hit_to_beat() const;
    std::uint64_t min_hit_length(hit const & candidate, std::optional<hit> const & to_beat) const noexcept;
    std::vector<hit> take_first(std::vector<hit> & candidates, std::size_t count) const;
    block make_block(std::span<packing::packed_sequence_view const> subjects,
                     std::uint64_t first_subject,
                     std::optional<hit> const & to_beat) const;
    std::vector<block> find_candidates(std::span<packing::packed_sequence_view const> subjects) const;
    void insert(hit const & found, search_changes & changes);

    search(std::shared_ptr<packing::packed_sequence const> query,
           search_options const & options,
           plan::execution const & execution);

    std::shared_ptr<packing::packed_sequence const> kept_{}; // The sequence of the query, if owned.
    packing::packed_sequence_view query_;
    search_options options_;
    plan::execution execution_;
    std::array<std::uint64_t, 256> query_letters_; // How often each occurs.
    std::uint64_t subjects_{};
    std::vector<hit> hits_{}; // If their number is limited, a heap with the worst hit on top.
    search_statistics statistics_{};
};

} // namespace seqan3_gpulcs::lcs
