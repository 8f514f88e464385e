// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <reference/path_columns.hpp>
#include <reference/site_check.hpp>

#include <seqan3_gpulcs/exception.hpp>

#include "src/scan/site_aligner.hpp"

using namespace seqan3_gpulcs;
using reference::site_rules;

namespace
{

// The distances at all ends of a text, and the alignments there, are those of the plain way.
void expect_alignments(std::string const & primer, std::string const & text, site_rules const & rules)
{
    SCOPED_TRACE(primer + " in " + text + ", k = " + std::to_string(rules.max_edits) + ", "
                 + std::to_string(rules.last_letters) + ":" + std::to_string(rules.max_last)
                 + (rules.mismatches_only ? ", mismatches only" : ""));
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    scan::site_aligner aligner{reference::base_sets(primer), reference::options_of(rules), control};
    ASSERT_EQ(aligner.size(), primer.size());
    ASSERT_EQ(aligner.max_edits(), rules.max_edits);
    ASSERT_EQ(aligner.max_letters(), primer.size() + (rules.mismatches_only ? 0 : rules.max_edits));

    std::vector<std::uint8_t> const letters = reference::base_sets(text);
    std::span<std::uint64_t const> const found = aligner.find_distances(letters);
    std::vector<std::uint64_t> const distances{found.begin(), found.end()};
    ASSERT_EQ(distances.size(), text.size());
    reference::site_matrix matrix{primer, text, rules};
    for (std::size_t end = 1; end <= text.size(); ++end)
    {
        std::span const until{letters.data(), end};
        auto const [edits, last] = matrix.distance(end);
        ASSERT_EQ(distances[end - 1], edits) << end;
        // With fewer edits, there is no alignment.
        ASSERT_GE(aligner.align(until, edits - (edits != 0)).edits, edits) << end;
        if (edits > rules.max_edits)
            continue;

        auto const [operations, begin] = matrix.align(end);
        // Letters far before the end do not matter.
        for (std::size_t const size : {end, std::min<std::size_t>(end, aligner.max_letters())})
        {
            auto const alignment = aligner.align(until.last(size), edits);
            ASSERT_EQ(alignment.edits, edits) << end;
            ASSERT_EQ(alignment.three_prime_edits, last) << end;
            ASSERT_EQ(alignment.letters, end - begin) << end;
            alignment::path const path = aligner.make_path();
            ASSERT_EQ(reference::columns_of(path), operations) << end;
        }
    }
}

} // namespace

TEST(site_aligner, all_small_ones)
{
    for (std::size_t size = 1; size <= 3; ++size)
        for (std::string const & primer : reference::all_strings(size, "AC"))
            for (std::size_t text_size = 0; text_size <= (reference::is_instrumented ? 3 : 5); ++text_size)
                for (std::string const & text : reference::all_strings(text_size, "AC"))
                    for (std::size_t max_edits = 0; max_edits < size; ++max_edits)
                        for (bool const mismatches_only : {false, true})
                            for (std::size_t const last : {1, 2, 9})
                                for (std::size_t const max_last : {0, 1, 1000})
                                    ASSERT_NO_FATAL_FAILURE(
                                        expect_alignments(primer,
                                                          text,
                                                          {max_edits, true, mismatches_only, false, last, max_last}));
}

// Primers of about one and two words; the letters at the 3' end begin on both sides of the border of a word.
TEST(site_aligner, long_primers)
{
    auto generator = reference::make_generator();
    for (std::size_t const size : {8, 63, 64, 65, 127, 128, 129})
        for (std::string const letters : {"ACGT", "AC", "ACGTACGTACGTURYSWKMBDHVN"})
            for (std::size_t const max_edits : {0, 1, 4})
            {
                std::string const primer = reference::random_text(generator, size, letters);
                std::string text = reference::mutated_text(generator, primer, max_edits, letters) + "-";
                text += reference::text_with_copies(generator, {primer}, 1, max_edits, letters);
                for (bool const mismatches_only : {false, true})
                    ASSERT_NO_FATAL_FAILURE(expect_alignments(
                        primer,
                        text,
                        {.max_edits = max_edits,
                         .mismatches_only = mismatches_only,
                         .last_letters =
                             std::vector<std::size_t>{1, 5, 64, 65, 200}[reference::random_size(generator, 4)],
                         .max_last = reference::random_size(generator, max_edits)}));
            }
}

// Each letter of IUPAC beside each other one.
TEST(site_aligner, letters_with_common_bases)
{
    std::string const letters{"ACGTURYSWKMBDHVNacgturyswkmbdhvn"};
    for (char const letter : letters)
        ASSERT_NO_FATAL_FAILURE(expect_alignments({letter}, letters + "-", {}));
}

TEST(site_aligner, stops)
{
    std::stop_source source{};
    source.request_stop();
    plan::execution const execution{.stop = source.get_token()};
    runtime::task_control control{execution, 0};
    std::vector<std::uint8_t> const letters(300'000, 1);
    for (bool const mismatches_only : {false, true})
    {
        scan::site_aligner aligner{std::vector<std::uint8_t>(70, 2), {.mismatches_only = mismatches_only}, control};
        EXPECT_THROW(aligner.find_distances(letters), operation_stopped);
    }
    scan::site_aligner aligner{letters, {.max_edits = 1}, control};
    EXPECT_THROW(aligner.align(letters, 0), operation_stopped);
    EXPECT_THROW(aligner.align(letters, 1), operation_stopped);
}
