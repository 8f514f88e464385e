// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Two sequences with common codes, so that their words can be compared.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "src/packing/code_span.hpp"
#include "src/runtime/task_control.hpp"

namespace seqan3_gpulcs::packing
{

/*!\brief Equal codes for the equal letters of two sequences that were packed on their own.
 *
 * Sequences that have common codes already are not copied and must outlive the object.
 *
 * Thread safety: concurrent reads are safe.
 */
class comparable_pair
{
public:
    /*!\brief Linear if a sequence needs other codes, otherwise in constant time.
     * \throws std::bad_alloc, seqan3_gpulcs::operation_stopped
     */
    comparable_pair(packed_sequence_view const & first,
                    packed_sequence_view const & second,
                    runtime::task_control & control);

    comparable_pair(comparable_pair const &) = delete;
    comparable_pair & operator=(comparable_pair const &) = delete;

    //!\brief The first sequence.
    code_span const & first() const noexcept
    {
        return first_;
    }

    //!\brief The second sequence, with as many bits per code.
    code_span const & second() const noexcept
    {
        return second_;
    }

private:
    std::vector<std::uint64_t> first_words_{};
    std::vector<std::uint64_t> second_words_{};
    code_span first_{};
    code_span second_{};
};

} // namespace seqan3_gpulcs::packing
