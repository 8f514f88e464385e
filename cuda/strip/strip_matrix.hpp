// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The description of a matrix for a strip kernel, prepared on the host.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/strip/strip_arguments.hpp"
#include "cuda/strip/strip_plan.hpp"

namespace seqan3_gpulcs::cuda
{

/*!\brief The arguments for whole sequences, without their buffers.
 * \param rows    The sequence of the rows.
 * \param columns The sequence of the columns.
 * \param shape   The kernel.
 */
strip_matrix describe_matrix(packing::packed_sequence_view const & rows,
                             packing::packed_sequence_view const & columns,
                             kernel_shape const & shape);

/*!\brief Lets a matrix have its buffers of carries and checkpoints.
 * \param matrix      Receives them.
 * \param layout      Their layout.
 * \param shape       The kernel.
 * \param handed_over The carries.
 * \param columns     The columns that are kept; null if nothing is kept.
 */
void place_checkpoints(strip_matrix & matrix,
                       checkpoint_layout const & layout,
                       kernel_shape const & shape,
                       tagged_carries * handed_over,
                       std::uint32_t * columns) noexcept;

/*!\brief The number of strips of which one polls the host.
 * \param warps The warps of the launch: at least one of them must poll, whichever strips they are at.
 */
constexpr unsigned choose_strips_per_poll(unsigned const warps) noexcept
{
    return warps < 16 ? warps : 16;
}

} // namespace seqan3_gpulcs::cuda
