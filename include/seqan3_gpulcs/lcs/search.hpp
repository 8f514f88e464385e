// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One sequence against many: those that have the most in common with it.
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

/*!\brief The identity of two sequences: the length of a longest common subsequence by the length of the longer sequence.
 * \param length      The length of a longest common subsequence.
 * \param first_size  The length of one sequence.
 * \param second_size The length of the other one.
 * \returns A number from 0 to 1, the `double` that is next to the quotient; 1 where both sequences are empty.
 */
constexpr double
identity(std::uint64_t const length, std::uint64_t const first_size, std::uint64_t const second_size) noexcept
{
    std::uint64_t const longest = std::max(first_size, second_size);
    return longest == 0 ? 1.0 : static_cast<double>(length) / static_cast<double>(longest);
}

//!\brief Which hit is better than another one. Of equal ones, the subject that came first is the better one.
enum class search_order : std::uint8_t
{
    length,  //!< The one with the longer common subsequence.
    identity //!< The one with the higher identity; compared as exact fractions.
};

//!\brief Which subjects a search finds.
struct search_options
{
    std::uint64_t top{0};          //!< So many of the best; 0 means all.
    std::uint64_t least_length{0}; //!< Only those with a common subsequence of at least so many letters.
    double least_identity{0};      //!< Only those for which seqan3_gpulcs::lcs::identity returns this or more.
    search_order order{search_order::length}; //!< Which of them are the best.
};

//!\brief A subject that was found.
struct hit
{
    std::uint64_t subject{};      //!< Its number, from 0 on, counted over all pieces.
    std::uint64_t subject_size{}; //!< Its letters.
    std::uint64_t length{};       //!< The length of a longest common subsequence of it and the query.

    //!\brief Compares all members.
    friend bool operator==(hit const &, hit const &) = default;
};

//!\brief How a piece of the subjects has changed the hits: the numbers of subjects in ascending order.
struct search_changes
{
    std::vector<std::uint64_t> entered{}; //!< Subjects of this piece that are among the hits now.
    std::vector<std::uint64_t> left{};    //!< Subjects of earlier pieces that no longer are.
};

//!\brief What a search has done so far.
struct search_work
{
    std::uint64_t computed{};           //!< The subjects that were compared with the query.
    std::uint64_t skipped{};            //!< Those that could not be among the hits, which their letters alone told.
    double transfer_seconds{};          //!< The time of copies to and from a device.
    double kernel_seconds{};            //!< The time of kernels on a device.
    std::set<plan::backend> backends{}; //!< What computed.
};

/*!\brief Compares one sequence, the query, with many, the subjects, and keeps those that have the most in common with it.
 *
 * ```
 * search finder{query, {.top = 10}};
 * finder.add(subjects);               // any number of times: what was added need not stay in memory
 * std::vector<hit> const best = finder.hits();
 * ```
 *
 * A common subsequence is no longer than the shorter sequence, and has no letter more often than either of them. A
 * subject for which that is too little to reach the thresholds, or to beat the worst of `top` hits, is skipped. The
 * hits are the same as if every subject were compared; they depend neither on the pieces nor on the execution. How
 * many subjects are skipped may depend on both.
 *
 * Memory: about 2.5 KB, that of the hits, 24 bytes each, and during add() about 50 bytes for each subject of the piece. On a
 * device, the threshold and the worst hit so far are known to the kernels: only subjects that may be hits come back.
 *
 * Thread safety: an object may be used by one thread at a time; different objects are independent.
 */
class search
{
public:
    /*!\brief Starts without any subject.
     * \param query     The sequence to compare with; what it shows must outlive this object.
     * \param options   Which subjects to find.
     * \param execution Where and how. `on_progress` is told the cells of each piece, skipped ones included.
     * \throws seqan3_gpulcs::backend_unavailable, std::bad_alloc
     *
     * Linear in the length of the query.
     */
    explicit search(packing::packed_sequence_view query,
                    search_options const & options = {},
                    plan::execution const & execution = {});

    //!\brief The same with a sequence that this object keeps: nothing else need outlive it.
    explicit search(packing::packed_sequence && query,
                    search_options const & options = {},
                    plan::execution const & execution = {});

    //!\brief The same with a string, which is copied. Subjects are compared with it byte by byte.
    explicit search(std::string_view query,
                    search_options const & options = {},
                    plan::execution const & execution = {});

    /*!\brief Compares some more subjects.
     * \param subjects The next subjects; needed during this call only. All threads have work, and short sequences are
     *                 computed several at a time, if there are some thousands of them.
     * \returns Which of them are among the hits now, and which earlier ones are not any more. So whoever needs the
     *          sequences of the hits later need not keep any other.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute. After one the object can only be destroyed or assigned to.
     *
     * Linear in the letters of the subjects, if there are thresholds or a number of hits; and for each subject that is
     * not skipped, the work of seqan3_gpulcs::lcs::compute.
     */
    search_changes add(std::span<packing::packed_sequence_view const> subjects);

    //!\brief The same with strings: any range of what is a `std::string_view` or becomes one. All are packed first.
    template <std::ranges::input_range subjects_t>
        requires(std::convertible_to<std::ranges::range_reference_t<subjects_t>, std::string_view>)
    search_changes add(subjects_t && subjects)
    {
        std::vector<packing::packed_sequence> packed{};
        for (auto && subject : subjects)
            packed.push_back(packing::pack(std::string_view{subject}));
        return add(std::vector<packing::packed_sequence_view>(packed.begin(), packed.end()));
    }

    /*!\brief The hits at present, best first.
     * \throws std::bad_alloc
     *
     * For n hits, O(n log n).
     */
    std::vector<hit> hits() const;

    //!\brief What was done so far.
    search_work const & work() const noexcept
    {
        return work_;
    }

private:
    // Some subjects side by side.
    struct block
    {
        std::vector<hit> first{};     // The most promising ones of those that may become hits, if there is a limit.
        std::vector<hit> others{};    // The others that may become hits.
        std::uint64_t longest_size{}; // Of the candidates.
        double cells{};               // Of all subjects.
        double cells_of_candidates{};
    };

    double cells_of(hit const & candidate) const noexcept;
    bool is_before(hit const & left, hit const & right) const noexcept;
    std::optional<hit> hit_to_beat() const;
    std::uint64_t least_wanted(hit const & candidate, std::optional<hit> const & to_beat) const noexcept;
    std::vector<hit> take_first(std::vector<hit> & candidates, std::size_t count) const;
    std::vector<block> candidates_of(std::span<packing::packed_sequence_view const> subjects) const;
    void insert(hit const & found, search_changes & changes);

    search(std::shared_ptr<packing::packed_sequence const> query,
           search_options const & options,
           plan::execution const & execution);

    std::shared_ptr<packing::packed_sequence const> kept_{}; // What the query shows, if this object keeps it.
    packing::packed_sequence_view query_;
    search_options options_;
    plan::execution execution_;
    std::array<std::uint64_t, 256> query_letters_; // How often each occurs.
    std::uint64_t subjects_{};
    std::vector<hit> hits_{}; // If their number is limited, a heap with the worst in front.
    search_work work_{};
};

} // namespace seqan3_gpulcs::lcs
