// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Parts of a matrix that have the same rows: chunks of columns, which a backend computes one after the other.
 */

#pragma once

#include "src/plan/matrix_part.hpp"
#include "src/plan/pair_source.hpp"

namespace seqan3_gpulcs::plan
{

/*!\brief Gives chunks of columns to a backend, and takes back what it has computed.
 *
 * A backend may take a chunk before the one before it is done: then the left border of the new one is still to be computed. So it is
 * taken from the chunk before, not from memory. All calls come from one thread.
 */
class column_chunks
{
public:
    column_chunks() = default;
    column_chunks(column_chunks const &) = delete;
    column_chunks & operator=(column_chunks const &) = delete;
    virtual ~column_chunks() = default;

    //!\brief The part that all chunks together may still have: their rows, and the columns from the next chunk on. It has no borders, and
    //!       no memory.
    virtual matrix_part outline() const = 0;

    //!\brief The cells of chunks that are done, with which progress begins.
    virtual double cells_done() const = 0;

    /*!\brief Gives the next chunk, which begins after the columns of the one before.
     * \param waits Whether to wait for a chunk that is not there yet.
     * \returns The chunk, which stays valid until it is done; null if there is none, or none yet. Its `vertical` may be the same
     *          memory for all chunks; it is read for a chunk only if all those before are done.
     */
    virtual matrix_part const * next(bool waits) = 0;

    //!\brief The first of the chunks that were not done is done: its borders and checkpoints are there, as the backend leaves them.
    virtual void finish(source_statistics const & statistics) = 0;

    //!\brief Chunks that are not done will be given again. Their borders are as before.
    virtual void rewind() noexcept = 0;
};

} // namespace seqan3_gpulcs::plan
