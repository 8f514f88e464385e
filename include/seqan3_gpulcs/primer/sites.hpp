// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sites: where given primers may bind, within some edits.
 */

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <seqan3_gpulcs/alignment/path.hpp>
#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

namespace seqan3_gpulcs::primer
{

//!\brief The strand of a sequence that has the letters of a primer.
enum class strand : std::uint8_t
{
    forward, //!< The sequence itself.
    reverse  //!< Its reverse complement.
};

//!\brief Where a primer may bind.
struct site
{
    std::uint64_t primer{};   //!< The number of the primer, counted from 0.
    std::uint64_t sequence{}; //!< The number of the sequence, counted from 0.
    std::uint64_t begin{};    //!< The position of its first letter in the sequence, counted from 0.
    std::uint64_t end{};      //!< One past the position of its last letter.
    primer::strand strand{primer::strand::forward}; //!< The strand that has the letters of the primer.
    std::uint64_t edits{};                          //!< Those of the alignment with the primer.
    std::uint64_t three_prime_edits{};              //!< Those of them in the last letters of the primer.

    //!\brief Whether all members are equal.
    friend constexpr bool operator==(site const &, site const &) noexcept = default;
};

//!\brief Which sites to find.
struct site_options
{
    std::uint64_t max_edits{0};           //!< k: the maximum number of edits; less than the letters of each primer.
    bool both_strands{true};              //!< Whether to search the reverse complements of the sequences, too.
    bool mismatches_only{false};          //!< Whether only substitutions are allowed.
    bool cuts_at_ambiguous{false};        //!< Whether no site may contain an ambiguous letter of a sequence.
    std::uint64_t three_prime_letters{5}; //!< The letters at the 3' end whose edits are counted apart.
    //!\brief The maximum number of edits in these letters.
    std::uint64_t max_three_prime_edits{std::numeric_limits<std::uint64_t>::max()};
};

std::vector<site> find_sites(std::span<packing::packed_sequence_view const> primers,
                             std::span<packing::packed_sequence_view const> sequences,
                             site_options const & options,
                             plan::execution const & execution = {},
                             statistics * statistics = nullptr);

//!\brief The alignment of a site: the first sequence is the primer, the second one the site on its strand.
alignment::path align_site(packing::packed_sequence_view const & primer,
                           packing::packed_sequence_view const & sequence,
                           site const & site,
                           site_options const & options);

} // namespace seqan3_gpulcs::primer
