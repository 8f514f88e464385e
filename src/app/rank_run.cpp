// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/rank_run.hpp"

#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <unistd.h>

#ifdef SEQAN3_GPULCS_HAS_MPI
#    include <seqan3_gpulcs/mpi/communicator.hpp>
#    include <seqan3_gpulcs/mpi/edit.hpp>
#    include <seqan3_gpulcs/mpi/lcs.hpp>
#    include <seqan3_gpulcs/mpi/primer.hpp>
#    include <seqan3_gpulcs/mpi/search.hpp>
#    include <seqan3_gpulcs/mpi/sites.hpp>
#endif

#include "src/app/app_error.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// The environment variables in which a launcher puts the number of processes, and the rank of this one.
struct launcher_variables
{
    char const * size;
    char const * rank;
};

// These variables of Slurm are those of the step that srun starts; those of the whole job are set in a batch script, too.
constexpr std::array launchers{launcher_variables{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                               launcher_variables{"PMI_SIZE", "PMI_RANK"},
                               launcher_variables{"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};

// The number in an environment variable; 0 if it is not set.
unsigned long read_number(char const * const variable) noexcept
{
    char const * const value = std::getenv(variable);
    return value == nullptr ? 0 : std::strtoul(value, nullptr, 10);
}

// The launcher that started several processes; null if there is none.
launcher_variables const * find_launcher() noexcept
{
    for (launcher_variables const & each : launchers)
        if (std::getenv(each.rank) != nullptr && read_number(each.size) > 1)
            return &each;
    return nullptr;
}

[[noreturn]] void refuse(launcher_variables const & launcher, std::string const & why)
{
    throw usage_error{"This is one of " + std::to_string(read_number(launcher.size)) + " processes ("
                      + std::string{launcher.size} + "), but " + why
                      + "; if they are to run independently of each other, unset " + launcher.size + '.'};
}

} // namespace

bool is_first_process() noexcept
{
    launcher_variables const * const launcher = find_launcher();
    return launcher == nullptr || read_number(launcher->rank) == 0;
}

bool is_terminal(int const stream) noexcept
{
    return ::isatty(stream) == 1 && find_launcher() == nullptr;
}

#ifndef SEQAN3_GPULCS_HAS_MPI

struct rank_run::ranks
{};

rank_run::rank_run()
{
    if (launcher_variables const * const launcher = find_launcher())
        refuse(
            *launcher,
            "gpulcs was built without MPI, and all of them would do the same; build it with -DSEQAN3_GPULCS_MPI=ON, or "
            "start it alone");
    calls_ = make_own_library();
}

bool rank_run::is_first() const noexcept
{
    return true;
}

void rank_run::serve()
{}

#else

namespace
{

template <typename search_t>
class rank_search : public subject_search
{
public:
    rank_search(mpi::communicator & ranks,
                std::span<packing::packed_sequence_view const> const queries,
                typename search_t::options_type const & options,
                plan::execution const & execution) :
        search_{ranks, queries, options, execution}
    {}

    alignment::search_changes add(std::span<packing::packed_sequence_view const> const subjects) override
    {
        return search_.add(subjects);
    }

    std::vector<std::vector<subject_hit>> hits() override
    {
        std::vector<std::vector<subject_hit>> all{};
        for (auto const & hits : search_.hits())
            all.push_back(to_subject_hits(hits));
        return all;
    }

    alignment::search_statistics const & statistics() const override
    {
        return search_.statistics();
    }

private:
    search_t search_;
};

class rank_library : public library
{
public:
    explicit rank_library(mpi::communicator & ranks) noexcept : ranks_{ranks}
    {}

    unsigned ranks() const noexcept override
    {
        return static_cast<unsigned>(ranks_.size());
    }

    std::vector<alignment::result> compute(std::span<alignment::sequence_pair const> const pairs,
                                           comparison const & wanted,
                                           plan::execution const & execution) override
    {
        return wanted.metric == metric::lcs ? mpi::compute(ranks_, pairs, wanted.lcs_output(), execution)
                                            : mpi::compute(ranks_, pairs, wanted.edit_options(), execution);
    }

    alignment::saved_run_result compute(alignment::sequence_pair const & pair,
                                        comparison const & wanted,
                                        alignment::saved_run const & saved,
                                        plan::execution const & execution) override
    {
        return wanted.metric == metric::lcs ? mpi::compute(ranks_, pair, wanted.lcs_output(), saved, execution)
                                            : mpi::compute(ranks_, pair, wanted.edit_options(), saved, execution);
    }

    std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const sequences,
                                         app::metric const metric,
                                         plan::execution const & execution) override
    {
        return metric == app::metric::lcs ? mpi::all_pairs(ranks_, sequences, execution)
                                          : mpi::all_distances(ranks_, sequences, execution);
    }

    std::vector<std::uint64_t> all_pairs(std::span<packing::packed_sequence_view const> const first,
                                         std::span<packing::packed_sequence_view const> const second,
                                         app::metric const metric,
                                         plan::execution const & execution) override
    {
        return metric == app::metric::lcs ? mpi::all_pairs(ranks_, first, second, execution)
                                          : mpi::all_distances(ranks_, first, second, execution);
    }

    std::unique_ptr<subject_search> start_search(std::span<packing::packed_sequence_view const> const queries,
                                                 search_rule const & rule,
                                                 plan::execution const & execution) override
    {
        if (auto const * const options = std::get_if<edit::search_options>(&rule))
            return std::make_unique<rank_search<mpi::edit_search>>(ranks_, queries, *options, execution);
        return std::make_unique<rank_search<mpi::search>>(ranks_,
                                                          queries,
                                                          std::get<lcs::search_options>(rule),
                                                          execution);
    }

    std::vector<std::vector<std::uint64_t>>
    compute_primers(std::span<primer::target const> const targets,
                    std::span<packing::packed_sequence_view const> const backgrounds,
                    primer::options const & options,
                    plan::execution const & execution,
                    primer::statistics & statistics) override
    {
        return mpi::compute_primers(ranks_, targets, backgrounds, options, execution, &statistics);
    }

    std::vector<primer::site> find_sites(std::span<packing::packed_sequence_view const> const primers,
                                         std::span<packing::packed_sequence_view const> const sequences,
                                         primer::site_options const & options,
                                         plan::execution const & execution,
                                         primer::statistics & statistics) override
    {
        return mpi::find_sites(ranks_, primers, sequences, options, execution, &statistics);
    }

private:
    mpi::communicator & ranks_;
};

} // namespace

struct rank_run::ranks
{
    mpi::communicator all{};
};

// Starts MPI only if there are several processes: a single one need not wait for that.
rank_run::rank_run()
{
    launcher_variables const * const launcher = find_launcher();
    if (launcher == nullptr)
    {
        calls_ = make_own_library();
        return;
    }
    ranks_ = std::make_unique<ranks>();
    if (ranks_->all.size() == 1)
        refuse(
            *launcher,
            "the MPI that gpulcs was built with sees one alone; start it with the launcher of this MPI, or with srun "
            "--mpi=pmix or pmi2");
    calls_ = std::make_unique<rank_library>(ranks_->all);
}

bool rank_run::is_first() const noexcept
{
    return !ranks_ || ranks_->all.rank() == 0;
}

void rank_run::serve()
{
    ranks_->all.serve();
}

#endif

rank_run::~rank_run() = default;

} // namespace seqan3_gpulcs::app
