// SPDX-License-Identifier: BSD-3-Clause

#include <algorithm>
#include <numeric>

#include "src/mpi/descriptions.hpp"
#include "src/mpi/group_calls.hpp"
#include "src/mpi/primer_job.hpp"
#include "src/mpi/rank_call.hpp"
#include "src/primer/prepared_texts.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// Gives each rank consecutive positions, in proportion to its speed: each part of a target costs a few searches more.
std::vector<std::vector<target_part>> cut(std::span<primer::target const> const targets,
                                          std::vector<double> const & speeds)
{
    std::uint64_t positions = 0;
    for (primer::target const & target : targets)
        positions += target.positions();
    double const all_speeds = std::reduce(speeds.begin(), speeds.end());

    std::vector<std::vector<target_part>> parts(speeds.size());
    std::size_t target = 0;
    std::uint64_t begin = targets.empty() ? 0 : targets.front().begin;
    double speed = 0;
    std::uint64_t given = 0;
    for (std::size_t rank = 0; rank < speeds.size(); ++rank)
    {
        speed += speeds[rank];
        auto const up_to = rank + 1 == speeds.size()
                             ? positions
                             : static_cast<std::uint64_t>(static_cast<double>(positions) * (speed / all_speeds));
        while (given < up_to)
        {
            std::uint64_t const end = targets[target].begin + targets[target].positions();
            std::uint64_t const count = std::min(up_to - given, end - begin);
            if (count != 0)
                parts[rank].push_back({target, begin, begin + count});
            given += count;
            begin += count;
            if (begin == end && ++target < targets.size())
                begin = targets[target].begin;
        }
    }
    return parts;
}

// The cells that one position counts for in progress.
double position_cells(std::span<packing::packed_sequence_view const> const backgrounds,
                      primer::options const & options) noexcept
{
    double letters = 0;
    for (packing::packed_sequence_view const & background : backgrounds)
        letters += static_cast<double>(background.size());
    return options.complement ? 2 * letters : letters;
}

} // namespace

std::vector<std::vector<std::uint64_t>>
group_calls::compute_primers(std::span<primer::target const> const targets,
                             std::span<packing::packed_sequence_view const> const backgrounds,
                             primer::options const & options,
                             plan::execution const & execution,
                             primer::statistics * const statistics)
{
    // Invalid options and letters are reported before anything is sent.
    primer::check_options(options);
    primer::check_letters(targets, backgrounds, options);

    std::vector<packing::packed_sequence_view> sequences{};
    for (primer::target const & target : targets)
        sequences.push_back(target.sequence);
    rank_call call{group_, make_job, make_words(job_kind::primers, options, sequences, backgrounds), execution, true};
    auto const parts = cut(targets, call.speeds());

    std::vector<std::vector<std::uint64_t>> lengths{};
    double const cells_per_position = position_cells(backgrounds, options);
    double positions = 0;
    for (primer::target const & target : targets)
    {
        lengths.emplace_back(target.positions(), primer::no_primer);
        positions += static_cast<double>(target.positions());
    }
    call.expect(positions * cells_per_position);

    for (std::size_t rank = 0; rank < parts.size(); ++rank)
    {
        double own_positions = 0;
        for (target_part const & part : parts[rank])
            own_positions += static_cast<double>(part.end - part.begin);
        call.assign(static_cast<int>(rank), {rank, make_words(parts[rank])}, own_positions * cells_per_position);
    }

    primer::statistics sum{};
    for (std::size_t missing = parts.size(); missing != 0; --missing)
    {
        task_result const result = call.wait();
        primer::statistics done{};
        std::vector<std::span<std::uint64_t const>> of_parts{};
        word_reader{result.content}(done, of_parts);
        add_statistics(sum, done);
        for (std::size_t i = 0; i < of_parts.size(); ++i)
        {
            target_part const & part = parts[result.number][i];
            std::ranges::copy(of_parts[i],
                              lengths[part.target].begin()
                                  + static_cast<std::ptrdiff_t>(part.begin - targets[part.target].begin));
        }
    }
    if (statistics)
        *statistics = sum;
    call.report_done();
    return lengths;
}

} // namespace seqan3_gpulcs::mpi
