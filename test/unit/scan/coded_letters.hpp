// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Letters as codes, for tests.
 */

#pragma once

#include <cstdint>
#include <vector>

#include "src/packing/code_span.hpp"

namespace seqan3_gpulcs::test
{

//!\brief Small numbers as codes, somewhere in the middle of others.
class coded_letters
{
public:
    coded_letters(std::vector<std::uint8_t> const & letters, std::uint64_t const begin, unsigned const bits) :
        words_((begin + letters.size() + 3) * bits / 64 + 1, 0x5a5a'1234'9876'cdefu),
        span_{words_.data(), begin, letters.size(), bits}
    {
        for (std::uint64_t i = 0; i < letters.size(); ++i)
        {
            std::uint64_t const bit = (begin + i) * bits;
            words_[bit / 64] &= ~(((std::uint64_t{1} << bits) - 1) << bit % 64);
            words_[bit / 64] |= std::uint64_t{letters[i]} << bit % 64;
        }
    }

    operator packing::code_span() const noexcept
    {
        return span_;
    }

private:
    std::vector<std::uint64_t> words_;
    packing::code_span span_;
};

} // namespace seqan3_gpulcs::test
