// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A primer beside letters of a text: distances at their ends, and the alignment that ends at the last one.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/runtime/stop_poll.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief Aligns a primer with letters, both as sets of bases (primer::iupac_nucleotides()) and both from 5' to 3'.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class site_aligner
{
public:
    //!\brief The alignment of a site.
    struct alignment_end
    {
        std::uint64_t letters{};           //!< The letters of the text in it.
        std::uint64_t edits{};             //!< All edits; more than are allowed if there is no such alignment.
        std::uint64_t three_prime_edits{}; //!< The edits in the last letters of the primer.
    };

    /*!\brief Takes a primer.
     * \param primer  Its letters; at least one.
     * \param options Which sites are wanted.
     * \param control Checked every few milliseconds; must outlive the object.
     * \throws std::bad_alloc
     */
    site_aligner(std::span<std::uint8_t const> primer,
                 primer::site_options const & options,
                 runtime::task_control & control);

    //!\brief The letters of the primer.
    std::uint64_t size() const noexcept
    {
        return primer_.size();
    }

    //!\brief The maximum number of edits.
    std::uint64_t max_edits() const noexcept
    {
        return max_edits_;
    }

    //!\brief The maximum number of letters of a site.
    std::uint64_t max_letters() const noexcept
    {
        return size() + (mismatches_only_ ? 0 : max_edits_);
    }

    /*!\brief Computes the distance at the end of each letter: the edits of the best allowed alignment that ends there.
     * \param letters The letters.
     * \returns A distance for each letter, max_edits() + 1 for all greater ones; valid until the next call.
     * \throws std::bad_alloc and what the control throws.
     *
     * For n letters, `n * ceil(size() / 64)` steps; with a limit for the 3' end, that limit times as many cells as there are
     * pairs of letters.
     */
    std::span<std::uint64_t const> find_distances(std::span<std::uint8_t const> letters);

    /*!\brief Finds the alignment that ends with the last letter: fewest edits, of these fewest at the 3' end; where there are
     *        several, from the 3' end on pairs of letters are preferred, then letters of the primer alone.
     * \param letters The letters; those more than max_letters() before the end do not matter.
     * \param edits   The fewest edits, at most max_edits(), as find_distances() has them. If all alignments have more, so has the
     *                result.
     * \throws std::bad_alloc and what the control throws.
     *
     * For l letters of the primer and e edits, `l * (2e + 1)` cells; if fewer edits than e are allowed in the letters at the 3' end,
     * each of their rows has that many layers, and one, of `2e + 1` cells. For e = 0, l steps.
     */
    alignment_end align(std::span<std::uint8_t const> letters, std::uint64_t edits);

    //!\brief The path of the alignment that align() has found last.
    alignment::path make_path() const;

private:
    std::uint64_t * cells(std::uint64_t row, std::uint64_t layer) noexcept;
    std::uint64_t edit_cost(std::uint64_t row) const noexcept;
    std::uint64_t layer_before(std::uint64_t row, std::uint64_t layer) const noexcept;
    void compute_cells(std::uint64_t row, std::uint64_t layer, std::span<std::uint8_t const> letters) noexcept;

    bool matches(std::uint64_t row, std::uint8_t const letter) const noexcept
    {
        return (primer_[row] & letter) != 0;
    }

    // The cost of an edit. An edit at the 3' end costs 1 more; there are fewer of these than this cost.
    std::uint64_t all_edits_cost() const noexcept
    {
        return band_ + 1;
    }

    // The cost of more edits than the band has.
    std::uint64_t too_great() const noexcept
    {
        return (band_ + 1) * all_edits_cost();
    }

    bool has_limit() const noexcept
    {
        return max_layer_ < max_edits_;
    }

    void count_mismatches(std::span<std::uint8_t const> letters);
    void find_plain_distances(std::span<std::uint8_t const> letters);
    void find_limited_distances(std::span<std::uint8_t const> letters);
    alignment_end align_without_gaps(std::span<std::uint8_t const> letters);
    alignment_end follow(std::span<std::uint8_t const> letters, std::uint64_t layer);

    std::vector<std::uint8_t> primer_{};
    std::uint64_t max_edits_{};
    std::uint64_t first_letters_{}; // The letters before those at the 3' end.
    std::uint64_t max_layer_{};     // The maximum number of edits at the 3' end.
    bool mismatches_only_{};
    std::vector<std::uint64_t> match_{}; // For each set of bases, the rows that match, 64 in a word.
    std::vector<std::uint64_t> distances_{};
    std::vector<std::uint64_t> state_{};
    std::uint64_t band_{};   // The edits of the alignment: the diagonals on each side of the last cell.
    std::uint64_t layers_{}; // The layers of rows of letters at the 3' end.
    std::vector<std::uint64_t> cells_{};
    std::vector<std::uint8_t> steps_{};
    runtime::stop_poll poll_;
};

} // namespace seqan3_gpulcs::scan
