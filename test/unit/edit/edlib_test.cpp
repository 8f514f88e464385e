// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <edlib.h>
#include <memory>
#include <string>
#include <vector>

#include <reference/genome.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>

using namespace seqan3_gpulcs;

namespace
{

using edlib_result = std::unique_ptr<EdlibAlignResult, void (*)(EdlibAlignResult *)>;

edlib_result align_by_edlib(std::string const & query, std::string const & target, EdlibAlignMode const mode)
{
    auto found =
        std::make_unique<EdlibAlignResult>(edlibAlign(query.data(),
                                                      static_cast<int>(query.size()),
                                                      target.data(),
                                                      static_cast<int>(target.size()),
                                                      edlibNewAlignConfig(-1, mode, EDLIB_TASK_PATH, nullptr, 0)));
    EXPECT_EQ(found->status, EDLIB_STATUS_OK);
    return {found.release(),
            [](EdlibAlignResult * const result)
            {
                edlibFreeAlignResult(*result);
                delete result;
            }};
}

// The first one is the pattern of Edlib: free ends are those of the second one.
alignment::free_ends free_ends_of(EdlibAlignMode const mode)
{
    return {.second_leading = mode == EDLIB_MODE_HW, .second_trailing = mode != EDLIB_MODE_NW};
}

// Counts the edits of an alignment of the parts, which must be one.
std::uint64_t count_edits(alignment::result const & found, std::string const & first, std::string const & second)
{
    std::uint64_t i = found.first.begin;
    std::uint64_t j = found.second.begin;
    std::uint64_t edits = 0;
    for (alignment::run const & run : found.path.runs())
        for (std::uint64_t k = 0; k < run.count; ++k)
        {
            bool const is_diagonal =
                run.operation == alignment::operation::match || run.operation == alignment::operation::substitution;
            if (is_diagonal)
            {
                EXPECT_EQ(first.at(i) == second.at(j), run.operation == alignment::operation::match);
            }
            edits += run.operation != alignment::operation::match;
            i += run.operation != alignment::operation::deletion;
            j += run.operation != alignment::operation::insertion;
        }
    EXPECT_EQ(i, found.first.end);
    EXPECT_EQ(j, found.second.end);
    return edits;
}

// Edlib's distance and last end, and an alignment with as many edits.
void check(std::string const & first, std::string const & second, EdlibAlignMode const mode)
{
    SCOPED_TRACE(::testing::Message() << first.size() << " x " << second.size() << ", mode " << mode);
    edlib_result const expected = align_by_edlib(first, second, mode);
    auto const rows = packing::pack(first);
    auto const columns = packing::pack(second);
    alignment::sequence_pair const pair{rows, columns};
    for (edit::output const wanted : {edit::output::distance, edit::output::alignment})
    {
        alignment::result const found =
            edit::compute({&pair, 1}, {.wanted = wanted, .ends = free_ends_of(mode)}).front();
        ASSERT_EQ(found.distance, static_cast<std::uint64_t>(expected->editDistance));
        EXPECT_EQ(static_cast<int>(found.second.end) - 1, expected->endLocations[expected->numLocations - 1]);
        if (wanted == edit::output::alignment)
        {
            EXPECT_EQ(count_edits(found, first, second), found.distance);
        }
    }
}

std::string to_text(std::vector<std::uint8_t> const & letters)
{
    std::string text{};
    for (std::uint8_t const letter : letters)
        text += "ACGT"[letter];
    return text;
}

} // namespace

TEST(edlib, random_sequences)
{
    auto generator = reference::make_generator();
    for (int i = 0; i < 200; ++i)
    {
        auto const first = reference::random_letters(generator, 1 + reference::random_size(generator, 300), 4);
        auto const second = i % 2 == 0
                              ? reference::random_letters(generator, 1 + reference::random_size(generator, 400), 4)
                              : reference::mutate(generator, first, 4, 1 + reference::random_size(generator, 20));
        if (second.empty())
            continue;
        for (EdlibAlignMode const mode : {EDLIB_MODE_NW, EDLIB_MODE_SHW, EDLIB_MODE_HW})
            check(to_text(first), to_text(second), mode);
    }
}

TEST(edlib, genomes)
{
    check(reference::read_genome("mers_emc_2012.fasta"),
          reference::read_genome("mers_ksa_camel_376.fasta"),
          EDLIB_MODE_NW);
}

// Pieces of one genome, with errors, in windows of the other one, and in all of it.
TEST(edlib, reads_in_genomes)
{
    auto generator = reference::make_generator();
    std::string const genome = reference::read_genome("mers_emc_2012.fasta");
    std::string const other = reference::read_genome("mers_ksa_camel_376.fasta");
    for (int i = 0; i < 40; ++i)
    {
        std::size_t const begin = reference::random_size(generator, other.size() - 300);
        std::string read = other.substr(begin, 150);
        for (int edit = 0; edit < i % 12; ++edit)
            read[reference::random_size(generator, read.size() - 1)] = "ACGT"[reference::random_size(generator, 3)];
        read.erase(reference::random_size(generator, read.size() - 1), i % 3);
        check(read, genome.substr(begin, 190), EDLIB_MODE_HW);
        if (i < 4)
            check(read, genome, EDLIB_MODE_HW);
    }
}
