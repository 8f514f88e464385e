// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Checks that a configuration is refused, and helpfully.
 */

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

//!\brief The call itself throws, not only the first result; and it says what to change.
template <typename config_t>
void expect_refused(config_t const & config, std::string const & what_to_change)
{
    using namespace seqan3::literals;
    auto const first = "ACGT"_dna4;
    auto const second = "ACT"_dna4;
    try
    {
        auto results = seqan3::align_pairwise(std::tie(first, second), config);
        FAIL() << "expected: " << what_to_change;
    }
    catch (seqan3::invalid_alignment_configuration const & exception)
    {
        EXPECT_NE(std::string{exception.what()}.find(what_to_change), std::string::npos) << exception.what();
    }
}
