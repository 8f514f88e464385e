// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <mutex>
#include <stop_token>
#include <string>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alphabet/all.hpp>

#include <reference/strings.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alignment_check.hpp"
#include "primer_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

using namespace primer_check;
using namespace seqan3_gpulcs;

namespace
{

struct primer_routes : public ::testing::Test
{
    using sequence_t = std::vector<seqan3::dna4>;

    primer_routes()
    {
        auto generator = reference::make_generator();
        for (std::size_t i = 0; i < 12; ++i)
            pairs.emplace_back(alignment_check::random_sequence<seqan3::dna4>(generator, 8 * i, 4),
                               alignment_check::random_sequence<seqan3::dna4>(generator, i % 5 == 4 ? 0 : 120, 4));
        expected = expected_primers(pairs, 3);
    }

    // Checks every result, in order, with a function.
    template <typename config_t, typename function_t>
    void for_each_result(config_t const & config, function_t && function)
    {
        alignment_check::for_each_result(pairs,
                                         config,
                                         expected.size(),
                                         [&](std::size_t const i, auto const & result)
                                         {
                                             function(expected[i], result);
                                         });
    }

    template <typename outputs_t>
    void expect_ours_computes(outputs_t const & outputs)
    {
        alignment_check::expect_library_computes(pairs, edits | align_cfg::k_difference_primer{3}, outputs);
    }

    template <typename result_t>
    static void expect_all(expected_primer const & primer, result_t const & result)
    {
        EXPECT_EQ(result.score(), -3);
        EXPECT_EQ(result.sequence1_id(), primer.pair);
        EXPECT_EQ(result.sequence2_id(), primer.pair);
        EXPECT_EQ(result.sequence1_begin_position(), primer.begin1);
        EXPECT_EQ(result.sequence1_end_position(), primer.end1);
        EXPECT_EQ(result.sequence2_begin_position(), primer.begin2);
        EXPECT_EQ(result.sequence2_end_position(), primer.end2);
    }

    std::vector<std::pair<sequence_t, sequence_t>> pairs{};
    std::vector<expected_primer> expected{};
};

} // namespace

TEST_F(primer_routes, everything_by_default)
{
    for_each_result(primers(3),
                    [](expected_primer const & primer, auto const & result)
                    {
                        expect_all(primer, result);
                    });
}

TEST_F(primer_routes, score)
{
    seqan3::configuration const outputs{seqan3::align_cfg::output_score{}};
    expect_ours_computes(outputs);
    for_each_result(primers(3) | outputs,
                    [](expected_primer const &, auto const & result)
                    {
                        EXPECT_EQ(result.score(), -3);
                    });
}

TEST_F(primer_routes, begin_positions)
{
    seqan3::configuration const outputs{seqan3::align_cfg::output_begin_position{}};
    expect_ours_computes(outputs);
    for_each_result(primers(3) | outputs,
                    [](expected_primer const & primer, auto const & result)
                    {
                        EXPECT_EQ(result.sequence1_begin_position(), primer.begin1);
                        EXPECT_EQ(result.sequence2_begin_position(), primer.begin2);
                    });
}

TEST_F(primer_routes, end_positions)
{
    seqan3::configuration const outputs{seqan3::align_cfg::output_end_position{}};
    expect_ours_computes(outputs);
    for_each_result(primers(3) | outputs,
                    [](expected_primer const & primer, auto const & result)
                    {
                        EXPECT_EQ(result.sequence1_end_position(), primer.end1);
                        EXPECT_EQ(result.sequence2_end_position(), primer.end2);
                    });
}

TEST_F(primer_routes, ids)
{
    auto const outputs = seqan3::align_cfg::output_sequence1_id{} | seqan3::align_cfg::output_sequence2_id{};
    expect_ours_computes(outputs);
    for_each_result(primers(3) | outputs,
                    [](expected_primer const & primer, auto const & result)
                    {
                        EXPECT_EQ(result.sequence1_id(), primer.pair);
                        EXPECT_EQ(result.sequence2_id(), primer.pair);
                    });
}

TEST_F(primer_routes, the_elements_may_stand_anywhere)
{
    for_each_result(tested::bit_parallel() | seqan3::align_cfg::edit_scheme | align_cfg::k_difference_primer{3}
                        | free_ends,
                    [](expected_primer const & primer, auto const & result)
                    {
                        expect_all(primer, result);
                    });
}

TEST_F(primer_routes, on_result)
{
    std::size_t calls = 0;
    auto on_result = [&](auto && result)
    {
        ASSERT_LT(calls, expected.size());
        expect_all(expected[calls], result); // In order.
        ++calls;
    };
    seqan3::align_pairwise(pairs, primers(3) | seqan3::align_cfg::on_result{std::move(on_result)});
    EXPECT_EQ(calls, expected.size());
}

TEST_F(primer_routes, parallel)
{
    for_each_result(primers(3) | seqan3::align_cfg::parallel{3},
                    [](expected_primer const & primer, auto const & result)
                    {
                        expect_all(primer, result);
                    });
}

TEST_F(primer_routes, parallel_and_on_result)
{
    std::mutex mutex{};
    std::vector<std::vector<std::size_t>> found(pairs.size());
    auto on_result = [&](auto && result)
    {
        std::scoped_lock const lock{mutex};
        found[result.sequence1_id()].push_back(result.sequence1_begin_position());
    };
    seqan3::align_pairwise(pairs,
                           primers(3) | seqan3::align_cfg::parallel{3}
                               | seqan3::align_cfg::on_result{std::move(on_result)});

    std::vector<std::vector<std::size_t>> begins(pairs.size());
    for (expected_primer const & primer : expected)
        begins[primer.pair].push_back(primer.begin1);
    EXPECT_EQ(found, begins);
}

TEST_F(primer_routes, own_threads)
{
    for_each_result(edits | align_cfg::k_difference_primer{3} | tested::bit_parallel({.threads = 4}),
                    [](expected_primer const & primer, auto const & result)
                    {
                        expect_all(primer, result);
                    });
}

TEST_F(primer_routes, score_types)
{
    auto const config = primers(3) | seqan3::align_cfg::output_score{};
    for_each_result(config | seqan3::align_cfg::score_type<std::int64_t>{},
                    [](expected_primer const &, auto const & result)
                    {
                        static_assert(std::same_as<decltype(result.score()), std::int64_t>);
                        EXPECT_EQ(result.score(), -3);
                    });
    for_each_result(config | seqan3::align_cfg::score_type<float>{},
                    [](expected_primer const &, auto const & result)
                    {
                        static_assert(std::same_as<decltype(result.score()), float>);
                        EXPECT_EQ(result.score(), -3.0f);
                    });
}

TEST_F(primer_routes, one_pair_without_primer)
{
    auto results = seqan3::align_pairwise(std::tie(pairs.back().first, pairs.back().first), primers(1));
    EXPECT_EQ(results.begin(), results.end());
}

TEST_F(primer_routes, no_device)
{
    EXPECT_THROW(seqan3::align_pairwise(pairs,
                                        edits | align_cfg::k_difference_primer{3}
                                            | tested::bit_parallel({.backend = plan::backend::cuda, .devices = {999}}))
                     .begin(),
                 backend_unavailable);
}

// SeqAn3's own score of a primer with sequence 2, and that of the primer without its last letter.
TEST_F(primer_routes, same_scores_as_seqan3)
{
    auto const score_of = [&](auto const & primer, std::size_t const end)
    {
        auto const & [first, second] = pairs[primer.pair];
        auto const substring = first | seqan3::views::slice(primer.begin1, end);
        return (*seqan3::align_pairwise(std::tie(substring, second), edits | seqan3::align_cfg::output_score{}).begin())
            .score();
    };
    for (expected_primer const & primer : expected)
    {
        EXPECT_EQ(score_of(primer, primer.end1), -3);
        EXPECT_EQ(score_of(primer, primer.end1 - 1), -2);
    }
}

// An ambiguous letter of sequence 2 hides no site: the primers are those of the plain matrix, and of the program.
TEST(k_difference_primer, ambiguous_letters)
{
    auto generator = reference::make_generator();
    std::vector<std::pair<std::vector<seqan3::dna15>, std::vector<seqan3::dna15>>> pairs{};
    for (std::size_t i = 0; i < 24; ++i)
    {
        std::string first = reference::random_text(generator, 60, "ACGT");
        std::string second = reference::random_text(generator, 80, "ACGT") + first.substr(0, 30);
        for (std::size_t count = 0; count < i; ++count)
        {
            first[reference::random_size(generator, first.size() - 1)] = "ACGN"[reference::random_size(generator, 3)];
            second[reference::random_size(generator, second.size() - 1)] =
                "NNNRYSWKMBDHV"[reference::random_size(generator, 12)];
        }
        second.insert(reference::random_size(generator, second.size()), reference::random_size(generator, 12), 'N');
        auto const letters = [](std::string const & text)
        {
            std::vector<seqan3::dna15> sequence(text.size());
            for (std::size_t j = 0; j < text.size(); ++j)
                seqan3::assign_char_to(text[j], sequence[j]);
            return sequence;
        };
        pairs.emplace_back(letters(first), letters(second));
    }

    for (std::uint32_t const differences : {1u, 2u, 4u})
    {
        std::vector<expected_primer> const expected = expected_primers(pairs, differences);
        std::vector<std::vector<std::uint64_t>> lengths(pairs.size(), std::vector<std::uint64_t>(60, 0));
        alignment_check::for_each_result(pairs,
                                         primers(differences),
                                         expected.size(),
                                         [&](std::size_t const i, auto const & result)
                                         {
                                             EXPECT_EQ(result.sequence1_id(), expected[i].pair);
                                             EXPECT_EQ(result.sequence1_begin_position(), expected[i].begin1);
                                             EXPECT_EQ(result.sequence1_end_position(), expected[i].end1);
                                             EXPECT_EQ(result.sequence2_begin_position(), expected[i].begin2);
                                             EXPECT_EQ(result.sequence2_end_position(), expected[i].end2);
                                             lengths[expected[i].pair][expected[i].begin1] =
                                                 result.sequence1_end_position() - result.sequence1_begin_position();
                                         });
        // These are the options of the program.
        primer::options const options{.differences = differences, .meanings = primer::iupac_nucleotides()};
        for (std::size_t i = 0; i < pairs.size(); ++i)
            EXPECT_EQ(primer::compute(pairs[i].first, pairs[i].second, options), lengths[i]);
    }
}

TEST(hook, every_algorithm_of_seqan3_is_taken_over_for_primers)
{
    using config_t = decltype(primers(1));
    using ours_t = pairwise::primer_algorithm<config_t>;
    static_assert(std::derived_from<seqan3::detail::pairwise_alignment_algorithm<config_t>, ours_t>);
    static_assert(std::derived_from<seqan3::detail::pairwise_alignment_algorithm_banded<config_t>, ours_t>);
    static_assert(std::derived_from<seqan3::detail::alignment_algorithm<config_t>, ours_t>);
    static_assert(std::derived_from<seqan3::detail::edit_distance_algorithm<config_t, int>, ours_t>);
}

TEST(k_difference_primer, combines_with_all_but_these)
{
    using element = align_cfg::k_difference_primer;
    static_assert(seqan3::detail::config_element<element>);
    static_assert(seqan3::is_config_element_combineable_v<element, align_cfg::bit_parallel>);
    static_assert(seqan3::is_config_element_combineable_v<element, seqan3::align_cfg::parallel>);
    static_assert(!seqan3::is_config_element_combineable_v<element, seqan3::align_cfg::min_score>);
    static_assert(!seqan3::is_config_element_combineable_v<element, seqan3::align_cfg::method_local>);
    static_assert(!seqan3::is_config_element_combineable_v<element, element>);
    EXPECT_EQ(element{}.differences, 1u);
    EXPECT_EQ(element{7}.differences, 7u);
}

// primer::compute finds the same primers.
TEST_F(primer_routes, strands_and_lengths)
{
    auto const outputs = seqan3::align_cfg::output_begin_position{} | seqan3::align_cfg::output_end_position{}
                       | seqan3::align_cfg::output_sequence1_id{};
    for (bool const both_strands : {false, true})
        for (std::uint64_t const min_length : {0, 9, 30})
            for (std::uint64_t const max_length : {std::uint64_t{30}, std::numeric_limits<std::uint64_t>::max()})
            {
                primer::options options{.differences = 3,
                                        .meanings = primer::iupac_nucleotides(),
                                        .min_length = min_length,
                                        .max_length = max_length};
                if (both_strands)
                    options.complement = primer::complement_of_dna();
                std::vector<std::array<std::size_t, 3>> wanted{};
                for (std::size_t i = 0; i < pairs.size(); ++i)
                {
                    auto const lengths = primer::compute(pairs[i].first, pairs[i].second, options);
                    for (std::size_t position = 0; position < lengths.size(); ++position)
                        if (lengths[position] != primer::no_primer)
                            wanted.push_back({i, position, position + lengths[position]});
                }
                align_cfg::k_difference_primer const element{{.differences = 3,
                                                              .matches = false,
                                                              .both_strands = both_strands,
                                                              .min_length = min_length,
                                                              .max_length = max_length}};
                std::vector<std::array<std::size_t, 3>> found{};
                for (auto const & result :
                     seqan3::align_pairwise(pairs, edits | element | tested::bit_parallel() | outputs))
                    found.push_back(
                        {result.sequence1_id(), result.sequence1_begin_position(), result.sequence1_end_position()});
                EXPECT_EQ(found, wanted);
            }
}
