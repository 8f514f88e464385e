// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The primers of a sequence without unknown letters.
 */

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../run_control.hpp"
#include "../work_counter.hpp"
#include "background_text.hpp"
#include "edit_reach.hpp"
#include "filter_choice.hpp"
#include "substring_filter.hpp"
#include "suffix_distances.hpp"

namespace seqan3_gpulcs::cpu
{

//!\brief How finds of the filter are followed to where primers begin.
enum class following : std::uint8_t
{
    cheaper, //!< As is estimated to take less time.
    alone,   //!< Each on its own.
    together //!< Those that are near each other together.
};

/*!\brief Finds the primers at some positions of a sequence.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class primer_finder
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
    primer_finder(background_text const & text,
                  filter_choice const & choice,
                  std::uint64_t const differences,
                  std::uint64_t const maximal_length,
                  double const cells,
                  run_control & control,
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

    /*!\brief Finds them.
     * \param target   The sequence; all its letters are known.
     * \param first    The first position to look at.
     * \param lengths  The lengths of the primers at that position and the next ones; what is more than the maximal length
     *                 may be less than the primer has.
     * \returns The number of lengths in front of the first position that has no primer; from there on there is none, and
     *          lengths are left as they are. The control is told of so many positions.
     * \throws std::bad_alloc and what the control throws.
     *
     * The proof is in doc/algorithms.md.
     */
    std::uint64_t find(std::span<std::uint8_t const> target, std::uint64_t first, std::span<std::uint64_t> lengths);

private:
    //!\brief What was found behind an end: elements of behind_, none if it was not followed.
    struct reach_behind
    {
        std::size_t begin{};
        std::size_t size{};
    };

    std::uint64_t find_first_end(std::uint64_t first);
    std::span<std::uint64_t const>
    find_reaches(std::uint64_t first, std::uint64_t last, std::uint64_t middle, std::uint64_t pattern_size);
    std::uint64_t window_begin(std::uint64_t end, std::uint64_t piece_begin, std::uint64_t pattern_size) const noexcept;
    void follow_all(std::span<std::uint64_t const> ends, std::uint64_t first, std::uint64_t middle);
    void follow_together(std::span<std::uint64_t const> ends,
                         std::pair<std::uint64_t, std::uint64_t> const & piece,
                         std::uint64_t first,
                         std::uint64_t middle);
    void follow(std::uint64_t end,
                std::pair<std::uint64_t, std::uint64_t> const & piece,
                std::uint64_t first,
                std::uint64_t middle);

    background_text const & text_;
    filter_choice const & choice_;
    std::uint64_t differences_{};
    std::uint64_t maximal_length_{};
    double cells_of_position_{};
    run_control & control_;
    following way_{};
    work_counter work_;

    std::span<std::uint8_t const> target_{};
    std::vector<std::uint8_t> pattern_classes_{};
    substring_filter filter_{};
    edit_reach edit_reach_{};
    suffix_distances distances_{};
    bool has_distances_{false}; // Of the positions that are looked at.
    std::vector<std::uint64_t> before_{};
    std::vector<std::uint64_t> window_ends_{};
    std::vector<reach_behind> behind_of_ends_{};
    std::vector<std::uint64_t> behind_{};
    std::vector<std::uint64_t> reaches_{};
};

} // namespace seqan3_gpulcs::cpu
