// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Random sequences for tests, with a seed that is printed and can be set.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
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

/*!\brief Some of many cases, in order: the first one, the last one, and others at random. All of them if all are wanted.
 * \param generator The source of randomness.
 * \param cases     All cases.
 * \param count     How many at the most; 2 or more.
 */
template <typename cases_t>
auto sample(std::mt19937_64 & generator, cases_t const & cases, std::size_t const count)
{
    std::vector all(std::begin(cases), std::end(cases));
    if (test_all() || all.size() <= count)
        return all;

    std::vector some{all.front()};
    std::sample(all.begin() + 1, all.end() - 1, std::back_inserter(some), count - 2, generator);
    some.push_back(all.back());
    return some;
}

//!\brief One of several cases. All of them if all are wanted.
template <typename case_t>
std::vector<case_t> any_of(std::mt19937_64 & generator, std::initializer_list<case_t> const cases)
{
    if (test_all())
        return cases;
    return {cases.begin()[random_size(generator, cases.size() - 1)]};
}

} // namespace reference
