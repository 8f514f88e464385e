// SPDX-License-Identifier: BSD-3-Clause

#include <numeric>

#include "src/mpi/descriptions.hpp"
#include "src/mpi/group_calls.hpp"
#include "src/mpi/primer_job.hpp"
#include "src/mpi/rank_call.hpp"
#include "src/primer/site_check.hpp"

namespace seqan3_gpulcs::mpi
{

namespace
{

// Gives each rank neighbouring primers, in proportion to its speed. Returns one past the last primer of each rank.
std::vector<std::uint64_t> share_primers(std::size_t const primers, std::vector<double> const & speeds)
{
    double const all_speeds = std::reduce(speeds.begin(), speeds.end());
    std::vector<std::uint64_t> ends{};
    double speed = 0;
    for (double const of_rank : speeds)
    {
        speed += of_rank;
        ends.push_back(static_cast<std::uint64_t>(static_cast<double>(primers) * (speed / all_speeds) + 0.5));
    }
    ends.back() = primers;
    return ends;
}

} // namespace

std::vector<primer::site> group_calls::find_sites(std::span<packing::packed_sequence_view const> const primers,
                                                  std::span<packing::packed_sequence_view const> const sequences,
                                                  primer::site_options const & options,
                                                  plan::execution const & execution,
                                                  primer::statistics * const statistics)
{
    // Invalid letters and options are reported before anything is sent.
    primer::check_sites(primers, sequences, options);

    rank_call call{group_, make_job, make_words(job_kind::sites, options, primers, sequences), execution, true};
    double const all_cells = primer::site_cells(primers, sequences, options);
    call.expect(all_cells);

    std::vector<std::uint64_t> const ends = share_primers(primers.size(), call.speeds());
    std::uint64_t begin = 0;
    for (std::size_t rank = 0; rank < ends.size(); ++rank)
    {
        double const share =
            primers.empty() ? 0 : static_cast<double>(ends[rank] - begin) / static_cast<double>(primers.size());
        call.assign(static_cast<int>(rank), {rank, make_words(begin, ends[rank])}, all_cells * share);
        begin = ends[rank];
    }

    // The results come in any order, but sites are returned in the order of primers, which is that of ranks.
    std::vector<std::vector<primer::site>> of_ranks(ends.size());
    primer::statistics sum{};
    for (std::size_t missing = ends.size(); missing != 0; --missing)
    {
        task_result const result = call.wait();
        primer::statistics done{};
        word_reader{result.content}(done, of_ranks[result.number]);
        add_statistics(sum, done);
    }
    if (statistics)
        *statistics = sum;
    std::vector<primer::site> sites{};
    for (std::vector<primer::site> const & of_rank : of_ranks)
        sites.insert(sites.end(), of_rank.begin(), of_rank.end());
    call.report_done();
    return sites;
}

} // namespace seqan3_gpulcs::mpi
