// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sequences that stay where they are compared.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

namespace seqan3_gpulcs::alignment
{

/*!\brief Sequences that are compared with others again and again, such as those of a database; they are copied to devices once.
 *
 * ```cpp
 * alignment::resident_set const subjects{packing::pack_all(reads, threads), execution};
 * auto const lengths = lcs::all_pairs(queries.views(), subjects, execution); // copies the queries only
 * ```
 *
 * Devices keep sequences of at most 4,096 letters; longer ones are copied for each call. Without a device, or if the backend is `cpu`, nothing
 * is kept, and calls are as with two sets in memory. Results are the same everywhere.
 *
 * The object can be moved, which leaves its views valid; afterwards, it can only be destroyed or assigned to. Thread safety: concurrent calls
 * may use it. It must not be destroyed before they end.
 */
class resident_set
{
public:
    /*!\brief Takes sequences over, and copies them.
     * \param sequences The sequences.
     * \param execution With the backend `automatic` or `cuda`, the sequences are copied to each device that it names, or to the first
     *                  one if it names none. Its threads pack.
     * \throws seqan3_gpulcs::no_device if a device or the backend cuda was requested and is not available.
     * \throws seqan3_gpulcs::device_error if a device fails; seqan3_gpulcs::out_of_device_memory, which is derived from it, only
     *         if the backend cuda was requested: otherwise, nothing is kept.
     * \throws seqan3_gpulcs::operation_stopped if a stop was requested.
     * \throws std::bad_alloc
     *
     * Linear in the number of letters. A device takes 0.25 to 1 bytes for each letter, and 8 for each sequence.
     */
    explicit resident_set(packing::packed_set sequences, plan::execution const & execution = {});

    //!\brief The same for sequences that somebody else owns. They must outlive the object, and so must the views.
    explicit resident_set(std::span<packing::packed_sequence_view const> sequences,
                          plan::execution const & execution = {});

    resident_set(resident_set const &) = delete;
    resident_set & operator=(resident_set const &) = delete;
    //!\brief Takes over sequences.
    resident_set(resident_set &&) noexcept;
    //!\brief Takes over sequences.
    resident_set & operator=(resident_set &&) noexcept;
    ~resident_set();

    //!\brief The number of sequences.
    std::size_t size() const noexcept
    {
        return views().size();
    }

    //!\brief Views of all sequences on the host, in their order.
    std::span<packing::packed_sequence_view const> views() const noexcept;

    //!\brief The memory that they take on devices; 0 if they are on none.
    std::uint64_t device_bytes() const noexcept;

    //!\privatesection
    //!\brief What the library knows about the sequences.
    struct state;

    //!\brief What the library knows about the sequences.
    state const & known() const noexcept
    {
        return *state_;
    }

private:
    std::unique_ptr<state> state_;
};

} // namespace seqan3_gpulcs::alignment
