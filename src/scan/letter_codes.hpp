// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The common codes of the targets and the backgrounds of a call.
 */

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/scan/background_cuts.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief Numbers the known letters of all sequences of a call, and those of their complements, in ascending order. If letters are
 *        ambiguous, codes are *sets* of bases instead: a bit each for A, C, G and T. If no letter is ambiguous, but two stand for the
 *        same base, bases are numbered.
 *
 * A sequence that was packed with exactly these letters has these codes already, unless they are sets or bases. Two letters match
 * if their codes are equal or, if they are sets, have a base in common.
 *
 * Thread safety: concurrent reads are safe.
 */
class letter_codes
{
public:
    /*!\brief Collects the letters.
     * \param targets The targets.
     * \param cuts    The backgrounds.
     * \param options Which letters are unknown, or their meanings, and the complements.
     *
     * Linear in the number of sequences.
     */
    letter_codes(std::span<primer::target const> targets,
                 background_cuts const & cuts,
                 primer::options const & options);

    //!\brief Whether codes are sets of bases.
    bool are_sets() const noexcept
    {
        return are_sets_;
    }

    //!\brief Whether letters were replaced by their meanings: codes are sets of bases, or numbers of bases.
    bool have_meanings() const noexcept
    {
        return have_meanings_;
    }

    //!\brief Whether primers may contain a letter.
    static bool is_known(std::uint8_t letter, primer::options const & options) noexcept;

    /*!\brief What to pack for each letter of a background.
     * \param options       The options of the call.
     * \param is_complement Whether it is its complement that counts.
     */
    std::array<std::uint8_t, 256> values(primer::options const & options, bool is_complement) const noexcept;

    //!\brief The value of each code: the letter or, where it was replaced, its meaning.
    std::span<std::uint8_t const> letters() const noexcept
    {
        return letters_;
    }

    //!\brief The bits of a code: 2, 4 or 8.
    unsigned bits() const noexcept
    {
        return bits_;
    }

    //!\brief Whether a sequence has these codes.
    bool are_codes_of(packing::packed_sequence_view const & sequence) const noexcept;

    //!\brief Makes a packer for a number of letters.
    packing::sequence_packer make_packer(std::uint64_t size) const;

private:
    bool are_sets_{};
    bool have_meanings_{};
    packing::letter_set set_{};
    std::vector<std::uint8_t> letters_{};
    unsigned bits_{};
};

} // namespace seqan3_gpulcs::scan
