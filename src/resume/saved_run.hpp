// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair on any backend, part by part, with a state that is saved from time to time.
 */

#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/backend/backend.hpp"
#include "src/plan/comparison.hpp"
#include "src/plan/matrix_part.hpp"

namespace seqan3_gpulcs::resume
{

//!\brief Limits of parts, and of checkpoints.
struct part_limits
{
    //!\brief The maximum rows of a part, which may have fewer: a multiple of plan::part_alignment, or no limit.
    std::uint64_t rows{std::numeric_limits<std::uint64_t>::max()};

    //!\brief The maximum columns of a part: a multiple of plan::part_alignment, or no limit.
    std::uint64_t columns{std::numeric_limits<std::uint64_t>::max()};

    //!\brief The minimum distance of checkpoints. Finer ones take longer to save than they spare the traceback.
    std::uint64_t checkpoint_distance{8 * plan::part_alignment};

    //!\brief The minimum columns of a step of a band: in fewer, the threads and the lanes of vectors would wait for one another.
    std::uint64_t step_columns{16 * plan::part_alignment};
};

//!\brief The options of a run: how it is computed and saved.
struct run_options
{
    std::optional<alignment::saved_run> saved{}; //!< Where the state is saved; none if it is not.
    part_limits limits{};                        //!< The limits of parts and checkpoints.
    double max_share{1}; //!< The most time for a pair without a state, as a share of that of the whole matrix.
};

//!\brief Checks the arguments of a call. \throws seqan3_gpulcs::invalid_option
void check(alignment::sequence_pair const & pair, plan::comparison const & wanted, alignment::saved_run const & saved);

//!\brief The time that a part should take, in seconds. Long parts cost less: at their begin and end, not all threads have work.
double part_seconds(std::chrono::duration<double> interval) noexcept;

/*!\brief Compares a pair without a state, if there is none yet and a part of the matrix suffices that probably takes less time than
 *        the interval between two saves.
 * \returns The result, if there is one. The parameters are those of compute().
 */
std::optional<alignment::saved_run_result> compute_at_once(backend::backend_interface const & backend,
                                                           alignment::sequence_pair const & pair,
                                                           plan::comparison const & wanted,
                                                           run_options const & options,
                                                           plan::execution const & execution);

/*!\brief Computes a pair; see seqan3_gpulcs::lcs::compute and seqan3_gpulcs::edit::compute. The value of a pair that misses its threshold
 *        may be any that misses it.
 * \param backend   The backend that computes.
 * \param pair      The pair.
 * \param wanted    The metric, and whether an alignment is wanted.
 * \param options   Where the state is saved, and the limits.
 * \param execution Where and how to compute.
 */
alignment::saved_run_result compute(backend::backend_interface const & backend,
                                    alignment::sequence_pair const & pair,
                                    plan::comparison const & wanted,
                                    run_options const & options,
                                    plan::execution const & execution);

//!\brief Checks the arguments, computes a pair with the backend that the execution asks for, and drops a value that misses the threshold.
alignment::saved_run_result compare(alignment::sequence_pair const & pair,
                                    plan::comparison const & wanted,
                                    alignment::saved_run const & saved,
                                    plan::execution const & execution);

} // namespace seqan3_gpulcs::resume
