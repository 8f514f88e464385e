// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The primers of many pairs.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/match.hpp>

namespace seqan3_gpulcs::primer
{

struct prepared_background;

} // namespace seqan3_gpulcs::primer

namespace seqan3_gpulcs::primer::detail
{

//!\brief A target, and the background from which its primers differ.
struct target_pair
{
    primer::target target{};                    //!< The target.
    packing::packed_sequence_view background{}; //!< The background.
};

//!\brief The output that each pair has.
enum class pair_output : std::uint8_t
{
    lengths,            //!< The lengths of the primers.
    lengths_and_matches //!< The lengths of the primers, and their matches.
};

struct kept_background;

/*!\brief Backgrounds that stay prepared from one call of seqan3_gpulcs::primer::detail::compute_pairs to the next.
 *
 * Backgrounds are recognised by all of their letters: other sequences may be in the same memory by now.
 *
 * Memory: for at most max_bytes of packed letters, these and up to twice as much.
 *
 * Thread safety: keep() may be called concurrently. A copy is empty, so that it may be used concurrently.
 */
class background_cache
{
public:
    //!\brief The maximum number of backgrounds.
    static constexpr std::size_t max_backgrounds{16};

    //!\brief The maximum memory of their packed letters: enough for any human chromosome.
    static constexpr std::uint64_t max_bytes{std::uint64_t{1} << 27};

    //!\brief A cache without backgrounds.
    background_cache();

    //!\brief Copies nothing.
    background_cache(background_cache const &);

    //!\brief Copies nothing.
    background_cache & operator=(background_cache const &) noexcept;

    //!\brief Frees all backgrounds.
    ~background_cache();

    /*!\brief Takes some backgrounds out, and frees all others.
     * \param wanted  Their letters.
     * \param options The options with which they must have been prepared.
     * \returns For each of them, the kept background, or null. Of equal ones, only the first has it.
     * \throws std::bad_alloc
     *
     * Linear in the number of letters of those that are returned.
     */
    std::vector<std::unique_ptr<kept_background>> take(std::span<packing::packed_sequence_view const> wanted,
                                                       options const & options);

    /*!\brief Keeps a background if there is room for it, and if preparing it again would take long.
     * \param taken      The object that take() returned for it.
     * \param background Its letters.
     * \param options    The options with which it was prepared.
     * \param prepared   The background.
     * \throws std::bad_alloc
     */
    void keep(std::unique_ptr<kept_background> taken,
              packing::packed_sequence_view const & background,
              options const & options,
              std::shared_ptr<prepared_background const> prepared);

private:
    std::mutex mutex_{};
    std::vector<std::unique_ptr<kept_background>> backgrounds_{};
};

/*!\brief Finds the primers of many pairs.
 * \param pairs     The pairs. Backgrounds in the same memory are prepared once, and searched for all of their targets together.
 * \param wanted    The output that is wanted.
 * \param options   As for seqan3_gpulcs::primer::compute or, for matches, seqan3_gpulcs::primer::compute_with_matches.
 * \param execution Where and how to compute. With the backend automatic, small pairs are computed by the CPU.
 * \param cache     If not null, has backgrounds of the call before, and keeps some for the next one.
 * \returns For each pair what seqan3_gpulcs::primer::compute_with_matches returns, without matches if they are not wanted.
 * \throws The exceptions of seqan3_gpulcs::primer::compute_with_matches.
 *
 * Small pairs are distributed among the threads; others have all of them, one background after the other.
 *
 * Memory: 8 bytes for each position, with matches 24; and that of seqan3_gpulcs::primer::compute for one background and all its
 * targets, or for one of the small pairs by thread.
 *
 * Concurrent calls are safe.
 */
std::vector<matched_primers> compute_pairs(std::span<target_pair const> pairs,
                                           pair_output wanted,
                                           options const & options,
                                           plan::execution const & execution = {},
                                           background_cache * cache = nullptr);

} // namespace seqan3_gpulcs::primer::detail
