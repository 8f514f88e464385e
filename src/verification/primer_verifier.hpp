// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The primers of a sequence without unknown letters.
 */

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "src/cpu/search/suffix_distances.hpp"
#include "src/runtime/stop_poll.hpp"
#include "src/runtime/task_control.hpp"
#include "src/verification/background_text.hpp"
#include "src/verification/furthest_reach.hpp"
#include "src/verification/seed_length.hpp"

namespace seqan3_gpulcs::verification
{

//!\brief How finds of the filter are followed to where primers begin.
enum class following : std::uint8_t
{
    cheaper, //!< As is estimated to take less time.
    alone,   //!< Each on its own.
    together //!< Those that are near each other together.
};

/*!\brief Some positions of a sequence whose primers are wanted, and how far they are.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class primer_walk
{
public:
    //!\brief No positions.
    primer_walk() = default;

    /*!\brief Starts.
     * \param target  The whole sequence; all its letters are known.
     * \param first   The first position to look at.
     * \param lengths Where the lengths of the primers at that position and the next ones go; what is more than the maximal
     *                length may be less than the primer has.
     */
    primer_walk(std::span<std::uint8_t const> const target,
                std::uint64_t const first,
                std::span<std::uint64_t> const lengths) noexcept :
        target_{target},
        lengths_{lengths},
        first_{first},
        position_{first}
    {}

    //!\brief The classes of the letters of the pattern that is to be searched; see background_text.
    std::span<std::uint8_t const> pattern() const noexcept
    {
        return pattern_;
    }

    /*!\brief The number of lengths that are known.
     *
     * When there is no pattern any more, those in front of the first position that has no primer; from there on there is
     * none, and lengths are left as they are.
     */
    std::uint64_t found() const noexcept
    {
        return position_ - first_;
    }

private:
    friend class primer_verifier;

    //!\brief The positions behind the last one.
    std::uint64_t last() const noexcept
    {
        return first_ + lengths_.size();
    }

    std::span<std::uint8_t const> target_{};
    std::span<std::uint64_t> lengths_{};
    std::uint64_t first_{};
    std::uint64_t position_{};       // The first one of which nothing is known.
    std::uint64_t middle_{};         // Where the pattern ends.
    bool is_first_end_known_{false}; // Of the primer at the first position.
    std::vector<std::uint8_t> pattern_{};
    std::vector<std::uint64_t> reaches_{}; // Of the positions that the pattern is for, from position_ on.
};

/*!\brief Finds primers, pattern by pattern.
 *
 * A walk asks for a pattern, the caller has it searched, and what was found shows some primers and the next pattern. Several
 * walks may take turns.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class primer_verifier
{
public:
    /*!\brief Starts; what is given must outlive the object.
     * \param text           What primers must differ from.
     * \param choice         How long patterns should be.
     * \param differences    k, at least 1.
     * \param maximal_length Of primers that are longer, less need be known.
     * \param cells          What a position is told as.
     * \param control        Is told of cells, and asked whether to go on.
     * \param way            How finds are followed; it changes the time, never a result.
     */
    primer_verifier(background_text const & text,
                    seed_length const & choice,
                    std::uint64_t const differences,
                    std::uint64_t const maximal_length,
                    double const cells,
                    runtime::task_control & control,
                    following const way = following::cheaper) noexcept :
        text_{text},
        choice_{choice},
        differences_{differences},
        maximal_length_{maximal_length},
        cells_of_position_{cells},
        control_{control},
        way_{way},
        work_{control}
    {}

    /*!\brief Takes what was found into account, and looks for the next pattern.
     * \returns Whether there is one. If not, the walk is done, and the control was told of all lengths that were found.
     * \throws std::bad_alloc
     *
     * All ends of substrings with less than k differences to the pattern before must have been followed. The proof is in
     * doc/algorithms.md.
     */
    bool next_pattern(primer_walk & walk);

    /*!\brief Follows substrings that are similar to the pattern of a walk.
     * \param walk The walk; next_pattern() has found it a pattern.
     * \param ends Where they end: so many letters of the text. Ascending; they need not be all.
     * \returns Whether more are wanted.
     * \throws std::bad_alloc and what the control throws.
     */
    bool follow(primer_walk & walk, std::span<std::uint64_t const> ends);

private:
    //!\brief What was found behind an end: elements of behind_, none if it was not followed.
    struct reach_behind
    {
        std::size_t begin{};
        std::size_t size{};
    };

    void begin_pass(primer_walk & walk, std::uint64_t last, std::uint64_t middle, std::uint64_t pattern_size);
    bool try_next_size(primer_walk & walk);
    bool begin_next_pass(primer_walk & walk);
    bool finish_pass(primer_walk & walk);
    std::uint64_t window_begin(std::uint64_t end, std::uint64_t piece_begin, std::uint64_t pattern_size) const noexcept;
    void follow_together(primer_walk & walk,
                         std::span<std::uint64_t const> ends,
                         std::pair<std::uint64_t, std::uint64_t> const & piece);
    void follow_alone(primer_walk & walk, std::uint64_t end, std::pair<std::uint64_t, std::uint64_t> const & piece);

    background_text const & text_;
    seed_length const & choice_;
    std::uint64_t differences_{};
    std::uint64_t maximal_length_{};
    double cells_of_position_{};
    runtime::task_control & control_;
    following way_{};
    runtime::stop_poll work_;

    furthest_reach furthest_reach_{};
    cpu::suffix_distances distances_{};
    primer_walk const * has_distances_of_{}; // Of its positions; null if of none.
    std::vector<std::uint64_t> before_{};
    std::vector<std::uint64_t> window_ends_{};
    std::vector<reach_behind> behind_of_ends_{};
    std::vector<std::uint64_t> behind_{};
};

} // namespace seqan3_gpulcs::verification
