// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sequences that are searched for sites.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/runtime/task_control.hpp"
#include "src/scan/background_cuts.hpp"
#include "src/scan/background_text.hpp"
#include "src/scan/letter_codes.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief The text of some sequences, whatever primers are looked for.
 *
 * Thread safety: as for background_text.
 */
class site_text
{
public:
    /*!\brief Prepares sequences, which must outlive the object.
     * \param sequences The sequences.
     * \param options   Whether they are cut at ambiguous letters.
     * \param control   Asked now and then whether to stop.
     * \param threads   The threads that share the work.
     * \throws std::bad_alloc and what the control throws.
     *
     * Linear in the number of letters.
     */
    site_text(std::span<packing::packed_sequence_view const> sequences,
              primer::site_options const & options,
              runtime::task_control & control,
              unsigned threads);

    //!\brief The letters.
    background_text const & text() const noexcept
    {
        return text_;
    }

    //!\brief The bases that each code of the text may stand for.
    std::array<std::uint8_t, 256> const & set_by_code() const noexcept
    {
        return set_by_code_;
    }

    //!\brief The classes of the letters of the text that have a base in common with a set.
    std::uint8_t classes_of(std::uint8_t set) const noexcept;

    //!\brief The number of letters of the text that are sets of several bases.
    std::uint64_t ambiguous() const noexcept
    {
        return ambiguous_;
    }

    //!\brief The letters of the sequences for each letter of the text, which has only known ones.
    double letters_per_letter() const noexcept
    {
        return letters_per_letter_;
    }

    //!\brief The number of a sequence, and a position in it, from a letter of the text. Logarithmic.
    std::pair<std::uint64_t, std::uint64_t> sequence_position(std::uint64_t letter) const noexcept;

private:
    primer::options options_;
    background_cuts cuts_;
    letter_codes codes_;
    background_text text_;
    std::array<std::uint8_t, 256> set_by_code_{};
    std::vector<std::uint64_t> sequence_ends_{}; // The letters of all sequences up to the end of each.
    double letters_per_letter_{};
    std::uint64_t ambiguous_{};
};

} // namespace seqan3_gpulcs::scan
