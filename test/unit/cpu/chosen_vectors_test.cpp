// SPDX-License-Identifier: BSD-3-Clause

// Which vectors Highway may choose is up to the whole process: others change it before, between and during computations.

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <reference/letter_pairs.hpp>
#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/cpu/search/suffix_distances.hpp"
#include "vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

plan::execution const on_cpu{.backend = plan::backend::cpu, .threads = 2};

// Everything that is computed with vectors, against the oracles.
class computations
{
public:
    explicit computations(std::mt19937_64 & generator)
    {
        large_.add(reference::random_letters(generator, 2100, 4), reference::random_letters(generator, 1900, 4));
        for (unsigned i = 0; i < 20; ++i)
            small_.add(reference::random_letters(generator, 300 + i, 4),
                       reference::random_letters(generator, 320 - i, 4));
        for (std::size_t i = 0; i < small_.first.size(); ++i)
            small_expected_.push_back(small_.expected(i));
        alignment_expected_ = reference::lcs_alignment(reference::lcs_matrix(large_.first[0], large_.second[0]));
        large_expected_ = large_.expected(0);

        target_ = reference::random_letters(generator, 120, 4);
        background_ = reference::random_letters(generator, 400, 4);
        primers_expected_ = reference::primer_lengths(target_, {background_}, 9);
    }

    void check() const
    {
        auto const large = large_.views();
        EXPECT_EQ(lcs::compute(large, lcs::output::length, on_cpu).front().length, large_expected_);
        EXPECT_TRUE(alignment_of(lcs::compute(large, lcs::output::subsequence, on_cpu).front().path)
                    == alignment_expected_);

        auto const found = lcs::compute(small_.views(), lcs::output::length, on_cpu);
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_EQ(found[i].length, small_expected_[i]) << i;

        auto const packed_target = packing::pack(target_);
        auto const packed_background = packing::pack(background_);
        std::vector<primer::target> const targets{{packed_target}};
        std::vector<packing::packed_sequence_view> const backgrounds{packed_background};
        EXPECT_EQ(primer::compute(targets, backgrounds, {.differences = 9}, on_cpu).front(), primers_expected_);
    }

private:
    static std::string alignment_of(alignment::path const & path)
    {
        std::string columns{};
        for (alignment::run const & run : path.runs())
            columns.append(run.count, static_cast<char>(run.operation));
        return columns;
    }

    reference::letter_pairs large_{};
    reference::letter_pairs small_{};
    std::uint64_t large_expected_{};
    std::string alignment_expected_{};
    std::vector<std::uint64_t> small_expected_{};
    reference::letters target_{};
    reference::letters background_{};
    std::vector<std::uint64_t> primers_expected_{};
};

// What other code in the process may do; afterwards everything is allowed again.
class chosen_vectors : public ::testing::Test
{
protected:
    void TearDown() override
    {
        hwy::DisableTargets(0);
    }
};

// Each kind of vectors once as the best one, the best of all first; and all of them, with no choice made yet.
std::vector<std::int64_t> disabled_sets()
{
    std::vector<std::int64_t> sets{0};
    for (std::int64_t const target : vector_targets())
        sets.push_back(sets.back() | target);
    sets.push_back(0);
    return sets;
}

} // namespace

TEST_F(chosen_vectors, change_between_computations)
{
    auto generator = reference::make_generator();
    computations const all{generator};
    for (std::int64_t const disabled : disabled_sets())
    {
        SCOPED_TRACE(::testing::Message() << "disabled " << std::hex << disabled);
        hwy::DisableTargets(disabled);
        all.check();
        hwy::SupportedTargets();
        all.check();
    }
}

TEST_F(chosen_vectors, change_between_its_steps)
{
    auto generator = reference::make_generator();
    auto const pattern = reference::random_letters(generator, 150, 4);
    auto const text = reference::random_letters(generator, 300, 4);
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    runtime::stop_poll poll{control};
    std::vector<std::uint64_t> const ends{text.size()};
    for (std::int64_t const disabled : disabled_sets())
    {
        hwy::DisableTargets(0);
        cpu::suffix_distances distances{};
        distances.set_pattern(pattern, 40);
        distances.set_text(text);
        std::uint64_t const lanes = distances.lanes();
        for (std::uint64_t group = 0; group < distances.groups(); ++group)
        {
            hwy::DisableTargets(disabled);
            auto const found = distances.compute(group, ends, poll);
            ASSERT_EQ(distances.lanes(), lanes);
            ASSERT_EQ(found.size(), lanes);
            for (std::uint64_t suffix = group * lanes; suffix < std::min<std::uint64_t>(40, (group + 1) * lanes);
                 ++suffix)
                ASSERT_EQ(
                    found[suffix - group * lanes],
                    reference::end_distances(pattern.begin() + static_cast<int>(suffix), pattern.end(), text).back())
                    << suffix;
        }
    }
}

TEST_F(chosen_vectors, change_while_others_compute)
{
    auto generator = reference::make_generator();
    computations const all{generator};
    std::atomic<bool> is_done{false};
    std::thread other{[&]()
                      {
                          auto const sets = disabled_sets();
                          for (std::size_t i = 0; !is_done; ++i)
                          {
                              hwy::DisableTargets(sets[i % sets.size()]);
                              std::this_thread::yield();
                          }
                      }};
    for (unsigned times = 0; times < 30; ++times)
        all.check();
    is_done = true;
    other.join();
}
