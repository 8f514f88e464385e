// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The process as one of several that an MPI launcher has started.
 */

#pragma once

#include <memory>

#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::app
{

/*!\brief Finds out whether the process is alone, and lets it compute together with the others if not.
 *
 * Create it before any other thread; it must live as long as the process works.
 */
class rank_run
{
public:
    /*!\brief Asks the environment, where launchers say how many processes there are; and MPI, if there are several.
     * \throws usage_error if the program was built without MPI, or with another one than the launcher's.
     */
    rank_run();

    //!\brief Parts from the other processes.
    ~rank_run();

    rank_run(rank_run const &) = delete;
    rank_run & operator=(rank_run const &) = delete;

    //!\brief Whether the process runs the command. All others compute for it.
    bool is_first() const noexcept;

    //!\brief What the executions of all calls need; null if the process is alone. In the first process.
    plan::rank_set * shared() const noexcept;

    //!\brief Computes for the first process until it is done. In all others.
    void serve();

private:
    struct ranks;

    std::unique_ptr<ranks> ranks_{}; // None if the process is alone.
};

/*!\brief Whether a standard stream is the user's terminal.
 * \param stream Its descriptor.
 *
 * Launchers may have terminals of their own between a process and a file.
 */
bool is_terminal(int stream) noexcept;

/*!\brief Whether messages of this process are wanted: of several that fail alike, only the first one speaks.
 *
 * Asks the environment only: so it can be used where MPI cannot.
 */
bool is_first_process() noexcept;

} // namespace seqan3_gpulcs::app
