// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/rank_run.hpp"

#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <unistd.h>

#ifdef SEQAN3_GPULCS_HAS_MPI
#    include <seqan3_gpulcs/mpi/communicator.hpp>
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
}

bool rank_run::is_first() const noexcept
{
    return true;
}

plan::rank_set * rank_run::shared() const noexcept
{
    return nullptr;
}

void rank_run::serve()
{}

#else

struct rank_run::ranks
{
    mpi::communicator all{};
};

// Starts MPI only if there are several processes: a single one need not wait for that.
rank_run::rank_run()
{
    launcher_variables const * const launcher = find_launcher();
    if (launcher == nullptr)
        return;
    ranks_ = std::make_unique<ranks>();
    if (ranks_->all.size() == 1)
        refuse(
            *launcher,
            "the MPI that gpulcs was built with sees one alone; start it with the launcher of this MPI, or with srun "
            "--mpi=pmix or pmi2");
}

bool rank_run::is_first() const noexcept
{
    return !ranks_ || ranks_->all.rank() == 0;
}

plan::rank_set * rank_run::shared() const noexcept
{
    return ranks_ ? &ranks_->all : nullptr;
}

void rank_run::serve()
{
    ranks_->all.serve();
}

#endif

rank_run::~rank_run() = default;

} // namespace seqan3_gpulcs::app
