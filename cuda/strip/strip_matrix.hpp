// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The description of a matrix for a strip kernel, prepared on the host.
 */

#pragma once

#include <cstdint>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>

#include "cuda/runtime/device_codes.hpp"
#include "cuda/strip/strip_arguments.hpp"
#include "cuda/strip/strip_plan.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The blocks of a number of columns.
constexpr std::uint64_t block_count(std::uint64_t const columns) noexcept
{
    return util::ceil_div<std::uint64_t>(columns, block_columns);
}

/*!\brief The words in which the strips of a matrix pass on their carries: two buffers, and a block after both.
 * \param traits  The recurrence.
 * \param columns The columns of the matrix.
 */
constexpr std::uint64_t handed_over_words(recurrence_traits const & traits, std::uint64_t const columns) noexcept
{
    return (2 * block_count(columns) + 1) * traits.carry_words;
}

/*!\brief The words in which a device gets carries from another one: a buffer, and a block after it.
 * \param traits  The recurrence.
 * \param columns The columns of the matrix.
 */
constexpr std::uint64_t incoming_words(recurrence_traits const & traits, std::uint64_t const columns) noexcept
{
    return (block_count(columns) + 1) * traits.carry_words;
}

/*!\brief The arguments for whole sequences, without their buffers.
 * \param rows    The sequence of the rows.
 * \param columns The sequence of the columns.
 * \param shape   The kernel.
 */
strip_matrix describe_matrix(packing::packed_sequence_view const & rows,
                             packing::packed_sequence_view const & columns,
                             kernel_shape const & shape);

/*!\brief The arguments for checkpoints.
 * \param layout  The layout of the checkpoints.
 * \param shape   The kernel.
 * \param columns The buffer of the columns.
 * \param rows    The buffer of the rows.
 */
checkpoint_buffers describe_checkpoints(checkpoint_layout const & layout,
                                        kernel_shape const & shape,
                                        std::uint32_t * columns,
                                        tagged_carries * rows) noexcept;

/*!\brief The number of strips of which one polls the host.
 * \param warps The warps of the launch: at least one of them must poll, whichever strips they are at.
 */
constexpr unsigned choose_strips_per_poll(unsigned const warps) noexcept
{
    return warps < 16 ? warps : 16;
}

} // namespace seqan3_gpulcs::cuda
