// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The arguments of a strip kernel.
 */

#pragma once

#include <cstdint>
#include <cuda_runtime.h>

#include "cuda/recurrence/row_letters.hpp"
#include "cuda/runtime/host_signals.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief The state shared by the warps of a launch; in device memory, all zeros at first.
struct launch_counters
{
    unsigned long long vertical_sum; //!< The sum of all vertical differences of the last column, modulo 2^64.
    unsigned long long steps;        //!< The steps that warps have done: units of columns for all their lanes.
    unsigned next_strip;             //!< The strip that is taken next.
    unsigned stop;                   //!< Not zero if a warp has seen that the host asks the launch to end early.
};

/*!\brief Some carries of a block of 32 columns on their way from a strip to the one below.
 *
 * The low half holds one of the recurrence's words of carries, as the difference from the upper border of the matrix,
 * that of the block's first column highest; the high half says which strip may read it. One relaxed access brings both,
 * so neither flag nor fence is needed. A recurrence with several words of carries has them side by side.
 *
 * There are two buffers, for odd and for even strips: a strip writes a block only after the strip above has read the block
 * from the one that it overwrites. Strip 0 reads buffer 1. All zeros there are the upper border. Rows that are kept have
 * buffers of their own, and so do carries that go from one device to another one, see strip_wave.
 */
using tagged_carries = std::uint64_t;

//!\brief The columns of a block.
inline constexpr unsigned block_columns{32};

//!\brief The blocks of a number of columns.
constexpr std::uint64_t block_count(std::uint64_t const columns) noexcept
{
    return util::ceil_div<std::uint64_t>(columns, block_columns);
}

/*!\brief The words of 64 bits, all zeros, before the codes of the text and after them.
 *
 * The lanes that are not at their first column yet read up to a unit of 64 bits for each; the others read up to two blocks
 * past the end.
 */
inline constexpr std::uint64_t text_margin{32};

/*!\brief The checkpoints that a launch keeps for the traceback: the state at some columns, and the carries below some
 *        strips.
 *
 * The k-th column that is kept is the one after k * column_spacing columns; the k-th row the one below k * strip_spacing
 * strips.
 */
struct checkpoint_buffers
{
    std::uint32_t * columns;      //!< The state of all strips for each column that is kept. Null if nothing is kept.
    tagged_carries * rows;        //!< A buffer for each row that is kept, through which the strip above hands over.
    std::uint64_t column_words;   //!< The distance from one column that is kept to the next.
    std::uint64_t row_words;      //!< The distance from one buffer to the next.
    std::uint64_t column_spacing; //!< A multiple of the columns of a block, and at least min_column_spacing.
    unsigned strip_spacing;       //!< See above.
};

/*!\brief The minimum spacing of columns that are kept.
 *
 * Twice the columns in which all lanes reach a column one after the other: while they keep one, steps are slower.
 */
constexpr std::uint64_t min_column_spacing(unsigned const unit_columns) noexcept
{
    return std::uint64_t{64} * unit_columns;
}

//!\brief A matrix that is computed strip by strip: some columns of some rows.
struct strip_matrix
{
    row_letters rows;      //!< The rows.
    void const * text;     //!< The packed codes of the columns; zeros before and after them, see text_margin.
    std::uint64_t columns; //!< The number of columns, from 1 to 2^33.
    unsigned letters;      //!< The number of different letters of the text.
    unsigned strips;       //!< The number of strips.
    tagged_carries *
        handed_over; //!< Two buffers of the carries of each block, then rows that are kept, and a block more.
    std::uint32_t const * first_state; //!< The state of all strips before the first column; null for the left border.
    std::uint32_t * column_state;      //!< The state at the last column; null if not wanted. May equal first_state.
    unsigned long long * vertical_sum; //!< The sum of all vertical differences of the last column is added to it.
    checkpoint_buffers checkpoints;    //!< The checkpoints of the matrix.
};

/*!\brief The strips of a matrix that a launch has, if several devices share the matrix.
 *
 * Waves of consecutive strips go round the devices: each has a wave of a round, then one of the next round. All devices have
 * a launch at the same time. Nothing can deadlock, as the first strip that is not done yet always runs: its device has taken
 * all its earlier ones.
 *
 * The last strip of a wave writes its carries to the next device, where the first strip of the next wave waits for them in
 * `incoming`. One such buffer for each device suffices, as one for odd and one for even strips does: a block is overwritten
 * in the next round, by a strip that has got the carries of these columns from the strip above it, which got them from the one
 * above, and so on: so from the one that has read what is overwritten.
 *
 * Rows that are kept must not lie between devices. If there are some, there is an even number of strips between them, and in
 * each wave; and the waves begin with a strip above the first one, which does not exist. So no wave begins below an even
 * number of strips.
 */
struct strip_wave
{
    tagged_carries * incoming; //!< The carries for the first strip of a wave; null for one device.
    tagged_carries * outgoing; //!< The `incoming` of the next device, in its memory or in that of the host.
    unsigned strips;           //!< The strips of a wave of this device.
    unsigned round_strips;     //!< The strips of the waves of all devices.
    unsigned first;            //!< The first strip of the first wave of this device, modulo 2^32: it may not exist.
    unsigned missing;          //!< The strips of the first wave of this device that do not exist: 0 or 1.
};

//!\brief The state that all strips of a launch share.
struct strip_launch
{
    launch_counters * counters; //!< The counters of the launch.
    host_signals * signals;     //!< The signals from the host.
    unsigned strips;            //!< The strips of all matrices.
    unsigned strips_per_poll;   //!< One of this many strips polls the host; no more than there are warps.
};

/*!\brief The order of a launch after the launch for the columns before its own, which may still run.
 *
 * The columns of a matrix are computed chunk by chunk, each by a launch that begins as soon as warps of the one before it have no
 * strips any more. A strip begins when the launch before has stored its state. The launch before must have begun on all devices:
 * its warps take all its strips in order, wait for nothing of this launch, and keep their places until they are done. So this
 * launch cannot keep the one before from ending, and afterwards it is like any other.
 */
struct chunk_order
{
    unsigned * chunks_done; //!< The number of chunks that are done of each strip; null if launches do not overlap.
    unsigned chunk;         //!< The chunks before this one.
};

/*!\brief The columns of a strip of a band; neither begin nor end of a strip lies before that of the strip above.
 *
 * Cells outside have the value of the nearest cell of the band in their row to the left, or in their column above, plus an increment
 * of the border for each step from there: a strip begins with the left border, and to the right of the columns of the strip above it
 * takes the upper border. So each value is that of some path. The buffers of carries have all columns of the matrix: a strip overwrites
 * a block only after it has got the carries of these columns from the strip above, as without a band, or if no strip above it has had
 * these columns.
 *
 * Carries from another device have all columns, too, and the first strip of a wave takes the upper border there.
 *
 * A strip that begins where the one above ends, or later, does not wait for it. So parts of a band that have no columns in common
 * can be computed at the same time.
 *
 * Where two passes meet, all strips begin with the first column, and each ends at least 64 columns before the one above, anywhere:
 * see bidirectional_plan. The carries below it at other columns than those of the next strip stay in the buffer.
 */
struct strip_columns
{
    std::uint64_t begin; //!< The first one; a multiple of 64.
    std::uint64_t end;   //!< One past the last one; a multiple of 64, or the end of the matrix. There is at least one.
    std::uint64_t carried_end; //!< One past the last one that the strip above has, too; not before the begin.
};

/*!\brief A strip of a band.
 *
 * If checkpoints are kept, all strips between two rows that are kept have the same columns, and they begin at a column that is
 * kept.
 */
struct band_strip
{
    strip_columns columns; //!< Its columns.
    std::uint64_t above;   //!< The block of `handed_over` with the carries of its first columns, from the strip above.
    std::uint64_t below;   //!< The block for the carries to the strip below.
    std::uint64_t
        kept; //!< The word of checkpoint_buffers::columns for the state of its first rows at the first column that is kept.
    std::uint32_t strip; //!< Its number in the matrix.
};

//!\brief The arguments of a launch for one matrix, or for a band of it.
struct strip_arguments
{
    strip_matrix matrix; //!< The matrix; of a band with all columns, and it does not resume.
    //!\brief The strips of a band in the order in which they are taken: each after the one above it if it waits for it. In the order of the
    //!       matrix if several devices share it. Null for a whole matrix.
    band_strip const * band;
    strip_wave wave;     //!< The waves of several devices.
    chunk_order order;   //!< The order of launches of a whole matrix.
    strip_launch launch; //!< The launch.
};

//!\brief A strip of one of several matrices.
struct matrix_strip
{
    std::uint32_t matrix; //!< The number of the matrix.
    std::uint32_t strip;  //!< The number of the strip in it.
};

//!\brief The arguments of a launch for several matrices, or for bands of them.
struct strip_batch_arguments
{
    strip_matrix const * matrices; //!< The matrices, with all columns; all begin with the left border.
    matrix_strip const * strips;   //!< All strips in the order in which they are taken: each after those above it.
    band_strip const * bands;      //!< The strips of bands, in the order of `strips`; null for whole matrices.
    unsigned max_letters;          //!< The maximum of letters that a text has.
    strip_launch launch;           //!< The launch.
};

} // namespace seqan3_gpulcs::cuda
