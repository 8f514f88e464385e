// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Searches many sequences for those that are most similar to a query, for one or several queries: what all kinds of
 *        comparisons share.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ranges>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/resident_set.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::plan
{

enum class metric : std::uint8_t;

} // namespace seqan3_gpulcs::plan

namespace seqan3_gpulcs::api
{

class search_addition;

} // namespace seqan3_gpulcs::api

namespace seqan3_gpulcs::backend
{

class rank_search;

} // namespace seqan3_gpulcs::backend

namespace seqan3_gpulcs::alignment
{

//!\brief The changes of the hits by one call of basic_search::add: the numbers of subjects in ascending order.
struct search_changes
{
    std::vector<std::uint64_t> entered{}; //!< Subjects of this call that are hits of a query now.
    std::vector<std::uint64_t> left{};    //!< Subjects of earlier calls that no longer are hits of any query.
};

//!\brief Statistics of a search so far, for all queries together.
struct search_statistics
{
    std::uint64_t computed{};           //!< How often a subject was compared with a query.
    std::uint64_t skipped{};            //!< How often its letter counts ruled a subject out for a query.
    double transfer_seconds{};          //!< The time of copies to and from a device.
    double kernel_seconds{};            //!< The time of kernels on a device.
    std::set<plan::backend> backends{}; //!< The backends that were used.
};

namespace detail
{

/*!\brief A subject that was compared with a query.
 *
 * The score is the length of a longest common subsequence or, with edit distances, the length of the longer sequence less the
 * distance. So a larger one is better, no score is larger than the number of letters that both sequences have in common, and the
 * identity is the score divided by the length of the longer sequence.
 */
struct scored_subject
{
    std::uint64_t subject{};      //!< Its number.
    std::uint64_t subject_size{}; //!< The number of its letters.
    std::uint64_t score{};        //!< The score.
};

//!\brief The rule that says which subjects are hits, and which hit comes first.
struct search_rule
{
    plan::metric metric{};      //!< The metric.
    std::uint64_t top{};        //!< The maximum number of hits; 0 means no maximum.
    std::uint64_t min_length{}; //!< The minimum length of a common subsequence.
    std::uint64_t max_distance{std::numeric_limits<std::uint64_t>::max()}; //!< The maximum edit distance.
    double min_identity{};                                                 //!< The score divided by the longer length.
    bool by_identity{};                                                    //!< Whether higher identities come first.
};

//!\brief A query and its hits so far.
struct query_hits
{
    packing::packed_sequence_view sequence; //!< The query.
    std::array<std::uint64_t, 256> letters; //!< How often each letter occurs.
    std::vector<scored_subject> hits{};     //!< If their number is limited, a heap with the worst hit on top.
};

//!\brief A search, whatever is compared. See seqan3_gpulcs::alignment::basic_search.
class search_state
{
public:
    //!\brief Starts a search for several queries, which must outlive this object.
    search_state(std::span<packing::packed_sequence_view const> queries,
                 search_rule const & rule,
                 plan::execution const & execution);

    //!\brief Starts a search for several queries, which this object also owns.
    search_state(std::shared_ptr<std::vector<packing::packed_sequence> const> queries,
                 search_rule const & rule,
                 plan::execution const & execution);

    //!\brief Compares more subjects with all queries.
    search_changes add(std::span<packing::packed_sequence_view const> subjects);

    //!\brief Compares subjects that devices keep.
    search_changes add(resident_set const & subjects);

    //!\brief The hits of a query, best first.
    std::vector<scored_subject> hits(std::size_t query) const;

    //!\brief The length of a query.
    std::uint64_t query_size(std::size_t const query) const noexcept
    {
        return queries_[query].sequence.size();
    }

    //!\brief The statistics so far.
    search_statistics const & statistics() const noexcept;

    //!\brief The threads that may pack subjects.
    unsigned threads() const noexcept
    {
        return plan::available_threads(execution_);
    }

private:
    friend class api::search_addition;

    void check_stop() const;

    std::shared_ptr<std::vector<packing::packed_sequence> const> kept_{}; // The sequences of the queries, if owned.
    std::vector<query_hits> queries_{};
    search_rule rule_;
    plan::execution execution_;
    std::uint64_t subjects_{};
    search_statistics statistics_{};
    std::shared_ptr<backend::rank_search> ranks_{}; // If ranks share the search.
};

} // namespace detail

/*!\brief Compares a sequence (the query), or several of them, with many (the subjects), and keeps for each query the subjects
 *        that are most similar to it.
 * \tparam traits_t The options, the hits and the metric; see seqan3_gpulcs::lcs::search and seqan3_gpulcs::edit::search.
 *
 * ```
 * search finder{query, {.top = 10}};
 * finder.add(subjects);               // as often as needed: subjects need not stay in memory
 * auto const best = finder.hits();
 * ```
 *
 * Several queries share the work: the letters of a subject are counted once, a device gets them for up to 16 queries at a time,
 * and the comparisons of all queries keep the threads, or a device, busy together. The hits are the same as if each query were
 * searched alone:
 *
 * ```
 * search finder{queries, {.top = 10}}; // a span of packed sequences, or strings
 * finder.add(subjects);
 * auto const best_of_third = finder.hits(2);
 * ```
 *
 * No more letters of the longer sequence can be matches than occur in both sequences. If this
 * bound keeps a subject below the thresholds, or below the worst of `top` hits, the subject is skipped. The hits are the
 * same as if every subject were compared; they depend neither on how subjects are divided among calls nor on the execution.
 * The number of skipped subjects may depend on both.
 *
 * Memory: about 2.5 KB per query and 24 bytes per hit. During add(), 12 bytes per subject of the call and, if there are
 * thresholds or a maximum number of hits, 9 for each letter of its list; about 100 bytes for every 8,192 subjects of each query
 * and, if there is a maximum number of hits, 2 KB per query; and about 2 MB per thread. A device applies the thresholds and the
 * worst hit so far, and returns only subjects that may be hits.
 *
 * Where ranks share a search (plan::execution::ranks), each compares some of the subjects with all queries, and keeps the best of them, which
 * hits() merges: entered subjects may be hits at the end. The queries must outlive the object, and a copy is the same search.
 *
 * Thread safety: an object may be used by one thread at a time; different objects are independent.
 */
template <typename traits_t>
class basic_search
{
public:
    //!\brief The options that say which subjects are found.
    using options_type = typename traits_t::options_type;
    //!\brief A subject that was found.
    using hit_type = typename traits_t::hit_type;

    /*!\brief Starts a search for one query, without subjects.
     * \param query     The sequence to compare with. The viewed sequence must outlive this object.
     * \param options   Which subjects to find.
     * \param execution Where and how to compute. Progress counts the cells of one call of add(), skipped subjects included.
     * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
     * \throws std::bad_alloc
     *
     * Linear in the length of the query.
     */
    explicit basic_search(packing::packed_sequence_view query,
                          options_type const & options = {},
                          plan::execution const & execution = {}) :
        basic_search{std::span{&query, 1}, options, execution}
    {}

    //!\brief Starts a search for one query, which is moved into this object.
    explicit basic_search(packing::packed_sequence && query,
                          options_type const & options = {},
                          plan::execution const & execution = {}) :
        basic_search{make_list(std::move(query)), options, execution}
    {}

    //!\brief Starts a search for a string, which is copied. Subjects are compared with it byte by byte.
    explicit basic_search(std::string_view query,
                          options_type const & options = {},
                          plan::execution const & execution = {}) :
        basic_search{packing::pack(query), options, execution}
    {}

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
    explicit basic_search(std::span<packing::packed_sequence_view const> queries,
                          options_type const & options = {},
                          plan::execution const & execution = {}) :
        state_{queries, traits_t::make_rule(options), execution}
    {}

    //!\brief Starts a search for several queries, which are moved into this object.
    explicit basic_search(std::vector<packing::packed_sequence> && queries,
                          options_type const & options = {},
                          plan::execution const & execution = {}) :
        state_{std::make_shared<std::vector<packing::packed_sequence> const>(std::move(queries)),
               traits_t::make_rule(options),
               execution}
    {}

    //!\brief Starts a search for a range of strings, or anything that converts to `std::string_view`; they are copied.
    template <std::ranges::input_range queries_t>
        requires(std::convertible_to<std::ranges::range_reference_t<queries_t>, std::string_view>)
    explicit basic_search(queries_t && queries,
                          options_type const & options = {},
                          plan::execution const & execution = {}) :
        basic_search{pack_strings(queries), options, execution}
    {}

    /*!\brief Compares more subjects with all queries.
     * \param subjects The next subjects; needed during this call only. A few thousand subjects, or some for each of many queries,
     *                 keep all threads busy and allow short ones to be computed several at a time.
     * \returns The new subjects that are hits now, and the earlier ones that no longer are: the sequences of all others need not
     *          be kept.
     * \throws seqan3_gpulcs::invalid_option if a subject has characters and a query has ranks, or the other way round.
     * \throws seqan3_gpulcs::out_of_device_memory if the backend cuda was requested and the device has not enough memory.
     * \throws seqan3_gpulcs::device_error if the device fails.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     * \throws std::bad_alloc, and whatever `execution.on_progress` throws.
     *
     * After an exception, the object can only be destroyed or assigned to.
     *
     * Time: for each query, and each subject that is not skipped, that of comparing them. If there are thresholds or
     * a maximum number of hits, counting the letters of all subjects adds linear time, and each comparison that of their lists of
     * letters.
     */
    search_changes add(std::span<packing::packed_sequence_view const> subjects)
    {
        return state_.add(subjects);
    }

    /*!\brief Compares subjects that devices keep: they are not copied again, and none is skipped there.
     * \throws The same exceptions, and seqan3_gpulcs::invalid_option if the execution names a device that does not keep them.
     *
     * Where no device keeps them, or the CPU takes less time, this is the same as to add their views. Memory: up to 16 MiB for values, but at
     * least 4 bytes for each subject.
     */
    search_changes add(resident_set const & subjects)
    {
        return state_.add(subjects);
    }

    //!\brief Packs a range of strings, or anything that converts to `std::string_view`, and compares them with all queries.
    template <std::ranges::input_range subjects_t>
        requires(std::convertible_to<std::ranges::range_reference_t<subjects_t>, std::string_view>)
    search_changes add(subjects_t && subjects)
    {
        using string_t = std::ranges::range_reference_t<subjects_t>;
        if constexpr (
            std::ranges::forward_range<
                subjects_t> && (std::is_lvalue_reference_v<string_t> || std::same_as<string_t, std::string_view>))
        {
            std::vector<std::string_view> texts{};
            for (auto && text : subjects)
                texts.push_back(text);
            packing::packed_set const packed = packing::pack_all(texts, threads());
            return add(packed.views());
        }
        else
        {
            // Each string is gone when the next one comes.
            std::vector<packing::packed_sequence> const packed = pack_strings(subjects);
            return add(std::vector<packing::packed_sequence_view>(packed.begin(), packed.end()));
        }
    }

    /*!\brief The current hits of a query, best first.
     * \param query The number of the query, from 0 on.
     * \throws seqan3_gpulcs::invalid_option if there is no such query.
     * \throws std::bad_alloc
     *
     * For n hits, O(n log n). If ranks share the search, the first call after an add() asks them, and may throw what add() throws.
     */
    std::vector<hit_type> hits(std::size_t const query = 0) const
    {
        std::vector<hit_type> all{};
        for (detail::scored_subject const & found : state_.hits(query))
            all.push_back(traits_t::make_hit(found, state_.query_size(query)));
        return all;
    }

    //!\brief The statistics of the search so far; if ranks share it, up to the last call of hits(). Constant time.
    search_statistics const & statistics() const noexcept
    {
        return state_.statistics();
    }

    //!\brief The threads that pack subjects which are not packed. Constant time.
    unsigned threads() const noexcept
    {
        return state_.threads();
    }

private:
    template <typename strings_t>
    static std::vector<packing::packed_sequence> pack_strings(strings_t & strings)
    {
        std::vector<packing::packed_sequence> packed{};
        for (auto && string : strings)
            packed.push_back(packing::pack(std::string_view{string}));
        return packed;
    }

    static std::vector<packing::packed_sequence> make_list(packing::packed_sequence && sequence)
    {
        std::vector<packing::packed_sequence> list{};
        list.push_back(std::move(sequence));
        return list;
    }

    detail::search_state state_;
};

} // namespace seqan3_gpulcs::alignment
