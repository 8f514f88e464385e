// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <mutex>

#include <seqan3/alignment/pairwise/align_pairwise.hpp>
#include <seqan3/alignment/scoring/nucleotide_scoring_scheme.hpp>
#include <seqan3/alphabet/nucleotide/dna4.hpp>

#include <reference/edit_reference.hpp>

#include <seqan3_gpulcs/all.hpp>

#include "alignment_check.hpp"
#include "unit/pairwise/tested_backend.hpp"

using namespace seqan3_gpulcs;

namespace
{

using sequence_t = std::vector<seqan3::dna4>;
using pairs_t = std::vector<std::pair<sequence_t, sequence_t>>;

auto const lcs_global = seqan3::align_cfg::method_global{} | align_cfg::lcs_scheme;
auto const edits = seqan3::align_cfg::method_global{} | seqan3::align_cfg::edit_scheme;

int edit_distance(sequence_t const & first, sequence_t const & second)
{
    auto const ranks = [](sequence_t const & sequence)
    {
        std::vector<std::uint8_t> numbers{};
        for (seqan3::dna4 const letter : sequence)
            numbers.push_back(letter.to_rank());
        return numbers;
    };
    return reference::edit_matrix(ranks(first), ranks(second)).back().back();
}

struct routes : public ::testing::Test
{
    routes()
    {
        auto generator = reference::make_generator();
        for (std::size_t i = 0; i < 20; ++i)
            pairs.emplace_back(alignment_check::random_sequence<seqan3::dna4>(generator, 10 * i, 4),
                               alignment_check::random_sequence<seqan3::dna4>(generator, 150, 4));
        for (auto const & [first, second] : pairs)
            scores.push_back(static_cast<int>(reference::lcs_matrix(first, second).back().back()));
    }

    // Checks every result, in order, with a function.
    template <typename config_t, typename function_t>
    void for_each_result(config_t const & config, function_t && function)
    {
        alignment_check::for_each_result(pairs, config, pairs.size(), function);
    }

    template <typename outputs_t>
    void expect_ours_computes(outputs_t const & outputs)
    {
        alignment_check::expect_library_computes(pairs, lcs_global, outputs);
        alignment_check::expect_library_computes(pairs, edits, outputs);
    }

    pairs_t pairs{};
    std::vector<int> scores{};
};

} // namespace

TEST_F(routes, score)
{
    seqan3::configuration const outputs{seqan3::align_cfg::output_score{}};
    expect_ours_computes(outputs);
    for_each_result(lcs_global | tested::bit_parallel() | outputs,
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.score(), scores[i]);
                    });
}

TEST_F(routes, score_and_end_position)
{
    auto const outputs = seqan3::align_cfg::output_score{} | seqan3::align_cfg::output_end_position{};
    expect_ours_computes(outputs);
    for_each_result(lcs_global | tested::bit_parallel() | outputs,
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.score(), scores[i]);
                        EXPECT_EQ(result.sequence1_end_position(), pairs[i].first.size());
                        EXPECT_EQ(result.sequence2_end_position(), pairs[i].second.size());
                    });
}

TEST_F(routes, score_and_begin_position)
{
    auto const outputs = seqan3::align_cfg::output_score{} | seqan3::align_cfg::output_begin_position{};
    expect_ours_computes(outputs);
    for_each_result(lcs_global | tested::bit_parallel() | outputs,
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.score(), scores[i]);
                        EXPECT_EQ(result.sequence1_begin_position(), 0u);
                        EXPECT_EQ(result.sequence2_begin_position(), 0u);
                    });
}

TEST_F(routes, positions_alone)
{
    for_each_result(lcs_global | tested::bit_parallel() | seqan3::align_cfg::output_begin_position{}
                        | seqan3::align_cfg::output_end_position{},
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.sequence1_begin_position(), 0u);
                        EXPECT_EQ(result.sequence2_begin_position(), 0u);
                        EXPECT_EQ(result.sequence1_end_position(), pairs[i].first.size());
                        EXPECT_EQ(result.sequence2_end_position(), pairs[i].second.size());
                    });
}

TEST_F(routes, ids_alone)
{
    for_each_result(lcs_global | tested::bit_parallel() | seqan3::align_cfg::output_sequence1_id{}
                        | seqan3::align_cfg::output_sequence2_id{},
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.sequence1_id(), i);
                        EXPECT_EQ(result.sequence2_id(), i);
                    });
}

// SeqAn3 itself returns empty rows for these outputs.
TEST_F(routes, score_and_alignment_without_positions)
{
    auto const outputs = seqan3::align_cfg::output_score{} | seqan3::align_cfg::output_alignment{};
    expect_ours_computes(outputs);
    for_each_result(lcs_global | tested::bit_parallel() | outputs,
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.score(), scores[i]);
                        alignment_check::expect_valid(result.alignment(),
                                                      pairs[i].first,
                                                      pairs[i].second,
                                                      static_cast<std::size_t>(scores[i]));
                    });
}

TEST_F(routes, alignment_alone)
{
    seqan3::configuration const outputs{seqan3::align_cfg::output_alignment{}};
    expect_ours_computes(outputs);
    for_each_result(lcs_global | tested::bit_parallel() | outputs,
                    [&](std::size_t const i, auto const & result)
                    {
                        alignment_check::expect_valid(result.alignment(),
                                                      pairs[i].first,
                                                      pairs[i].second,
                                                      static_cast<std::size_t>(scores[i]));
                    });
}

TEST_F(routes, everything_by_default)
{
    for_each_result(lcs_global | tested::bit_parallel(),
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.sequence1_id(), i);
                        EXPECT_EQ(result.sequence2_id(), i);
                        EXPECT_EQ(result.score(), scores[i]);
                        EXPECT_EQ(result.sequence1_begin_position(), 0u);
                        EXPECT_EQ(result.sequence2_begin_position(), 0u);
                        EXPECT_EQ(result.sequence1_end_position(), pairs[i].first.size());
                        EXPECT_EQ(result.sequence2_end_position(), pairs[i].second.size());
                        alignment_check::expect_valid(result.alignment(),
                                                      pairs[i].first,
                                                      pairs[i].second,
                                                      static_cast<std::size_t>(scores[i]));
                    });
}

TEST_F(routes, the_element_may_stand_anywhere)
{
    for_each_result(tested::bit_parallel() | seqan3::align_cfg::output_score{} | align_cfg::lcs_scheme
                        | seqan3::align_cfg::method_global{},
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.score(), scores[i]);
                    });
}

// The same scores and gaps, written with SeqAn3's own elements.
TEST_F(routes, a_scheme_of_seqan3)
{
    auto const config =
        seqan3::align_cfg::method_global{}
        | seqan3::align_cfg::scoring_scheme{seqan3::nucleotide_scoring_scheme{seqan3::match_score{1},
                                                                              seqan3::mismatch_score{0}}}
        | seqan3::align_cfg::gap_cost_affine{seqan3::align_cfg::open_score{0}, seqan3::align_cfg::extension_score{0}}
        | tested::bit_parallel() | seqan3::align_cfg::output_score{};
    for_each_result(config,
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.score(), scores[i]);
                    });
}

TEST_F(routes, on_result)
{
    std::size_t calls = 0;
    auto on_result = [&](auto && result)
    {
        EXPECT_EQ(result.sequence1_id(), calls); // In order.
        EXPECT_EQ(result.score(), scores[calls]);
        ++calls;
    };
    seqan3::align_pairwise(pairs,
                           lcs_global | tested::bit_parallel() | seqan3::align_cfg::output_score{}
                               | seqan3::align_cfg::output_sequence1_id{}
                               | seqan3::align_cfg::on_result{std::move(on_result)});
    EXPECT_EQ(calls, pairs.size());
}

TEST_F(routes, parallel)
{
    for_each_result(lcs_global | tested::bit_parallel() | seqan3::align_cfg::parallel{3},
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.sequence1_id(), i);
                        EXPECT_EQ(result.score(), scores[i]);
                        alignment_check::expect_valid(result.alignment(),
                                                      pairs[i].first,
                                                      pairs[i].second,
                                                      static_cast<std::size_t>(scores[i]));
                    });
}

TEST_F(routes, parallel_and_on_result)
{
    std::mutex mutex{};
    std::vector<int> found(pairs.size(), -1);
    auto on_result = [&](auto && result)
    {
        std::scoped_lock const lock{mutex};
        found[result.sequence1_id()] = result.score();
    };
    seqan3::align_pairwise(pairs,
                           lcs_global | tested::bit_parallel() | seqan3::align_cfg::output_score{}
                               | seqan3::align_cfg::output_sequence1_id{} | seqan3::align_cfg::parallel{3}
                               | seqan3::align_cfg::on_result{std::move(on_result)});
    EXPECT_EQ(found, scores);
}

TEST_F(routes, own_threads)
{
    for_each_result(lcs_global | tested::bit_parallel({.threads = 4}),
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.score(), scores[i]);
                    });
}

TEST_F(routes, batches_of_any_size)
{
    for (std::size_t const batch_size : {0, 1, 3, 20, 100})
        for_each_result(lcs_global | tested::bit_parallel(plan::execution{}, batch_size),
                        [&](std::size_t const i, auto const & result)
                        {
                            EXPECT_EQ(result.sequence2_id(), i);
                            EXPECT_EQ(result.score(), scores[i]);
                        });
}

TEST_F(routes, score_types)
{
    auto const config = lcs_global | tested::bit_parallel() | seqan3::align_cfg::output_score{};
    for_each_result(config | seqan3::align_cfg::score_type<std::int64_t>{},
                    [&](std::size_t const i, auto const & result)
                    {
                        static_assert(std::same_as<decltype(result.score()), std::int64_t>);
                        EXPECT_EQ(result.score(), scores[i]);
                    });
    for_each_result(config | seqan3::align_cfg::score_type<std::int16_t>{},
                    [&](std::size_t const i, auto const & result)
                    {
                        static_assert(std::same_as<decltype(result.score()), std::int16_t>);
                        EXPECT_EQ(result.score(), scores[i]);
                    });
    for_each_result(config | seqan3::align_cfg::score_type<float>{},
                    [&](std::size_t const i, auto const & result)
                    {
                        static_assert(std::same_as<decltype(result.score()), float>);
                        EXPECT_EQ(result.score(), static_cast<float>(scores[i]));
                    });
}

TEST_F(routes, edits_by_each_way)
{
    auto const config =
        edits | tested::bit_parallel() | seqan3::align_cfg::output_score{} | seqan3::align_cfg::output_sequence1_id{};
    alignment_check::expect_library_computes(pairs,
                                             edits,
                                             seqan3::configuration{seqan3::align_cfg::output_end_position{}});

    std::vector<int> expected{};
    for (auto const & [first, second] : pairs)
        expected.push_back(-edit_distance(first, second));
    std::vector<int> found{};
    auto const expect_found = [&]()
    {
        EXPECT_EQ(found, expected);
        found.clear();
    };
    auto const on_result = [&](auto && result)
    {
        EXPECT_EQ(result.sequence1_id(), found.size()); // In order.
        found.push_back(static_cast<int>(result.score()));
    };
    auto const call = [&]()
    {
        return seqan3::align_cfg::on_result{[&](auto && result)
                                            {
                                                on_result(result);
                                            }};
    };
    for_each_result(config,
                    [&](std::size_t, auto const & result)
                    {
                        on_result(result);
                    });
    expect_found();
    seqan3::align_pairwise(pairs, config | call());
    expect_found();
    seqan3::align_pairwise(pairs, config | seqan3::align_cfg::parallel{3} | call());
    expect_found();
    for_each_result(config | seqan3::align_cfg::score_type<float>{},
                    [&](std::size_t, auto const & result)
                    {
                        static_assert(std::same_as<decltype(result.score()), float>);
                        on_result(result);
                    });
    expect_found();
}

// Nothing but ids or positions; SeqAn3 itself returns empty rows for alignments alone.
TEST_F(routes, edits_by_each_output)
{
    auto const config = edits | tested::bit_parallel();
    for_each_result(config | seqan3::align_cfg::output_sequence2_id{},
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.sequence2_id(), i);
                    });
    for_each_result(config | seqan3::align_cfg::output_begin_position{} | seqan3::align_cfg::output_end_position{},
                    [&](std::size_t const i, auto const & result)
                    {
                        EXPECT_EQ(result.sequence1_begin_position(), 0u);
                        EXPECT_EQ(result.sequence2_begin_position(), 0u);
                        EXPECT_EQ(result.sequence1_end_position(), pairs[i].first.size());
                        EXPECT_EQ(result.sequence2_end_position(), pairs[i].second.size());
                    });
    for_each_result(config | seqan3::align_cfg::output_alignment{},
                    [&](std::size_t const i, auto const & result)
                    {
                        auto const & [upper, lower] = result.alignment();
                        ASSERT_EQ(upper.size(), lower.size());
                        int different = 0;
                        for (std::size_t column = 0; column < upper.size(); ++column)
                            different += upper.at(column) != lower.at(column);
                        EXPECT_EQ(different, edit_distance(pairs[i].first, pairs[i].second));
                    });
}

TEST(score_type, too_small)
{
    EXPECT_EQ(pairwise::to_score<std::int8_t>(127), 127);
    EXPECT_THROW(pairwise::to_score<std::int8_t>(128), score_overflow);
    EXPECT_EQ(pairwise::to_score<std::int32_t>(2147483647), 2147483647);
    EXPECT_THROW(pairwise::to_score<std::int32_t>(2147483648), score_overflow);
    EXPECT_EQ(pairwise::to_score<float>(1 << 24), 16777216.0f);
    EXPECT_THROW(pairwise::to_score<float>((1 << 24) + 1), score_overflow);

    EXPECT_EQ(pairwise::to_edit_score<std::int8_t>(127), -127);
    EXPECT_EQ(pairwise::to_edit_score<std::int8_t>(128), -128);
    EXPECT_THROW(pairwise::to_edit_score<std::int8_t>(129), score_overflow);
    EXPECT_EQ(pairwise::to_edit_score<std::int64_t>(std::uint64_t{1} << 63), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(pairwise::to_edit_score<float>(3), -3.0f);
    EXPECT_EQ(pairwise::to_edit_score<unsigned>(0), 0u);
    EXPECT_THROW(pairwise::to_edit_score<unsigned>(1), score_overflow);
    EXPECT_EQ(pairwise::to_edit_score<std::int16_t>(alignment::too_distant), 32767);

    sequence_t const sequence(200);
    auto const config = lcs_global | tested::bit_parallel() | seqan3::align_cfg::output_score{}
                      | seqan3::align_cfg::score_type<std::int8_t>{};
    EXPECT_THROW(seqan3::align_pairwise(std::tie(sequence, sequence), config).begin(), score_overflow);
}

// Positions and ids are not computed, so that no stop shows who answers: these are the classes that do.
TEST(hook, every_algorithm_of_seqan3_is_taken_over)
{
    auto const config = lcs_global | tested::bit_parallel() | seqan3::align_cfg::output_score{};
    using config_t = std::remove_cvref_t<decltype(config)>;
    using ours_t = pairwise::algorithm<config_t>;
    static_assert(std::derived_from<seqan3::detail::pairwise_alignment_algorithm<config_t>, ours_t>);
    static_assert(std::derived_from<seqan3::detail::pairwise_alignment_algorithm_banded<config_t>, ours_t>);
    static_assert(std::derived_from<seqan3::detail::alignment_algorithm<config_t>, ours_t>);
    static_assert(std::derived_from<seqan3::detail::edit_distance_algorithm<config_t, int>, ours_t>);

    // Configurations without the element are not affected.
    using plain_t = std::remove_cvref_t<decltype(lcs_global)>;
    static_assert(seqan3::detail::alignment_configuration_traits<plain_t>::alignments_per_vector == 1);
    static_assert(seqan3::detail::alignment_configuration_traits<config_t>::alignments_per_vector > 1);
}

TEST_F(routes, progress)
{
    double done = 0;
    // A device might be done before there is anything to report.
    plan::execution execution{.backend = plan::backend::cpu};
    execution.on_progress = [&](plan::progress const & progress)
    {
        done = progress.cells_done;
        if (done > 0)
            throw std::runtime_error{"enough"};
    };
    // Similar sequences would be done at once.
    auto generator = reference::make_generator();
    sequence_t const first = alignment_check::random_sequence<seqan3::dna4>(generator, 3'000'000, 4);
    sequence_t const second = alignment_check::random_sequence<seqan3::dna4>(generator, 3'000'000, 4);
    EXPECT_THROW(seqan3::align_pairwise(std::tie(first, second), lcs_global | tested::bit_parallel(execution)).begin(),
                 std::runtime_error);
    EXPECT_GT(done, 0);
}

TEST_F(routes, backend_and_memory_limit)
{
    EXPECT_THROW(
        seqan3::align_pairwise(pairs,
                               lcs_global | tested::bit_parallel({.backend = plan::backend::cuda, .devices = {999}}))
            .begin(),
        backend_unavailable);
    EXPECT_THROW(
        seqan3::align_pairwise(pairs,
                               lcs_global | tested::bit_parallel({.backend = plan::backend::cpu, .memory_limit = 10}))
            .begin(),
        memory_limit_too_small);
}

// A pair below the minimum has the lowest score, positions at the ends of both sequences, and an alignment without columns.
TEST_F(routes, smallest_score)
{
    for (std::int64_t const minimum : {-1, 0, 1, 40, 90, 1000})
    {
        align_cfg::bit_parallel element = tested::bit_parallel({.threads = 2}, 7);
        element.min_score = minimum;
        auto const is_below = [&](std::size_t const i)
        {
            return scores[i] < minimum;
        };
        for_each_result(lcs_global | element | seqan3::align_cfg::output_score{},
                        [&](std::size_t const i, auto const & result)
                        {
                            EXPECT_EQ(result.score(), is_below(i) ? std::numeric_limits<int>::lowest() : scores[i]);
                        });
        for_each_result(lcs_global | element | seqan3::align_cfg::output_begin_position{},
                        [&](std::size_t const i, auto const & result)
                        {
                            EXPECT_EQ(result.sequence1_begin_position(), is_below(i) ? pairs[i].first.size() : 0);
                            EXPECT_EQ(result.sequence2_begin_position(), is_below(i) ? pairs[i].second.size() : 0);
                        });
        for_each_result(lcs_global | element | seqan3::align_cfg::score_type<std::int16_t>{},
                        [&](std::size_t const i, auto const & result)
                        {
                            EXPECT_EQ(result.score(), is_below(i) ? -32768 : scores[i]);
                            auto const & row = std::get<0>(result.alignment());
                            if (is_below(i))
                                EXPECT_EQ(row.size(), 0u);
                            else
                                alignment_check::expect_valid(result.alignment(),
                                                              pairs[i].first,
                                                              pairs[i].second,
                                                              static_cast<std::size_t>(scores[i]));
                        });
    }
}

TEST_F(routes, smallest_score_of_edits)
{
    for (std::int64_t const minimum : {-1000, -100, -60, 0})
        for (bool const is_free : {false, true})
        {
            seqan3::align_cfg::method_global method{};
            method.free_end_gaps_sequence2_leading = is_free;
            method.free_end_gaps_sequence2_trailing = is_free;
            auto const config = method | align_cfg::edit_scheme | seqan3::align_cfg::output_score{};
            std::vector<int> expected{};
            for (auto && result : seqan3::align_pairwise(pairs, config | tested::bit_parallel()))
                expected.push_back(result.score());
            align_cfg::bit_parallel element = tested::bit_parallel();
            element.min_score = minimum;
            for_each_result(config | element,
                            [&](std::size_t const i, auto const & result)
                            {
                                EXPECT_EQ(result.score(),
                                          expected[i] < minimum ? std::numeric_limits<int>::lowest() : expected[i]);
                            });
        }
    align_cfg::bit_parallel element = tested::bit_parallel();
    element.min_score = 1;
    EXPECT_THROW(seqan3::align_pairwise(pairs, edits | element), seqan3::invalid_alignment_configuration);
    element.min_score = -1;
    EXPECT_THROW(seqan3::align_pairwise(pairs, edits | element | seqan3::align_cfg::min_score{-1}),
                 seqan3::invalid_alignment_configuration);
}

TEST_F(routes, statistics_of_batches)
{
    for (bool const with_alignment : {false, true})
    {
        std::uint64_t told_pairs = 0;
        std::uint64_t results = 0;
        double cells = 0;
        double expected_cells = 0;
        for (auto const & [first, second] : pairs)
            expected_cells += static_cast<double>(first.size()) * static_cast<double>(second.size());
        align_cfg::bit_parallel element = tested::bit_parallel({.threads = 3}, 6);
        element.on_batch = [&](plan::batch_statistics const & batch)
        {
            EXPECT_EQ(told_pairs, results); // Before the results of the batch.
            told_pairs += batch.pairs;
            cells += batch.cells;
            EXPECT_GT(batch.seconds, 0);
            if (tested::on_devices())
                EXPECT_EQ(batch.device_cells, batch.cells);
            else
                EXPECT_EQ(batch.device_cells, 0);
        };
        auto on_result = seqan3::align_cfg::on_result{[&](auto &&)
                                                      {
                                                          ++results;
                                                      }};
        auto const config = lcs_global | element | on_result;
        if (with_alignment)
            seqan3::align_pairwise(pairs, config);
        else
            seqan3::align_pairwise(pairs, config | seqan3::align_cfg::output_score{});
        EXPECT_EQ(told_pairs, pairs.size());
        EXPECT_EQ(results, pairs.size());
        EXPECT_EQ(cells, expected_cells);
    }
}
