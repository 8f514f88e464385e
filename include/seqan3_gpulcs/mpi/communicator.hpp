// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The processes of an MPI run that compute together.
 */

#pragma once

#include <memory>
#include <mpi.h>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::mpi
{

//!\brief MPI reported an error, or cannot be used.
class communication_error : public error
{
public:
    using error::error;
};

class group_calls;
class rank_group;

/*!\brief The processes (ranks) of an MPI run that compute together.
 *
 * ```
 * int main()
 * {
 *     seqan3_gpulcs::mpi::communicator ranks{};
 *     if (ranks.rank() != 0)
 *     {
 *         ranks.serve();
 *         return 0;
 *     }
 *     std::cout << seqan3_gpulcs::lcs::length(first, second, {.ranks = &ranks}) << '\n'; // all ranks work on it
 * }
 * ```
 *
 * Rank 0 runs the program: it alone has the inputs, makes the calls, and gets the results. All other ranks are in serve()
 * meanwhile, and receive what they need. An exception on any rank ends the call, and is thrown on rank 0; the
 * communicator can be used again.
 *
 * Each rank uses the threads and the devices of its host that plan::execution allows. Ranks of one host share them: unless
 * `threads` says otherwise, each has its part of the cores that it may run on; and the devices, all or those that are named, are
 * dealt out among them. Where there are more ranks than devices, several ranks use the same one.
 *
 * Thread safety: MPI allows calls by the thread that started it only; so does this class.
 */
class communicator : public plan::rank_set
{
public:
    /*!\brief Takes all ranks of the run; starts MPI if that has not been done, and then also ends it.
     * \throws seqan3_gpulcs::mpi::communication_error
     *
     * All ranks must call it. A program that was not started by `mpirun` or the like has one rank. MPI starts once: keep the
     * object that started it as long as there are others.
     */
    communicator();

    /*!\brief Takes the ranks of another communicator, of which it makes a copy.
     * \param other Any communicator within a group. MPI must have been started with `MPI_THREAD_FUNNELED` or more.
     * \throws seqan3_gpulcs::mpi::communication_error
     *
     * All ranks of the other communicator must call it. Destroy the object before `MPI_Finalize`.
     */
    explicit communicator(MPI_Comm other);

    /*!\brief Ends serve() on all other ranks, if this is rank 0.
     *
     * If a rank does not answer, or leaves although rank 0 still counts on it, the run is aborted.
     */
    ~communicator() override;

    //!\brief The number of this rank, from 0 on.
    int rank() const noexcept;

    int size() const noexcept override;

    /*!\brief Computes for the calls of rank 0; returns when the communicator of rank 0 is destroyed. All ranks but rank 0 call it.
     * \throws seqan3_gpulcs::mpi::communication_error, also on rank 0; std::bad_alloc
     *
     * Errors of computations are thrown on rank 0, not here.
     */
    void serve();

    //!\privatesection
    backend::rank_calls & calls() noexcept override;

    //!\brief The ranks, for this library only.
    rank_group & group() const noexcept
    {
        return *group_;
    }

private:
    std::unique_ptr<rank_group> group_;
    std::unique_ptr<group_calls> calls_;
};

//!\brief An execution by some ranks.
inline plan::execution on_ranks(communicator & ranks, plan::execution execution = {})
{
    execution.ranks = &ranks;
    return execution;
}

} // namespace seqan3_gpulcs::mpi
