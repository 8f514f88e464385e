// SPDX-License-Identifier: BSD-3-Clause

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <reference/edit_reference.hpp>
#include <reference/instrumented.hpp>
#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/edit/compute.hpp>

#include "src/plan/traceback_plan.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters = std::vector<std::uint8_t>;

std::vector<reference::edit_rules> all_rules()
{
    std::vector<reference::edit_rules> rules{};
    for (unsigned bits = 0; bits < 64; ++bits)
        rules.push_back({{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0},
                         (bits & 16) != 0 ? alignment::preference::diagonal_first : alignment::preference::gaps_first,
                         (bits & 32) != 0 ? alignment::end_choice::first : alignment::end_choice::last});
    return rules;
}

void describe(reference::edit_rules const & rules, std::ostream & stream)
{
    auto const & [first_leading, first_trailing, second_leading, second_trailing] = rules.ends;
    stream << "free ends " << first_leading << first_trailing << second_leading << second_trailing
           << (rules.preference == alignment::preference::gaps_first ? ", gaps first" : ", diagonal first")
           << (rules.end == alignment::end_choice::last ? ", last end" : ", first end");
}

edit::options options_of(reference::edit_rules const & rules, edit::output const wanted)
{
    return {.wanted = wanted, .ends = rules.ends, .preference = rules.preference, .end = rules.end};
}

std::string steps_of(alignment::path const & path)
{
    std::string steps{};
    for (alignment::run const & run : path.runs())
        steps.append(run.count, static_cast<char>(run.operation));
    return steps;
}

reference::edit_alignment to_reference(alignment::result const & result)
{
    return {static_cast<int>(result.distance),
            result.first.begin,
            result.first.end,
            result.second.begin,
            result.second.end,
            steps_of(result.path)};
}

class letter_sequences
{
public:
    void add(letters const & first, letters const & second)
    {
        letters_.emplace_back(first, second);
        packed_.emplace_back(packing::pack(first), packing::pack(second));
    }

    std::vector<alignment::sequence_pair> views() const
    {
        std::vector<alignment::sequence_pair> pairs{};
        for (auto const & [first, second] : packed_)
            pairs.push_back({first, second});
        return pairs;
    }

    // Distances and ends of all pairs, and the alignments.
    void check(reference::edit_rules const & rules, plan::execution const & execution) const
    {
        std::ostringstream what{};
        describe(rules, what);
        SCOPED_TRACE(what.str());
        auto const pairs = views();
        auto const values = edit::compute(pairs, options_of(rules, edit::output::distance), execution);
        auto const paths = edit::compute(pairs, options_of(rules, edit::output::alignment), execution);
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            auto const & [first, second] = letters_[i];
            auto const expected = reference::edit_traceback(first, second, rules);
            ASSERT_EQ(values[i].distance, static_cast<std::uint64_t>(expected.distance)) << i;
            ASSERT_EQ(values[i].first.end, expected.first_end) << i;
            ASSERT_EQ(values[i].second.end, expected.second_end) << i;
            ASSERT_TRUE(values[i].path.empty());
            auto const found = to_reference(paths[i]);
            ASSERT_EQ(found.steps, expected.steps) << i << ", " << first.size() << " x " << second.size();
            ASSERT_TRUE(found == expected) << i << ", " << first.size() << " x " << second.size();
        }
    }

private:
    std::vector<std::pair<letters, letters>> letters_{};
    std::vector<std::pair<packing::packed_sequence, packing::packed_sequence>> packed_{};
};

plan::execution on_cpu(unsigned const threads, std::uint64_t const memory_limit = plan::default_memory_limit)
{
    return {.backend = plan::backend::cpu, .threads = threads, .memory_limit = memory_limit};
}

// All sequences of two letters, up to a length.
std::vector<letters> all_sequences(std::size_t const max_size)
{
    std::vector<letters> all{{}};
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::uint8_t letter = 0; letter < 2 && all[i].size() < max_size; ++letter)
        {
            letters longer = all[i];
            longer.push_back(letter);
            all.push_back(std::move(longer));
        }
    return all;
}

} // namespace

TEST(edit_alignment, all_small_pairs)
{
    letter_sequences pairs{};
    std::vector<letters> const all = all_sequences(reference::is_instrumented ? 3 : 4);
    for (letters const & first : all)
        for (letters const & second : all)
            pairs.add(first, second);
    for (reference::edit_rules const & rules : all_rules())
        pairs.check(rules, on_cpu(1));
}

// In lanes, in a tile, with checkpoints; sizes around words, strips and lanes.
TEST(edit_alignment, sizes)
{
    auto generator = reference::make_generator();
    letter_sequences pairs{};
    for (std::size_t const rows : {0, 1, 63, 64, 65, 190, 256, 257})
        for (std::size_t const columns : {0, 1, 64, 65, 150, 300})
            for (unsigned const count : {2u, 4u, 30u})
                pairs.add(reference::random_letters(generator, rows, count),
                          reference::random_letters(generator, columns, count));
    for (reference::edit_rules const & rules : all_rules())
        pairs.check(rules, on_cpu(1 + static_cast<unsigned>(reference::random_size(generator, 3))));
}

TEST(edit_alignment, memory_limits_and_threads)
{
    auto generator = reference::make_generator();
    auto const first = reference::random_letters(generator, 1500, 4);
    letters second = reference::mutate(generator, first, 4, 6);
    second.erase(second.begin() + 200, second.begin() + 500);
    letters const random = reference::random_letters(generator, 900, 4);
    for (reference::edit_rules const & rules : all_rules())
    {
        for (auto const & [one, other] : {std::pair{first, second}, {second, first}, {first, random}, {random, first}})
        {
            letter_sequences pair{};
            pair.add(one, other);
            plan::comparison const wanted{plan::metric::edit, true, rules.ends, rules.preference, rules.end};
            std::uint64_t const least = plan::min_memory(wanted, {one.size(), other.size()});
            unsigned const threads = 1 + static_cast<unsigned>(reference::random_size(generator, 3));
            pair.check(rules, on_cpu(threads, least << reference::random_size(generator, 3)));
        }
    }
}
