// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Which primers occur in a text, within a few edits.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/runtime/stop_poll.hpp"
#include "src/scan/background_text.hpp"
#include "src/scan/furthest_reach.hpp"
#include "src/scan/seed_index.hpp"
#include "src/scan/target_text.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief Searches texts for the primers of a target.
 *
 * A primer in J + 1 blocks has a block without edits wherever it occurs within J edits. An index of the text shows where blocks
 * begin, and furthest-reaching points how far a target and a text are similar from there. That often decides on many
 * positions: where they are nearly the same, on thousands. doc/algorithms/sites.md#common-primers has the
 * details.
 *
 * Thread safety: an object may be used by one thread at a time. The lengths may change meanwhile, by std::atomic_ref.
 */
class occurrence_search
{
public:
    /*!\brief Starts a search for the primers of a target.
     * \param target    The target; must outlive the object, as must the lengths and the control.
     * \param lengths   The lengths of the primers at its first positions, or primer::no_primer.
     * \param max_edits The maximum number of edits, J.
     * \param codes     The number of different codes.
     * \param control   Asked whether to stop.
     * \throws std::bad_alloc
     */
    occurrence_search(target_text const & target,
                      std::span<std::uint64_t> lengths,
                      std::uint64_t max_edits,
                      std::uint64_t codes,
                      runtime::task_control & control);

    /*!\brief Finds primers in a text.
     * \param text The text, in the codes of the target.
     * \returns For each position whether its primer has at most J edits to a substring of the text. Valid until the next call.
     * \throws std::bad_alloc and what the control throws.
     *
     * Linear in the text; for each position of the target whose primer is not similar to the text where the one before it is, a
     * constant number of steps for each place where one of J + 1 substrings of the primer occurs.
     */
    std::vector<bool> const & find(background_text const & text);

private:
    //!\brief A position of the target at which a block begins, and the size of that block.
    struct block
    {
        std::uint64_t begin{};
        std::uint64_t size{};
    };

    void find_indexed(std::uint64_t distance);
    void find_part();
    bool find_primer(std::uint64_t position, std::uint64_t end);
    bool find_sampled(std::uint64_t position, std::uint64_t end);
    void move_to(std::uint64_t position);
    bool find_block(block const & wanted, std::uint64_t position, std::uint64_t end);
    bool may_have_primer(std::uint64_t position, block const & exact, std::uint64_t text_letter) const noexcept;
    void extend(std::uint64_t position, std::uint64_t seed, std::uint64_t text_letter, std::uint64_t seed_size);
    std::span<std::uint64_t const>
    reach_forward(std::uint64_t seed, std::uint64_t text_letter, std::uint64_t max_edits);
    void add(std::uint64_t begin, std::uint64_t end);

    packing::code_span target_{};
    std::span<target_text::segment const> segments_{};
    std::span<std::uint64_t> lengths_{};
    std::uint64_t max_edits_{};
    std::uint64_t codes_{};
    runtime::stop_poll poll_;
    std::vector<std::uint8_t> letters_{}; // The letters of the target.

    background_text const * text_{};
    seed_index index_{};
    bool is_sample_{}; // Whether the index has only some of the positions.
    std::vector<bool> found_{};
    furthest_reach forward_{};
    furthest_reach backward_{};

    std::uint64_t segment_end_{}; // The end of the segment of the current position.
    std::uint64_t reached_{};     // The letters from the current position to here occur.
    std::uint64_t next_{};        // The first position whose reach is still in later_.
    std::uint64_t later_end_{};   // One past the last position with an element in later_.
    // Rings, by position: the reach from later positions, and the blocks that were found.
    std::vector<std::uint64_t> later_{};
    std::vector<block> blocks_{};
    std::uint64_t offset_{}; // The distance from a letter of the target to a similar one of the text; modulo 2^64.
};

} // namespace seqan3_gpulcs::scan
