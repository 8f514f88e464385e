// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The proof that a band of a matrix was wide enough.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/matrix_band.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief Says which bound the next band of a pair has, and which value needs no further one.
 *
 * Whoever computes bands, on whatever processor, computes one with bound(), and asks whether what it has found settles() the pair; until
 * it does. A pass may leave out whatever cells it likes, as long as
 *
 * * it leaves out no cell of a path that reaches the bound, and
 * * the value R that it finds is that of some path, and as good as that of each path whose cells it has all computed.
 *
 * So R is never better than the value V of the pair. If V reaches the bound B, no cell of a best path was left out: R = V, and R reaches B,
 * too. Hence
 *
 * * if R reaches B, so does V, and R = V. All of the best paths lie in the band, so that a traceback finds the one that it would find in
 *   the whole matrix;
 * * if R does not reach B, *no* path does. Where B is the threshold, the pair is of no interest. Otherwise, there is a bound that needs
 *   no further one: R is the value of a path, so what a second pass with it finds reaches it. But if the threshold is better than R,
 *   it is enough of a bound, as above.
 *
 * So two passes suffice. If the band of the first one ends before the last row, it has no value, and plan::value_of_no_interest() takes
 * its place: the next bound is the threshold, or the one that all pairs of these sizes reach.
 *
 * See doc/algorithms/bands.md#why-the-result-is-exact. E. Ukkonen, "Algorithms for approximate string matching", Information and Control
 * 64 (1985), has such a proof for edit distances, with bounds that are doubled until one holds.
 */
class band_prover
{
public:
    /*!\brief Begins with a bound that someone guesses, or with the threshold of the pair if that is better.
     * \param pair   The pair; its sizes do not rule it out.
     * \param metric The metric.
     * \param guess  A value of the metric, no better than any sequences of these sizes can have.
     */
    constexpr band_prover(alignment::sequence_pair const & pair,
                          plan::metric const metric,
                          std::uint64_t const guess) noexcept :
        metric_{metric},
        weakest_{plan::interesting_bound(pair, metric)},
        bound_{plan::better_of(guess, weakest_, metric)}
    {}

    //!\brief The bound of the next pass.
    constexpr std::uint64_t bound() const noexcept
    {
        return bound_;
    }

    /*!\brief Whether a value is that of the pair, or does not reach its threshold and says that the pair is of no interest.
     * \param found What the pass with the bound has found. If it does not settle the pair, there is a new bound.
     */
    constexpr bool settles(std::uint64_t const found) noexcept
    {
        if (plan::reaches(found, bound_, metric_) || bound_ == weakest_)
            return true;
        bound_ = plan::better_of(found, weakest_, metric_);
        return false;
    }

private:
    plan::metric metric_;
    std::uint64_t weakest_; // The threshold, or what all pairs of these sizes reach.
    std::uint64_t bound_;
};

} // namespace seqan3_gpulcs::similar
