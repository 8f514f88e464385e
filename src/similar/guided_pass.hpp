// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A narrow pass along a guide: a first bound of the distance.
 */

#pragma once

#include <cstdint>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_region.hpp"
#include "src/runtime/task_control.hpp"
#include "src/similar/guide.hpp"

namespace seqan3_gpulcs::similar
{

/*!\brief A pass over the cells near a guide.
 *
 * The guide is cut at some cells, one for each thread. The parts in between are computed at the same time, and the sum of the distances of
 * their paths is that of a path through these cells. They are close to the guide, at multiples of 64 in both directions.
 */
class guided_pass
{
public:
    /*!\brief Plans it.
     * \param pair    The pair; neither sequence is empty.
     * \param metric  The metric.
     * \param path    The guide; must outlive the object.
     * \param threads The threads, at least 1.
     */
    guided_pass(alignment::sequence_pair const & pair, plan::metric metric, guide const & path, unsigned threads);

    //!\brief The cells that it computes.
    double cells() const noexcept
    {
        return cells_;
    }

    //!\brief The memory of the pass, besides that of its threads.
    std::uint64_t bytes() const noexcept;

    /*!\brief Finds the distance of a path near the guide: see pair_distance.hpp.
     * \param control Stop.
     * \throws std::bad_alloc, and the exceptions of runtime::task_control::check.
     */
    std::uint64_t run(runtime::task_control & control) const;

private:
    struct guided_part
    {
        plan::matrix_region region{};
        std::vector<plan::interval> columns{}; // The columns of each block of rows.
    };

    // A part of the matrix that is not empty.
    void add_part(plan::matrix_region const & part);

    // Near the guide and a row.
    plan::matrix_cell cut_near(std::uint64_t row) const noexcept;

    // The distance of a path through a part, near the guide.
    std::uint64_t find_distance(guided_part const & part, runtime::task_control & control) const;

    alignment::sequence_pair pair_;
    plan::metric metric_;
    guide const & path_;
    std::uint64_t margin_;
    std::uint64_t block_rows_;
    std::vector<guided_part> parts_{};
    double cells_{0};
};

} // namespace seqan3_gpulcs::similar
