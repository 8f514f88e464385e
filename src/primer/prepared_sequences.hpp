// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What is known about sequences that many calls search.
 */

#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <span>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/prepared_sequences.hpp>
#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/primer/prepared_texts.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/background_cuts.hpp"
#include "src/scan/letter_codes.hpp"
#include "src/scan/site_text.hpp"

namespace seqan3_gpulcs::primer
{

/*!\brief The sequences, and the texts that have been made of them.
 *
 * Thread safety: all functions may be called concurrently.
 */
class prepared_sequences::state
{
public:
    /*!\brief Prepares nothing yet.
     * \param own       The sequences, if they belong to the object.
     * \param sequences The sequences.
     */
    state(packing::packed_set own, std::span<packing::packed_sequence_view const> sequences) noexcept;

    //!\brief The sequences.
    std::span<packing::packed_sequence_view const> views() const noexcept
    {
        return views_;
    }

    /*!\brief The text that is searched for sites; the first call makes it.
     * \param options Whether it is cut at ambiguous letters.
     * \param control Asked now and then whether to stop.
     * \param threads The threads that share the work.
     * \throws std::bad_alloc and what the control throws.
     */
    std::shared_ptr<scan::site_text const>
    site_text(site_options const & options, runtime::task_control & control, unsigned threads) const;

    /*!\brief Targets, and the text that their primers must differ from; the first call makes it, and one for targets with other letters.
     * \param targets The targets, which must outlive the result.
     * \param options The meanings of letters, and the complements.
     * \param control Asked now and then whether to stop.
     * \param threads The threads that share the work.
     * \throws std::bad_alloc and what the control throws.
     */
    prepared_texts texts(std::span<target const> targets,
                         options const & options,
                         runtime::task_control & control,
                         unsigned threads) const;

private:
    // The maximum number of texts for targets with different letters.
    static constexpr std::size_t max_codes{4};

    // The sequences as backgrounds, by one meaning of letters.
    struct known_background
    {
        primer::options options;
        std::shared_ptr<scan::background_cuts const> cuts;
        std::deque<std::shared_ptr<prepared_background const>>
            prepared{}; // By the codes of calls, the oldest one first.
    };

    // The mutex must be held.
    known_background * find(options const & options) const noexcept;
    std::shared_ptr<scan::background_cuts const>
    find_cuts(options const & options, runtime::task_control & control, unsigned threads) const;
    std::shared_ptr<prepared_background const> find_prepared(options const & options,
                                                             scan::letter_codes const & codes) const;

    packing::packed_set owned_;
    std::span<packing::packed_sequence_view const> views_;
    // Not held while something is prepared: that may call what the caller has given.
    mutable std::mutex mutex_{};
    mutable std::array<std::shared_ptr<scan::site_text const>, 2>
        site_texts_{}; // The second one is cut at ambiguous letters.
    mutable std::list<known_background> backgrounds_{};
};

} // namespace seqan3_gpulcs::primer
