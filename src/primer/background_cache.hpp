// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A background that stays prepared from one call to the next.
 */

#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>
#include <seqan3_gpulcs/primer/detail/compute_pairs.hpp>

#include "src/primer/prepared_texts.hpp"

namespace seqan3_gpulcs::primer::detail
{

//!\brief A background that has been prepared, and its letters.
struct kept_background
{
    /*!\brief Copies the letters.
     * \param background The packed letters.
     * \param options_   The options with which it was prepared.
     * \param prepared_  The background, which must not refer to the packed letters.
     * \throws std::bad_alloc
     */
    kept_background(packing::packed_sequence_view const & background,
                    options const & options_,
                    std::shared_ptr<prepared_background const> prepared_);

    //!\brief Whether it was prepared from these letters, with these options. Linear.
    bool is_from(packing::packed_sequence_view const & background, options const & options_) const noexcept;

    std::vector<std::uint64_t> words;                    //!< The packed letters, which are compared
    std::vector<std::uint8_t> letters;                   //!< together with what their codes mean.
    packing::packed_sequence_view sequence;              //!< All of that.
    primer::options options;                             //!< Unknown letters and complements count.
    std::shared_ptr<prepared_background const> prepared; //!< The background.
};

} // namespace seqan3_gpulcs::primer::detail
