// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Short pairs, which are compared without being packed.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include <seqan3_gpulcs/alignment/free_ends.hpp>
#include <seqan3_gpulcs/alignment/preference.hpp>
#include <seqan3_gpulcs/alignment/result.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::alignment::detail
{

//!\brief What is computed for each of some short pairs.
struct short_comparison
{
    bool is_edit{};                          //!< Whether it is edit distances rather than longest common subsequences.
    bool with_alignment{};                   //!< Whether alignments are wanted besides values.
    free_ends ends{};                        //!< The free ends of edit distances.
    alignment::preference preference{};      //!< Which of several alignments is wanted, for edit distances.
    end_choice end{};                        //!< Where they end, if they may end in several cells.
    std::uint64_t max_distance{too_distant}; //!< The largest edit distance of interest.
    std::uint64_t min_length{};              //!< The smallest length of a longest common subsequence of interest.
    std::size_t alphabet_size{};             //!< Ranks are less than this.
    bool prefers_device{};                   //!< Whether no pair is for the CPU where a device may be chosen.
};

//!\brief The ranks of the letters of a pair.
struct rank_pair
{
    std::span<std::uint8_t const> first{};  //!< Those of the first sequence.
    std::span<std::uint8_t const> second{}; //!< Those of the second sequence.
};

//!\brief What was found out about a pair.
struct short_result
{
    std::uint64_t
        value{}; //!< The length or the distance; 0 or seqan3_gpulcs::alignment::too_distant if it is of no interest.
    alignment::part first{};  //!< The aligned part of the first sequence.
    alignment::part second{}; //!< The aligned part of the second sequence.
    std::span<std::uint64_t const>
        steps{};             //!< The alignment, as in seqan3_gpulcs::alignment::path; valid during the call.
    std::uint64_t columns{}; //!< Its number of columns.
};

//!\brief Pairs with longer sequences are not compared by find_at_once(); 0 if none are. Constant time.
std::uint64_t max_size_at_once(short_comparison const & wanted, plan::execution const & execution) noexcept;

/*!\brief Compares a single pair without planning, if it is short, or its sequences are similar.
 * \param wanted    What is computed.
 * \param execution Where and how.
 * \param pair      The pair.
 * \returns The value, the parts that are aligned, and the alignment if it is wanted; none if the pair has to be compared as all others
 *          are, because of its sizes, of what is wanted, or of the execution.
 * \throws std::bad_alloc
 *
 * Thread safety: concurrent calls are safe.
 */
std::optional<alignment::result>
find_at_once(short_comparison const & wanted, plan::execution const & execution, rank_pair const & pair);

/*!\brief Compares short pairs by the CPU, each in a lane of a vector, straight from the ranks of their letters.
 *
 * Thread safety: all functions may be called concurrently.
 */
class short_pairs
{
public:
    //!\brief Takes the number of a pair, and what was found out about the pair.
    using result_function = std::function<void(std::size_t, short_result const &)>;

    /*!\brief Prepares comparisons.
     * \param wanted    What is computed for each pair.
     * \param execution Where and how; it says whether there are any pairs for the CPU.
     */
    short_pairs(short_comparison const & wanted, plan::execution const & execution);
    short_pairs(short_pairs const &) = delete;
    short_pairs & operator=(short_pairs const &) = delete;
    ~short_pairs();

    //!\brief Pairs without longer sequences are to be compared in this way; 0 if none are.
    std::uint64_t max_size() const noexcept
    {
        return max_size_;
    }

    /*!\brief Compares pairs that fit.
     * \param pairs The pairs; some hundreds of them at a time are best.
     * \param take  Called once for each of them, in any order, by the calling thread.
     * \throws std::bad_alloc, and whatever the function throws.
     */
    void compare(std::span<rank_pair const> pairs, result_function const & take) const;

    /*!\brief Divides many pairs among threads.
     * \param count     The number of pairs.
     * \param cells     The cells of their matrices.
     * \param execution The number of threads, and the request to stop.
     * \param compute   Called with the start and the end of some of their numbers, concurrently.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested; std::bad_alloc, and whatever the function throws.
     */
    static void for_each_part(std::size_t count,
                              double cells,
                              plan::execution const & execution,
                              std::function<void(std::size_t, std::size_t)> const & compute);

private:
    class workspace;
    class workspace_pool;
    template <typename recurrence_t>
    class workspace_of;

    short_comparison wanted_;
    std::uint64_t max_size_{};
    std::unique_ptr<workspace_pool> pool_;
};

} // namespace seqan3_gpulcs::alignment::detail
