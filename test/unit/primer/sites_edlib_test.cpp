// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <edlib.h>
#include <string>
#include <vector>

#include <reference/genome.hpp>
#include <reference/site_check.hpp>

#include <seqan3_gpulcs/primer/sites.hpp>

using namespace seqan3_gpulcs;

namespace
{

// The least distance in a text, and of its ends those that are followed by another distance.
struct best_ends
{
    std::uint64_t distance{};
    std::vector<std::uint64_t> ends{};
};

best_ends find_by_edlib(std::string const & primer, std::string const & text)
{
    EdlibAlignResult const found = edlibAlign(primer.data(),
                                              static_cast<int>(primer.size()),
                                              text.data(),
                                              static_cast<int>(text.size()),
                                              edlibNewAlignConfig(-1, EDLIB_MODE_HW, EDLIB_TASK_DISTANCE, nullptr, 0));
    EXPECT_EQ(found.status, EDLIB_STATUS_OK);
    best_ends best{.distance = static_cast<std::uint64_t>(found.editDistance)};
    for (int i = 0; i < found.numLocations; ++i)
        if (i + 1 == found.numLocations || found.endLocations[i + 1] != found.endLocations[i] + 1)
            best.ends.push_back(static_cast<std::uint64_t>(found.endLocations[i]) + 1);
    edlibFreeAlignResult(found);
    return best;
}

// The best of the sites of a strand: their 3' ends on it.
best_ends best_of(std::vector<primer::site> const & sites, primer::strand const strand, std::uint64_t const letters)
{
    best_ends best{.distance = ~std::uint64_t{0}};
    for (primer::site const & site : sites)
    {
        if (site.strand != strand || site.edits > best.distance)
            continue;
        if (site.edits < best.distance)
            best = {.distance = site.edits};
        best.ends.push_back(strand == primer::strand::forward ? site.end : letters - site.begin);
    }
    std::ranges::sort(best.ends);
    return best;
}

} // namespace

// Substrings of one virus in another one, some of them changed.
TEST(sites_edlib, best_ends_in_a_genome)
{
    auto generator = reference::make_generator();
    std::string const first = reference::read_genome("mers_emc_2012.fasta");
    std::string const second = reference::read_genome("mers_ksa_camel_376.fasta");
    std::string const reverse = reference::reverse_complement_of(second);
    for (unsigned i = 0; i < reference::case_count(20, 300); ++i)
    {
        std::size_t const size = 15 + reference::random_size(generator, 60);
        std::string primer = first.substr(reference::random_size(generator, first.size() - size), size);
        primer = reference::mutated_text(generator, primer, reference::random_size(generator, 4), "ACGT");
        if (reference::random_size(generator, 1) == 0)
            primer = reference::reverse_complement_of(primer);

        for (primer::strand const strand : {primer::strand::forward, primer::strand::reverse})
        {
            best_ends const expected = find_by_edlib(primer, strand == primer::strand::forward ? second : reverse);
            auto const sites = primer::find_sites(primer, second, {.max_edits = expected.distance});
            best_ends const found = best_of(sites, strand, second.size());
            ASSERT_EQ(found.distance, expected.distance) << primer;
            ASSERT_EQ(found.ends, expected.ends) << primer;
        }
    }
}
