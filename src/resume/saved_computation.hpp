// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief One pair, with a state that may be saved from time to time, without the computation of the matrix.
 */

#pragma once

#include <chrono>
#include <optional>

#include <seqan3_gpulcs/alignment/saved_run.hpp>
#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/pair_source.hpp"
#include "src/resume/run_store.hpp"
#include "src/resume/saved_run.hpp"

namespace seqan3_gpulcs::resume
{

/*!\brief The computation of one pair. Its owner computes the matrix, or a band of it, from the state on, and has the state saved.
 *
 * Thread safety: save() may run in a thread of its own. Meanwhile no other member function may be called, and the state must
 * stay as it is, but for checkpoints of columns from `slab.begin` on.
 */
class saved_computation
{
public:
    /*!\brief Takes the state that is there, or begins. Reports the progress.
     * \param pair      The pair; neither sequence may be empty.
     * \param wanted    The metric, and whether an alignment is wanted.
     * \param options   The options of seqan3_gpulcs::resume::compute. Without a directory, nothing is saved.
     * \param execution Where and how to compute; must outlive the object, as must the pair.
     * \throws The exceptions of seqan3_gpulcs::lcs::compute with a seqan3_gpulcs::alignment::saved_run.
     */
    saved_computation(alignment::sequence_pair const & pair,
                      plan::comparison const & wanted,
                      run_options const & options,
                      plan::execution const & execution);

    saved_computation(saved_computation const &) = delete;
    saved_computation & operator=(saved_computation const &) = delete;

    //!\brief The state, which the owner changes.
    run_state & state() noexcept
    {
        return state_;
    }

    //!\brief The state, to be read.
    run_state const & state() const noexcept
    {
        return state_;
    }

    //!\brief The memory where parts of the matrix put checkpoints; none if only a value is computed.
    plan::region_checkpoints kept() const noexcept
    {
        return tiles_ ? state_.kept() : plan::region_checkpoints{};
    }

    /*!\brief Whether the state has the result. Otherwise, something is left to compute: where a band has not proven the value, another
     *        one has begun.
     * \throws std::bad_alloc
     */
    bool is_settled();

    //!\brief The execution of the next parts: its progress adds to the cells that are done already.
    plan::execution next_execution() const;

    //!\brief Whether the interval between two saves is over.
    bool is_save_due() const noexcept;

    //!\brief Saves the state. \throws seqan3_gpulcs::saved_run_error
    void save();

    /*!\brief Makes the result when it is settled; that may take a traceback.
     * \param done The statistics of all parts.
     */
    alignment::saved_run_result finish(plan::source_statistics const & done);

private:
    using clock = std::chrono::steady_clock;

    run_state begin(plan::comparison const & wanted);
    plan::stepped_band find_band(run_state const & first) const;
    plan::stepped_band make_band(run_state const & of, std::uint64_t bound) const;
    std::optional<plan::subsequence_plan> plan_tiles() const;
    std::uint64_t read_value() const;
    alignment::result trace_back();

    alignment::sequence_pair const & pair_;
    plan::execution const & execution_;
    run_options const options_;
    std::optional<run_store> store_{};
    run_state state_;
    std::optional<plan::subsequence_plan> const tiles_; // The plan of the traceback, if an alignment is wanted.
    clock::time_point begun_at_;
    clock::time_point saved_at_;
    double cells_{}; // The cells of all bands, or of the whole matrix.
    alignment::saved_run_result found_{};
};

} // namespace seqan3_gpulcs::resume
