// SPDX-License-Identifier: BSD-3-Clause

#include <reference/letter_set_reference.hpp>
#include <reference/primer_reference.hpp>
#include <reference/random_sequence.hpp>

#include "src/cpu/search/suffix_distances.hpp"
#include "unit/cpu/vector_targets.hpp"

using namespace seqan3_gpulcs;

namespace
{

using letters_t = std::vector<std::uint8_t>;

void check(cpu::suffix_distances & distances,
           letters_t const & pattern,
           std::uint64_t const suffixes,
           std::vector<letters_t> const & texts,
           bool const are_sets = false)
{
    plan::execution const execution{};
    runtime::task_control control{execution, 0};
    runtime::stop_poll poll{control};
    distances.set_pattern(pattern, suffixes, are_sets);
    ASSERT_EQ(distances.groups(), (suffixes + distances.lanes() - 1) / distances.lanes());
    for (letters_t const & text : texts)
    {
        distances.set_text(text);
        // All ends, and some; the groups with the longest suffixes last.
        for (std::uint64_t const step : {1u, 200u})
        {
            std::vector<std::uint64_t> ends{};
            for (std::uint64_t end = step; end <= text.size(); end += step)
                ends.push_back(end);

            for (std::uint64_t group = distances.groups(); group-- > 0;)
            {
                auto const found = distances.compute(group, ends, poll);
                ASSERT_EQ(found.size(), ends.size() * distances.lanes());
                for (std::uint64_t lane = 0; lane < distances.lanes(); ++lane)
                {
                    std::uint64_t const suffix = group * distances.lanes() + lane;
                    if (suffix >= suffixes)
                        break;
                    letters_t const rest{pattern.begin() + static_cast<int>(suffix), pattern.end()};
                    std::vector<std::uint32_t> const expected =
                        are_sets ? reference::set_end_distances(rest, text)
                                 : reference::end_distances(rest.begin(), rest.end(), text);
                    for (std::size_t i = 0; i < ends.size(); ++i)
                        ASSERT_EQ(found[i * distances.lanes() + lane], expected[ends[i]])
                            << "pattern of " << pattern.size() << " letters, suffix " << suffix << " of " << suffixes
                            << ", text of " << text.size() << ", end " << ends[i];
                }
            }
        }
    }
}

class suffix_distances : public vector_test
{};

} // namespace

TEST_P(suffix_distances, of_all_sizes)
{
    auto generator = reference::make_generator();
    cpu::suffix_distances distances{};
    for (unsigned const letters : {2u, 4u, 30u})
        for (std::size_t const size : {1u, 5u, 63u, 64u, 65u, 66u, 72u, 128u, 130u, 200u})
        {
            auto const pattern = reference::random_letters(generator, size, letters);
            std::vector<letters_t> texts{{}, pattern, reference::mutate(generator, pattern, letters, 9)};
            for (std::size_t const text_size : {1u, 2u, 3u, 4u, 5u, 100u})
                texts.push_back(reference::random_letters(generator, text_size, letters));
            // More columns than are measured at a time.
            if (size == 66 || size == 5)
                for (std::size_t const text_size : {512u, 513u, 1100u})
                    texts.push_back(reference::random_letters(generator, text_size, letters));
            for (std::uint64_t const suffixes : {1u, 2u, 7u, 8u, 9u, 17u, 130u})
                if (suffixes <= size)
                    check(distances, pattern, suffixes, texts);
        }
}

TEST_P(suffix_distances, of_sets)
{
    auto generator = reference::make_generator();
    cpu::suffix_distances distances{};
    for (std::size_t const size : {1u, 5u, 63u, 64u, 65u, 130u})
    {
        std::vector<letters_t> texts{};
        for (std::size_t const text_size : {1u, 5u, 100u, 520u})
            texts.push_back(reference::random_letters(generator, text_size, 16));
        check(distances, reference::random_letters(generator, size, 16), 1 + size / 2, texts, true);
        check(distances, reference::sets_of(reference::random_letters(generator, size, 4)), 1, texts, true);
    }
}

INSTANTIATE_TEST_SUITE_P(all_targets, suffix_distances, ::testing::ValuesIn(vector_targets()), vector_target_name);
