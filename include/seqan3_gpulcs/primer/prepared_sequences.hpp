// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sequences that are searched by many calls.
 */

#pragma once

#include <memory>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

namespace seqan3_gpulcs::primer
{

/*!\brief Sequences that are searched again and again: for sites, or as the backgrounds of primers. They are prepared once.
 *
 * ```cpp
 * primer::prepared_sequences const genome{packing::pack_all(chromosomes, threads)};
 * auto const sites = primer::find_sites(primers, genome, {.max_edits = 2}); // and with other primers
 * auto const lengths = primer::compute(targets, genome, {.differences = 8});
 * ```
 *
 * The first call prepares them: for sites, and for each meaning of letters that the options of primers give. Targets with
 * other letters need another preparation; the last four are kept. Each device that searches the sequences keeps a copy of them.
 *
 * Memory: for each time, what seqan3_gpulcs::primer::find_sites and seqan3_gpulcs::primer::compute say about letters of sequences and
 * backgrounds.
 *
 * The object can be moved, which leaves its views valid; afterwards, it can only be destroyed or assigned to. Thread safety: concurrent calls may
 * use an object. First calls at the same time prepare it as many times, and one of the results stays.
 */
class prepared_sequences
{
public:
    /*!\brief Takes sequences over. Constant time: the first call prepares them.
     * \param sequences The sequences.
     * \throws std::bad_alloc
     */
    explicit prepared_sequences(packing::packed_set sequences);

    //!\brief The same for sequences that somebody else owns. They must outlive the object, and so must the views.
    explicit prepared_sequences(std::span<packing::packed_sequence_view const> sequences);

    prepared_sequences(prepared_sequences const &) = delete;
    prepared_sequences & operator=(prepared_sequences const &) = delete;
    //!\brief Takes over sequences.
    prepared_sequences(prepared_sequences &&) noexcept;
    //!\brief Takes over sequences.
    prepared_sequences & operator=(prepared_sequences &&) noexcept;
    ~prepared_sequences();

    //!\brief Views of all sequences, in their order.
    std::span<packing::packed_sequence_view const> views() const noexcept;

    //!\privatesection
    //!\brief What the library knows about the sequences.
    class state;

    //!\brief What the library knows about the sequences.
    state const & known() const noexcept
    {
        return *state_;
    }

private:
    std::unique_ptr<state> state_;
};

} // namespace seqan3_gpulcs::primer
