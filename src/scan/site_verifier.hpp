// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief From the ends of patterns to the sites of primers.
 */

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <seqan3_gpulcs/primer/sites.hpp>

#include "src/scan/site_aligner.hpp"
#include "src/scan/site_request.hpp"

namespace seqan3_gpulcs::scan
{

/*!\brief Adds ends to ranges; those that are in the last range, or follow it, extend it.
 * \param ranges The ranges.
 * \param ends   The ends, counted from some letter of the text.
 * \param begin  The letters before that one.
 * \throws std::bad_alloc
 */
void add_ends(std::vector<end_range> & ranges, std::span<std::uint64_t const> ends, std::uint64_t begin = 0);

//!\brief Sorts ranges, and joins those that overlap, or begin so many letters after the end of another one. n log n.
void join_ranges(std::vector<end_range> & ranges, std::uint64_t distance = 1);

/*!\brief Puts sites together, in the order of primers, those of a primer in any order.
 * \param pieces Sites, those of a piece of one primer; each is given back when it is copied.
 * \throws std::bad_alloc
 */
std::vector<primer::site> gather_sites(std::vector<std::vector<primer::site>> pieces);

/*!\brief Finds the sites of a pattern at ends.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
class site_verifier
{
public:
    //!\brief For the sites of a request, which must outlive the object.
    explicit site_verifier(site_request const & request) noexcept : request_{request}
    {}

    /*!\brief Turns the ends of a pattern into the ranges that verify() takes.
     * \param pattern The pattern.
     * \param ends    All of its ends, in any order. There may be others among them, which takes time only.
     */
    void prepare(site_pattern const & pattern, std::vector<end_range> & ends) const;

    /*!\brief Finds sites.
     * \param pattern The pattern.
     * \param ends    Ranges from prepare(); all of them, or each in some call.
     * \param sites   Where sites are added, in any order.
     * \throws std::bad_alloc and what the control throws.
     */
    void verify(site_pattern const & pattern, std::span<end_range const> ends, std::vector<primer::site> & sites);

private:
    //!\brief Letters of a text without a border, and the strand on which they are read: positions count in its direction.
    struct strand_part
    {
        std::uint64_t begin{};
        std::uint64_t end{};
        primer::strand strand{};
    };

    void verify_ends(site_aligner & aligner,
                     strand_part const & part,
                     end_range const & ends,
                     std::uint64_t primer,
                     std::vector<primer::site> & sites);
    void read_letters(strand_part const & part, std::uint64_t begin, std::uint64_t end);
    primer::site
    make_site(strand_part const & part, std::uint64_t end, site_aligner::alignment_end const & found) const noexcept;

    site_request const & request_;
    std::vector<std::uint8_t> letters_{};
};

} // namespace seqan3_gpulcs::scan
