// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The environment variables that control the tests.
 *
 * | variable                   | meaning                                                                       |
 * |----------------------------|-------------------------------------------------------------------------------|
 * | SEQAN3_GPULCS_TEST_SEED    | the seed of all that is random in a test; printed where there is a random one |
 * | SEQAN3_GPULCS_TEST_ALL     | 1: all shapes and sizes, not a sample of them                                 |
 * | SEQAN3_GPULCS_TEST_ROUNDS  | how many times as many random cases; 1 by default                             |
 */

#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <string_view>

#include "instrumented.hpp"

namespace reference
{

//!\brief The seed of the running test, once something has asked for it.
inline std::optional<std::uint64_t> & seed_in_use()
{
    static std::optional<std::uint64_t> seed{};
    return seed;
}

//!\brief A new seed for each test, or that of SEQAN3_GPULCS_TEST_SEED. With it a failure can be replayed.
inline std::uint64_t seed()
{
    if (!seed_in_use())
    {
        char const * const given = std::getenv("SEQAN3_GPULCS_TEST_SEED");
        seed_in_use() = given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
        std::cout << "SEQAN3_GPULCS_TEST_SEED=" << *seed_in_use() << '\n';
    }
    return *seed_in_use();
}

//!\brief Whether all shapes and sizes are to be tested, even if it takes long.
inline bool test_all()
{
    char const * const given = std::getenv("SEQAN3_GPULCS_TEST_ALL");
    return given && std::string_view{given} == "1";
}

//!\brief How many times as many random cases are wanted.
inline unsigned test_rounds()
{
    char const * const given = std::getenv("SEQAN3_GPULCS_TEST_ROUNDS");
    return given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : 1;
}

//!\brief How many random cases a test takes: many if all are wanted, but not with a sanitizer.
inline unsigned case_count(unsigned const few, unsigned const many)
{
    return test_all() && !is_instrumented ? many : few;
}

} // namespace reference
