// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Long comparisons of one pair that save their state, so that they survive the end of the process.
 */

#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

#include <seqan3_gpulcs/alignment/result.hpp>

namespace seqan3_gpulcs::alignment
{

//!\brief Where a computation saves its state, and how often.
struct saved_run
{
    //!\brief A directory for this run alone; made if there is none, in one that exists.
    std::filesystem::path directory{};

    //!\brief The time from one save to the next, in seconds; 0 saves as often as possible.
    std::chrono::duration<double> interval{60};

    //!\brief Whether a state that is there is removed, and the computation begins again.
    bool restart{};
};

//!\brief The result of a computation that saves its state.
struct saved_run_result
{
    alignment::result result{}; //!< The result; its times are those of this call alone.
    double cells_resumed{};     //!< The cells that earlier calls had computed.
    std::uint64_t saves{};      //!< How often this call has saved the state.
    double saving_seconds{};    //!< The time that saving took.
};

/*!\brief Removes the state of a run, but not the directory, nor any other file in it.
 * \throws seqan3_gpulcs::saved_run_error if a process computes with it, or a file cannot be removed.
 *
 * Linear in the number of files in the directory.
 */
void remove_saved_run(std::filesystem::path const & directory);

} // namespace seqan3_gpulcs::alignment
