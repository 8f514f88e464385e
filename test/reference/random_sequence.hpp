// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Random sequences for tests, with a seed that is printed and can be set.
 */

#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "environment.hpp"

namespace reference
{

//!\brief A generator with the seed of the running test.
inline std::mt19937_64 make_generator()
{
    return std::mt19937_64{seed()};
}

//!\brief A number from 0 to `largest`.
inline std::size_t random_size(std::mt19937_64 & generator, std::size_t const largest)
{
    return std::uniform_int_distribution<std::size_t>{0, largest}(generator);
}

//!\brief Letters from 0 to `alphabet_size - 1`.
inline std::vector<std::uint8_t>
random_letters(std::mt19937_64 & generator, std::size_t const size, unsigned const alphabet_size)
{
    std::vector<std::uint8_t> sequence(size);
    for (std::uint8_t & letter : sequence)
        letter = static_cast<std::uint8_t>(random_size(generator, alphabet_size - 1));
    return sequence;
}

//!\brief A copy in which about every `distance`-th letter is replaced, left out or doubled.
inline std::vector<std::uint8_t> mutate(std::mt19937_64 & generator,
                                        std::vector<std::uint8_t> const & sequence,
                                        unsigned const alphabet_size,
                                        std::size_t const distance)
{
    std::vector<std::uint8_t> copy{};
    for (std::uint8_t const letter : sequence)
    {
        switch (random_size(generator, 3 * distance))
        {
        case 0:
            copy.push_back(static_cast<std::uint8_t>(random_size(generator, alphabet_size - 1)));
            break;
        case 1:
            break;
        case 2:
            copy.push_back(letter);
            copy.push_back(letter);
            break;
        default:
            copy.push_back(letter);
        }
    }
    return copy;
}

} // namespace reference
