// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Genomes of the test data.
 */

#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace reference
{

//!\brief The letters of a file with one record.
inline std::string read_genome(std::string const & name)
{
    std::ifstream file{std::string{SEQAN3_GPULCS_TEST_DATA} + '/' + name};
    std::string line{};
    std::string letters{};
    std::getline(file, line);
    while (std::getline(file, line))
        letters += line;
    EXPECT_GT(letters.size(), 30'000u);
    return letters;
}

} // namespace reference
