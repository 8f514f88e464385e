// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The ranks of a communicator, and what each may use of its host.
 */

#pragma once

#include <chrono>
#include <cstdint>
#include <mpi.h>
#include <optional>
#include <string>
#include <vector>

#include <seqan3_gpulcs/devices.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/mpi/job.hpp"
#include "src/mpi/messenger.hpp"

namespace seqan3_gpulcs::mpi
{

//!\brief The sizes from which on work is worth its messages. Tests set smaller ones.
struct group_tuning
{
    double min_task_cells{1 << 28};                          //!< The cells of a task with several pairs.
    double min_cells_for_all{double{1ull << 34}};            //!< Smaller pairs are computed by one rank.
    std::uint64_t min_chunk_columns{std::uint64_t{1} << 14}; //!< The narrowest chunk of a pair that all ranks compute.
    std::uint64_t max_unsent_words{std::uint64_t{1} << 26};  //!< With more, no tasks are made: 512 MiB, for all ranks.
};

//!\brief The speed of a rank.
struct rank_speed
{
    double cells_per_second{}; //!< Its speed at longest common subsequences, with threads and devices.
    double devices{};          //!< The number of its devices.
};

//!\brief All ranks of a communicator, seen from one of them.
class rank_group
{
public:
    //!\brief All ranks of the run, for which MPI is started if need be; or those of another communicator.
    explicit rank_group(std::optional<MPI_Comm> other);

    //!\brief Parts from the other ranks; see communicator.
    ~rank_group();

    rank_group(rank_group const &) = delete;
    rank_group & operator=(rank_group const &) = delete;

    int rank() const noexcept
    {
        return rank_;
    }

    int size() const noexcept
    {
        return size_;
    }

    /*!\brief Computes what rank 0 asks for.
     * \param make Makes a job of a kind.
     * \throws communication_error on rank 0, and if MPI fails; std::bad_alloc
     */
    void serve(job_maker make);

    //!\brief Limits an execution to what this rank may use of its host: its part of the cores and of the devices.
    plan::execution share_host(plan::execution const & execution);

    /*!\brief The approximate speed of this rank.
     * \param execution The execution that share_host() returned.
     */
    rank_speed speed(plan::execution const & execution);

    //!\brief Which rank this is, for messages: "rank 2 on node7". Any thread.
    std::string const & name() const noexcept
    {
        return name_;
    }

    //!\brief The speeds of all ranks, on rank 0; all must call it. \throws communication_error
    std::vector<rank_speed> gather_speeds(rank_speed const & own);

    //!\brief The number of the next call.
    std::uint64_t next_call() noexcept
    {
        return ++calls_;
    }

    //!\brief The sizes from which on work is worth its messages.
    group_tuning const & tuning() const noexcept
    {
        return tuning_;
    }

    //!\brief The messages of these ranks.
    messenger & messages() noexcept
    {
        return *messages_;
    }

    //!\brief The ranks are not in step any more, or one did not end a call in time: the run will be aborted.
    void give_up() noexcept
    {
        is_given_up_ = true;
    }

    //!\brief Whether the run will be aborted.
    bool is_given_up() const noexcept
    {
        return is_given_up_;
    }

private:
    friend struct tuned_group; // Tests tune a group with it.

    void find_name();
    void find_host();
    void leave();
    std::vector<device> const & usable_devices();

    MPI_Comm ranks_{MPI_COMM_NULL};
    bool ends_mpi_{};
    int rank_{};
    int size_{1};
    std::string name_{};
    unsigned threads_{1};   // This rank's part of the cores.
    unsigned host_rank_{};  // Its number among the ranks of the host,
    unsigned host_size_{1}; // and their number.
    group_tuning tuning_{};
    std::uint64_t calls_{};
    std::optional<messenger> messages_{};
    std::optional<std::vector<device>> devices_{}; // The usable devices of the host, once they have been looked for.
    bool has_left_{};
    bool is_given_up_{};
};

} // namespace seqan3_gpulcs::mpi
