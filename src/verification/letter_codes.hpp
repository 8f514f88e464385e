// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The common codes of the targets and the backgrounds of a call.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::verification
{

/*!\brief Numbers the known letters of all sequences of a call, and those of their complements, in ascending order.
 *
 * A sequence that was packed with exactly these letters has these codes already.
 *
 * Thread safety: concurrent reads are safe.
 */
class letter_codes
{
public:
    //!\brief Collects the letters. Linear in the number of sequences.
    letter_codes(std::span<primer::target const> targets,
                 std::span<packing::packed_sequence_view const> backgrounds,
                 primer::options const & options);

    //!\brief The letter of each code.
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
    packing::letter_set set_{};
    std::vector<std::uint8_t> letters_{};
    unsigned bits_{};
};

} // namespace seqan3_gpulcs::verification
