// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Random alignments.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/alignment/path.hpp>

namespace reference
{

//!\brief Runs of random lengths, no two of the same operation one after the other; some are much longer than a word of steps.
inline std::vector<seqan3_gpulcs::alignment::run> random_runs(std::mt19937_64 & generator,
                                                              std::size_t const size,
                                                              std::uint64_t const usual_length = 4,
                                                              std::uint64_t const rare_length = 5000)
{
    constexpr seqan3_gpulcs::alignment::operation operations[]{seqan3_gpulcs::alignment::operation::match,
                                                               seqan3_gpulcs::alignment::operation::insertion,
                                                               seqan3_gpulcs::alignment::operation::deletion,
                                                               seqan3_gpulcs::alignment::operation::substitution};
    std::vector<seqan3_gpulcs::alignment::run> runs{};
    std::size_t last = 0;
    while (runs.size() < size)
    {
        last = (last + 1 + random_size(generator, 2)) % 4;
        std::uint64_t const max_length = random_size(generator, 50) == 0 ? rare_length : usual_length;
        runs.push_back({operations[last], 1 + random_size(generator, max_length - 1)});
    }
    return runs;
}

//!\brief The same, with a given number of columns.
inline std::vector<seqan3_gpulcs::alignment::run>
random_runs_of(std::mt19937_64 & generator, std::uint64_t const columns, std::uint64_t const usual_length)
{
    std::vector<seqan3_gpulcs::alignment::run> runs = random_runs(generator, columns, usual_length, usual_length);
    std::uint64_t left = columns;
    std::size_t size = 0;
    for (; left != 0; ++size)
    {
        runs[size].count = std::min(runs[size].count, left);
        left -= runs[size].count;
    }
    runs.resize(size);
    return runs;
}

//!\brief A path, made step by step from its runs, the first column first.
inline seqan3_gpulcs::alignment::path make_path(std::span<seqan3_gpulcs::alignment::run const> const runs)
{
    std::uint64_t columns = 0;
    for (seqan3_gpulcs::alignment::run const & run : runs)
        columns += run.count;
    auto words = std::make_unique<std::uint64_t[]>(columns / 32 + 1);
    std::uint64_t step = columns;
    for (seqan3_gpulcs::alignment::run const & run : runs)
        for (std::uint64_t i = 0; i < run.count; ++i)
        {
            --step;
            using enum seqan3_gpulcs::alignment::operation;
            std::uint64_t const code = run.operation == insertion ? 1
                                     : run.operation == deletion  ? 2
                                     : run.operation == match     ? 3
                                                                  : 0;
            words[step / 32] |= code << (step % 32 * 2);
        }
    return {std::move(words), columns};
}

} // namespace reference
