// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A packed sequence from its end to its beginning.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

namespace seqan3_gpulcs::packing
{

/*!\brief The last letters of a sequence in the opposite order.
 *
 * If other codes may come before the letters, nothing has to be shifted: each word has the codes of a word of the sequence.
 */
class reversed_sequence
{
public:
    /*!\brief The last letters of a sequence, from its end.
     * \param sequence Must outlive the object, which has its letters.
     * \param size     The number of letters.
     * \throws std::bad_alloc
     *
     * Linear in the number of letters.
     */
    reversed_sequence(packed_sequence_view const & sequence, std::uint64_t size);

    /*!\brief All letters of a sequence in the opposite order, after codes of any kind.
     * \param sequence   Must outlive the object.
     * \param whole_size The codes of both; a multiple of those in a word, and not less than the letters.
     * \throws std::bad_alloc
     *
     * Linear in the number of codes.
     */
    static reversed_sequence after_padding(packed_sequence_view const & sequence, std::uint64_t whole_size);

    //!\brief A view of it.
    packed_sequence_view view() const noexcept
    {
        return {words_.data(), size_, bits_, letters_, kind_};
    }

private:
    explicit reversed_sequence(packed_sequence_view const & sequence) noexcept;

    std::vector<std::uint64_t> words_{};
    std::uint64_t size_{};
    unsigned bits_;
    std::span<std::uint8_t const> letters_;
    letter_kind kind_;
};

} // namespace seqan3_gpulcs::packing
